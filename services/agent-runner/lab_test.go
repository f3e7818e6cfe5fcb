package agentrunner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/rulemodel"
	"github.com/recado/recado/services/agent-runner/turn"
)

// lab runs turn engines on a real database, with a bus, tools and models of its own, and can kill them at any point.
type lab struct {
	db    *storetest.DB
	store *store.Store
	quiet time.Duration
	rules llm.Model
	tells map[string]string // what a tool answers instead of a success
	hands tenant.Handoff    // what the settings say of people
	tools []tool.Spec       // of the catalogue; without any a name is everybody's tool
	down  atomic.Bool       // the bus
	meter metric.Meter
	world labWorld
}

// labWorld is what engines act upon outside the database.
type labWorld struct {
	mu        sync.Mutex
	replies   map[string]*recadov1.ReplyDrafted // by reply id, as the sender's table keeps them
	order     []string
	effects   map[string]int // by idempotency key
	done      map[string]int // the same by tool
	handoffs  int
	notices   []*recadov1.HandoffRequested // each event once
	returns   map[string]int               // by reason
	returned  map[string]bool              // event ids
	dead      []string
	frames    []string
	sequences int64
}

func newLab(t testing.TB) *lab {
	t.Helper()
	db := storetest.New(t)
	meter := metricnoop.NewMeterProvider().Meter("lab")
	return &lab{meter: meter, rules: rulemodel.New(), db: db, store: db.OpenWith(t, store.Options{Role: "recado_agent_runner", MaxConns: 16}), world: labWorld{
		replies: map[string]*recadov1.ReplyDrafted{}, effects: map[string]int{}, done: map[string]int{}, returns: map[string]int{},
		returned: map[string]bool{},
	}}
}

func (l *lab) Get(id tenant.ID) (*tenant.Settings, bool) {
	return &tenant.Settings{
		ID: id, Name: "Lab", Vertical: tenant.General, Zone: "UTC", Currency: "MXN", Language: "es", Handoff: l.hands,
		Accounts: []tenant.Account{{Channel: "whatsapp", ID: "a", QuietWindow: &l.quiet}},
	}, true
}

// Publish keeps replies as the outbound sender's table does: once each.
func (l *lab) Publish(_ context.Context, e bus.Event) error {
	if l.down.Load() {
		return bus.Unavailable(errors.New("no connection"))
	}
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	switch e := e.(type) {
	case *recadov1.ReplyDrafted:
		if _, known := l.world.replies[e.GetReplyId()]; !known {
			l.world.replies[e.GetReplyId()] = e
			l.world.order = append(l.world.order, e.GetReplyId())
		}
	case *recadov1.HandoffRequested:
		if slices.ContainsFunc(l.world.notices, func(known *recadov1.HandoffRequested) bool {
			return known.GetMeta().GetEventId() == e.GetMeta().GetEventId() // as the bus does
		}) {
			return nil
		}
		l.world.notices = append(l.world.notices, e)
		l.world.handoffs++
	case *recadov1.HandoffReturned:
		if id := e.GetMeta().GetEventId(); !l.world.returned[id] { // as the bus does
			l.world.returned[id] = true
			l.world.returns[e.GetReason()]++
		}
	}
	return nil
}

// Call is the tool executor: its ledger gives the first result again, and a write holds the fence.
func (l *lab) Call(ctx context.Context, req *turn.Request) (tool.Result, error) {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	if l.world.effects[req.Key] == 0 {
		if req.OnlyRepeat {
			return tool.Result{Tool: req.Tool, Err: &tool.Error{Code: "not_done"}}, ctx.Err()
		}
		l.world.effects[req.Key]++
		l.world.done[req.Tool]++
	}
	if said, ok := l.tells[req.Tool]; ok {
		return tool.Result{Tool: req.Tool, JSON: []byte(said)}, ctx.Err()
	}
	return tool.Result{Tool: req.Tool, JSON: []byte(`{"success":true}`)}, ctx.Err()
}

func (l *lab) Of(tenant.ID) []tool.Spec { return nil }

func (l *lab) Find(name string) (tool.Spec, bool) {
	if i := slices.IndexFunc(l.tools, func(s tool.Spec) bool { return s.Name == name }); i >= 0 {
		return l.tools[i], true
	}
	writes := []string{"create_appointment", "cancel_appointment", "escalate_to_human"}
	return tool.Spec{
		Name: name, Write: slices.Contains(writes, name), Confirm: name == "cancel_appointment", Specialists: tool.Everybody(),
	}, true
}

func (l *lab) All() []tool.Spec { return l.tools }

// made is how often a tool has done something new.
func (l *lab) made(tool string) int {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	return l.world.done[tool]
}

func (l *lab) effects() (n int) {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	for _, e := range l.world.effects {
		n += e
	}
	return n
}

func (l *lab) said() []*recadov1.ReplyDrafted {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	out := make([]*recadov1.ReplyDrafted, len(l.world.order))
	for i, id := range l.world.order {
		out[i] = l.world.replies[id]
	}
	return out
}

// message is the n-th of a conversation as it comes from the bus.
func message(id tenant.ID, conversation string, n int) *recadov1.MessageRouted {
	return &recadov1.MessageRouted{
		Meta: &recadov1.Meta{
			EventId: fmt.Sprintf("%s-%d", conversation, n), TenantId: string(id), Channel: "whatsapp", AccountId: "a",
			ConversationKey: conversation, MessageId: fmt.Sprintf("m%04d", n), ReceivedAt: timestamppb.Now(),
			Contact: &recadov1.Contact{ContactId: conversation, SealedAddress: []byte{1}},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: fmt.Sprintf("mensaje %d", n)}}},
		Verdict: recadov1.Verdict_VERDICT_ALLOW, Language: "es", Specialist: "booking",
	}
}

