package turn

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/grounding"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// maxRounds bounds the tool rounds of a turn.
const maxRounds = 5

// exchange is one conversation with a model over the turn's messages.
type exchange struct {
	asked     []Message
	results   []tool.Result // of the calls that the rule model made in it
	corrected bool          // a draft was sent back once
	flagged   bool          // what nothing supports was let pass
}

// converse asks the model, runs its tools and asks again, until it has words that may be said.
func (r *run) converse(ctx context.Context, asked []Message) (*draft, error) {
	if d, err := r.recall(ctx, asked); d != nil || err != nil {
		return d, err
	}
	x := &exchange{asked: asked}
	r.tools.unheard, r.judged = nil, temperature.Judged{} // an earlier draft was never said
	for round := 0; ; round++ {
		resp, err := r.ask(ctx, x)
		if err != nil {
			return nil, err
		}
		if len(resp.ToolCalls) == 0 {
			if d := r.ground(x, resp); d != nil {
				return d, nil
			}
			continue
		}
		if round >= maxRounds {
			return r.safe("tool_rounds"), nil
		}
		r.live.Withdraw() // words before a tool are not the answer
		results, err := r.tools.run(ctx, resp.ToolCalls, r.remote())
		if err != nil {
			return nil, err
		}
		if err := r.tools.hold(ctx, results); err != nil {
			return nil, err
		}
		x.results = append(x.results, results...)
		if r.remote() {
			r.prompt.addRound(resp, results)
			r.scene.transfer.AfterRound()
		}
	}
}

// ask puts the question to the remote model, and to the rules where that fails or is not wanted.
func (r *run) ask(ctx context.Context, x *exchange) (*llm.Response, error) {
	if r.remote() {
		r.live.Mode(channel.ModeModel, r.scene.conv.messageIDs())
		resp, err := r.askRemote(ctx, x.asked)
		var failed modelError
		if !errors.As(err, &failed) || ctx.Err() != nil {
			return r.unmarked(resp), err
		}
		r.live.Withdraw()
		if r.tools.unheard != nil { // the question for its yes needs no model
			return &llm.Response{}, nil
		}
		if r.tools.message != "" { // nor does what was done
			r.dropMessagesAfterLastWrite()
			return &llm.Response{Text: r.tools.message}, nil
		}
		r.fellBack, x.results = true, nil
		r.stats.FellBack = true
		r.dropMessagesAfterLastWrite()
		x.asked, _ = partition(r.scene.conv.Messages)
		level := slog.LevelWarn
		if errors.Is(err, llm.ErrBudget) { // of which the business was told
			level = slog.LevelDebug
		}
		r.engine.deps.Log.Log(ctx, level, "rules answer instead of the model", "turn", r.scene.conv.TurnID, "error", err)
	}
	r.live.Mode(channel.ModeRules, r.scene.conv.messageIDs())
	return r.askRules(ctx, x)
}

// remote reports whether a remote model is to answer. In danger the rules do: they never err about the number to call.
func (r *run) remote() bool {
	if r.engine.deps.Remote == nil || r.fellBack || r.sessionSpent() || r.forRules() {
		return false
	}
	return r.remoteWanted()
}

// remoteWanted reports whether the assistant has models at all.
func (r *run) remoteWanted() bool {
	return r.engine.deps.Remote != nil && (r.scene.assistant == nil || r.scene.assistant.Tier != "rules")
}

// sessionSpent reports whether a web chat session, which costs nobody anything to open, has had its model turns of this hour.
func (r *run) sessionSpent() bool {
	s, limit := r.scene, r.engine.opts.SessionModelTurns
	return limit > 0 && s.conv.Channel == "webchat" && s.carried.Model.at(s.now).Turns >= limit
}

func (r *run) askRules(ctx context.Context, x *exchange) (*llm.Response, error) {
	routed := make([]*recadov1.MessageRouted, len(x.asked))
	for i, m := range x.asked {
		routed[i] = m.Routed
	}
	if err := r.loadPersona(ctx); err != nil {
		return nil, err
	}
	s := r.scene
	req := &llm.Request{Tools: r.offered(), Facts: &llm.Facts{
		Now: s.now, Settings: s.settings, Assistant: s.assistant, Language: s.language,
		Messages: routed, Dialogue: s.carried.Rules, Results: x.results, Greeted: s.conv.Greeted, Unasked: s.carried.Unasked,
		Handoff: s.handoff(), Critical: s.persona.Critical,
	}}
	ctx, span := r.engine.deps.Tracer.Start(ctx, "chat rules", trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.provider.name", "recado"),
		attribute.String("gen_ai.request.model", "rules")))
	defer span.End()
	resp, err := r.engine.deps.Rules.Complete(ctx, req)
	if err != nil {
		span.SetStatus(codes.Error, "rule model")
		return nil, fmt.Errorf("ask the rule model: %w", err)
	}
	r.stats.Model = "rules"
	return resp, nil
}

// ground turns a model's words into a draft; nil sends a remote model's words back, once, for figures that nothing supports.
func (r *run) ground(x *exchange, resp *llm.Response) *draft {
	text := strings.TrimSpace(r.prompt.marks.Unfence(resp.Text))
	if r.remote() {
		if d, again := r.reject(x, text); d != nil || again {
			r.live.Withdraw()
			return d
		}
		text = r.unlinked(r.masked(r.withQuestion(text)))
	}
	d := &draft{
		text: text, choices: resp.Choices, dialogue: resp.Dialogue, final: r.tools.wrote && !r.remote(),
		outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied",
	}
	switch {
	case r.remote() && r.tools.unheard != nil:
		d.asked, d.choices = &r.tools.unheard.asked, r.tools.unheard.choices
	case resp.Confirm != nil:
		d.asked = &assent.Asked{Tool: resp.Confirm.Name, Arguments: resp.Confirm.Arguments}
	}
	if r.granted {
		d.dialogue = json.RawMessage("null") // rules that asked the same have their answer too
	}
	if x.flagged {
		d.reason = "ungrounded_flagged"
	}
	r.whereUnanswered(d)
	d.handoff = cmp.Or(r.tools.handoff, d.handoff) // the tool's word stays, the model's goes with its draft
	if d.handoff == nil && resp.Handoff != "" {
		d.handoff = &handoff{reason: resp.Handoff}
	}
	switch {
	case d.handoff != nil:
		d.reason = d.handoff.reason
		if d.text == "" {
			d.text, d.asked = say(textHandoff, r.scene.language), nil
		}
		return handedOff(d)
	case text == "":
		return r.safe("no_words")
	}
	return d
}

// reject returns the draft that stands in for words that must not be said; again reports whether they were sent back instead.
func (r *run) reject(x *exchange, text string) (d *draft, again bool) {
	if r.leaked(text) {
		return r.blocked("prompt_leak"), false
	}
	wrong := r.unsupported(r.unlinked(text)) // links to elsewhere go, the words stay
	switch {
	case len(wrong) == 0:
		return nil, false
	case r.tools.known.Mode == grounding.ModeFlag, x.corrected && r.tools.known.Tolerable(wrong):
		r.ungrounded(x, wrong, "flagged")
		return nil, false
	case x.corrected:
		r.ungrounded(x, wrong, "replaced")
		return r.safe("ungrounded"), false
	}
	r.ungrounded(x, wrong, "corrected")
	x.corrected = true
	r.prompt.correct(text, grounding.Correction(wrong))
	return nil, true
}
