package ingest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// fakeBus keeps lanes and message.received in memory, as one stream's leader would; every watcher hears of a parked message at once.
type fakeBus struct {
	mu          sync.Mutex
	sequence    uint64
	parked      map[bus.Lane][]bus.Parked
	received    []string
	seen        map[string]bool
	deadLetters int
	watchers    []*lanes
	unavailable error
	full        int
	unstable    int // how often the next Unpark fails
}

func (b *fakeBus) Publish(_ context.Context, e bus.Event) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.unavailable != nil {
		return b.unavailable
	}
	if id := e.GetMeta().GetEventId(); !b.seen[id] {
		b.seen[id] = true
		b.received = append(b.received, id)
	}
	return nil
}

func (b *fakeBus) DeadLetter(context.Context, bus.NewDeadLetter) error {
	b.deadLetters++
	return nil
}

func (b *fakeBus) Park(_ context.Context, e *recadov1.MessageReceived) error {
	lane := bus.Lane{Tenant: e.GetMeta().GetTenantId(), Conversation: e.GetMeta().GetConversationKey()}
	b.mu.Lock()
	if b.unavailable != nil || b.full > 0 && len(b.parked[lane]) >= b.full {
		defer b.mu.Unlock()
		return errors.Join(b.unavailable, bus.ErrLaneFull)
	}
	b.sequence++
	b.parked[lane] = append(b.parked[lane], bus.Parked{Sequence: b.sequence, Message: e})
	b.mu.Unlock()
	for _, w := range b.watchers {
		w.note(lane)
	}
	return nil
}

func (b *fakeBus) NextParked(_ context.Context, lane bus.Lane) (bus.Parked, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.unavailable != nil {
		return bus.Parked{}, b.unavailable
	}
	if len(b.parked[lane]) == 0 {
		return bus.Parked{}, bus.ErrNotFound
	}
	return b.parked[lane][0], nil
}

func (b *fakeBus) Unpark(_ context.Context, sequence uint64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.unstable > 0 {
		b.unstable--
		return bus.Unavailable(errors.New("NATS is unavailable"))
	}
	for lane := range b.parked {
		b.parked[lane] = slices.DeleteFunc(b.parked[lane], func(p bus.Parked) bool { return p.Sequence == sequence })
	}
	return nil
}

func (b *fakeBus) Lanes(context.Context) (map[bus.Lane]uint64, uint64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := map[bus.Lane]uint64{}
	for lane, parked := range b.parked {
		if len(parked) > 0 {
			out[lane] = uint64(len(parked))
		}
	}
	return out, b.sequence, nil
}

func (b *fakeBus) got() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.received)
}

func newFakeBus() *fakeBus {
	return &fakeBus{parked: map[bus.Lane][]bus.Parked{}, seen: map[string]bool{}}
}

// replica adds a process to the bus.
func (b *fakeBus) replica(t *testing.T, r Rates) *lanes {
	t.Helper()
	c, err := newCounts(noop.Meter{})
	if err != nil {
		t.Fatal(err)
	}
	l := newLanes(b, newRates(r), c)
	b.watchers = append(b.watchers, l)
	return l
}

var slow = Rates{Tenant: 100, TenantBurst: 100, Contact: 1, ContactBurst: 3}

func messageOf(conversation string, n int) *recadov1.MessageReceived {
	return &recadov1.MessageReceived{Meta: &recadov1.Meta{
		TenantId: "shop", ConversationKey: conversation, EventId: fmt.Sprintf("%s-%03d", conversation, n),
	}}
}

func sendAll(t *testing.T, l *lanes, conversation string, from, to int) (parked int) {
	t.Helper()
	for n := from; n < to; n++ {
		outcome, err := l.admit(t.Context(), messageOf(conversation, n))
		if err != nil {
			t.Fatal(err)
		}
		if outcome == outcomeParked {
			parked++
		}
	}
	return parked
}

