package rulemodel

import (
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
	own, calls := t.helpDesk().Help(help)
	a.calls = append(a.calls, calls...)
	a.text = phrase.Paragraphs(danger.Words(t.words, t.settings().Country, help), own)
	return a
}

// doNotWait sends again to who helps after an emergency that was told before: "where do I go?", "shall I wait?".
func (t *turn) doNotWait(help urgency.Help) answer {
	t.state.Danger = help
	own, calls := t.helpDesk().Help(help)
	return answer{calls: calls, text: phrase.Paragraphs(t.say("urgent_still"), danger.Words(t.words, t.settings().Country, help), own)}
}

// helpDesk is the turn as what the business says of emergencies sees it.
func (t *turn) helpDesk() danger.Desk {
	return danger.Desk{Words: t.words, Settings: t.settings(), Look: t.look}
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
		own, calls := t.helpDesk().Urgencies()
		return answer{calls: calls, text: phrase.Paragraphs(t.say("fixed_animal"), own)}
	}
	return answer{text: t.say("urgent_1", "number", danger.Ambulance(t.words, t.settings().Country))}
}
