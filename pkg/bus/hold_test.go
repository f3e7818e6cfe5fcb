package bus_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var errDatabase = errors.New("connection refused")

// impatient delivers again soon, so that tests of redelivery need not wait for long.
var impatient = bustest.WithTopology(bus.Topology{Partitions: bustest.Partitions, MaxBytes: 64 << 20, AckWait: 2 * time.Second})

// Longer than impatient's AckWait: only signs of life keep the message from being delivered again.
const outage = 3 * time.Second

func TestUnavailableErrorKeepsTheMessageAndCountsNoTry(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, impatient)
	b := s.Bus(t, "sanitize")
	began := time.Now()
	var calls, most atomic.Int64
	done := make(chan struct{})
	start(t, b, sanitize(func(ctx context.Context, _ *recadov1.MessageReceived) error {
		calls.Add(1)
		most.Store(max(most.Load(), int64(bus.Info(ctx).Attempt)))
		if time.Since(began) < outage {
			return bus.Unavailable(errDatabase)
		}
		close(done)
		return nil
	}))
	publish(t, b, received("c", 1))
	<-done
	if calls.Load() < 4 || most.Load() != 1 {
		t.Errorf("%d calls, highest attempt %d, want several calls of one delivery", calls.Load(), most.Load())
	}
	letters(t, b, 0)
}

func TestFailedPublishInAHandlerIsRetriedUntilTheStreamHasRoom(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	js := jetStream(t, s)
	stream, err := js.Stream(t.Context(), "MESSAGE_SCREENED")
	if err != nil {
		t.Fatal(err)
	}
	full := stream.CachedInfo().Config
	full.MaxMsgs = 1
	if _, err := js.UpdateStream(t.Context(), full); err != nil {
		t.Fatal(err)
	}
	var failures atomic.Int64
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		err := b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta()})
		if err != nil {
			failures.Add(1)
			if !bus.IsUnavailable(err) {
				t.Errorf("a full stream is not unavailable: %v", err)
			}
		}
		return err
	}))
	publish(t, b, received("c", 1), received("c", 2))
	bustest.Eventually(t, "five refused publishes", func() bool { return failures.Load() >= 5 })
	if err := stream.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	settled(t, s, "MESSAGE_RECEIVED", subject.Durable("sanitize", subject.Partition("clinic", "c", bustest.Partitions)))
	letters(t, b, 0)
}

func TestLaterIsDeliveredAgainOnASharedConsumer(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "embedding-indexer")
	done := make(chan uint64, 1)
	start(t, b, bus.Hop[*recadov1.DocumentSubmitted]{Name: "embedding-indexer", From: subject.DocumentSubmitted, Handle: func(ctx context.Context, _ *recadov1.DocumentSubmitted) error {
		if bus.Info(ctx).Attempt < 8 { // a verdict is not a death: the sixth delivery is handled too
			return bus.Later(errors.New("embedder unavailable"), 10*time.Millisecond)
		}
		done <- bus.Info(ctx).Attempt
		return nil
	}})
	publish(t, b, &recadov1.DocumentSubmitted{Meta: meta("", 1), DocumentId: "d"})
	if attempt := <-done; attempt != 8 {
		t.Errorf("attempt %d", attempt)
	}
	letters(t, b, 0)
}

func TestLaterOnAnOrderedStageCountsAsATry(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		return bus.Later(errors.New("not yet"), time.Hour)
	}))
	publish(t, b, received("c", 1))
	letters(t, b, 1)
}

// deliver takes a message n times without giving a verdict, as a process does that dies of it.
func deliver(t *testing.T, s *bustest.Server, b *bus.Bus, n int) (key string) {
	t.Helper()
	publish(t, b, received("c", 1))
	consumer := subject.Durable("sanitize", subject.Partition("clinic", "c", bustest.Partitions))
	cons, err := jetStream(t, s).Consumer(t.Context(), "MESSAGE_RECEIVED", consumer)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		m, err := cons.Next(jetstream.FetchMaxWait(5 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Nak(); err != nil {
			t.Fatal(err)
		}
	}
	return "MESSAGE_RECEIVED." + consumer + ".1"
}

func TestSixthDeliveryIsADeadLetterBeforeItsHandlerRuns(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	deliver(t, s, b, 5)
	start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		t.Error("the handler ran")
		return nil
	}))
	if l := letters(t, b, 1)[0]; l.Attempts != 6 || !strings.Contains(l.Reason, "without a verdict") {
		t.Errorf("got %+v", l)
	}
}

func TestDeliveriesDuringAnOutageAreNotCountedAgainstTheMessage(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	key := deliver(t, s, b, 5)
	if err := b.Put(t.Context(), "held", key, []byte("4")); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		close(done)
		return nil
	}))
	<-done
	letters(t, b, 0)
}

func TestStopDuringAnOutageGivesTheMessageToTheNextReplica(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	held := make(chan struct{}, 100)
	for range 7 { // more restarts than a poison message would survive
		stop := start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
			held <- struct{}{}
			return bus.Unavailable(errDatabase)
		}))
		if bustest.Count(t, s, subject.MessageReceived) == 0 {
			publish(t, b, received("c", 1))
		}
		<-held
		<-held
		stop()
	}
	done := make(chan struct{})
	began := time.Now()
	start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		close(done)
		return nil
	}))
	<-done
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("the next replica got it after %s: it was not given back", took)
	}
	letters(t, b, 0)
}
