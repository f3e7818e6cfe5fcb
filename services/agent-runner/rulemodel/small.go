package rulemodel

import (
	"strings"

	"github.com/recado/recado/services/agent-runner/phrase"
)

// missLimit is how many turns in a row may be not understood before a person is asked.
const missLimit = 3

// small answers what asks for nothing in particular, and what was not understood.
func (t *turn) small() answer {
	switch {
	case t.Wants("greeting") && t.Slots.GetPersonName() != "":
		t.state.Misses = 0
		return answer{text: t.welcome() + " " + t.say("offer_help")}
	case t.Wants("greeting") && (t.Says("greets") || len(strings.Fields(t.Plain)) > 2):
		t.state.Misses = 0
		return t.template("greeting", t.welcome()+" "+t.say("offer_help"))
	case t.Wants("feedback"):
		return t.feedback()
	case t.Wants("farewell_thanks") && t.open() != nil:
		t.state.Misses = 0
		switch f := t.open(); {
		case f.Own != nil:
			return t.stop(f)[0]
		case isOrder(f):
			a := t.nextOf(f)
			a.text = phrase.Paragraphs(t.say("order_not_made"), a.text)
			return a
		}
		return answer{text: t.say("thanks_open")}
	case t.Wants("farewell_thanks"):
		t.state.Misses = 0
		return t.template("farewell", t.say("thanks", "business", t.settings().Name))
	case t.state.Done != nil && t.state.Done.Chosen != nil && t.Slots.GetAnswer() == "yes":
		return answer{text: t.say("already_booked", t.pairs(t.state.Done)...)}
	}
	if t.open() == nil && t.Tapped != "" {
		return answer{text: t.say("old_choice")}
	}
	if t.open() == nil && (t.Slots.GetAnswer() == "yes" || t.Says("wants_info") && len(strings.Fields(t.Plain)) <= shortWords) {
		t.state.Misses = 0
		return answer{text: t.say("offer_help")}
	}
	if t.open() == nil && (t.Slots.GetAnswer() == "no" || t.HasNone()) {
		t.state.Misses = 0
		return answer{text: t.say("dropped")}
	}
	return t.lookUp()
}

func (t *turn) welcome() string {
	key := "hello"
	if t.Slots.GetPersonName() != "" {
		key = "hello_name"
	}
	return t.say(key, "assistant", t.assistantName(), "business", t.settings().Name, "name", t.Slots.GetPersonName())
}

func (t *turn) assistantName() string {
	if a := t.facts.Assistant; a != nil && a.Name != "" {
		return a.Name
	}
	return t.settings().Name
}

// lookUp tries the business's documents before it admits that it did not understand.
func (t *turn) lookUp() answer {
	if a, ok := t.known(); ok {
		if len(a.calls) == 0 {
			t.state.Misses = 0
		}
		return a
	}
	t.state.Misses++
	if t.state.Misses >= missLimit {
		t.state.Misses = 0
		return t.person("not_understood", "handoff_lost")
	}
	if t.open() == nil {
		return answer{text: t.say("not_understood") + " " + t.say("offer_help")}
	}
	misses := t.state.Misses // what the booking waits for is asked again; that is no understanding
	pending := t.nextOf(t.open())
	t.state.Misses = misses
	if pending.text != "" {
		pending.text = t.say("not_understood") + " " + pending.text
	}
	return pending
}

// known is a courtesy, or what the documents surely say.
func (t *turn) known() (answer, bool) {
	if a, ok := t.questions().Polite(); ok {
		return answerOf(a), true
	}
	a, ok := t.questions().LookUp()
	return answerOf(a), ok
}
