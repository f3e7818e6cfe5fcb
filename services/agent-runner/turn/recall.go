package turn

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/answers"
	"github.com/recado/recado/services/agent-runner/grounding/unknown"
	"github.com/recado/recado/services/agent-runner/live"
)

// recalled is what the cache of answers knows of a turn's question, and what its answer took.
type recalled struct {
	question *answers.Question // nil where nothing is kept of the turn
	found    answers.Found
	tier     llm.Tier
	cost     int64
	unpriced bool
}

// account counts an attempt at a model.
func (r *run) account(c llm.Call) {
	r.scene.conv.Calls = append(r.scene.conv.Calls, c)
	if c.Cost == nil {
		r.known.unpriced = true
		return
	}
	r.known.tier, r.known.cost = c.Tier, r.known.cost+*c.Cost
}

// recall is what a model said to the same question before; nil where a model is to be asked. Whatever is wrong with the cache costs no answer.
func (r *run) recall(ctx context.Context, asked []Message) (*draft, error) {
	cache := r.engine.deps.Answers
	if cache == nil || !r.remote() || !r.opens(asked) {
		return nil, nil
	}
	if err := r.openPrompt(ctx); err != nil {
		return nil, err
	}
	if r.prompt.history > 0 {
		return nil, nil
	}
	q, err := r.question(asked[0].Routed)
	if err != nil {
		return nil, err
	}
	found, err := cache.Find(ctx, q)
	if err != nil {
		r.engine.deps.Log.DebugContext(ctx, "no answer is looked for", "error", err)
		return nil, nil
	}
	if found.Answer == nil {
		r.known.question, r.known.found = q, found
		return nil, nil
	}
	return r.again(found.Answer), nil
}

// opens reports whether a turn is a conversation's first, with one message that stands alone.
func (r *run) opens(asked []Message) bool {
	c, carried := r.scene.conv, r.scene.carried
	switch {
	case !r.scene.settings.AnswerCache, len(c.Messages) != 1, len(asked) != 1, !answers.Alone(asked[0].Routed):
		return false
	case c.Attempts > 1, c.Sequence > 0, c.Handoff.Mode != ModeAssistant, c.Handoff.Note != "":
		return false
	}
	return carried.Asked == nil && len(carried.Rules) == 0 && !carried.Unasked
}

// question is the turn's with all that decides its answer. The day is part of it: a promotion begins and ends with one.
func (r *run) question(m *recadov1.MessageRouted) (*answers.Question, error) {
	s := r.scene
	req, _, err := r.assemble()
	if err != nil {
		return nil, err
	}
	req.Messages = req.Messages[:1] // the prefix; the moment is the day and what stands below
	limits, err := json.Marshal([]any{
		req.Model, req.Tier, req.Messages, req.Tools, req.Temperature, req.MaxTokens, s.settings.Version, s.persona.Critical, m.GetSlots(),
	})
	if err != nil {
		return nil, err
	}
	q := &answers.Question{Tenant: s.conv.Tenant, Words: answers.Normal(wordsOf(m)), Scope: []string{
		s.language, s.conv.Channel, s.conv.AccountID, s.specialist(), s.branch(), s.now.Format(time.DateOnly), unknown.Rule(s.assistant), string(limits),
	}}
	if s.assistant != nil {
		q.Assistant = s.assistant.ID
	}
	return q, nil
}

// again is a draft of what was said before.
func (r *run) again(a *answers.Answer) *draft {
	call := llm.Call{
		ID: uuid.NewString(), Kind: llm.CallCached, Provider: "recado", Model: a.Model, Tier: a.Tier, Outcome: llm.OutcomeOK, At: time.Now(),
		Cost: new(int64), TraceID: r.span.SpanContext().TraceID().String(),
	}
	if a.Cost != nil {
		call.Saved = *a.Cost
	}
	r.scene.conv.Calls = append(r.scene.conv.Calls, call)
	r.stats.Model = live.ByCache
	r.live.Cached(a.Text, r.scene.conv.messageIDs())
	r.tools.evidence = a.Evidence
	r.span.SetAttributes(attribute.String("recado.cached", "exact"))
	r.span.AddEvent("answered as before", trace.WithAttributes(attribute.Int64("recado.saved_micros", call.Saved)))
	return &draft{text: a.Text, outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied"}
}

// keep keeps what the turn said for whoever asks the same.
func (r *run) keep(ctx context.Context, d *draft) {
	k := r.known
	if k.question == nil || !r.holdsForAll(d) {
		return
	}
	a := &answers.Answer{
		Text: d.text, Evidence: distinct(r.tools.evidence), Model: r.stats.Model, Tier: k.tier,
		Usage: llm.Usage{Input: int(r.stats.InputTokens), Output: int(r.stats.OutputTokens)},
	}
	if !k.unpriced {
		a.Cost = &k.cost
	}
	if err := r.engine.deps.Answers.Keep(ctx, k.question, k.found, a); err != nil {
		r.engine.deps.Log.DebugContext(ctx, "an answer is not kept", "error", err)
	}
}

// holdsForAll reports whether a draft is a model's, rests on what every contact is told, and says nothing that is one contact's or an hour's.
func (r *run) holdsForAll(d *draft) bool {
	intents := r.scene.conv.Messages[0].Routed.GetIntents()
	greeting := len(intents) == 1 && intents[0].GetName() == "greeting"
	switch {
	case len(r.scene.conv.Messages) != 1, r.fellBack, r.stats.ModelCalls == 0, len(r.drafts) > 0, r.tools.suspect():
		return false
	case d.ended != "replied", d.reason != "", d.handoff != nil, d.asked != nil, d.dialogue != nil:
		return false
	case r.tools.private, r.tools.calls == 0 && !greeting, len(d.choices) > 0, unknown.Admits(d.text):
		return false
	}
	return answers.ForAll(d.text)
}