func conversation(name string) string { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String() }

// receive is the intake of one message, with the next sequence of the stream.
func (l *lab) receive(t testing.TB, e *recadov1.MessageRouted, wake func(time.Duration)) {
	t.Helper()
	due, err := l.take(e)
	if err != nil {
		t.Fatal(err)
	}
	if due >= 0 && wake != nil {
		wake(due)
	}
}

// take is receive where no test can fail; it returns when the conversation is due.
func (l *lab) take(e *recadov1.MessageRouted) (due time.Duration, err error) {
	l.world.mu.Lock()
	l.world.sequences++
	sequence := l.world.sequences
	l.world.mu.Unlock()
	settings, _ := l.Get(tenant.ID(e.GetMeta().GetTenantId()))
	in, err := read(context.Background(), settings, e)
	if err != nil {
		return 0, err
	}
	in.Sequence = sequence
	got, err := (&database{db: l.store}).Intake(context.Background(), in)
	return got.due, err
}

// handoffs is how often a person was asked for.
func (l *lab) handoffs() int {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	return l.world.handoffs
}

// process is one engine that can be killed.
type process struct {
	*turn.Engine
	gate *gate
	stop context.CancelFunc
	done chan struct{}
}

// start runs an engine until the test ends; opts may be changed before.
func (l *lab) start(t testing.TB, name string, model llm.Model, change ...func(*turn.Options)) *process {
	t.Helper()
	return l.startGated(t, name, model, &gate{}, change...)
}

// startGated is start with a gate of the test's own.
func (l *lab) startGated(t testing.TB, name string, model llm.Model, g *gate, change ...func(*turn.Options)) *process {
	t.Helper()
	p := &process{gate: g, done: make(chan struct{})}
	opts := turn.Options{
		Workers: 8, MaxPerTenant: 8, Timeout: 20 * time.Second, ToolTimeout: time.Second,
		Lease: 500 * time.Millisecond, Poll: 20 * time.Millisecond, SweepAfter: 200 * time.Millisecond, StopTimeout: 5 * time.Second,
	}
	for _, c := range change {
		c(&opts)
	}
	turns, err := telemetry.NewTurns(l.meter)
	if err != nil {
		t.Fatal(err)
	}
	p.Engine = turn.New(opts, turn.Deps{
		Store: &gatedStore{&database{db: l.store, instance: name}, p.gate}, Settings: l,
		Bus: gatedBus{l, p.gate}, Tools: gatedTools{l, p.gate}, Catalog: l, Remote: gatedModel{model, p.gate}, Live: l.live(p.gate), Model: "scripted", Rules: l.rules, Log: slog.New(slog.DiscardHandler),
		Tracer: tracenoop.NewTracerProvider().Tracer("lab"), Turns: turns, DeadLetter: l.deadLetter,
	})
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	p.stop = cancel
	go func() {
		defer close(p.done)
		if err := p.Run(ctx); err != nil {
			t.Errorf("engine %s: %v", name, err)
		}
	}()
	t.Cleanup(func() { cancel(); <-p.done })
	return p
}

func (l *lab) deadLetter(_ context.Context, m turn.Message, _ string) error {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	l.world.dead = append(l.world.dead, m.ID)
	return nil
}

// kill ends a process as kill -9 does: nothing that it still does reaches the world.
func (p *process) kill() {
	p.gate.close()
	p.stop()
}

var errKilled = errors.New("this process was killed")

// gate stands before and after each effect of a process.
type gate struct {
	mu     sync.Mutex
	closed bool
	chance float64 // of dying at each passage
	left   int     // passages until it dies; 0 never
	passed int
	random *rand.Rand

	calling     bool // a model was asked, and its answer is not in the journal
	diedCalling bool // so it was when the process was killed
	buried      bool
	took        func()      // is told of a claim that brought something; nil for nobody
	may         func() bool // whether the process may claim; nil is always
}

// asking notes that an answer of a model is under way, or safe.
func (g *gate) asking(yes bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calling = yes
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}

func (g *gate) pass() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.random != nil && g.random.Float64() < g.chance {
		g.closed = true
	}
	g.passed++
	if g.left > 0 {
		if g.left--; g.left == 0 {
			g.closed = true
		}
	}
	if g.closed {
		if !g.buried {
			g.buried, g.diedCalling = true, g.calling
		}
		return errKilled
	}
	return nil
}

// arm lets a process live for so many more passages, once it has looked for work and found none; false before.
func (g *gate) arm(passages int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.passed < 2 {
		return false
	}
	g.left = passages
	return true
}

func (g *gate) dead() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed
}

// passes is through without counting, for what goes on beside the turns.
func (g *gate) passes(effect func() error) error {
	if g.dead() {
		return errKilled
	}
	return effect()
}

// through lets an effect happen or not, and its answer arrive or not.
func (g *gate) through(effect func() error) error {
	if err := g.pass(); err != nil {
		return err
	}
	if err := effect(); err != nil {
		return err
	}
	return g.pass()
}

type gatedBus struct {
	lab  *lab
	gate *gate
}

func (b gatedBus) Publish(ctx context.Context, e bus.Event) error {
	return bus.Unavailable(b.gate.through(func() error { return b.lab.Publish(ctx, e) }))
}

type gatedTools struct {
	lab  *lab
	gate *gate
}

func (c gatedTools) Call(ctx context.Context, req *turn.Request) (res tool.Result, err error) {
	err = c.gate.through(func() (err error) { res, err = c.lab.Call(ctx, req); return err })
	return res, err
}

func mustMarshal(t testing.TB, m proto.Message) []byte {
	t.Helper()
	body, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
