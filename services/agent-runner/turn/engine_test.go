package turn

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/outbox"
)

// queue is a memory that gives its conversation to one claim.
type queue struct {
	*memory
	mu       sync.Mutex
	due      []*Conversation
	lost     int // so many claims fail after they have taken
	disowned [][]string
	released []bool // counted or not
	done     chan struct{}
}

func (q *queue) Claim(context.Context, int, int) ([]*Conversation, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.lost > 0 {
		q.lost--
		return nil, errDown
	}
	due := q.due
	q.due = nil
	return due, nil
}

func (q *queue) Disown(_ context.Context, turns []string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.disowned = append(q.disowned, turns)
	return nil
}

func (q *queue) Release(_ context.Context, _ *Conversation, _ time.Duration, counted bool) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.released = append(q.released, counted)
	close(q.done)
	return nil
}

func (q *queue) Commit(ctx context.Context, c *Conversation, end *Ending) (CommitResult, time.Duration, error) {
	defer close(q.done)
	return q.memory.Commit(ctx, c, end)
}

func (q *queue) MarkPublished(context.Context, []string, []string) error { return nil }

func (q *queue) Unpublished(context.Context, time.Duration, int) ([]Outbox, error) { return nil, nil }

func (q *queue) Beat(context.Context, time.Duration) (int64, error) { return 0, nil }

func (q *queue) Leave(context.Context) error { return nil }

// runUntilDone runs an engine on the queue until its conversation is answered or given back.
func (b *bench) runUntilDone(t *testing.T, q *queue) {
	t.Helper()
	q.memory, q.due, q.done = b.store, []*Conversation{b.conv}, make(chan struct{})
	e := b.engine(t)
	e.deps.Store = q
	e.outbox = outbox.New(q, e.deps.Bus, time.Second, e.deps.Log)
	e.opts.Lease, e.opts.Poll, e.opts.StopTimeout, e.opts.MaxPerTenant = time.Second, time.Second, time.Second, 1
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- e.Run(ctx) }()
	<-q.done
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestEngineAnswersWhatIsDue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(text(1, "hola"))
		b.remote.answers = []llm.Response{words("Hola")}
		q := &queue{}
		b.runUntilDone(t, q)
		if b.said(t) != "Hola" || len(q.released) != 0 {
			t.Errorf("said %q, released %v", b.said(t), q.released)
		}
	})
}

func TestEngineFreesWhatALostClaimMayHaveTaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(text(1, "hola"))
		b.remote.answers = []llm.Response{words("Hola")}
		q := &queue{lost: 1}
		b.runUntilDone(t, q)
		if len(q.disowned) != 1 || len(q.disowned[0]) != 0 || b.said(t) != "Hola" {
			t.Errorf("disowned but for %v, said %q", q.disowned, b.said(t))
		}
	})
}

func TestAttemptCountsUnlessSomethingWasUnavailable(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		err     error
		counted bool
	}{
		{"a tool that cannot be asked", errors.New("too large"), true},
		{"a bus that is unavailable", bus.Unavailable(errors.New("no connection")), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newBench(text(1, "hola"))
				b.remote.answers = []llm.Response{wants(toolCall("c1", "get_service_info", `{}`))}
				b.tools.err = tc.err
				q := &queue{}
				b.runUntilDone(t, q)
				if !slices.Equal(q.released, []bool{tc.counted}) {
					t.Errorf("released %v, want counted %v", q.released, tc.counted)
				}
			})
		})
	}
}

func TestPersonaIsReadOncePerVersionOfTheSettings(t *testing.T) {
	t.Parallel()
	store, cache := &memory{}, personaCache{}
	for _, key := range []personaKey{{"clinic", "sofia", 1}, {"clinic", "sofia", 1}, {"clinic", "sofia", 2}, {"clinic", "leo", 2}} {
		if p, err := cache.get(t.Context(), store, key); err != nil || len(p.Critical) != 1 {
			t.Fatalf("%+v, %v", p, err)
		}
	}
	if store.reads != 3 {
		t.Errorf("%d reads, want 3", store.reads)
	}
	store.down = 1
	if _, err := cache.get(t.Context(), store, personaKey{"clinic", "ana", 2}); !errors.Is(err, errDown) {
		t.Errorf("an unread persona gives %v", err)
	}
}

func TestPersonasAreForgottenWhenThereAreTooMany(t *testing.T) {
	t.Parallel()
	store, cache := &memory{}, personaCache{}
	for v := range int64(maxPersonas + 1) {
		if _, err := cache.get(t.Context(), store, personaKey{tenant.ID("clinic"), "sofia", v}); err != nil {
			t.Fatal(err)
		}
	}
	if len(cache.known) != 1 {
		t.Errorf("%d personas are kept, want 1", len(cache.known))
	}
}

func TestTurnThatWasClaimedTwiceRunsUntilBothEnd(t *testing.T) {
	t.Parallel()
	r, c := running{turns: map[string]int{}, tenants: map[tenant.ID]int{}}, &Conversation{Tenant: "clinic", TurnID: "turn"}
	r.add(c)
	r.add(c)
	r.remove(c)
	if got := r.all(); !slices.Equal(got, []string{"turn"}) {
		t.Errorf("running %v", got)
	}
	if before := r.remove(c); before != 1 || len(r.all()) != 0 || len(r.tenants) != 0 {
		t.Errorf("running %v of %v, %d before", r.all(), r.tenants, before)
	}
}
