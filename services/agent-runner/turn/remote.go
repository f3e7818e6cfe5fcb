package turn

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/budget"
	"github.com/recado/recado/services/agent-runner/fact"
	"github.com/recado/recado/services/agent-runner/grounding/unknown"
	"github.com/recado/recado/services/agent-runner/live"
	"github.com/recado/recado/services/agent-runner/offer"
	"github.com/recado/recado/services/agent-runner/prefetch"
	"github.com/recado/recado/services/agent-runner/prompt"
	"github.com/recado/recado/services/agent-runner/remember"
	"github.com/recado/recado/services/agent-runner/specialist"
	"github.com/recado/recado/services/agent-runner/window"
)

const (
	maxTokens = 800
	warmth    = 0.3 // of a model whose chain says none
)

// modelError is a failure of the remote model, after which the rules answer.
type modelError struct{ error }

func (e modelError) Unwrap() error { return e.error }

// errMisfit means that the model was told once what is wrong with its calls of tools.
var errMisfit = errors.New("the model calls tools with arguments that do not fit, again")

// errCut means that not one sentence fits into the longest answer that was asked for.
var errCut = errors.New("the model was cut short within its first sentence")

// askRemote asks the remote model, or takes its answer from the journal.
func (r *run) askRemote(ctx context.Context, asked []Message) (*llm.Response, error) {
	if r.tools.misfits > 1 {
		return nil, modelError{errMisfit}
	}
	first := r.journal.firstAsked(asked)
	r.beginTransfer(first)
	if err := r.openPrompt(ctx); err != nil {
		return nil, err
	}
	r.prompt.tell(first)
	if err := r.prefetch(ctx, first); err != nil {
		return nil, err
	}
	if err := r.grant(ctx); err != nil {
		return nil, err
	}
	req, key, err := r.assemble()
	if err != nil {
		return nil, err
	}
	if resp, ok := r.journal.answers[key]; ok {
		r.stats.Model = resp.Model
		return resp, nil
	}
	if r.prompt.tell(asked) {
		if req, key, err = r.assemble(); err != nil {
			return nil, err
		}
	}
	resp, err := r.complete(ctx, req)
	if err != nil {
		return nil, err
	}
	answer, err := json.Marshal(resp)
	if err != nil {
		return nil, fmt.Errorf("keep the model's answer: %w", err)
	}
	return resp, r.journal.write(ctx, Step{Key: key, Kind: "model", Name: resp.Model, Answer: answer})
}

// openPrompt begins the prompt with the system messages and the history, once a turn; who is handed the turn brings a prefix.
func (r *run) openPrompt(ctx context.Context) error {
	if r.prompt.opened() {
		return r.recast(ctx)
	}
	if err := r.loadPersona(ctx); err != nil {
		return err
	}
	s := r.scene
	var history []Line
	err := retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		history, err = r.engine.deps.Store.History(ctx, s.conv, s.settings.Memory.Lines())
		return err
	})
	if err != nil {
		return err
	}
	for i, l := range history {
		if history[i].Text, err = r.tokens.InHistory(ctx, l.Text, l.PII); err != nil {
			return err
		}
	}
	notes, err := r.notes(ctx)
	if err != nil {
		return err
	}
	prefix, err := r.prefix(ctx)
	if err != nil {
		return err
	}
	moment := prompt.Moment{Now: s.now, Settings: s.settings, Language: s.language, Contact: s.contactName(), Marks: r.prompt.marks}
	r.prompt.specialist = s.specialist()
	r.prompt.open(prefix, strings.TrimSpace(moment.Text()+"\n"+unknown.Rule(s.assistant)), notes, history)
	r.span.SetAttributes(attribute.String("recado.prompt_source", prefix.Source), attribute.Int("recado.prompt_tokens", prefix.Tokens()))
	if a := s.carried.Asked; a != nil { // what a yes would be to
		waits := llm.ToolCall{ID: "asked", Name: a.Tool, Arguments: a.Arguments}
		refused := tool.Result{CallID: waits.ID, Tool: a.Tool, Err: unconfirmed}
		r.prompt.addRound(&llm.Response{ToolCalls: []llm.ToolCall{waits}}, []tool.Result{refused})
	}
	return nil
}

func textsOf(messages []Message) []string {
	said := make([]string, len(messages))
	for i, m := range messages {
		said[i] = prompt.Words(m.Routed)
	}
	return said
}

