package turn

import (
	"regexp"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/grounding"
	"github.com/recado/recado/services/agent-runner/grounding/done"
	"github.com/recado/recado/services/agent-runner/grounding/unknown"
	"github.com/recado/recado/services/agent-runner/prompt"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// promptLeakDetector recognises the prompt in a draft, apart from what the business says of itself.
func (r *run) promptLeakDetector() *guard.Secret {
	return r.prompt.promptLeakDetector().Sparing(r.public()...)
}

// leaked reports whether a remote model's words tell the prompt.
func (r *run) leaked(text string) bool {
	how := r.promptLeakDetector().Leak(text)
	if how != "" {
		r.span.AddEvent("draft told the prompt", trace.WithAttributes(attribute.String("recado.guard.leak", how)))
	}
	return how != ""
}

// public is what the business says of itself: it may be told, whatever else holds it. Of the assistant's own instructions that is
// what they put into its mouth.
func (r *run) public() []string {
	persona := r.scene.persona
	return slices.Concat(r.tools.found, persona.Critical, quoted(persona.Instructions), r.prompt.sayable)
}

// quotes are the pairs of marks around words that are to be said.
var quotes = regexp.MustCompile(`"([^"]*)"|“([^”]*)”|«([^»]*)»`)

// quoted lists what stands between quotation marks.
func quoted(text string) (out []string) {
	for _, match := range quotes.FindAllStringSubmatch(text, -1) {
		out = append(out, strings.Join(match[1:], ""))
	}
	return out
}

// unsupported is what a draft says that nothing supports. Prices come from what the business says, never from the customer, who could
// otherwise have one said back; days, times and names may be repeated.
func (r *run) unsupported(text string) []grounding.Claim {
	known := r.tools.known
	if known.Mode == grounding.ModeOff {
		return nil
	}
	known.Wrote(r.scene.persona.Critical...)
	known.Heard(r.prompt.answered...)
	known.Heard(r.scene.remembered...)
	for _, m := range r.scene.conv.Messages {
		known.Heard(prompt.Words(m.Routed))
	}
	if p := r.tools.unheard; p != nil { // what it says of the write that waits is not the model's
		known.Heard(p.text)
		text = r.withQuestion(text)
	}
	return known.Check(text, r.scene.language, r.mayClaim)
}

// mayClaim reports whether a reply may say that something was booked, moved or cancelled: it was done in this turn, the customer's own
// appointments were read, it was said before, or what waits for its yes is said in other words anyway.
func (r *run) mayClaim() bool {
	own := func(res tool.Result) bool { return res.Tool == ownAppointments && res.Err == nil }
	before := func(said string) bool { return len(done.Claimed(said)) > 0 }
	if r.tools.booked || r.tools.unheard != nil {
		return true
	}
	return slices.ContainsFunc(r.tools.seen, own) || slices.ContainsFunc(r.prompt.answered, before)
}

// masked hides personal data that a remote model wrote; what the business says of itself, its phone among it, stays.
func (r *run) masked(text string) string { return guard.Mask(text, r.sayable()...) }

// sayable are the values that look like personal data but may be said: those in what tools returned, in what the business wrote for
// the assistant, and in what was said before, which was masked then.
func (r *run) sayable() (values []string) {
	persona := r.scene.persona
	for _, s := range slices.Concat(r.tools.found, r.prompt.answered, persona.Critical, []string{persona.Instructions}) {
		for _, p := range guard.Screen(s, guard.ToolResult).PII {
			values = append(values, p.Value)
		}
	}
	return values
}

// unlinked is a draft without links to where the business does not send its customers.
func (r *run) unlinked(text string) string {
	text, n := r.scene.links().Strip(text)
	if n > 0 {
		r.span.AddEvent("links removed", trace.WithAttributes(attribute.Int("recado.links", n)))
	}
	return strings.TrimSpace(text)
}

// ungrounded counts a draft that says what nothing supports, and marks the turn with the kinds of what it says, not with its words.
func (r *run) ungrounded(x *exchange, wrong []grounding.Claim, outcome string) {
	kinds := make([]string, len(wrong))
	for i, c := range wrong {
		kinds[i] = string(c.Kind)
	}
	x.flagged = outcome == "flagged"
	r.span.AddEvent("draft is not grounded", trace.WithAttributes(
		attribute.String("recado.grounding.outcome", outcome), attribute.StringSlice("recado.grounding.kinds", kinds)))
	r.drafts = append(r.drafts, outcome)
}

// whereUnanswered does what the assistant is set to do where a model's reply says that it does not know.
func (r *run) whereUnanswered(d *draft) {
	a := r.scene.assistant
	if !r.remote() || a == nil || !unknown.Admits(d.text) {
		return
	}
	switch {
	case a.Unanswered == "handoff" && r.tools.handoff == nil:
		d.handoff = &handoff{reason: "unanswered"}
	case !strings.Contains(d.text, "?"):
		d.text += " " + say(textOffer, r.scene.language)
	}
}

// unmarked is a model's answer without the marks that no customer sees; what they say of the contact is kept.
func (r *run) unmarked(resp *llm.Response) *llm.Response {
	if resp == nil {
		return nil
	}
	clean := *resp // the journal keeps what it said
	text, found := temperature.Extract(resp.Text)
	clean.Text = text
	if found != "" {
		r.judged = temperature.Judged{Temperature: found, By: temperature.ByModel}
	}
	return &clean
}

// temperature is how near the contact is, as who answered says; nil where the assistant has no criteria for it, or nothing was said.
func (r *run) temperature() *temperature.Judged {
	s := r.scene
	if s.persona.Texts.Criteria == "" {
		return nil
	}
	if r.stats.Model == "rules" {
		var wanted []string
		for _, m := range s.conv.Messages {
			for _, i := range m.Routed.GetIntents() {
				wanted = append(wanted, i.GetName())
			}
		}
		r.judged = temperature.Judged{Temperature: temperature.Score(wanted, r.tools.booked), By: temperature.ByRules}
	}
	if r.judged.Temperature == "" {
		return nil
	}
	r.span.SetAttributes(attribute.String("recado.temperature", string(r.judged.Temperature)),
		attribute.String("recado.temperature.by", r.judged.By))
	return &r.judged
}
