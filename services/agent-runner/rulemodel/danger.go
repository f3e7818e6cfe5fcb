package rulemodel

import (
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/danger"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// sameDayLevel is the urgency of which a person must know at once.
const sameDayLevel = 4

// inDanger reports whether a life is in danger, which is answered before all else.
func (t *turn) inDanger() bool { return t.Urgency >= heard.Emergency }

// lesser never diagnoses: a person learns of what cannot wait a day, lesser pain gets the next opening. Where no patients are looked
// after nothing is booked for it.
func (t *turn) lesser() answer {
	switch {
	case !t.patients(), t.Urgency <= heard.Routine && urgency.Acute(language.Read(t.Text)).Level == heard.Routine:
		return t.supposed()
	case t.Urgency >= sameDayLevel:
		return t.person("urgent", "urgent_4")
	}
	booked := t.earliestBooking()
	if len(booked.calls) == 0 {
		booked.text = t.say("urgent_3") + "\n" + booked.text
	}
	return booked
}

// emergency never diagnoses: it says who helps in this country, and what the business itself says of emergencies.
func (t *turn) emergency() answer {
	help := urgency.HelpIn(language.Read(t.Text))
	t.state.Danger = help
	a := t.person("emergency", "urgent_5")
	own, calls := t.ownHelp(help)
	a.calls = append(a.calls, calls...)
	a.text = phrase.Paragraphs(danger.Words(t.words, t.settings().Country, help), own)
	return a
}

// doNotWait sends again to who helps after an emergency that was told before: "where do I go?", "shall I wait?".
func (t *turn) doNotWait(help urgency.Help) answer {
	t.state.Danger = help
	own, calls := t.ownHelp(help)
	return answer{calls: calls, text: phrase.Paragraphs(t.say("urgent_still"), danger.Words(t.words, t.settings().Country, help), own)}
}

// ownHelp is what the business says of emergencies, in its own language, and for an animal its telephone. Fire, violence and who may
// hurt themselves are not its business.
func (t *turn) ownHelp(help urgency.Help) (text string, calls []llm.ToolCall) {
	if help != urgency.Ambulance && help != urgency.Vet || string(t.words.Lang) != t.settings().Language {
		return "", nil
	}
	text, calls = t.ownUrgencies()
	if help == urgency.Vet && t.settings().Vertical == tenant.General && !strings.Contains(text, "+") { // it has its own number
		phone, more := t.ownPhone()
		text, calls = phrase.Paragraphs(text, phone), append(calls, more...)
	}
	return text, calls
}

// ownUrgencies is what the business wrote under a title that names emergencies.
func (t *turn) ownUrgencies() (string, []llm.ToolCall) {
	r, calls := t.look(llm.CallFor("search_knowledge_base", "emergency", map[string]any{"query": t.say("emergency_query"), "top_k": 3}))
	hits, _ := tool.Read[[]danger.Passage](r)
	return danger.Own(hits), calls
}

// ownPhone is the telephone of the first branch that has one.
func (t *turn) ownPhone() (string, []llm.ToolCall) {
	r, calls := t.look(llm.CallFor("get_branch_info", "emergency", map[string]any{}))
	if phone := danger.Phone(r); phone != "" {
		return t.say("urgent_phone", "phone", phone), nil
	}
	return "", calls
}

// look returns a result, or the call that is needed first; both are empty where the tool is not offered.
func (t *turn) look(c llm.ToolCall) (r tool.Result, calls []llm.ToolCall) {
	r, found := t.ask(c)
	if !found && t.offered[c.Name] {
		calls = []llm.ToolCall{c}
	}
	return r, calls
}

// patients reports whether the business looks after patients.
func (t *turn) patients() bool {
	v := t.settings().Vertical
	return v == tenant.Dental || v == tenant.Medical
}

// supposed answers who asks of emergencies, or calls something else one, where nobody's life is in danger: what the business wrote of
// it, else where help would be.
func (t *turn) supposed() answer {
	if a, ok := t.questions().LookUp(); ok {
		return answerOf(a)
	}
	if t.questions().OfAnimals() && t.settings().Vertical == tenant.General {
		own, calls := t.ownUrgencies()
		return answer{calls: calls, text: phrase.Paragraphs(t.say("fixed_animal"), own)}
	}
	return answer{text: t.say("urgent_1", "number", danger.Ambulance(t.words, t.settings().Country))}
}
