package bus_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func (j *journal) handle(_ context.Context, e *recadov1.MessageReceived) error {
	j.add(e)
	return nil
}

func consumerOf(conversation string) string {
	return subject.Durable("sanitize", subject.Partition("clinic", conversation, bustest.Partitions))
}

func TestDeletedConsumerIsMadeAgainAfterTheLastHandledMessage(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	var j journal
	start(t, b, sanitize(j.handle))
	publish(t, b, received("c", 1), received("c", 2))
	settled(t, s, "MESSAGE_RECEIVED", consumerOf("c"))
	if err := jetStream(t, s).DeleteConsumer(t.Context(), "MESSAGE_RECEIVED", consumerOf("c")); err != nil {
		t.Fatal(err)
	}
	publish(t, b, received("c", 3))
	j.await(t, 3)
	settled(t, s, "MESSAGE_RECEIVED", consumerOf("c"))
	if got := strings.Join(j.all(), " "); got != "c-0001 c-0002 c-0003" {
		t.Errorf("handled %s", got)
	}
}

func TestConsumerDeletedWhileDisconnectedIsMadeAgain(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Listen())
	p := newProxy(t, s)
	b, conn := p.bus(t, bus.Options{Service: "sanitize"})
	var j journal
	start(t, b, sanitize(j.handle))
	direct := s.Bus(t, "ingest")
	publish(t, direct, received("c", 1))
	settled(t, s, "MESSAGE_RECEIVED", consumerOf("c"))
	p.sever()
	bustest.Eventually(t, "the line to be cut", func() bool { return !conn.IsConnected() })
	if err := b.Healthy(t.Context()); !bus.IsUnavailable(err) {
		t.Errorf("healthy while disconnected: %v", err)
	}
	if err := jetStream(t, s).DeleteConsumer(t.Context(), "MESSAGE_RECEIVED", consumerOf("c")); err != nil {
		t.Fatal(err)
	}
	publish(t, direct, received("c", 2))
	p.restore()
	j.await(t, 2)
	if got := strings.Join(j.all(), " "); got != "c-0001 c-0002" {
		t.Errorf("handled %s", got)
	}
	bustest.Eventually(t, "health after the line was restored", func() bool { return b.Healthy(t.Context()) == nil })
}

func TestSilentLineIsNoticedByMissingHeartbeats(t *testing.T) {
	t.Parallel()
	var log logbook
	s := bustest.New(t, bustest.Listen(), impatient)
	p := newProxy(t, s)
	b, _ := p.bus(t, bus.Options{Service: "sanitize", Log: log.logger()})
	var j journal
	start(t, b, sanitize(j.handle))
	direct := s.Bus(t, "ingest")
	publish(t, direct, received("c", 1))
	j.await(t, 1)
	p.freeze()
	bustest.Eventually(t, "a missing heartbeat", func() bool { return strings.Contains(log.String(), "no heartbeat") })
	publish(t, direct, received("c", 2))
	p.thaw()
	j.await(t, 2)
}

func TestHopAndPublisherOutliveARestartOfTheServer(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]bustest.Option{"over a listener": {bustest.Listen()}, "in process": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := bustest.New(t, opts...)
			b := s.Bus(t, "sanitize")
			var j journal
			start(t, b, sanitize(j.handle))
			publish(t, b, received("c", 1))
			j.await(t, 1)
			s.Stop()
			bustest.Eventually(t, "a publish to fail", func() bool {
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				defer cancel()
				return bus.IsUnavailable(b.Publish(ctx, received("c", 2)))
			})
			s.Start()
			bustest.Eventually(t, "a publish to work again", func() bool { return b.Publish(t.Context(), received("c", 2)) == nil })
			bustest.Eventually(t, "the second message", func() bool {
				all := j.all()
				return len(all) > 0 && all[len(all)-1] == "c-0002"
			})
		})
	}
}

func TestPublishFailsAtOnceWhileDisconnected(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	conn, err := s.Dial(t.Context(), bus.Config{Service: "ingest"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	b, err := bus.New(t.Context(), conn, bus.Options{Service: "ingest"})
	if err != nil {
		t.Fatal(err)
	}
	bustest.SealDeadLetters(t, b)
	s.Stop()
	bustest.Eventually(t, "the connection to notice", func() bool { return !conn.IsConnected() })
	began := time.Now()
	if err := b.Publish(t.Context(), received("c", 1)); !bus.IsUnavailable(err) {
		t.Errorf("got %v, want it unavailable", err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestPublishHonoursItsDeadline(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Listen())
	p := newProxy(t, s)
	b, _ := p.bus(t, bus.Options{Service: "ingest"})
	p.freeze()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := b.Publish(ctx, received("c", 1)); !bus.IsUnavailable(err) {
		t.Errorf("got %v, want it unavailable", err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestHopFollowsAnotherNumberOfPartitions(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	var j journal
	start(t, b, sanitize(j.handle))
	for i := range 8 {
		publish(t, b, received(fmt.Sprint("c", i), 1))
	}
	j.await(t, 8)
	for p := range uint32(bustest.Partitions) {
		settled(t, s, "MESSAGE_RECEIVED", subject.Durable("sanitize", p))
	}
	s.Apply(bus.Topology{Partitions: 7, MaxBytes: 64 << 20})
	for i := range 8 { // a publisher that still believes in the old number
		publish(t, b, received(fmt.Sprint("c", i), 2))
	}
	j.await(t, 16)
	if n := len(j.all()); n != 16 {
		t.Errorf("handled %d, want 16: the new consumers must not start at the beginning", n)
	}
	if b.Partitions() != 7 {
		t.Errorf("partitions %d", b.Partitions())
	}
}
