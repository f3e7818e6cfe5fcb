package intentrouter

import (
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

// message is one message being read.
type message struct {
	text    language.Text
	lang    language.Lang
	now     time.Time
	facts   intent.Fact
	urgency language.Triage
	named   bool // a service, a dish or a branch was named
}

// slots reads the values of a message and notes the facts that the rules ask for.
func (m *message) slots(b *business) *recadov1.Slots {
	when := language.When(m.text, m.now, m.lang)
	s := &recadov1.Slots{
		When: moment(when), PartySize: uint32(language.PartySize(m.text)), PersonName: language.PersonName(m.text),
		OrderNumber: language.OrderNumber(m.text), Answer: language.Answer(m.text), PolicyType: policyOf(m.text),
	}
	for _, a := range language.Amounts(m.text, b.settings.Currency) {
		s.Amounts = append(s.Amounts, &recadov1.Money{MinorUnits: a.Minor, Currency: a.Currency})
	}
	if b.triages() {
		m.urgency = language.Urgency(m.text)
	}
	m.facts = intent.Of(m.text, intent.Values{
		When: when, Party: int(s.GetPartySize()), OrderNumber: s.GetOrderNumber(), Person: s.GetPersonName(),
		Amount: len(s.GetAmounts()) > 0, Urgency: m.urgency.Level,
	})
	m.names(s, b)
	return s
}

// names fills in what the tenant's own names give.
func (m *message) names(s *recadov1.Slots, b *business) {
	var seen []string
	for _, found := range b.names.Find(m.text) {
		if slices.Contains(seen, found.ID) || found.Kind == language.KindStaff && strings.Contains(s.GetPersonName(), m.text.Original(found.From, found.To)) {
			continue // a customer who is called like somebody of the staff names herself
		}
		seen = append(seen, found.ID)
		m.named = m.named || found.Kind != language.KindStaff
		mention := &recadov1.Mention{Id: found.ID, Name: found.Name, Quantity: uint32(language.QuantityBefore(m.text, found.From))}
		switch found.Kind {
		case language.KindService:
			s.Services, m.facts = append(s.Services, mention), m.facts|intent.Service
		case language.KindDish:
			s.Dishes, m.facts = append(s.Dishes, mention), m.facts|intent.Dish
		case language.KindStaff:
			s.Staff, m.facts = append(s.Staff, mention), m.facts|intent.StaffOne
		case language.KindBranch:
			s.Branches, m.facts = append(s.Branches, mention), m.facts|intent.Branch
		}
	}
}

// finish reads what only a message that says nothing else can mean: a bare name, a place in a list, a number.
func (m *message) finish(s *recadov1.Slots, dominant string) {
	if choice := language.Choice(m.text); choice > 0 {
		s.Choice = uint32(choice)
	}
	if dominant != intent.Other {
		return
	}
	if !m.named && m.facts&(intent.When|intent.Party|intent.Amount) == 0 {
		s.Quantity = uint32(language.BareNumber(m.text))
	}
	if s.PersonName == "" && !m.named && m.facts&intent.When == 0 {
		s.PersonName = language.BareName(m.text)
	}
}

// moment returns nil where nothing was said about days and times.
func moment(w language.Moment) *recadov1.Moment {
	if w.Empty() {
		return nil
	}
	return &recadov1.Moment{
		Date: w.Date, Time: w.Time, PartOfDay: w.PartOfDay, RangeStart: w.RangeStart, RangeEnd: w.RangeEnd, Bound: w.Bound, TimeEnd: w.TimeEnd,
	}
}

// policies are the kinds of policy by the words that ask for them, the more special first.
var policies = []struct{ name, say string }{
	{"rescheduling", `reagend* / reprogram* / reschedul* / cambiar|mover|cambio ... cita|turno|reserva|fecha / change|move ... appointment|reservation`},
	{"refunds", `reembols* / devolucion|devoluciones|devuelven / refund|refunds / money back / reintegro`},
	{"cancellation", `cancel* / anular / no puedo ir|asistir / si no llego|voy / no show`},
	{"warranty", `garantia|garantias|warranty|guarantee`},
	{"payment", `pago|pagos|pagar|pay|payment|payments|tarjeta|tarjetas|efectivo|transferencia|yape|plin|nequi|credit|card|cards|cash|cuotas|installments|anticipo|deposito|deposit|adelanto / meses sin intereses`},
	{"privacy", `privacidad|privacy / datos personales / mis datos / personal data / my data`},
	{"general", `politica|politicas|policy|policies|reglas|rules|condiciones|terminos`},
}

var policyPhrases = func() *language.Phrases {
	lists := make([]string, len(policies))
	for i, p := range policies {
		lists[i] = p.say
	}
	return language.MustPhrases(lists)
}()

// policyOf names the policy that a message speaks of; it is meant only where the intent asks for one.
func policyOf(t language.Text) string {
	var room [16]language.Hit
	first := len(policies)
	for _, hit := range policyPhrases.Find(t, room[:0]) {
		first = min(first, hit.List)
	}
	if first == len(policies) {
		return ""
	}
	return policies[first].name
}
