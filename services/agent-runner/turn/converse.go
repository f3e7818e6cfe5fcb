package turn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/grounding"
)

// maxRounds bounds the tool rounds of a turn.
const maxRounds = 5

// exchange is one run of a model over the turn's messages.
type exchange struct {
	asked     []Message
	results   []tool.Result // of the calls that the rule model made in it
	corrected bool          // a draft was sent back once
}

// converse asks the model, runs its tools and asks again, until it has words.
func (r *run) converse(ctx context.Context, asked []Message) (*draft, error) {
	x := &exchange{asked: asked}
	for round := 0; ; round++ {
		resp, err := r.ask(ctx, x)
		if err != nil {
			return nil, err
		}
		if len(resp.ToolCalls) == 0 {
			if d := r.judge(x, resp); d != nil {
				return d, nil
			}
			continue
		}
		if round >= maxRounds {
			return r.safe("tool_rounds"), nil
		}
		r.withdraw() // words before a tool are not the answer
		results, err := r.call(ctx, resp.ToolCalls)
		if err != nil {
			return nil, err
		}
		x.results = append(x.results, results...)
		r.remember(resp, results)
	}
}

// judge turns a model's words into a draft; nil sends a remote model's words back, once, for figures that nothing supports.
func (r *run) judge(x *exchange, resp *llm.Response) *draft {
	text := strings.TrimSpace(resp.Text)
	if r.remote() {
		if r.leaked(text) {
			r.withdraw()
			return r.refused("prompt_leak")
		}
		if wrong := grounding.Unsupported(text, r.known(x)); len(wrong) > 0 {
			r.withdraw()
			if x.corrected {
				return r.safe("ungrounded")
			}
			x.corrected = true
			r.thread = append(r.thread, llm.Message{Role: llm.RoleAssistant, Text: text},
				llm.Message{Role: llm.RoleUser, Text: grounding.Correction(wrong)})
			return nil
		}
		text = r.unlinked(r.masked(text))
	}
	d := &draft{
		text: text, choices: resp.Choices, dialogue: resp.Dialogue, final: r.wrote && !r.remote(),
		outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied",
	}
	d.handoff = r.handoff // the tool's word stays, the model's goes with its draft
	if d.handoff == nil && resp.Handoff != "" {
		d.handoff = &handoff{reason: resp.Handoff}
	}
	switch {
	case d.handoff != nil:
		d.reason = d.handoff.reason
		if d.text == "" {
			d.text = say(textHandoff, r.language)
		}
		return r.handedOff(d)
	case text == "":
		return r.safe("no_words")
	}
	return d
}

// masked hides personal data that a remote model wrote; what the business says of itself, its phone among it, stays.
func (r *run) masked(text string) string { return guard.Mask(text, r.ours()...) }

// ours are the values that look like personal data in what the business says of itself: what its tools returned, what its people
// wrote for the assistant, and what was said before, which was masked then.
func (r *run) ours() (keep []string) {
	for _, s := range slices.Concat(r.found, r.answered, r.persona.Critical, []string{r.persona.Instructions}) {
		for _, p := range guard.Screen(s, guard.ToolResult).PII {
			keep = append(keep, p.Value)
		}
	}
	return keep
}

// known are the texts that a figure in a reply may come from.
func (r *run) known(x *exchange) []string {
	out := slices.Concat(r.found, r.heard, r.persona.Critical)
	for _, m := range x.asked {
		out = append(out, wordsOf(m.Routed))
	}
	return out
}

// ask puts the question to the remote model, and to the rules where that fails or is not wanted.
func (r *run) ask(ctx context.Context, x *exchange) (*llm.Response, error) {
	if r.remote() {
		resp, err := r.askRemote(ctx, x)
		var failed modelError
		if !errors.As(err, &failed) || ctx.Err() != nil {
			return resp, err
		}
		r.withdraw()
		r.fellBack, x.results = true, nil
		r.stats.FellBack = true
		r.Log.WarnContext(ctx, "rules answer instead of the model", "turn", r.conv.TurnID, "error", err)
	}
	return r.askRules(ctx, x)
}

// remote says whether a remote model is to answer.
func (r *run) remote() bool {
	return r.Remote != nil && !r.fellBack && (r.assistant == nil || r.assistant.Tier != "rules")
}

func (r *run) askRules(ctx context.Context, x *exchange) (*llm.Response, error) {
	routed := make([]*recadov1.MessageRouted, len(x.asked))
	for i, m := range x.asked {
		routed[i] = m.Routed
	}
	req := &llm.Request{Tools: r.Catalog.All(), Facts: &llm.Facts{
		Now: r.now, Settings: r.settings, Assistant: r.assistant, Language: r.language,
		Messages: routed, Dialogue: r.conv.Dialogue, Results: x.results, Greeted: r.conv.Greeted,
	}}
	ctx, span := r.Tracer.Start(ctx, "chat rules", trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.provider.name", "recado"),
		attribute.String("gen_ai.request.model", "rules")))
	defer span.End()
	resp, err := r.Rules.Complete(ctx, req)
	if err != nil {
		span.SetStatus(codes.Error, "rule model")
		return nil, fmt.Errorf("ask the rule model: %w", err)
	}
	r.stats.Model = "rules"
	return resp, nil
}

// remember adds a round to what the remote model sees next.
func (r *run) remember(resp *llm.Response, results []tool.Result) {
	for _, res := range results {
		r.evidence = append(r.evidence, res.Evidence...)
		r.found = append(r.found, string(res.JSON))
	}
	if !r.remote() {
		return
	}
	r.thread = append(r.thread, llm.Message{Role: llm.RoleAssistant, Text: resp.Text, ToolCalls: resp.ToolCalls})
	for _, res := range results {
		r.thread = append(r.thread, llm.Message{Role: llm.RoleTool, ToolCallID: res.CallID, Text: spoken(res)})
	}
}

// spoken is a result as a model reads it.
func spoken(res tool.Result) string {
	if res.Err == nil {
		return string(res.JSON)
	}
	body, err := json.Marshal(map[string]any{"error": res.Err})
	if err != nil {
		return `{"error":{"code":"internal"}}`
	}
	return string(body)
}
