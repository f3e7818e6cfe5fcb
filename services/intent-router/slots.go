package intentrouter

import (
	"slices"
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
	named   bool          // a service, a dish or a branch was named
	self    language.Span // the customer's own name
	address language.Span
}

// slots reads the values of a message and notes the facts that the rules ask for.
func (m *message) slots(b *business) *recadov1.Slots {
	when := language.When(m.text, m.now, m.lang)
	s := &recadov1.Slots{
		When: moment(when), PartySize: uint32(language.PartySize(m.text)), OrderNumber: language.OrderNumber(m.text), Answer: language.Answer(m.text),
	}
	s.PersonName, m.self = language.PersonNameAt(m.text)
	s.Email, s.Phone = language.ContactTokens(m.text)
	s.PolicyType, s.Fulfilment = topics(m.text)
	m.deliverTo(s)
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

// deliverTo reads the address; one that is given asks for delivery, unless the customer comes for it.
func (m *message) deliverTo(s *recadov1.Slots) {
	m.address = language.Address(m.text)
	s.DeliveryAddress = m.text.Original(m.address.From, m.address.To)
	if s.Fulfilment == "" && s.DeliveryAddress != "" {
		s.Fulfilment = delivery
	}
}

// names fills in what the tenant's own names give.
func (m *message) names(s *recadov1.Slots, b *business) {
	found := b.names.Find(m.text)
	rival := language.Competitor(m.text, found)
	s.Competitor = m.text.Original(rival.From, rival.To)
	found = slices.DeleteFunc(found, m.other)
	for _, f := range found {
		m.place(s, f)
	}
	for _, line := range language.OrderLines(m.text, found) {
		m.order(s, line)
	}
}

// other tells whether a name stands for something else: a customer who is called like somebody of the staff names herself,
// and a street may be called like a branch.
func (m *message) other(f language.Match) bool {
	return f.Kind == language.KindStaff && m.self.Holds(f.From) || m.address.Holds(f.From)
}

// place mentions a person of the staff or a branch, once.
func (m *message) place(s *recadov1.Slots, f language.Match) {
	mention := &recadov1.Mention{Id: f.ID, Name: f.Name}
	switch f.Kind {
	case language.KindStaff:
		s.Staff, m.facts = once(s.Staff, mention), m.facts|intent.StaffOne
	case language.KindBranch:
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
func (m *message) order(s *recadov1.Slots, line language.Line) {
	mention := &recadov1.Mention{Id: line.ID, Name: line.Name, Quantity: uint32(line.Quantity), Notes: line.Notes, Change: line.Change}
	m.named = true
	if line.Kind == language.KindDish {
		s.Dishes, m.facts = append(s.Dishes, mention), m.facts|intent.Dish
		return
	}
	mention.Change = ""
	s.Services, m.facts = once(s.Services, mention), m.facts|intent.Service
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

// How an order reaches the customer.
const (
	pickup   = "pickup"
	delivery = "delivery"
)

// ways are the two by the words that ask for them.
var ways = [...]struct{ name, say string }{
	{pickup, `para llevar / pra|para viagem / to go / take away|out / takeaway|takeout|pickup|carryout / carry out / carry|pick .. up / para recoger|recogerlo|retirar|buscar / paso|pasare|pasamos|voy|ire|vamos por|x el|ella|ellos|ellas|eso|esos|mi|nuestro pedido|orden|comida / paso|pasare|pasamos|voy|ire|vamos por|x el|ella|ellos|ellas|ello|eso
		paso|pasare|pasamos|voy|vou|ire|vamos a|para recoger|recogerlo|buscar|buscarlo|retirar|retirarlo|recogerla|buscarla / lo|la|los|las recojo|retiro|busco|recogemos|retiramos / recojo|recoger|recogerlo|retirar|retiro|retirarlo en .. local|tienda|sucursal|sede|mostrador|restaurante
		retirar|buscar|retiro|busco no|na .. local|loja|balcao / vou buscar|retirar / ill|i|we pick|collect|grab .. up|it|them / collect it / retiro en persona / recojo .. pedido / recoger|retirar|recojo .. orden|pedido`},
	{delivery, `a domicilio / delivery / deliver / delivered / al domicilio / servicio de domicilio / con|por|para|hacen|haces|hace|tienen|costo|cuesta|cobran .. domicilio|domicilios / con|para|hacen|haces|tienen|costo|costos|cuesta|sale|vale|incluye|cobran .. envio|envios|reparto|repartos / envio|envios a|gratis
		mandan|manden|mandar|mandarlo|mandenlo|mandalo|mandamelo|envian|envien|enviar|enviarlo|envienlo|envialo|envienmelo|traen|traer|traigan|traiganlo|llevan|llevar|lleven|llevenlo|entregan|entregar|entreguen|entreguenlo .. a|en|al .. casa|oficina|depa|departamento|trabajo|domicilio|direccion|depto|hotel|calle|avenida
		me lo|la|los|las mandan|envian|traen|llevan|mandas|envias|traes / entrega|entregam|entregar em casa|domicilio / para entrega|entregar / entregam|entrega na|no|em / voces entregam / entregan|entregam $ / bring it|them to / send it|them to / para .. mi casa / reparten|repartidor|motoboy`},
}

// topicPhrases finds policies and then ways.
var topicPhrases = func() *language.Phrases {
	var lists []string
	for _, p := range policies {
		lists = append(lists, p.say)
	}
	for _, w := range ways {
		lists = append(lists, w.say)
	}
	return language.MustPhrases(lists)
}()

// topics names the policy that a message speaks of, which is meant only where the intent asks for one, and the last way said
// in which an order reaches the customer.
func topics(t language.Text) (policy, way string) {
	var room [16]language.Hit
	first, last := len(policies), language.Hit{To: -1}
	for _, hit := range topicPhrases.Find(t, room[:0]) {
		switch {
		case hit.List < len(policies):
			first = min(first, hit.List)
		case hit.To > last.To && !refused(t, hit.From):
			last = hit
		}
	}
	if first < len(policies) {
		policy = policies[first].name
	}
	if last.To >= 0 {
		way = ways[last.List-len(policies)].name
	}
	return policy, way
}

// refused tells whether what begins at token i is denied: "no a domicilio".
func refused(t language.Text, i int) bool {
	if i == 0 {
		return false
	}
	switch t.Tokens[i-1].Norm {
	case "no", "not", "nao", "sin":
		return true
	}
	return false
}
