package bus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// tight streams are full after some 20 messages of bulky.
var tight = bus.Topology{Partitions: bustest.Partitions, MaxBytes: 4 << 20}

func bulky(conversation string, n int) *recadov1.MessageReceived {
	return &recadov1.MessageReceived{Meta: meta(conversation, n), Content: text(strings.Repeat("a", 200<<10))}
}

func TestReclaimPurgesOnlyAcknowledged(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(tight))
	b := s.Bus(t, "sanitize")
	filled := 0
	for ; filled < 100; filled++ {
		if err := b.Publish(t.Context(), bulky("c", filled)); err != nil {
			if !bus.IsUnavailable(err) {
				t.Fatal(err)
			}
			break
		}
	}
	if filled < 10 || filled > 30 || bustest.Count(t, s, subject.MessageReceived) != uint64(filled) {
		t.Fatalf("the stream took %d messages and holds %d", filled, bustest.Count(t, s, subject.MessageReceived))
	}
	var j journal
	start(t, b, sanitize(j.handle))
	for n := filled; n < filled+filled/2; n++ {
		e := bulky(fmt.Sprint("c", n%5), n)
		bustest.Eventually(t, "room in the stream", func() bool { return b.Publish(t.Context(), e) == nil })
	}
	j.await(t, filled+filled/2)
	if n := distinct(j.all()); n != filled+filled/2 {
		t.Errorf("handled %d of %d", n, filled+filled/2)
	}
}

func TestStreamWithoutReadersDropsItsOldestWhenFull(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(tight))
	b := s.Bus(t, "outbound-sender")
	for n := range 60 {
		publish(t, b, &recadov1.ReplyFailed{Meta: meta("c", n), Reason: strings.Repeat("a", 100<<10)})
	}
	if n := bustest.Count(t, s, subject.ReplyFailed); n == 0 || n >= 60 {
		t.Errorf("holds %d messages", n)
	}
}
