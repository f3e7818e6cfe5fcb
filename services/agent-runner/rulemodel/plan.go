package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/services/agent-runner/assent"
)

// answer is what the turn says: contact data that was given is kept beside whatever else was wanted.
func (t *turn) answer() []answer {
	told := t.state.Danger
	t.state.Danger = ""
	switch {
	case t.inDanger():
		return []answer{t.emergency()}
	case told != "" && t.Says("after_danger"):
		return []answer{t.doNotWait(told)}
	}
	if answers, ok := t.reminded(); ok {
		return answers
	}
	sought := t.state.Sought
	t.state.Sought = false
	if a, ok := t.soughtName(sought); ok {
		return []answer{a}
	}
	kept, given := t.contact()
	if named, ok := t.introduced(given); ok {
		kept, given = joined(named, kept), true
	}
	answers := t.wishes(given)
	t.asksAfter()
	if !given {
		return answers
	}
	first := 0
	if len(answers) > 0 && answers[0].text == t.hello() {
		first = 1
	}
	return slices.Insert(answers, first, kept)
}

// joined says two things in one line, and asks for what both need.
func joined(a, b answer) answer {
	a.calls = append(a.calls, b.calls...)
	a.text = strings.TrimSpace(a.text + " " + b.text)
	return a
}

// wishes answers what was asked for; given says that the customer left a name or contact data, which needs no other answer.
func (t *turn) wishes(given bool) []answer {
	t.SayGoodbye()
	if !t.patients() {
		t.Calm()
	}
	asksDose, symptom := t.questions().Says("medicine"), t.questions().Says("symptom")
	switch judges := asksDose || symptom; {
	case t.Wants("urgent_care") && asksDose && t.patients():
		return []answer{{text: t.say("fixed_medicine")}, t.lesser()}
	case t.Wants("urgent_care") && symptom && t.patients():
		return []answer{{text: t.say("fixed_symptom")}, t.lesser()}
	case t.Wants("urgent_care") && (t.Urgency >= sameDayLevel || !judges):
		return append(t.askedBeside(), t.lesser())
	}
	if calls := t.readMenu(); calls != nil {
		return []answer{{calls: calls}}
	}
	cs := t.commands()
	if has(cs, cmdConfirm) {
		return t.besides(t.afterEnd(t.hinted(t.work(cs, false))))
	}
	if a, ok := t.settled(); ok {
		return []answer{a}
	}
	honest, ends := t.honest()
	switch {
	case ends:
		return honest
	case has(cs, cmdPerson):
		return append(honest, t.person("customer_request", "handoff"))
	case has(cs, cmdStop, cmdWait):
		return append(honest, t.work(cs, false)...)
	}
	answers := append(honest, t.topicAnswers()...)
	if asked := t.asks(); len(asked) > 0 {
		t.state.Topics = asked
	}
	if len(honest) > 0 && has(cs, cmdStart) && len(t.Slots.GetServices()) == 0 {
		return answers // the honest sentence was what the errand's words were about
	}
	answers = append(answers, t.ofTheirOwn(has(cs, cmdStart))...)
	answers = append(answers, t.work(cs, len(answers) > 0 || given)...)
	if len(answers) == 0 && slices.ContainsFunc(t.Intents, t.needsPerson) || len(honest) == 0 && t.errandFirst() {
		answers = append(answers, t.person("needs_person", "handoff_errand"))
	}
	switch {
	case len(answers) > 0:
		t.state.Misses = 0
	case given && !t.Wants("greeting", "farewell_thanks"):
		t.state.Misses = 0
	default:
		answers = append(answers, t.small())
	}
	return t.greetFirst(t.afterEnd(answers))
}

// besides begins what is wanted beside a yes, once what was agreed to is done: "sí confirmo, y quiero otra cita".
func (t *turn) besides(answers []answer) []answer {
	_, more := assent.Beside(t.Text)
	if !more || t.open() != nil || len(answers) == 0 || !answers[len(answers)-1].ended {
		return answers
	}
	names := t.started()
	if f := t.flowFor("booking"); len(names) == 0 && f != nil && t.canDo(f) {
		names = []string{f.Name}
	}
	if len(names) == 0 {
		return answers
	}
	return append(answers, t.work([]Command{{Kind: cmdStart, Name: names[0]}}, false)...)
}

// afterEnd goes on with the errand that waited for the one that has just been done.
func (t *turn) afterEnd(answers []answer) []answer {
	if len(answers) > 0 && answers[len(answers)-1].ended {
		return append(answers, t.back()...)
	}
	return answers
}

// errandFirst reports whether what was asked for above all needs a person, also beside a question that is answered.
func (t *turn) errandFirst() bool {
	if t.open() != nil || len(t.Intents) == 0 || t.Intents[0] == "invoice" && t.questions().Says("invoice") {
		return false
	}
	f := t.flowFor(t.Intents[0])
	return t.needsPerson(t.Intents[0]) || f != nil && !t.canDo(f)
}

// partOfErrand reports whether a word of an errand looks like a question: "limpieza" after "for which service?".
func (t *turn) partOfErrand(intent string) bool {
	f := t.open()
	if f == nil {
		return t.Wants("booking") && intent == "services"
	}
	switch intent {
	case "services":
		return f.Asked == "service" && len(t.Slots.GetServices()) > 0 || t.Wants("booking")
	case "staff":
		return len(t.Slots.GetStaff()) > 0 || f.Asked == "service" && len(t.Slots.GetServices()) > 0
	case "location":
		return len(t.Slots.GetBranches()) > 0
	case "hours":
		first := slices.Index(t.Intents, "hours") == 0
		return t.Slots.GetWhen() != nil && !first || t.Slots.GetAnswer() == "no" && !strings.Contains(t.Text, "?")
	}
	return false
}

// greetFirst puts a greeting before the first answer that the assistant ever gives in a conversation.
func (t *turn) greetFirst(answers []answer) []answer {
	if len(pending(answers)) > 0 || t.begun || !t.Wants("greeting") || t.onlyGreets() {
		return answers
	}
	return append([]answer{{text: t.hello()}}, answers...)
}

func (t *turn) hello() string {
	if name := t.Slots.GetPersonName(); name != "" {
		return t.say("hello_short_name", "name", name)
	}
	return t.say("hello_short")
}

func (t *turn) onlyGreets() bool {
	for _, i := range t.Intents {
		if i != "greeting" && i != "farewell_thanks" && i != "other" {
			return false
		}
	}
	f := t.open()
	return f == nil || len(t.changes(f)) == 0
}