// prefetch searches the documents for what was asked, once a turn, where the assistant is to have them at hand. A search that fails
// is missing in the prompt and told in the trace.
func (r *run) prefetch(ctx context.Context, asked []Message) error {
	if r.prompt.fetched || r.scene.assistant == nil || !r.scene.assistant.Prefetch {
		return nil
	}
	r.prompt.fetched = true
	call, ok := prefetch.Call(r.offered(), textsOf(asked), r.prompt.asked)
	if !ok {
		return nil
	}
	results, err := r.tools.run(ctx, []llm.ToolCall{call}, true)
	if err == nil && results[0].Err == nil {
		results[0].JSON = prefetch.Sections(results[0].JSON, r.scene.language)
		r.prompt.addRound(&llm.Response{ToolCalls: []llm.ToolCall{call}}, results)
	}
	return err
}

// recast gives the prompt the prefix of the specialist that was handed the turn.
func (r *run) recast(ctx context.Context) error {
	to := r.scene.transfer.Current()
	if to == "" || to == r.prompt.specialist {
		return nil
	}
	prefix, err := r.prefix(ctx)
	if err == nil {
		r.prompt.lead(prefix, to)
	}
	return err
}

// notes is what is told beyond the history, fenced; empty where the tenant wants none.
func (r *run) notes(ctx context.Context) (notes string, err error) {
	s := r.scene
	if !remember.On(s.settings) {
		return "", nil
	}
	var known fact.Known
	err = retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		known, err = r.engine.deps.Store.Memory(ctx, s.conv, s.settings.Memory)
		return err
	})
	s.remembered = known.Said()
	return known.Text(s.language, strings.Join(textsOf(s.conv.Messages), " "), r.prompt.marks.Fence), err
}

// prefix is the part of the prompt that changes only with its own settings.
func (r *run) prefix(ctx context.Context) (*prompt.Prompt, error) {
	s := r.scene
	in := &prompt.Input{
		Settings: s.settings, Assistant: s.assistant, Texts: s.persona.Texts, Specialist: specialist.ByName(s.specialist()),
		Own: r.ownTools(), Channel: s.conv.Channel, Language: s.language, Branch: s.branch(),
	}
	return r.engine.prompts.Get(ctx, s.conv.Tenant, in, func() (business string, err error) {
		err = retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
			business, err = r.engine.deps.Store.Business(ctx, s.conv.Tenant)
			return err
		})
		return business, err
	})
}

// chosen are the tools that the model is told of now.
func (r *run) chosen() []tool.Spec {
	s := r.scene
	t := offer.Turn{Duty: specialist.ByName(s.specialist()).Duty("en"), Always: offer.Asked(r.prompt.messages)}
	if a := s.carried.Asked; a != nil {
		t.Always = append(t.Always, a.Tool)
	}
	for _, m := range slices.Backward(s.conv.Messages) {
		for _, intent := range m.Routed.GetIntents() {
			t.Intents = append(t.Intents, intent.GetName())
		}
	}
	offered := r.offered()
	if over, ok := s.transfer.Spec(); ok {
		offered, t.Always = append(offered, over), append(t.Always, over.Name)
	}
	return r.engine.briefs.Choose(offered, t)
}

// ownTools are the offered ones that not every tenant has.
func (r *run) ownTools() []tool.Spec {
	return slices.DeleteFunc(r.offered(), func(t tool.Spec) bool { return !t.Optional })
}

// assemble is the question as the prompt now stands, with its key in the journal.
func (r *run) assemble() (*llm.Request, string, error) {
	s, tuning := r.scene, r.tuning()
	req := &llm.Request{
		Model: r.engine.deps.Model, Messages: slices.Clone(r.prompt.messages), Tools: r.chosen(),
		Temperature: tuning.Temperature, MaxTokens: tuning.MaxTokens,
		Record: r.account,
	}
	if s.assistant != nil {
		req.Model, req.Tier = cmp.Or(s.assistant.Model, req.Model), llm.Tier(s.assistant.Tier)
	}
	if t := s.persona.Temperature; t != nil {
		req.Temperature = *t
	}
	if n := s.persona.MaxTokens; n != nil {
		req.MaxTokens = *n
	}
	r.trim(req)
	key, err := modelKey(s.conv.TurnID, req, r.prompt.marks)
	return req, key, err
}

// trim makes a request fit what the models take.
func (r *run) trim(req *llm.Request) {
	limit := window.For(req.Model, 0)
	if of := r.engine.deps.Window; of != nil {
		limit = of(req)
	}
	p := &window.Prompt{
		Messages: req.Messages, Tools: req.Tools, System: systemMessages, Memory: r.prompt.notes, History: r.prompt.history,
		Answer: req.MaxTokens,
	}
	if cut := window.Fit(p, limit); len(cut) > 0 {
		req.Messages, req.Tools = p.Messages, p.Tools
		r.span.AddEvent("prompt trimmed", trace.WithAttributes(attribute.StringSlice("recado.prompt.cut", cut)))
	}
}

