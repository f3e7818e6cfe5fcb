package agentrunner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	agentrunner "github.com/recado/recado/services/agent-runner"
)

// world is a bus, a database, a tool responder and agent-runner processes on them.
type world struct {
	server *bustest.Server
	db     *storetest.DB
	model  *script
	tools  *responder
	bus    *bus.Bus
	quiet  time.Duration

	change      func(*tenant.Settings) // of every tenant's
	budget      *int64                 // of every tenant's month
	models      string                 // a file of models; empty asks the script
	embedder    string                 // where questions are embedded; empty compares their words alone
	databaseURL string                 // another way to the database; empty is the direct one
	send        string                 // where the door for programs listens; empty is none
}

func newWorld(t testing.TB, opts ...bustest.Option) *world {
	t.Helper()
	w := &world{server: bustest.New(t, opts...), db: storetest.New(t), model: &script{}}
	w.bus = w.server.Bus(t, "test")
	w.tools = startResponder(t, w.server.Bus(t, "tool-executor"))
	return w
}

// settings of a clinic whose account answers after the world's quiet window.
func (w *world) settings(id tenant.ID) *tenant.Settings {
	quiet := w.quiet
	s := &tenant.Settings{
		ID: id, Version: 1, Name: "Clínica", Vertical: tenant.Dental, Country: "MX", Zone: "America/Mexico_City", Currency: "MXN", Language: "es",
		Accounts:   []tenant.Account{{Channel: "whatsapp", ID: "acc-" + string(id), QuietWindow: &quiet}},
		Assistants: []tenant.Assistant{{ID: "sofia", Name: "Sofía", Channel: "*", Active: true, Tier: "balanced"}},
		Budget:     tenant.Budget{MonthMicros: w.budget},
	}
	if w.change != nil {
		w.change(s)
	}
	return s
}

// start runs one agent-runner process.
func (w *world) start(t testing.TB, tenants ...tenant.ID) *apptest.Process {
	t.Helper()
	if len(tenants) == 0 {
		tenants = []tenant.ID{"clinic"}
	}
	database := w.db.URL
	if w.databaseURL != "" {
		database = w.databaseURL
	}
	opts := apptest.Options{
		Server: w.server,
		Env: map[string]string{
			"RECADO_POSTGRES_URL": database, "RECADO_AGENT_RUNNER_LEASE": "1s", "RECADO_AGENT_RUNNER_TOOL_TIMEOUT": "5s",
			"RECADO_SEND_ADDR": w.send, "RECADO_SEND_RATE": "1000",
		},
		Services: []app.Service{{Name: "agent-runner", Config: agentrunner.Config{}, Run: func(ctx context.Context, env *app.Env) error {
			if w.models != "" {
				return agentrunner.Run(ctx, env, nil)
			}
			return agentrunner.Run(ctx, env, w.model)
		}}},
	}
	if w.embedder != "" {
		opts.Env["RECADO_EMBEDDER_BASE_URL"], opts.Env["RECADO_EMBEDDER_DIMENSIONS"] = w.embedder, "2"
	}
	if w.models != "" {
		opts.Env["RECADO_LLM_FILE"] = w.models
	}
	for _, id := range tenants {
		opts.Tenants = append(opts.Tenants, w.settings(id))
	}
	return apptest.Start(t, opts)
}

// person is one contact's side of a conversation.
type person struct {
	tenant tenant.ID
	name   string
	sent   int
}

func (p *person) conversation() string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(string(p.tenant)+p.name)).String()
}

func (p *person) message(content *recadov1.Content) *recadov1.MessageRouted {
	p.sent++
	id := fmt.Sprintf("wamid.%s.%s.%d", p.tenant, p.name, p.sent)
	return &recadov1.MessageRouted{
		Meta: &recadov1.Meta{
			EventId: uuid.NewSHA1(uuid.NameSpaceOID, []byte(id)).String(), TenantId: string(p.tenant), Channel: "whatsapp",
			AccountId: "acc-" + string(p.tenant), ConversationKey: p.conversation(), MessageId: id,
			Contact:    &recadov1.Contact{ContactId: uuid.NewSHA1(uuid.NameSpaceURL, []byte(p.name)).String(), SealedAddress: []byte{1}},
			OccurredAt: timestamppb.Now(), ReceivedAt: timestamppb.Now(),
		},
		Content: content, Verdict: recadov1.Verdict_VERDICT_ALLOW, Language: "es", Specialist: "booking", Vertical: "dental",
		Intents: []*recadov1.Intent{{Name: "pricing", Confidence: 1}},
	}
}

func text(body string) *recadov1.Content {
	return &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}}
}

func (w *world) publish(t testing.TB, e bus.Event) {
	t.Helper()
	if err := w.bus.Publish(context.WithoutCancel(t.Context()), e); err != nil {
		t.Fatal(err)
	}
}

func (w *world) say(t testing.TB, p *person, body string) string {
	t.Helper()
	m := p.message(text(body))
	w.publish(t, m)
	return m.GetMeta().GetMessageId()
}