func drainUntil(t *testing.T, l *lanes) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.drain(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

func TestLanesParkMessagesOverTheRateAndDrainThemAtTheRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newFakeBus()
		l := b.replica(t, slow)
		if parked := sendAll(t, l, "a", 0, 10); parked != 7 {
			t.Fatalf("%d of 10 were parked, want 7", parked)
		}
		if parked := sendAll(t, l, "b", 0, 3); parked != 0 {
			t.Errorf("another contact was held up: %d parked", parked)
		}
		stop := drainUntil(t, l)
		defer stop()
		time.Sleep(3500 * time.Millisecond)
		if n := len(b.got()); n != 3+3+3 {
			t.Errorf("after 3.5 s %d are through, want three drained", n)
		}
		sendAll(t, l, "a", 10, 11) // after the others
		time.Sleep(10 * time.Second)
		want := []string{"a-000", "a-001", "a-002", "b-000", "b-001", "b-002"}
		for n := 3; n < 11; n++ {
			want = append(want, fmt.Sprintf("a-%03d", n))
		}
		if got := b.got(); !slices.Equal(got, want) {
			t.Errorf("got %v\nwant %v", got, want)
		}
		if parked := sendAll(t, l, "a", 11, 12); parked != 0 {
			t.Error("a contact whose lane is empty still goes through it")
		}
		if len(l.waiting) != 0 || len(l.due) != 0 {
			t.Errorf("%d lanes are remembered", len(l.waiting))
		}
	})
}

func TestLanesKeepTheOrderWithTwoReplicas(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			b := newFakeBus()
			replicas := []*lanes{b.replica(t, slow), b.replica(t, slow)}
			stops := []func(){drainUntil(t, replicas[0]), drainUntil(t, replicas[1])} // even two that both drain
			for n := range 60 {
				sendAll(t, replicas[random.IntN(2)], "a", n, n+1)
				if random.IntN(4) == 0 {
					time.Sleep(time.Duration(random.IntN(3000)) * time.Millisecond)
				}
				if random.IntN(10) == 0 {
					i := random.IntN(2)
					stops[i]()
					stops[i] = drainUntil(t, replicas[i])
				}
			}
			time.Sleep(2 * time.Minute)
			for _, stop := range stops {
				stop()
			}
			if got := b.got(); len(got) != 60 || !slices.IsSorted(got) {
				t.Errorf("seed %d: %d messages, in order %v", seed, len(got), slices.IsSorted(got))
			}
		})
	}
}

func TestLanesOfATenantShareItsRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newFakeBus()
		l := b.replica(t, Rates{Tenant: 10, TenantBurst: 5, Contact: 1, ContactBurst: 3})
		for n := range 25 {
			sendAll(t, l, fmt.Sprintf("c%02d", n), 0, 1)
		}
		if n := len(b.got()); n != 5 {
			t.Errorf("%d went through at once, want the tenant's burst", n)
		}
		other := messageOf("c", 0)
		other.Meta.TenantId = "neighbour"
		if outcome, err := l.admit(t.Context(), other); err != nil || outcome != outcomeAccepted {
			t.Errorf("another tenant's message: %s, %v", outcome, err)
		}
		stop := drainUntil(t, l)
		defer stop()
		time.Sleep(1050 * time.Millisecond)
		if n := len(b.got()) - 1; n < 14 || n > 16 {
			t.Errorf("%d went through within a second more, want ten", n-5)
		}
		time.Sleep(5 * time.Second)
		if n := len(b.got()); n != 26 {
			t.Errorf("%d of 26 went through", n)
		}
	})
}

func TestLanesLoseNothingWhileTheBusIsUnavailable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newFakeBus()
		l := b.replica(t, slow)
		sendAll(t, l, "a", 0, 6)
		b.unavailable = bus.Unavailable(errors.New("NATS is unavailable"))
		stop := drainUntil(t, l)
		defer stop()
		time.Sleep(10 * time.Second)
		if _, err := l.admit(t.Context(), messageOf("a", 6)); !bus.IsUnavailable(err) {
			t.Errorf("got %v, want that the channel sends it again", err)
		}
		b.mu.Lock()
		b.unavailable = nil
		b.mu.Unlock()
		sendAll(t, l, "a", 6, 7)
		time.Sleep(20 * time.Second)
		if got := b.got(); len(got) != 7 || !slices.IsSorted(got) {
			t.Errorf("got %v", got)
		}
	})
}

func TestOutageUsesUpNothingOfATenantsRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newFakeBus()
		l := b.replica(t, Rates{Tenant: 10, TenantBurst: 5, Contact: 1, ContactBurst: 3})
		for n := range 35 {
			sendAll(t, l, fmt.Sprintf("c%02d", n), 0, 1)
		}
		b.unavailable = bus.Unavailable(errors.New("NATS is unavailable"))
		for range 30 { // the lease goes with the bus and comes back
			stop := drainUntil(t, l)
			time.Sleep(2 * time.Second)
			stop()
		}
		b.mu.Lock()
		b.unavailable = nil
		b.mu.Unlock()
		defer drainUntil(t, l)()
		time.Sleep(8 * time.Second)
		if n := len(b.got()); n != 35 {
			t.Errorf("%d of 35 went through", n)
		}
		if parked := sendAll(t, l, "late", 0, 1); parked != 0 {
			t.Error("the next message has to wait for what the outage used up")
		}
	})
}

func TestMessageStoredButStillParkedIsPublishedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newFakeBus()
		b.unstable = 3
		l := b.replica(t, slow)
		sendAll(t, l, "a", 0, 6)
		stop := drainUntil(t, l)
		defer stop()
		time.Sleep(20 * time.Second)
		if got := b.got(); len(got) != 6 || !slices.IsSorted(got) || b.unstable != 0 {
			t.Errorf("got %v", got)
		}
	})
}

func TestFullLaneRefusesMessagesAndLetsEchoesPass(t *testing.T) {
	t.Parallel()
	b := newFakeBus()
	b.full = 2
	l := b.replica(t, slow)
	sendAll(t, l, "a", 0, 5)
	if _, err := l.admit(t.Context(), messageOf("a", 5)); !errors.Is(err, bus.ErrLaneFull) {
		t.Errorf("got %v, want that the lane is full", err)
	}
	sendAll(t, l, "b", 0, 3)
	echo := messageOf("a", 6)
	echo.Content = &recadov1.Content{Kind: &recadov1.Content_Echo{Echo: &recadov1.Echo{}}}
	if outcome, err := l.admit(t.Context(), echo); err != nil || outcome != outcomeAccepted {
		t.Errorf("what a person of the business wrote: %s, %v", outcome, err)
	}
}

func TestNumberOfLanesIsBounded(t *testing.T) {
	t.Parallel()
	b := newFakeBus()
	l := b.replica(t, slow)
	for n := range 3 * maxLanes {
		l.note(bus.Lane{Tenant: fmt.Sprint("shop-", n%100), Conversation: strconv.Itoa(n)})
	}
	if len(l.waiting) != 2*maxLanes {
		t.Errorf("%d lanes are remembered", len(l.waiting))
	}
	sendAll(t, l, "a", 0, 3)
	if _, err := l.admit(t.Context(), messageOf("a", 3)); !bus.IsUnavailable(err) {
		t.Errorf("got %v, want that the channel sends it again", err)
	}
}

func TestLanesForgetLanesThatAnotherProcessEmptied(t *testing.T) {
	t.Parallel()
	b := newFakeBus()
	l := b.replica(t, slow)
	lane := bus.Lane{Tenant: "shop", Conversation: "a"}
	l.note(lane)
	l.note(bus.Lane{Tenant: "shop", Conversation: "b"})
	b.parked[bus.Lane{Tenant: "shop", Conversation: "unheard"}] = []bus.Parked{{Sequence: 1, Message: messageOf("unheard", 0)}}
	l.reconcileOnce(t.Context())
	if len(l.waiting) != 1 || l.waiting[lane] != nil {
		t.Errorf("%d lanes are known, want the one with a message", len(l.waiting))
	}
}
