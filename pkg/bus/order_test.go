package bus_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestTwoReplicasKeepAConversationsOrderThroughErrorsAndOutages(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	var j journal
	var running [bustest.Partitions]atomic.Int32
	handle := func(ctx context.Context, e *recadov1.MessageReceived) error {
		p := bus.Info(ctx).Partition
		if running[p].Add(1) > 1 {
			t.Errorf("two messages of partition %d at once", p)
		}
		defer running[p].Add(-1)
		switch rand.IntN(10) {
		case 0:
			return bus.Unavailable(errDatabase)
		case 1:
			if bus.Info(ctx).Sequence%2 == 0 {
				return errors.New("passing trouble") // may end as a dead letter after three tries: skipped, never overtaken
			}
		}
		j.add(e)
		return nil
	}
	for range 2 {
		start(t, s.Bus(t, "sanitize"), sanitize(handle))
	}
	b := s.Bus(t, "ingest")
	for i := range 120 {
		publish(t, b, received(fmt.Sprint("c", i%6), i))
	}
	for p := range uint32(bustest.Partitions) {
		settled(t, s, "MESSAGE_RECEIVED", subject.Durable("sanitize", p))
	}
	inOrder(t, j.all())
	dead, err := b.DeadLetters(t.Context(), bus.DeadLetterFilter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(j.all())+len(dead) != 120 {
		t.Errorf("%d handled and %d dead of 120", len(j.all()), len(dead))
	}
}

func TestMessageOfADeadReplicaIsHandledByTheOtherInOrder(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, impatient)
	conn, err := s.Dial(t.Context(), bus.Config{Service: "sanitize"})
	if err != nil {
		t.Fatal(err)
	}
	victim, err := bus.New(t.Context(), conn, bus.Options{Service: "sanitize"})
	if err != nil {
		t.Fatal(err)
	}
	bustest.SealDeadLetters(t, victim)
	holding, dead := make(chan struct{}), make(chan struct{})
	stop := start(t, victim, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		close(holding)
		<-dead
		return nil
	}))
	b := s.Bus(t, "ingest")
	publish(t, b, received("c", 1))
	<-holding
	conn.Close() // as a killed process does
	publish(t, b, received("c", 2), received("c", 3))
	var j journal
	start(t, s.Bus(t, "sanitize"), sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		j.add(e)
		return nil
	}))
	j.await(t, 3)
	close(dead)
	stop()
	if got := strings.Join(j.all(), " "); got != "c-0001 c-0002 c-0003" {
		t.Errorf("handled %s", got)
	}
}

// stall runs two replicas; the first gets message 1 and is then cut off for longer than AckWait, until the second has begun the same message.
// The first one's handler returns verdict when its line works again.
func stall(t *testing.T, verdict error) (s *bustest.Server, b *bus.Bus) {
	t.Helper()
	s = bustest.New(t, bustest.Listen(), impatient)
	p := newProxy(t, s)
	slow, _ := p.bus(t, bus.Options{Service: "sanitize"})
	holding, release, returned := make(chan struct{}), make(chan struct{}), make(chan struct{})
	start(t, slow, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		close(holding)
		<-release
		defer close(returned)
		return verdict
	}))
	b = s.Bus(t, "ingest")
	publish(t, b, received("c", 1))
	<-holding
	p.freeze()
	again, finish := make(chan bus.Delivery, 10), make(chan struct{})
	start(t, s.Bus(t, "sanitize"), sanitize(func(ctx context.Context, _ *recadov1.MessageReceived) error {
		again <- bus.Info(ctx)
		<-finish
		return nil
	}))
	if d := <-again; d.Attempt != 2 {
		t.Errorf("the other replica got attempt %d, want 2", d.Attempt)
	}
	p.thaw()
	close(release)
	<-returned
	settledOrHeld(t, s)
	close(finish)
	settled(t, s, "MESSAGE_RECEIVED", subject.Durable("sanitize", subject.Partition("clinic", "c", bustest.Partitions)))
	if len(again) > 0 {
		t.Errorf("delivered once more: %+v", <-again)
	}
	return s, b
}

// settledOrHeld gives the stalled replica's answer time to arrive: a round trip on its heels.
func settledOrHeld(t *testing.T, s *bustest.Server) {
	t.Helper()
	for range 3 {
		if err := s.Conn(t).Flush(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStalledHandlerThatFailsDoesNotAnswerForTheOthersDelivery(t *testing.T) {
	t.Parallel()
	_, b := stall(t, bus.Reject(errors.New("too late")))
	letters(t, b, 0)
}

func TestStalledHandlerThatFinishedMayAcknowledge(t *testing.T) {
	t.Parallel()
	_, b := stall(t, nil)
	letters(t, b, 0)
}
