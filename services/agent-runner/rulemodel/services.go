package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/heard"
)

// urgently are the words by which a business calls what it does at once.
var urgently = []string{"urgencia", "urgencias", "emergencia", "urgent", "emergency", "urgência"}

// wished is the service that the customer wants. Where something hurts, what was named is what hurts, and the business's own
// service for that comes first.
func (t *turn) wished() *recadov1.Mention {
	if t.Wants("urgent_care") && !t.Wants("booking") && !t.begun {
		for _, s := range t.settings().Services {
			urgent := func(name string) bool { return heard.SharesWord(name, urgently...) }
			if slices.ContainsFunc(append([]string{s.Name}, s.Aliases...), urgent) {
				return &recadov1.Mention{Id: s.ID, Name: s.Name}
			}
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
	case t.Wants("booking"):
		t.state.About = nil
	case len(m) == 1 && t.Wants("pricing", "services", "faq_policy", "staff"):
		t.state.About = &about{ID: m[0].GetId(), Name: m[0].GetName()}
	}
}

// servicesOf are the services that go by a person's specialty.
func (t *turn) servicesOf(staff string) (own []tenant.Name) {
	i := slices.IndexFunc(t.settings().Staff, func(n tenant.Name) bool { return n.ID == staff })
	if i < 0 || t.settings().Staff[i].Tag == "" {
		return nil
	}
	for _, s := range t.settings().Services {
		if ofSpecialty(s, t.settings().Staff[i].Tag) {
			own = append(own, s)
		}
	}
	return own
}

// ofSpecialty reports whether a service goes by a specialty, or by one of two that are joined.
func ofSpecialty(service tenant.Name, specialty string) bool {
	names := append([]string{service.Name}, service.Aliases...)
	return slices.ContainsFunc(strings.Split(specialty, " y "), func(part string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return heard.SharesAll(name, part) })
	})
}

// choosable are the services that a list offers: those of the person who was named, else all.
func (t *turn) choosable(staff string) []tenant.Name {
	all := t.settings().Services
	if own := t.forChildren(); t.Says("child") && len(own) > 0 {
		all = own
	}
	if own := t.servicesOf(staff); staff != "" && len(own) > 0 {
		all = own
	}
	return all[:min(len(all), choiceLimit)]
}

// forChildren are the services that by their names are for children.
func (t *turn) forChildren() (own []tenant.Name) {
	for _, s := range t.settings().Services {
		names := append([]string{s.Name}, s.Aliases...)
		if slices.ContainsFunc(names, func(name string) bool { return heard.In(name, "for_children") }) {
			own = append(own, s)
		}
	}
	return own
}
