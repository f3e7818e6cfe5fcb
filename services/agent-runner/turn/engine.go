package turn

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/answers"
	"github.com/recado/recado/services/agent-runner/arguments"
	"github.com/recado/recado/services/agent-runner/offer"
	"github.com/recado/recado/services/agent-runner/outbox"
	"github.com/recado/recado/services/agent-runner/prompt"
	"github.com/recado/recado/services/agent-runner/seat"
	"github.com/recado/recado/services/agent-runner/wake"
	"github.com/recado/recado/services/agent-runner/window"
)

// Store keeps conversations, turns and their journal. Every write of a turn names its fence and stops where it is not the
// conversation's own any more.
type Store interface {
	claims
	journals
	endings
	outboxes
	personas
	memories
	// Names returns the tokens of a conversation as a commit left them; nil where it has none.
	Names(ctx context.Context, c *Conversation) (json.RawMessage, error)
	budgets
}

// settings gives a tenant's settings as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// Options are an engine's limits.
type Options struct {
	Turns        int           // at a time, those that wait for a model or a tool among them; at least Workers
	Workers      int           // turns at work at a time, beside those that wait
	MaxPerTenant int           // turns of one tenant at a time
	Timeout      time.Duration // of one turn
	ModelTime    time.Duration // within it for a remote model; 0 is half
	ToolTimeout  time.Duration // of one tool call
	Lease        time.Duration // how long a dead process keeps its turns
	Poll         time.Duration // how often due conversations are looked for without a wake-up
	SweepAfter   time.Duration // age from which an unpublished reply is published by whoever finds it
	StopTimeout  time.Duration // how long running turns may take to end when the engine stops

	Loop              int // answers in a row without a human's pause that make a loop; 0 hears none
	SessionModelTurns int // of a remote model in an hour of a web chat session; 0 for no bound
}

// Deps are what an engine works with.
type Deps struct {
	Store    Store
	Settings settings
	Bus      outbox.Bus
	Tools    caller
	Catalog  catalogue
	Remote   llm.Model // nil where only rules answer
	Model    string    // name of the remote model; empty for the tier's
	// Tuning says how freely and how long the remote model writes. Optional.
	Tuning func(llm.Purpose) llm.Tuning
	// Window is what the models take that may answer a request; without it the model's name says so.
	Window func(*llm.Request) window.Limit
	Rules  llm.Model
	// Answers are what a remote model has said before. Optional.
	Answers *answers.Cache
	// DeadLetter keeps a message of a turn that cannot be finished. Optional.
	DeadLetter func(ctx context.Context, m Message, reason string) error
	// Live shows a piece of a draft to whoever watches the conversation. Optional.
	Live   func(conversation string, data []byte) error
	Log    *slog.Logger
	Tracer trace.Tracer
	Turns  *telemetry.Turns
}

// Engine claims due conversations and answers each in one turn.
type Engine struct {
	opts     Options
	deps     Deps
	wake     wake.Wake
	outbox   *outbox.Publisher
	seats    *seat.Room
	running  running
	personas personaCache
	schemas  arguments.Checker
	prompts  prompt.Cache
	briefs   offer.Briefs
}

// New returns an engine that does nothing until Run.
func New(o Options, d Deps) *Engine {
	return &Engine{
		opts: o, deps: d, wake: wake.New(), seats: seat.NewRoom(o.Workers), outbox: outbox.New(d.Store, d.Bus, o.SweepAfter, d.Log),
		running: running{turns: map[string]int{}, tenants: map[tenant.ID]int{}}, prompts: prompt.Cache{Built: d.Turns.PromptBuilt},
	}
}

// modelTime is how long a turn may ask a remote model: the rest of its time is for the rules.
func (o Options) modelTime() time.Duration {
	if o.ModelTime > 0 {
		return min(o.ModelTime, o.Timeout)
	}
	return o.Timeout / 2
}

// Wake makes the engine look for due conversations after a time.
func (e *Engine) Wake(after time.Duration) { e.wake.In(after) }

// Run answers conversations until ctx ends; then it lets running turns finish within the stop time and gives the rest back.
func (e *Engine) Run(ctx context.Context) error {
	e.register(ctx)
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	var background errgroup.Group
	background.Go(func() error { e.beat(work); return nil })
	background.Go(func() error { e.outbox.Sweep(work); return nil })
	background.Go(func() error { e.outbox.MarkPublished(work); return nil })

	var turns sync.WaitGroup
	e.dispatch(ctx, work, &turns)
	done := make(chan struct{})
	go func() { turns.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(e.opts.StopTimeout):
	}
	stopWork()
	<-done
	err := background.Wait()
	return errors.Join(err, e.leave(ctx))
}

func (e *Engine) leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := e.deps.Store.Leave(ctx); err != nil {
		e.deps.Log.WarnContext(ctx, "turns left to the lease", "error", err) // it frees them when it ends
	}
	return nil
}

// running counts the turns of this process, so that a claim whose answer was lost can be told from one at work.
type running struct {
	mu      sync.Mutex
	turns   map[string]int // a turn that was lost and claimed again counts twice
	tenants map[tenant.ID]int
}

func (r *running) add(c *Conversation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turns[c.TurnID]++
	r.tenants[c.Tenant]++
}

// remove returns how many turns the tenant had before.
func (r *running) remove(c *Conversation) (before int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turns[c.TurnID]--; r.turns[c.TurnID] <= 0 {
		delete(r.turns, c.TurnID)
	}
	before = r.tenants[c.Tenant]
	if r.tenants[c.Tenant]--; before <= 1 {
		delete(r.tenants, c.Tenant)
	}
	return before
}

func (r *running) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.turns)
}

func (r *running) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	ids := make([]string, 0, len(r.turns))
	for id := range r.turns {
		ids = append(ids, id)
	}
	return ids
}
