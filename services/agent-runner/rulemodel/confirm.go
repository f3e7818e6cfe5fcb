package rulemodel

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
	"github.com/recado/recado/services/agent-runner/rewards"
)

// asked is the write that an errand would do with what is known now.
func (t *turn) asked(f *dialogue.Frame) assent.Asked {
	w := f.Spec().Write
	if w == nil {
		return assent.Asked{}
	}
	args := map[string]any{}
	if f.Basket != nil {
		args = t.orderArguments(f)
	}
	for name, value := range w.With {
		switch {
		case value == "opening" && f.Chosen != nil:
			args[name] = f.Chosen.SlotID
		case value == "appointment" && f.Own != nil:
			args[name] = f.Own.ID
		case value == "order" && f.Order != nil:
			args[name] = f.Order.ID
		case value == "total" && f.Total != nil:
			args[name] = *f.Total
		case f.Basket != nil && value != "replaces": // orderArguments has it
		case (value == "party" || value == "tokens") && f.Values[value] != "":
			n, _ := strconv.Atoi(f.Values[value])
			args[name] = n
		case f.Values[value] != "":
			args[name] = f.Values[value]
		case value == "part" && f.Values["time"] != "":
			args[name] = opening.Part(f.Values["time"])
		}
	}
	data, err := json.Marshal(args)
	if err != nil {
		data = []byte("{}")
	}
	return assent.Asked{Tool: w.Tool, Arguments: data}
}

// confirm names everything that would change, and asks for a yes to exactly that.
func (t *turn) confirm(f *dialogue.Frame) answer {
	asked := t.asked(f)
	if c, ok := opening.Hold(asked); ok && t.offered[c.Name] {
		r, found := t.ask(c)
		switch {
		case !found:
			return answer{calls: []llm.ToolCall{c}}
		case opening.Lost(r):
			return t.offerAnother(f, slotTaken)
		}
	}
	f.Asked = dialogue.AskConfirm
	text, choices := confirm.Ask(t.words, f.Spec().Write, asked, t.shown(f))
	return answer{text: text, confirm: &asked, choices: choices}
}

// shown is what an errand is about, as far as it is known.
func (t *turn) shown(f *dialogue.Frame) confirm.Named {
	n := confirm.Named{
		Order:   t.shownOrder(f, cmp.Or(t.quoted, f.Order)),
		Service: f.Values["service_name"], Own: f.Own, Party: f.Values["party"], Name: t.state.Name, Phone: f.Values["phone"],
	}
	switch {
	case f.Spec().Collects("reward"):
		n.Reward = rewards.Shown(f)
	case f.Chosen != nil:
		n.At = *f.Chosen
	case f.Own == nil:
		n.At = f.Wanted(t.settings())
	}
	return n
}

// pairs are what the phrases of an errand may name.
func (t *turn) pairs(f *dialogue.Frame) []string { return t.shown(f).Pairs(t.words) }

// where names branch and person, as far as they are known.
func (t *turn) where(o opening.Opening) string { return confirm.Where(t.words, o) }

// written is what the tools that write appointments answer.
type written struct {
	Success bool   `json:"success"`
	ID      string `json:"appointment_id"`
	Message string `json:"confirmation_message"`
	Error   string `json:"error"`
}

// Codes with which a write is refused.
const (
	tooLarge    = "party_too_large"
	unconfirmed = "confirmation_required" // in a turn that may be steered by somebody, or where the yes was to something else
	slotTaken   = opening.Taken
	outside     = "outside_policy_window"
	tooMany     = "too_many_ahead"
	twice       = "already_booked"
	tooOften    = "too_many_today"
)

// do writes what the customer has agreed to. Where the answer is lost, nobody knows whether it was done: a person looks, and
// nothing is tried again.
func (t *turn) do(f *dialogue.Frame) answer {
	if cancelsOrder(f.Spec()) {
		return t.doCancelOrder(f)
	}
	if f.Spec().Collects("reward") {
		return t.doRedeem(f)
	}
	asked := t.asked(f)
	c := llm.ToolCall{ID: asked.Tool + ":" + asked.Digest(), Name: asked.Tool, Arguments: asked.Arguments}
	r, found := t.ask(c)
	if !found {
		return answer{calls: []llm.ToolCall{c}}
	}
	if text, pending := confirm.Pending(r); pending {
		t.state.Pop()
		return answer{text: text, ended: true}
	}
	done, ok := tool.Read[written](r)
	code, message := done.Error, ""
	if r.Err != nil {
		code, message = r.Err.Code, r.Err.Message
	}
	switch {
	case ok && done.Success:
		return t.done(f, done)
	case code == unconfirmed:
		return t.confirm(f)
	case code == tooLarge:
		return t.refusedParty(f)
	case slices.Contains([]string{outside, tooMany, twice, tooOften}, code):
		t.state.Pop()
		return answer{text: phrase.Paragraphs(t.say("not_possible"), message, t.say("ask_person"))}
	case !ok || code == "":
		t.state.Pop()
		return t.toolFailed()
	case f.Spec().Collects("opening"):
		return t.offerAnother(f, code)
	}
	t.state.Pop()
	return t.person("needs_person", "handoff_errand")
}

// done says what was done and remembers it for what is said of it next.
func (t *turn) done(f *dialogue.Frame, w written) answer {
	t.state.Pop()
	text := w.Message
	if text == "" { // the tool has no words of its own
		text = t.say(f.Spec().Write.Done, t.pairs(f)...)
	}
	f.Booked, f.Asked, t.state.Latest = w.ID, "", f.Flow
	switch {
	case f.Spec().Name == "cancel":
		t.state.Done, t.state.Cancelled = nil, true
		t.remember(f.Own)
	case f.Chosen != nil:
		t.state.Done, t.state.Cancelled = f, false
		if f.Own != nil {
			text = phrase.Line(text, t.say("moved"))
		} else if t.state.Name != "" {
			text = phrase.Line(text, t.say("for_name", "name", t.state.Name))
		}
	}
	if f.Values["next"] != "" { // the same for somebody else
		t.state.Push(&dialogue.Frame{Flow: f.Flow, Values: map[string]string{
			"service": f.Values["service"], "service_name": f.Values["service_name"], "branch": f.Values["branch"],
			"date": f.Chosen.Date, "second": "yes",
		}})
	}
	return answer{text: text, ended: true, made: f.Chosen != nil && f.Own == nil}
}

// refusedParty hands a group that no table seats to a person.
func (t *turn) refusedParty(f *dialogue.Frame) answer {
	a := t.person(tooLarge, "handoff_party")
	a.text = t.say("handoff_party", "party", f.Party())
	if len(a.calls) == 0 {
		t.state.Pop()
	}
	return a
}
