package turn

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Store keeps conversations, turns and their journal. Every write of a turn names its fence and stops where it is not the
// conversation's own any more.
type Store interface {
	claims
	journals
	endings
	outboxes
	personas
	namings
}

// settings gives a tenant's settings as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// publisher puts an event on the bus and waits until it is safe there.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// Options are an engine's limits.
type Options struct {
	Instance string        // unique per process start: the owner of its turns
	Workers  int           // turns at a time
	Share    int           // of them at most for one tenant
	Timeout  time.Duration // of one turn
	Tool     time.Duration // of one tool call
	Lease    time.Duration // how long a dead process holds its turns
	Poll     time.Duration // how often due conversations are looked for without a wake-up
	Sweep    time.Duration // age from which an unpublished reply is published by whoever finds it
	Stop     time.Duration // how long running turns may take to end when the engine stops
}

// Deps are what an engine works with.
type Deps struct {
	Store    Store
	Settings settings
	Bus      publisher
	Tools    caller
	Catalog  catalogue
	Remote   llm.Model // nil where only rules answer
	Model    string    // name of the remote model
	Rules    llm.Model
	Give     giveUp // nil drops nothing into the dead letters
	// Live shows a piece of a draft to whoever watches the conversation; nil shows none.
	Live   func(conversation string, data []byte) error
	Log    *slog.Logger
	Tracer trace.Tracer
	Turns  *telemetry.Turns
}

// giveUp puts the messages of a turn that cannot be finished into the dead letters.
type giveUp func(ctx context.Context, m Message, reason string) error

// Engine claims due conversations and answers each in one turn.
type Engine struct {
	Options
	Deps
	wake  wake
	marks chan mark
	held  held

	personas personaCache
}

// New returns an engine that does nothing until Run.
func New(o Options, d Deps) *Engine {
	return &Engine{Options: o, Deps: d, wake: newWake(), marks: make(chan mark, 1024), held: held{turns: map[string]int{}}}
}

// Wake makes the engine look for due conversations after a time.
func (e *Engine) Wake(after time.Duration) { e.wake.in(after) }

// Run answers conversations until ctx ends; then it lets running turns finish within the stop time and gives the rest back.
func (e *Engine) Run(ctx context.Context) error {
	e.register(ctx)
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	var background errgroup.Group
	background.Go(func() error { e.beat(work); return nil })
	background.Go(func() error { e.sweep(work); return nil })
	background.Go(func() error { e.mark(work); return nil })

	var turns sync.WaitGroup
	e.dispatch(ctx, work, &turns)
	done := make(chan struct{})
	go func() { turns.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(e.Stop):
	}
	stopWork()
	<-done
	err := background.Wait()
	return errors.Join(err, e.leave(ctx))
}

func (e *Engine) leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := e.Store.Leave(ctx); err != nil {
		e.Log.WarnContext(ctx, "turns left to the lease", "error", err) // it frees them when it ends
	}
	return nil
}

// held knows the turns of this process, so that a claim whose answer was lost can be told from one at work.
type held struct {
	mu    sync.Mutex
	turns map[string]int // a turn that was lost and claimed again is held twice
}

func (h *held) add(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turns[id]++
}

func (h *held) remove(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.turns[id]--; h.turns[id] <= 0 {
		delete(h.turns, id)
	}
}

func (h *held) all() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := make([]string, 0, len(h.turns))
	for id := range h.turns {
		ids = append(ids, id)
	}
	return ids
}

// catalogue knows the tools that tool-executor offers; names and aliases both find one.
type catalogue interface {
	Find(name string) (tool.Spec, bool)
	All() []tool.Spec
}

// caller runs tools.
type caller interface {
	// Call waits for a tool's result until the request's time is over, which is a result with an error.
	// An error of its own means that the request could not be made: the bus is away.
	Call(ctx context.Context, req *Request) (tool.Result, error)
}

// Request is a tool call with what its event needs beyond the call.
type Request struct {
	tool.Call
	Meta *recadov1.Meta
	Wait time.Duration // for the result, from the moment the request is on the bus
}
