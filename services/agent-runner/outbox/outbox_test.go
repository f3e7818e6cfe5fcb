package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// table is the outboxes of a test.
type table struct {
	mu     sync.Mutex
	left   []Outbox
	marked [][]string // turns, by batch
}

func (o *table) MarkPublished(_ context.Context, _, turns []string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.marked = append(o.marked, turns)
	o.left = slices.DeleteFunc(o.left, func(b Outbox) bool { return slices.Contains(turns, b.TurnID) })
	return nil
}

func (o *table) Unpublished(context.Context, time.Duration, int) ([]Outbox, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.left), nil
}

func newOutbox(store Store, b Bus) *Publisher {
	return New(store, b, 2*time.Second, slog.New(slog.DiscardHandler))
}

// drafted is an outbox with one reply of each id, in order.
func drafted(t *testing.T, turn string, replies ...string) Outbox {
	t.Helper()
	o := Outbox{Tenant: "clinic", TurnID: turn}
	for _, id := range replies {
		body, err := proto.Marshal(&recadov1.ReplyDrafted{ReplyId: id})
		if err != nil {
			t.Fatal(err)
		}
		o.Events = append(o.Events, Event{Stage: subject.ReplyDrafted, Body: body})
	}
	return o
}

// recorder is a bus that keeps what is published, or refuses it.
type recorder struct {
	events []bus.Event
	err    func(e bus.Event) error
}

func (r *recorder) Publish(_ context.Context, e bus.Event) error {
	if r.err != nil {
		if err := r.err(e); err != nil {
			return err
		}
	}
	r.events = append(r.events, e)
	return nil
}

func (r *recorder) replies() (out []string) {
	for _, e := range r.events {
		if d, ok := e.(*recadov1.ReplyDrafted); ok {
			out = append(out, d.GetReplyId())
		}
	}
	return out
}

func TestEventsOfATurnArePublishedInOrderAndThenMarked(t *testing.T) {
	t.Parallel()
	b := &recorder{}
	p := newOutbox(&table{}, b)
	if err := p.Publish(t.Context(), drafted(t, "turn", "r1", "r2")); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(b.replies(), []string{"r1", "r2"}) || len(p.marks) != 1 {
		t.Errorf("published %v, %d marks", b.replies(), len(p.marks))
	}
}

func TestUnavailableBusLeavesTheRestOfTheOutboxesUnmarked(t *testing.T) {
	t.Parallel()
	b := &recorder{err: func(e bus.Event) error {
		if e.(*recadov1.ReplyDrafted).GetReplyId() == "r2" {
			return bus.Unavailable(errors.New("no connection"))
		}
		return nil
	}}
	p := newOutbox(&table{}, b)
	err := p.PublishAll(t.Context(), []Outbox{drafted(t, "first", "r1"), drafted(t, "second", "r2"), drafted(t, "third", "r3")})
	if !bus.IsUnavailable(err) || !slices.Equal(b.replies(), []string{"r1"}) || len(p.marks) != 1 {
		t.Errorf("PublishAll = %v, published %v, %d marks", err, b.replies(), len(p.marks))
	}
}

func TestEventThatTheBusNeverTakesDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	o := drafted(t, "turn", "r1", "r2", "r3")
	o.Events[1].Stage = "reply.unheard"
	b := &recorder{err: func(e bus.Event) error {
		if e.(*recadov1.ReplyDrafted).GetReplyId() == "r1" {
			return errors.New("too large")
		}
		return nil
	}}
	p := newOutbox(&table{}, b)
	if err := p.Publish(t.Context(), o); err != nil || !slices.Equal(b.replies(), []string{"r3"}) || len(p.marks) != 1 {
		t.Errorf("Publish = %v, published %v, %d marks", err, b.replies(), len(p.marks))
	}
}

func TestPublishedOutboxesAreMarkedInBatchesAndAtTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &table{}
		p := newOutbox(store, &recorder{})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { p.MarkPublished(ctx); close(done) }()
		for i := range markBatch + 2 {
			p.marks <- mark{"clinic", fmt.Sprint(i)}
		}
		time.Sleep(2 * markPause)
		synctest.Wait()
		if len(store.marked) != 2 || len(store.marked[0]) != markBatch || len(store.marked[1]) != 2 {
			t.Errorf("%d batches", len(store.marked))
		}
		stop()
		<-done
	})
}

func TestSweepPublishesWhatACrashLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &recorder{}
		p := newOutbox(&table{left: []Outbox{drafted(t, "crashed", "r1")}}, b)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { p.Sweep(ctx); close(done) }()
		synctest.Wait()
		stop()
		<-done
		if !slices.Equal(b.replies(), []string{"r1"}) || len(p.marks) != 1 {
			t.Errorf("published %v, %d marks", b.replies(), len(p.marks))
		}
	})
}