func (w *world) replies(t testing.TB, n int) []*recadov1.ReplyDrafted {
	t.Helper()
	return bustest.Collect[*recadov1.ReplyDrafted](t, w.server, subject.ReplyDrafted, n)
}

func (w *world) completed(t testing.TB, n int) []*recadov1.TurnCompleted {
	t.Helper()
	return bustest.Collect[*recadov1.TurnCompleted](t, w.server, subject.TurnCompleted, n)
}

// count is a number from the database, every tenant's.
func (w *world) count(t testing.TB, sql string, args ...any) (n int) {
	t.Helper()
	w.db.QueryRow(t, sql, args, &n)
	return n
}

// script is a remote model that tests write: each question goes to answer.
type script struct {
	mu     sync.Mutex
	asked  int
	answer func(n int, req *llm.Request) (*llm.Response, error)
}

func (s *script) Complete(_ context.Context, req *llm.Request) (*llm.Response, error) {
	s.mu.Lock()
	s.asked++
	n, answer := s.asked, s.answer
	s.mu.Unlock()
	if answer == nil {
		return words("Hola"), nil
	}
	return answer(n, req)
}

func (s *script) Stream(ctx context.Context, req *llm.Request, show func(string)) (*llm.Response, error) {
	resp, err := s.Complete(ctx, req)
	if err == nil {
		show(resp.Text)
	}
	return resp, err
}

func (s *script) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func words(s string) *llm.Response {
	return &llm.Response{Text: s, Finish: "stop", Model: "scripted", Usage: llm.Usage{Input: 10, Output: 5}}
}

func wants(name, args string) *llm.Response {
	return &llm.Response{Finish: "tool_calls", Model: "scripted", ToolCalls: []llm.ToolCall{{ID: "c1", Name: name, Arguments: json.RawMessage(args)}}}
}

// responder is tool-executor as a test needs it: a ledger, and effects that can be counted.
type responder struct {
	mu      sync.Mutex
	effects map[string]int // by tool
	ledger  map[string]bool
	hold    func(e *recadov1.ToolRequested) bool // true keeps the answer back
	result  string                               // of every call
}

var specs = []tool.Spec{
	{Name: "get_service_info", Shared: true, Description: "A service.", Parameters: json.RawMessage(`{"type":"object"}`), Aliases: []string{"get_service_details"}, Specialists: tool.Everybody()},
	{Name: "search_knowledge_base", Description: "Knowledge.", Parameters: json.RawMessage(`{"type":"object"}`), Specialists: tool.Everybody()},
	{Name: "create_appointment", Description: "Books.", Parameters: json.RawMessage(`{"type":"object"}`), Write: true, Specialists: tool.Everybody()},
	{Name: "escalate_to_human", Description: "A person.", Parameters: json.RawMessage(`{"type":"object"}`), Write: true, Specialists: tool.Everybody()},
}

func startResponder(t testing.TB, b *bus.Bus) *responder {
	t.Helper()
	r := &responder{effects: map[string]int{}, ledger: map[string]bool{}, result: `{"name":"Limpieza","price":"$800","success":true}`}
	catalogue, err := json.Marshal(specs)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Put(t.Context(), subject.BucketTools, "catalogue", catalogue); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() {
		done <- bus.Hop[*recadov1.ToolRequested]{Name: "tool-executor", From: subject.ToolRequested, Workers: 32, Handle: func(ctx context.Context, e *recadov1.ToolRequested) error {
			return r.answer(ctx, b, e)
		}}.Run(ctx, b)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("tool responder: %v", err)
		}
	})
	return r
}

func (r *responder) answer(ctx context.Context, b *bus.Bus, e *recadov1.ToolRequested) error {
	r.mu.Lock()
	if !r.ledger[e.GetIdempotencyKey()] {
		r.ledger[e.GetIdempotencyKey()] = true
		r.effects[e.GetTool()]++
	}
	hold, result := r.hold, r.result
	r.mu.Unlock()
	if hold != nil && hold(e) {
		return nil
	}
	return b.Publish(ctx, &recadov1.ToolCompleted{
		Meta: e.GetMeta(), TurnId: e.GetTurnId(), Fence: e.GetFence(), CallId: e.GetCallId(), Tool: e.GetTool(), Owner: e.GetOwner(),
		IdempotencyKey: e.GetIdempotencyKey(), Outcome: &recadov1.ToolCompleted_ResultJson{ResultJson: result},
		Evidence: []*recadov1.Evidence{{Id: "ev-" + e.GetTool(), Kind: "tool", Source: "business.services/1"}},
	})
}

func (r *responder) holding(hold func(*recadov1.ToolRequested) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hold = hold
}

func (r *responder) say(result string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result = result
}

func (r *responder) effect(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.effects[name]
}

func containsText(r *recadov1.ReplyDrafted, part string) bool {
	return strings.Contains(r.GetContent().GetText(), part)
}
