package rulemodel

import (
	"slices"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
)

// wished is the service that the customer wants. Where something hurts, what was named is what hurts, and the business's own
// service for that comes first.
func (t *turn) wished() *recadov1.Mention {
	if t.Wants("urgent_care") && !t.Wants("booking") && !t.begun {
		if s := heard.Urgent(t.settings().Services); s != nil {
			return &recadov1.Mention{Id: s.ID, Name: s.Name}
		}
	}
	if m := t.Slots.GetServices(); len(m) > 0 {
		return m[0]
	}
	if a := t.state.About; a != nil && !t.begun && len(t.Slots.GetStaff()) == 0 {
		return &recadov1.Mention{Id: a.ID, Name: a.Name}
	}
	return nil
}

// asksAfter remembers the one service that a question is about, for a booking that may follow; what is booked now needs no memory.
func (t *turn) asksAfter() {
	m := t.Slots.GetServices()
	switch {
	case t.open() != nil:
		t.state.About = nil
	case t.questions().Asked() != nil && t.serves(t.questions().Asked().GetId()):
		t.state.About = &dialogue.About{ID: t.questions().Asked().GetId(), Name: t.questions().Asked().GetName()}
	case len(m) == 1:
		t.state.About = &dialogue.About{ID: m[0].GetId(), Name: m[0].GetName()}
	}
}

// serves reports whether a service goes by an id.
func (t *turn) serves(id string) bool {
	return slices.ContainsFunc(t.settings().Services, func(n tenant.Name) bool { return n.ID == id })
}

// choosable are the services that a list offers: those that the customer's words are like, those of the person who was named, else all.
func (t *turn) choosable(f *dialogue.Frame) []tenant.Name {
	all := t.settings().Services
	if len(f.Among) > 0 {
		return f.Among
	}
	if t.Says("child") {
		if own := heard.ForChildren(all); len(own) > 0 {
			all = own
		}
	}
	if own := heard.ServicesOf(t.settings(), f.Values["staff"]); f.Values["staff"] != "" && len(own) > 0 {
		all = own
	}
	return all[:min(len(all), choiceLimit)]
}
