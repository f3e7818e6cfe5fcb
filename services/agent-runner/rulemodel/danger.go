package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/danger"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Levels of urgency: of the first two a person must know at once, and of a danger that is only told or asked of nobody need.
const (
	emergencyLevel = 5
	sameDayLevel   = 4
	routineLevel   = 1
)

// inDanger reports whether a life is in danger, which is answered before all else.
func (t *turn) inDanger() bool { return t.Urgency >= emergencyLevel }

// lesser never diagnoses: a person learns of what cannot wait a day, lesser pain gets the next opening. Where no patients are looked
// after nothing is booked for it.
func (t *turn) lesser() answer {
	switch {
	case !t.patients(), t.Urgency <= routineLevel && urgency.Acute(language.Read(t.Text)).Level == routineLevel:
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
	a := t.person("emergency", "urgent_5")
	own, calls := t.ownHelp(help)
	a.calls = append(a.calls, calls...)
	a.text = danger.Words(t.words, t.settings().Country, help)
	if own != "" {
		a.text += "\n\n" + own
	}
	return a
}

// ownHelp is what the business says of emergencies, in its own language, and for an animal its telephone. Fire, violence and who may
// hurt themselves are not its business.
func (t *turn) ownHelp(help urgency.Help) (text string, calls []llm.ToolCall) {
	if help != urgency.Ambulance && help != urgency.Vet || string(t.words.Lang) != t.settings().Language {
		return "", nil
	}
	text, calls = t.ownUrgencies()
	if help == urgency.Vet && t.settings().Vertical == tenant.General {
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
	type branch struct {
		Phone string `json:"phone"`
	}
	r, calls := t.look(llm.CallFor("get_branch_info", "emergency", map[string]any{}))
	all, ok := tool.Read[[]branch](r)
	if one, single := tool.Read[branch](r); !ok && single {
		all = []branch{one}
	}
	for _, b := range all {
		if b.Phone != "" {
			return t.say("urgent_phone", "phone", b.Phone), nil
		}
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

// smallTalk are intents beside which an urgent wish stands alone.
var smallTalk = []string{"urgent_care", "greeting", "farewell_thanks", "other", "faq_policy"}

// turnsDown takes an urgent wish from a short no to what was just asked, in which no danger is named: "não, deixa como está".
func (t *turn) turnsDown() {
	f := t.open()
	no := t.Slots.GetAnswer() == "no" && len(strings.Fields(t.Plain)) <= shortWords
	if f == nil || f.Asked == "" || !no || urgency.Acute(language.Read(t.Text)).Level >= emergencyLevel {
		return
	}
	t.Urgency = routineLevel
	t.Intents = slices.DeleteFunc(t.Intents, func(name string) bool { return name == "urgent_care" })
}

// calm takes an urgent wish that is none from a business that looks after no patients, where another wish stands beside it.
func (t *turn) calm() {
	is := func(name string) bool { return name == "urgent_care" }
	if !t.patients() && slices.ContainsFunc(t.Intents, func(name string) bool { return !slices.Contains(smallTalk, name) }) {
		t.Intents = slices.DeleteFunc(t.Intents, is)
	}
}

// supposed answers who asks of emergencies, or calls something else one, where nobody's life is in danger: what the business wrote of
// it, else where help would be.
func (t *turn) supposed() answer {
	if a, ok := t.questions().LookUp(); ok {
		return answerOf(a)
	}
	return answer{text: t.say("urgent_1", "number", danger.Ambulance(t.words, t.settings().Country))}
}
