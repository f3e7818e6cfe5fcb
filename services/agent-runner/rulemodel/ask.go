package rulemodel

import (
	"slices"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
)

func (t *turn) askService(b *booking) answer {
	a := answer{text: t.say("ask_service")}
	if b.Asked == askService && t.tapped == "" {
		a.text = t.say("ask_service_again")
	}
	b.Asked = askService
	for _, s := range t.choosable(b) {
		a.choices = append(a.choices, llm.Choice{ID: s.ID, Title: s.Name})
	}
	return a
}

// choiceLimit is how many rows a channel's list may have.
const choiceLimit = 10

func (t *turn) askFor(b *booking, what, key string) answer {
	b.Asked = what
	return answer{text: t.say(key)}
}

// askDate says what it has understood where that is new, and asks for a day.
func (t *turn) askDate(b *booking, declined bool) answer {
	again := b.Asked == askDate && !t.renewed
	b.Asked = askDate
	switch {
	case declined:
		return answer{text: t.say("ask_other_time")}
	case b.ServiceName == "":
		return answer{text: t.say("ask_date")}
	case again:
		return answer{text: t.say("ask_date_again", "service", b.ServiceName)}
	}
	return answer{text: t.say("ask_date_for", "service", b.ServiceName, "where", t.where(t.wanted(b)))}
}

// wanted is where and with whom the customer wants it, under their names.
func (t *turn) wanted(b *booking) (o opening) {
	nameOf := func(list []tenant.Name, id string) string {
		if i := slices.IndexFunc(list, func(n tenant.Name) bool { return n.ID == id }); i >= 0 && id != "" {
			return list[i].Name
		}
		return ""
	}
	o.Branch, o.Staff = nameOf(t.settings().Branches, b.BranchID), nameOf(t.settings().Staff, b.StaffID)
	return o
}
