package bus_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// letterShare is how many dead letters of one stage a tenant may have.
const letterShare = 1000

func TestATenantsDeadLettersTakeThePlaceOfItsOwnOldest(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	var log logbook
	b := s.Open(t, bus.Options{Service: "ingest", Log: log.logger()})
	bury := func(tenant string, n int) {
		l := bus.NewDeadLetter{Stage: subject.MessageReceived, Tenant: tenant, ID: fmt.Sprint(n), Reason: "test"}
		if err := b.DeadLetter(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	bury("bistro", 0)
	for n := range letterShare {
		bury("clinic", n)
	}
	if strings.Contains(log.String(), "took the place") {
		t.Error("a letter was dropped before the share was full")
	}
	bury("clinic", letterShare)
	got, err := b.DeadLetters(t.Context(), bus.DeadLetterFilter{Tenant: "clinic", Limit: 2 * letterShare})
	if err != nil || len(got) != letterShare || got[0].MessageID != "message.received:1" {
		t.Errorf("%d letters, %v; the oldest is %+v", len(got), err, got[0])
	}
	if got, err := b.DeadLetters(t.Context(), bus.DeadLetterFilter{Tenant: "bistro"}); err != nil || len(got) != 1 {
		t.Errorf("the other tenant has %d letters, %v", len(got), err)
	}
	if !strings.Contains(log.String(), "took the place") || !strings.Contains(log.String(), "tenant=clinic full=share") {
		t.Errorf("the log does not tell: %s", log.String())
	}
}

// One tenant's messages that must be given up fill the stream; another's message behind them is handled all the same.
func TestFullDeadLettersHoldNoPartition(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(bus.Topology{Partitions: 1, MaxBytes: 1 << 20})) // DEADLETTERS has an eighth
	b := s.Bus(t, "sanitize")
	var j journal
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		if e.GetMeta().GetTenantId() == "clinic" {
			return bus.Reject(errors.New("no good"))
		}
		return j.handle(ctx, e)
	}))
	for n := range 40 {
		e := received("c", n)
		e.Content = text(strings.Repeat("a", 10<<10))
		publish(t, b, e)
	}
	honest := received("d", 1)
	honest.Meta.TenantId = "bistro"
	publish(t, b, honest)
	j.await(t, 1)
}

func TestOfAnOversizedPayloadADeadLetterKeepsHeadSizeAndHash(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	payload := bytes.Repeat([]byte(number+" "), 10<<10)
	letter := bus.NewDeadLetter{Stage: subject.MessageReceived, Tenant: "clinic", Payload: payload, Reason: "too large"}
	if err := b.DeadLetter(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	l := letters(t, b, 1)[0]
	sum := sha256.Sum256(payload)
	if l.Size != len(payload) || l.Hash != hex.EncodeToString(sum[:]) || !l.Sealed {
		t.Errorf("dead letter %+v", l)
	}
	_, head, _, err := b.ShowDeadLetter(t.Context(), l.ID)
	if err != nil || len(head) == 0 || len(head) > 1<<10 || !bytes.HasPrefix(payload, head) {
		t.Errorf("kept %d bytes, %v", len(head), err)
	}
	if got := stored(t, s, 1); len(got) > 4<<10 || strings.Contains(got, number) {
		t.Errorf("the stream holds %d bytes of it", len(got))
	}
	if err := b.RetryDeadLetter(t.Context(), l.ID); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("retry: %v", err)
	}
	letters(t, b, 1)
}

func TestADocumentsDeadLetterKeepsItsBodyUntilTheStoreIsFull(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(bus.Topology{Partitions: 1, MaxBytes: 2 << 20})) // OBJ_bodies-720h has a quarter
	b := s.Bus(t, "embedding-indexer")
	for n := range 4 {
		body := bytes.Repeat([]byte{byte('a' + n)}, 200<<10)
		if err := b.DeadLetter(t.Context(), bus.NewDeadLetter{Stage: subject.DocumentSubmitted, Tenant: "clinic", Payload: body, Reason: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	for n, l := range letters(t, b, 4) {
		_, body, _, err := b.ShowDeadLetter(t.Context(), l.ID)
		whole := n < 2
		if err != nil || (len(body) == 200<<10) != whole || (l.Size == 0) != whole {
			t.Errorf("letter %d keeps %d bytes (size %d), %v", n, len(body), l.Size, err)
		}
	}
}

func TestAMessageWithoutADeadLetterIsCountedAndItsConsumerGoesOn(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	var log logbook
	b := s.Open(t, bus.Options{Service: "embedding-indexer", Log: log.logger()})
	if err := jetStream(t, s).DeleteStream(t.Context(), subject.Stream(subject.DeadLetters)); err != nil {
		t.Fatal(err)
	}
	var j journal
	start(t, b, bus.Hop[*recadov1.DocumentSubmitted]{
		Name: "embedding-indexer", From: subject.DocumentSubmitted, Workers: 1, Timeout: 300 * time.Millisecond,
		Handle: func(_ context.Context, e *recadov1.DocumentSubmitted) error {
			if e.GetMeta().GetEventId() == "c-0001" {
				return bus.Reject(errors.New("no good"))
			}
			j.add(e)
			return nil
		},
	})
	publish(t, b, &recadov1.DocumentSubmitted{Meta: meta("c", 1)}, &recadov1.DocumentSubmitted{Meta: meta("c", 2)})
	j.await(t, 1)
	settled(t, s, "DOCUMENT_SUBMITTED", "embedding-indexer")
	if got := log.String(); !strings.Contains(got, "given up without a dead letter") {
		t.Errorf("the log does not tell: %s", got)
	}
}
