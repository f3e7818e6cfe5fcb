package turn

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/answers"
	"github.com/recado/recado/services/agent-runner/grounding/unknown"
	"github.com/recado/recado/services/agent-runner/live"
	"github.com/recado/recado/services/agent-runner/prompt"
)

// account counts an attempt at a model.
func (r *run) account(c llm.Call) {
	r.scene.conv.Calls = append(r.scene.conv.Calls, c)
	r.known.Count(c)
}

// recall is what a model said to the same question before; nil where a model is to be asked. Trouble with the cache costs no answer.
func (r *run) recall(ctx context.Context, asked []Message) (*draft, error) {
	if r.engine.deps.Answers == nil || !r.remote() || !r.opens(asked) {
		return nil, nil
	}
	r.beginTransfer(asked)
	if err := r.openPrompt(ctx); err != nil || r.prompt.history+r.prompt.notes > 0 { // what is remembered of a contact is in the answer
		return nil, err
	}
	q, err := r.question(asked[0].Routed)
	if err != nil {
		return nil, err
	}
	found, err := r.engine.deps.Answers.Find(ctx, q)
	switch {
	case err != nil:
		r.engine.deps.Log.DebugContext(ctx, "no answer is looked for", "error", err)
		return nil, nil
	case found.Answer == nil:
		r.known.Question, r.known.Found = q, found
		return nil, nil
	}
	a := found.Answer
	r.scene.conv.Calls = append(r.scene.conv.Calls, a.Call(r.span.SpanContext().TraceID().String()))
	r.stats.Model, r.tools.evidence = live.ByCache, a.Evidence
	r.span.SetAttributes(attribute.String("recado.cached", map[bool]string{false: "exact", true: "near"}[found.Near]))
	r.live.Cached(a.Text, r.scene.conv.messageIDs())
	return &draft{text: a.Text, outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied"}, nil
}

// opens reports whether a turn is a conversation's first, with one message that stands alone.
func (r *run) opens(asked []Message) bool {
	c, carried := r.scene.conv, r.scene.carried
	switch {
	case !r.scene.settings.AnswerCache, r.scene.assistant.AllowsPersonal:
		return false // its answers may be one contact's own
	case len(c.Messages) != 1, len(asked) != 1, !answers.Alone(asked[0].Routed):
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
	limits, err := json.Marshal([]any{ // of the messages the prefix: what the moment says is the day and what stands below
		req.Model, req.Tier, req.Messages[0], req.Tools, req.Temperature, req.MaxTokens, s.settings.Version, m.GetSlots(), m.GetIntents(),
	})
	if err != nil {
		return nil, err
	}
	wants := ""
	if intents := m.GetIntents(); len(intents) > 0 {
		wants = intents[0].GetName() // how sure the router is differs by the words
	}
	meant, err := json.Marshal([]any{
		req.Model, req.Tier, req.Messages[0], req.Tools, req.Temperature, req.MaxTokens, s.settings.Version, m.GetSlots(), wants,
	})
	scope := []string{
		s.language, s.conv.Channel, s.conv.AccountID, s.specialist(), s.branch(), s.now.Format(time.DateOnly), unknown.Rule(s.assistant),
	}
	q := &answers.Question{
		Tenant: s.conv.Tenant, Words: answers.Normal(prompt.Words(m)), Scope: append(slices.Clone(scope), string(limits)),
		Text: prompt.Words(m), Near: append(slices.Clone(scope), string(meant)),
	}
	if s.assistant != nil {
		q.Assistant = s.assistant.ID
	}
	return q, err
}

// keep keeps what the turn said for whoever asks the same.
func (r *run) keep(ctx context.Context, d *draft) {
	if r.known.Question == nil || !r.holdsForAll(d) {
		return
	}
	a := &answers.Answer{Text: d.text, Evidence: distinct(r.tools.evidence), Model: r.stats.Model}
	a.Usage.Input, a.Usage.Output = int(r.stats.InputTokens), int(r.stats.OutputTokens)
	r.known.Bill(a)
	if err := r.engine.deps.Answers.Keep(ctx, r.known.Question, r.known.Found, a); err != nil {
		r.engine.deps.Log.DebugContext(ctx, "an answer is not kept", "error", err)
	}
}

// holdsForAll reports whether a draft is a model's, rests on what every contact is told, and says nothing that is one's own or an hour's.
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
