package bus_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

func park(t *testing.T, b *bus.Bus, conversation string, ns ...int) {
	t.Helper()
	for _, n := range ns {
		if err := b.Park(t.Context(), received(conversation, n)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLaneGivesBackItsOldestMessageUntilItIsRemoved(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "ingest")
	lane := bus.Lane{Tenant: "clinic", Conversation: "c"}
	if _, err := b.NextParked(t.Context(), lane); !errors.Is(err, bus.ErrNotFound) {
		t.Fatalf("an empty lane: %v", err)
	}
	park(t, b, "c", 1, 2)
	park(t, b, "other", 1)
	park(t, b, "c", 2, 3) // the second one again
	for _, want := range []string{"c-0001", "c-0002", "c-0003"} {
		p, err := b.NextParked(t.Context(), lane)
		if err != nil || p.Message.GetMeta().GetEventId() != want {
			t.Fatalf("got %v, %v, want %s", p.Message.GetMeta(), err, want)
		}
		for range 2 { // the second time it is gone
			if err := b.Unpark(t.Context(), p.Sequence); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestLaneLimitIsPerConversation(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	stream, err := jetStream(t, s).Stream(t.Context(), subject.Stream(subject.MessageParked))
	if err != nil {
		t.Fatal(err)
	}
	cfg := stream.CachedInfo().Config
	if !cfg.DiscardNewPerSubject || cfg.Discard != jetstream.DiscardNew || cfg.AllowDirect || cfg.MaxAge > 24*time.Hour {
		t.Errorf("the stream forgets, is read at followers, or keeps raw texts too long: %+v", cfg)
	}
	cfg.MaxMsgsPerSubject = 2
	if _, err := jetStream(t, s).UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	park(t, b, "c", 1, 2)
	if err := b.Park(t.Context(), received("c", 3)); !errors.Is(err, bus.ErrLaneFull) || bus.IsUnavailable(err) {
		t.Errorf("got %v, want that the lane is full", err)
	}
	park(t, b, "d", 1)
	bad := received("c d", 1)
	bad.Meta.EventId = "e1"
	if err := b.Park(t.Context(), bad); err == nil || bus.IsUnavailable(err) {
		t.Errorf("a key that is no token: %v", err)
	}
}

func TestLargeMessagesAreParkedWithTheirBody(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "ingest")
	m := received("c", 1)
	m.Content = text(strings.Repeat("hola ", 100_000))
	if err := b.Park(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	p, err := b.NextParked(t.Context(), bus.Lane{Tenant: "clinic", Conversation: "c"})
	if err != nil || len(p.Message.GetContent().GetText().GetBody()) != 500_000 {
		t.Errorf("got %d bytes, %v", len(p.Message.GetContent().GetText().GetBody()), err)
	}
}

// laneLog is what a watcher was told.
type laneLog struct {
	mu    sync.Mutex
	lanes []string
}

func (l *laneLog) take(lane bus.Lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lanes = append(l.lanes, lane.Tenant+"/"+lane.Conversation)
}

func (l *laneLog) has(lane string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Contains(l.lanes, lane)
}

func TestWatchersHearOfEveryLane(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Listen())
	b, other := s.Bus(t, "ingest"), s.Bus(t, "ingest")
	park(t, other, "before", 1)
	var seen laneLog
	if err := b.WatchLanes(t.Context(), seen.take); err != nil {
		t.Fatal(err)
	}
	if !seen.has("clinic/before") {
		t.Error("the watch returned before it told what was there")
	}
	park(t, other, "after", 1)
	bustest.Eventually(t, "the watcher to hear of a new lane", func() bool { return seen.has("clinic/after") })
	s.Restart()
	bustest.Eventually(t, "a message to be parked again", func() bool { return other.Park(t.Context(), received("again", 1)) == nil })
	bustest.Eventually(t, "the watcher to hear of a lane after a restart", func() bool { return seen.has("clinic/again") })
	lanes, _, err := b.Lanes(t.Context())
	if err != nil || len(lanes) != 3 || lanes[bus.Lane{Tenant: "clinic", Conversation: "before"}] != 1 {
		t.Errorf("lanes %v, %v", lanes, err)
	}
}

func TestOneProcessLeadsAtATimeAndTheNextTakesOverAtAStop(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	first, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	led := make(chan int, 2)
	lead := func(ctx context.Context, b *bus.Bus, who int) {
		wg.Go(func() {
			b.Lead(ctx, "test", func(ctx context.Context) { led <- who; <-ctx.Done() })
		})
	}
	lead(first, s.Bus(t, "ingest"), 1)
	if got := <-led; got != 1 {
		t.Fatalf("%d leads", got)
	}
	second, end := context.WithCancel(t.Context())
	defer end()
	lead(second, s.Bus(t, "ingest"), 2)
	if _, err := s.Bus(t, "ingest").Replace(t.Context(), subject.BucketLeases, "test", nil, 0); !errors.Is(err, bus.ErrChanged) {
		t.Errorf("the lease is free while it is held: %v", err)
	}
	stop()
	select {
	case got := <-led:
		if got != 2 {
			t.Errorf("%d leads after the first", got)
		}
	case <-time.After(bustest.Wait):
		t.Error("nobody leads after the first has stopped")
	}
}

func TestExpiredLeaseIsTakenOver(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "ingest")
	if _, err := b.Replace(t.Context(), subject.BucketLeases, "test", []byte("killed"), 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), bustest.Wait)
	defer cancel()
	led := false
	b.Lead(ctx, "test", func(context.Context) { led = true; cancel() })
	if !led {
		t.Error("nobody leads after the one who did was killed")
	}
}

// A server whose clock was set back by an hour keeps a dead process's lease for an hour.
func TestLeaseThatNobodyRenewsIsTakenOverWhateverTheServersClockSays(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "KV_leases")
	if err != nil {
		t.Fatal(err)
	}
	cfg := stream.CachedInfo().Config
	cfg.MaxAge = time.Hour
	if _, err := js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	b := s.Bus(t, "ingest")
	if _, err := b.Replace(t.Context(), subject.BucketLeases, "test", []byte("killed"), 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	led, began := false, time.Now()
	b.Lead(ctx, "test", func(context.Context) { led = true; cancel() })
	if !led || time.Since(began) < 10*time.Second {
		t.Errorf("led %t after %s", led, time.Since(began))
	}
}

func TestReplaceRefusesAnotherVersion(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "sanitize")
	one, err := b.Replace(t.Context(), subject.BucketSessions, "k", []byte("1"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Replace(t.Context(), subject.BucketSessions, "k", []byte("x"), 0); !errors.Is(err, bus.ErrChanged) {
		t.Errorf("a key that is there: %v", err)
	}
	if _, err := b.Replace(t.Context(), subject.BucketSessions, "k", []byte("2"), one); err != nil {
		t.Error(err)
	}
	if _, err := b.Replace(t.Context(), subject.BucketSessions, "k", []byte("x"), one); !errors.Is(err, bus.ErrChanged) {
		t.Errorf("an old version: %v", err)
	}
	if value, version, err := b.GetVersion(t.Context(), subject.BucketSessions, "k"); err != nil || string(value) != "2" || version <= one {
		t.Errorf("got %s, version %d, %v", value, version, err)
	}
	if err := b.Delete(t.Context(), subject.BucketSessions, "k"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Replace(t.Context(), subject.BucketSessions, "k", []byte("3"), 0); err != nil {
		t.Errorf("after a delete: %v", err)
	}
}
