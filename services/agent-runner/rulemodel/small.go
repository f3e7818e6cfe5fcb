package rulemodel

// missLimit is how many turns in a row may be not understood before a person is asked.
const missLimit = 3

// small answers what asks for nothing in particular, and what was not understood.
func (t *turn) small() answer {
	switch {
	case t.wants("greeting"):
		t.state.Misses = 0
		return answer{text: t.say("hello", "assistant", t.assistantName(), "business", t.settings().Name) + " " + t.say("offer_help")}
	case t.wants("farewell_thanks"):
		t.state.Misses = 0
		return answer{text: t.say("thanks", "business", t.settings().Name)}
	case t.slots.GetPersonName() != "":
		t.state.Misses = 0
		return answer{text: t.say("nice_to_meet", "name", t.slots.GetPersonName())}
	case t.state.Booking != nil && t.state.Booking.Booked != "" && t.slots.GetAnswer() == "yes":
		return answer{text: t.say("already_booked")}
	}
	return t.lookUp()
}

func (t *turn) assistantName() string {
	if a := t.facts.Assistant; a != nil && a.Name != "" {
		return a.Name
	}
	return t.settings().Name
}

// lookUp tries the business's documents before it admits that it did not understand.
func (t *turn) lookUp() answer {
	if a, ok := t.fromKnowledge(strongMatch); ok {
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
	return answer{text: t.say("not_understood") + " " + t.say("offer_help")}
}

func (t *turn) feedback() answer { return answer{text: t.say("feedback")} }
