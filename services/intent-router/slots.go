package intentrouter

import (
	"slices"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/answer"
	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/language/names"
	"github.com/recado/recado/pkg/language/order"
	"github.com/recado/recado/pkg/language/party"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/language/when"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

// message is one message being read.
type message struct {
	screened *recadov1.MessageScreened // nil where a text is read by itself
	text     language.Text
	lang     language.Lang
	now      time.Time
	facts    intent.Fact
	urgency  urgency.Triage
	evidence *intent.Evidence
	named    bool          // a service, a dish or a branch was named
	self     language.Span // the customer's own name
	address  language.Span
}

// slots reads the values of a message and notes the facts that the rules ask for.
func (m *message) slots(b *business) *recadov1.Slots {
	when := when.Parse(m.text, m.now, m.lang)
	s := &recadov1.Slots{
		When: moment(when), PartySize: uint32(party.Size(m.text)),
		OrderNumber: order.Number(m.text), Answer: answer.YesOrNo(m.text),
	}
	s.PersonName, m.self = names.PersonAt(m.text)
	s.Email, s.Phone = names.ContactTokens(m.text)
	s.PolicyType, s.Fulfilment = language.Topics(m.text)
	m.deliverTo(s)
	for _, a := range money.Amounts(m.text, b.settings.Currency) {
		s.Amounts = append(s.Amounts, &recadov1.Money{MinorUnits: a.Minor, Currency: a.Currency})
	}
	m.urgency = m.triage(b)
	m.facts = intent.Of(m.text, intent.Values{
		When: when, Party: int(s.GetPartySize()), OrderNumber: s.GetOrderNumber(), Person: s.GetPersonName(),
		Amount: len(s.GetAmounts()) > 0, Urgency: m.urgency.Level,
	})
	m.names(s, b)
	return s
}

// deliverTo reads the address; one that is given asks for delivery, unless the customer comes for it.
func (m *message) deliverTo(s *recadov1.Slots) {
	m.address = names.Address(m.text)
	s.DeliveryAddress = m.text.Original(m.address.From, m.address.To)
	if s.Fulfilment == "" && s.DeliveryAddress != "" {
		s.Fulfilment = language.Delivery
	}
}

// names fills in what the tenant's own names give.
func (m *message) names(s *recadov1.Slots, b *business) {
	found := b.names.Find(m.text)
	rival := names.Competitor(m.text, found)
	s.Competitor = m.text.Original(rival.From, rival.To)
	found = slices.DeleteFunc(found, m.other)
	for _, f := range found {
		m.place(s, f)
	}
	for _, line := range order.Lines(m.text, found) {
		m.order(s, line)
	}
}

// other reports whether a name stands for something else: a customer who is called like somebody of the staff names herself,
// a street may be called like a branch, and a tooth alone is no surgery of one.
func (m *message) other(f names.Match) bool {
	return f.Kind == names.KindStaff && m.self.Holds(f.From) || m.address.Holds(f.From) || m.toothAlone(f)
}

var toothConcept, _ = language.Concept("health.tooth")

// toothAlone reports whether a service is named by nothing but the tooth in its name.
func (m *message) toothAlone(f names.Match) bool {
	if f.Whole || f.Kind != names.KindService || f.To-f.From != 1 {
		return false
	}
	of := m.text.Token(f.From).Concepts()
	return slices.Contains(of[:], toothConcept)
}

// place mentions a person of the staff or a branch, once.
func (m *message) place(s *recadov1.Slots, f names.Match) {
	mention := &recadov1.Mention{Id: f.ID, Name: f.Name}
	switch f.Kind {
	case names.KindStaff:
		s.Staff, m.facts = once(s.Staff, mention), m.facts|intent.StaffOne
	case names.KindBranch:
		s.Branches, m.facts, m.named = once(s.Branches, mention), m.facts|intent.Branch, true
	}
}

func once(list []*recadov1.Mention, mention *recadov1.Mention) []*recadov1.Mention {
	if slices.ContainsFunc(list, func(m *recadov1.Mention) bool { return m.Id == mention.Id }) {
		return list
	}
	return append(list, mention)
}

// order mentions a service or a dish.
func (m *message) order(s *recadov1.Slots, line order.Line) {
	mention := &recadov1.Mention{Id: line.ID, Name: line.Name, Quantity: uint32(line.Quantity), Notes: line.Notes, Change: line.Change}
	m.named = true
	if line.Kind == names.KindDish {
		s.Dishes, m.facts = append(s.Dishes, mention), m.facts|intent.Dish
		return
	}
	mention.Change = ""
	s.Services, m.facts = once(s.Services, mention), m.facts|intent.Service
}

// readBare reads a place in a list and, in a message that says nothing else, a bare name or number.
func (m *message) readBare(s *recadov1.Slots, nothingElse bool) {
	if choice := answer.Choice(m.text); choice > 0 {
		s.Choice = uint32(choice)
	}
	if !nothingElse {
		return
	}
	if !m.named && m.facts&(intent.When|intent.Party|intent.Amount) == 0 {
		s.Quantity = uint32(order.BareNumber(m.text))
	}
	if s.PersonName == "" && !m.named && m.facts&intent.When == 0 {
		s.PersonName = names.Bare(m.text)
	}
}

// moment returns nil where nothing was said about days and times.
func moment(w when.Moment) *recadov1.Moment {
	if w.Empty() {
		return nil
	}
	return &recadov1.Moment{
		Date: w.Date, Time: w.Time, PartOfDay: w.PartOfDay,
		RangeStart: w.RangeStart, RangeEnd: w.RangeEnd, Bound: w.Bound, TimeEnd: w.TimeEnd,
	}
}
