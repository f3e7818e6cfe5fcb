package rulemodel

import "github.com/recado/recado/pkg/llm"

// emergencyLevel and sameDayLevel are the urgency levels of which a person must know at once.
const (
	emergencyLevel = 5
	sameDayLevel   = 4
)

// emergencyNumbers are the public emergency numbers by country.
var emergencyNumbers = map[string]string{
	"MX": "911", "PE": "106", "CO": "123", "AR": "107", "CL": "131", "ES": "112", "US": "911", "BR": "192",
}

// person hands over: the tool records it and says what to tell the customer.
func (t *turn) person(reason, key string) answer {
	c := call("escalate_to_human", reason, map[string]any{"reason": reason})
	r, found := t.ask(c)
	if !found && t.offered[c.Name] {
		return answer{calls: []llm.ToolCall{c}}
	}
	told, ok := read[struct {
		Message string `json:"message"`
	}](r)
	a := answer{text: t.say(key), handoff: reason}
	if key == "handoff" && ok && told.Message != "" {
		a.text = told.Message
	}
	return a
}

// urgent never diagnoses: it says where help is now, and a person learns of it; lesser pain gets the next opening.
func (t *turn) urgent() answer {
	switch {
	case t.urgency >= emergencyLevel:
		a := t.person("emergency", "urgent_5")
		a.text = t.say("urgent_5", "number", t.emergencyNumber())
		return a
	case t.urgency >= sameDayLevel:
		return t.person("urgent", "urgent_4")
	}
	booked := t.earliestBooking()
	if len(booked.calls) == 0 {
		booked.text = t.say("urgent_3") + "\n" + booked.text
	}
	return booked
}

func (t *turn) emergencyNumber() string {
	if n, ok := emergencyNumbers[t.settings().Country]; ok {
		return n
	}
	return "112"
}
