package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/fact"
)

// errDown is what a database that cannot be reached answers.
var errDown = fmt.Errorf("read: %w", io.EOF)

// memory is a store of one conversation for tests of what a turn decides; what PostgreSQL promises is tested in the parent package.
type memory struct {
	Store       // panics where a test calls for more
	down    int // so many calls fail first
	steps   []Step
	fenced  bool
	history []Line
	names   json.RawMessage
	late    []Message // arrive before the first commit that does not cover them
	reads   int
	endings []*Ending

	criteria string // of the assistant, for temperatures
	known    fact.Known
}

func (m *memory) fail() error {
	m.reads++
	if m.down > 0 {
		m.down--
		return errDown
	}
	return nil
}

func (m *memory) Steps(context.Context, *Conversation) ([]Step, error) { return m.steps, m.fail() }

func (m *memory) AddSteps(_ context.Context, _ *Conversation, steps []Step) (bool, error) {
	if err := m.fail(); err != nil {
		return false, err
	}
	m.steps = append(m.steps, steps...)
	return !m.fenced, nil
}

func (m *memory) History(_ context.Context, _ *Conversation, limit int) ([]Line, error) {
	return slices.Clone(m.history[max(0, len(m.history)-limit):]), m.fail()
}

func (m *memory) Names(context.Context, *Conversation) (json.RawMessage, error) {
	return m.names, m.fail()
}

func (m *memory) Persona(context.Context, tenant.ID, string) (Persona, error) {
	p := Persona{Critical: []string{"Cobramos $50 de anticipo."}}
	p.Texts.Criteria = m.criteria
	return p, m.fail()
}

func (m *memory) Memory(context.Context, *Conversation, Wanted) (fact.Known, error) {
	return m.known, m.fail()
}

func (m *memory) Reload(_ context.Context, c *Conversation) error {
	c.Messages, m.late, c.Version = append(slices.Clone(c.Messages), m.late...), nil, c.Version+1
	return nil
}

func (m *memory) Commit(_ context.Context, _ *Conversation, end *Ending) (CommitResult, time.Duration, error) {
	switch {
	case m.fenced:
		return Fenced, -1, nil
	case end.Version != nil && len(m.late) > 0:
		return Superseded, -1, nil
	}
	m.endings = append(m.endings, end)
	return Committed, -1, nil
}

// toolbox offers a read and two writes, and answers as its results say.
type toolbox struct {
	mu      sync.Mutex
	asked   []*Request
	results map[string]tool.Result
	err     error
	own     []tool.Spec // of the tenant's own servers
	more    []tool.Spec // beside those that every test has
	strict  bool        // bookings need a yes, as they do in the catalogue
}

func (b *toolbox) All() []tool.Spec {
	return append([]tool.Spec{
		{Name: "get_service_info", Specialists: tool.Everybody(), Permission: tool.Inform},
		{Name: "get_appointments", Specialists: tool.Everybody(), Permission: tool.Inform},
		{Name: "get_available_slots", Specialists: tool.Bookers("pricing"), Permission: tool.Calendar},
		{Name: "create_appointment", Write: true, Confirm: b.strict, Specialists: tool.Bookers(), Permission: tool.Appointments},
		{Name: "reschedule_appointment", Write: true, Confirm: true, Specialists: tool.Bookers(), Permission: tool.Appointments},
		{Name: escalate, Write: true, Specialists: tool.Everybody(), Permission: tool.Contact},
		{Name: requestCallback, Write: true, Specialists: tool.Everybody(), Permission: tool.Contact},
		{Name: "cancel_appointment", Write: true, Confirm: true, Specialists: tool.Bookers(), Permission: tool.Appointments},
	}, b.more...)
}

func (b *toolbox) Of(tenant.ID) []tool.Spec { return b.own }

func (b *toolbox) Find(name string) (tool.Spec, bool) {
	i := slices.IndexFunc(b.All(), func(s tool.Spec) bool { return s.Name == name })
	if i < 0 {
		return tool.Spec{}, false
	}
	return b.All()[i], true
}

func (b *toolbox) Call(_ context.Context, req *Request) (tool.Result, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, req)
	if res, ok := b.results[req.Tool]; ok {
		return res, b.err
	}
	return tool.Result{Tool: req.Tool, JSON: json.RawMessage(`{"success":true}`)}, b.err
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

// script is a model whose answers a test writes in order.
type script struct {
	answers []llm.Response
	errs    map[int]error // by number of the question, from 0
	panics  int           // from this question on, counted from 1, its code fails; never where it is 0
	asked   []*llm.Request
}