// tuning is how freely and how long the model writes, where the assistant's own settings do not say.
func (r *run) tuning() llm.Tuning {
	if r.engine.deps.Tuning == nil {
		return llm.Tuning{Temperature: warmth, MaxTokens: maxTokens}
	}
	p := llm.Purpose{Task: "reply", Mode: "messaging", Specialist: r.scene.specialist()}
	if r.scene.conv.Channel == "voice" {
		p.Mode = "voice"
	}
	return r.engine.deps.Tuning(p)
}

// budgets bounds what a tenant's models cost in a month.
type budgets interface {
	// Spent is what a conversation's tenant has spent and holds of its month, in millionths of a dollar.
	Spent(ctx context.Context, c *Conversation) (int64, error)
	// Hold keeps room for a call; false means that it does not fit any more.
	Hold(ctx context.Context, c *Conversation, call string, micros int64) (bool, error)
}

// afford chooses the tier that the tenant's month still allows, and makes each call keep to it.
func (r *run) afford(ctx context.Context, req *llm.Request) error {
	c, store := r.scene.conv, r.engine.deps.Store
	if c.Limit == nil {
		return nil
	}
	var spent int64
	err := retryWhileUnavailable(ctx, func(ctx context.Context) (err error) { spent, err = store.Spent(ctx, c); return err })
	if err != nil {
		return err
	}
	tier, percent, ok := budget.Step(req.Tier, spent, *c.Limit)
	r.span.SetAttributes(attribute.Int("recado.budget.percent", percent))
	if !ok {
		return modelError{llm.ErrBudget}
	}
	if tier != req.Tier { // a dear model by name would not be a step down
		req.Tier, req.Model = tier, ""
	}
	req.Hold = func(ctx context.Context, id string, micros int64) error {
		fits, err := store.Hold(ctx, c, id, micros)
		if err == nil && !fits {
			return llm.ErrBudget
		}
		return err
	}
	return nil
}

func (r *run) complete(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	if err := r.afford(ctx, req); err != nil {
		return nil, err
	}
	name := "chat " + cmp.Or(req.Model, string(req.Tier))
	ctx, span := r.engine.deps.Tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.request.model", req.Model),
		attribute.Int("gen_ai.request.max_tokens", req.MaxTokens), attribute.Float64("gen_ai.request.temperature", req.Temperature)))
	defer span.End()
	r.scene.modelled = true
	call, cancel := context.WithDeadline(ctx, r.remoteUntil)
	defer cancel()
	var resp *llm.Response
	err := r.scene.conv.seat.Lend(func() (err error) { resp, err = r.write(call, req); return err })
	if err != nil {
		span.SetStatus(codes.Error, "model call")
		return nil, modelError{err}
	}
	if resp.Finish == "length" && len(resp.ToolCalls) == 0 {
		if resp.Text = live.Whole(resp.Text); resp.Text == "" {
			return nil, modelError{errCut}
		}
	}
	span.SetAttributes(attribute.String("gen_ai.response.model", resp.Model),
		attribute.StringSlice("gen_ai.response.finish_reasons", []string{resp.Finish}),
		attribute.Int("gen_ai.usage.input_tokens", resp.Usage.Input), attribute.Int("gen_ai.usage.output_tokens", resp.Usage.Output))
	if resp.Model == "" {
		resp.Model = req.Model
	}
	r.stats.Model = resp.Model
	r.stats.ModelCalls++
	r.stats.InputTokens += int64(resp.Usage.Input)
	r.stats.OutputTokens += int64(resp.Usage.Output)
	return resp, nil
}

// write lets the model write, before the eyes of whoever watches.
func (r *run) write(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	r.live.Thinking()
	if r.live == nil || r.tools.unheard != nil { // what is said of a write that waits is not the model's
		return r.engine.deps.Remote.Complete(ctx, req)
	}
	detector := r.promptLeakDetector()
	begin := func() {
		leaks := func(text string) bool { return detector.Leak(text) != "" }
		holds := func(text string) bool { return r.tools.known.Mode != "" || len(r.unsupported(text)) == 0 }
		r.live.Begin(r.scene.links(), leaks, holds, r.sayable()...)
	}
	begin()
	req.Restart = func() { r.live.Withdraw(); begin() }
	resp, err := r.engine.deps.Remote.Stream(ctx, req, r.live.Show)
	if err == nil && len(resp.ToolCalls) == 0 {
		r.live.Finish()
	}
	return resp, err
}