func (s *script) Complete(_ context.Context, req *llm.Request) (*llm.Response, error) {
	n := len(s.asked)
	s.asked = append(s.asked, req)
	if s.panics > 0 && n+1 >= s.panics {
		panic(inThePanic)
	}
	if err := s.errs[n]; err != nil {
		return nil, err
	}
	answer := s.answers[min(n, len(s.answers)-1)]
	return &answer, nil
}

func (s *script) Stream(ctx context.Context, req *llm.Request, show func(string)) (*llm.Response, error) {
	resp, err := s.Complete(ctx, req)
	if err == nil {
		show(resp.Text)
	}
	return resp, err
}

// clinic is the tenant of every test here; nobody else is known.
type clinic struct{ change func(*tenant.Settings) }

func (c clinic) Get(id tenant.ID) (*tenant.Settings, bool) {
	none := time.Duration(0)
	s := &tenant.Settings{
		ID: id, Version: 1, Name: "Clínica", Vertical: tenant.Dental, Zone: "America/Mexico_City", Currency: "MXN", Language: "es",
		Accounts:   []tenant.Account{{Channel: "whatsapp", ID: "a", QuietWindow: &none}},
		Assistants: []tenant.Assistant{{ID: "sofia", Name: "Sofía", Channel: "*", Active: true, Tier: "balanced"}},
		Hours:      []tenant.Hours{{Branch: "centro", Week: tenant.Week{1: {{9 * 60, 20 * 60}}, 2: {{9 * 60, 20 * 60}}}}},
	}
	if c.change != nil {
		c.change(s)
	}
	return s, id == "clinic"
}

// bench is a turn with everything it works with.
type bench struct {
	store  *memory
	tools  *toolbox
	bus    *recorder
	remote *script
	rules  *script
	dead   []string
	conv   *Conversation
	change func(*tenant.Settings) // of the clinic; nil leaves it
}

// calendar is an appointment of the customer's and a free time.
func calendar() map[string]tool.Result {
	return map[string]tool.Result{
		"get_appointments": {JSON: json.RawMessage(
			`[{"appointment_id":"a-1","date":"2026-03-03","time":"17:00","service":"Limpieza","branch":"Centro","staff":"Dra. Ruiz"}]`)},
		"get_available_slots": {JSON: json.RawMessage(
			`[{"slot_id":"s-1","date":"2026-03-04","time":"10:00","branch_name":"Centro","staff_name":"Dr. Paz","available":true}]`)},
	}
}

func newBench(messages ...Message) *bench {
	return &bench{
		store: &memory{}, tools: &toolbox{results: calendar()}, bus: &recorder{}, remote: &script{}, rules: &script{},
		conv: &Conversation{
			Tenant: "clinic", ID: "conv", Channel: "whatsapp", AccountID: "a", TurnID: "turn", Fence: 7, Attempts: 1, BurstAt: time.Now(),
			StartedAt: time.Date(2026, 3, 2, 16, 0, 0, 0, time.UTC), Messages: messages, Handoff: Handoff{Mode: ModeAssistant},
		},
	}
}

func (b *bench) engine(t *testing.T) *Engine {
	t.Helper()
	turns, err := telemetry.NewTurns(metricnoop.NewMeterProvider().Meter("bench"))
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{Workers: 1, Timeout: time.Minute, ToolTimeout: time.Second}, Deps{
		Store: b.store, Settings: clinic{b.change}, Bus: b.bus, Tools: b.tools, Catalog: b.tools,
		Remote: b.remote, Model: "scripted", Rules: b.rules,
		DeadLetter: func(_ context.Context, m Message, _ string) error { b.dead = append(b.dead, m.ID); return nil },
		Log:        slog.New(slog.DiscardHandler), Tracer: tracenoop.NewTracerProvider().Tracer("bench"), Turns: turns,
	})
}

// answer runs the turn and returns how it ended.
func (b *bench) answer(t *testing.T) *Ending {
	t.Helper()
	if err := b.engine(t).answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
		t.Fatal(err)
	}
	if len(b.store.endings) != 1 {
		t.Fatalf("%d commits, want 1", len(b.store.endings))
	}
	return b.store.endings[0]
}

// text is the n-th message of a conversation.
func text(n int64, body string) Message {
	return Message{ID: fmt.Sprint("m", n), Sequence: n, Routed: &recadov1.MessageRouted{
		Meta:    &recadov1.Meta{TenantId: "clinic", EventId: fmt.Sprint("e", n), ReceivedAt: timestamppb.Now()},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}}, Specialist: "booking",
	}}
}

func words(s string) llm.Response { return llm.Response{Text: s, Finish: "stop", Model: "scripted"} }

func wants(calls ...llm.ToolCall) llm.Response {
	return llm.Response{ToolCalls: calls, Finish: "tool_calls", Model: "scripted"}
}

func toolCall(id, name, args string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: json.RawMessage(args)}
}
