package notice

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
)

// words are a notice as a person reads it.
type words struct{ subject, body string }

// phrases are those of one language. {…} stands for a value.
type phrases struct {
	subjects map[string]string // by kind
	reasons  map[string]string // by code; an unknown one is said as it is
	reason   string
	waits    string
	who      string
	where    string
	answer   string
	trial    string
}

var languages = map[string]phrases{
	"es": {
		subjects: map[string]string{
			"requested": "{tenant}: un cliente pide a una persona", "reminder": "{tenant}: un cliente sigue esperando a una persona",
			"last_reminder": "{tenant}: último aviso, un cliente sigue esperando a una persona",
			"danger":        "URGENTE, {tenant}: posible emergencia de un cliente", "trial": "{tenant}: aviso de prueba",
		},
		reasons: map[string]string{
			"customer_request": "lo pidió", "needs_person": "su asunto lo ve una persona", "emergency": "posible emergencia",
			"urgent": "es urgente", "not_understood": "el asistente no le entendió", "no_answer": "el asistente no tuvo respuesta",
			"ungrounded": "el asistente no tuvo el dato", "turn_failed": "el asistente falló", "invoice": "pide una factura",
			"complaint": "tiene una queja", "too_large": "el grupo es muy grande",
			"loop":   "la conversación da vueltas: parece otro programa",
			"closed": "escribió fuera de horario",
		},
		reason: "Motivo: {reason}", waits: "Espera desde hace {minutes} min", who: "Contacto: {name} ({channel})",
		where:  "Conversación: {conversation}",
		answer: "Para contestar, escríbele desde el teléfono del negocio o con: recado handoff say {id} {conversation} \"…\"",
		trial:  "Si lees esto, los avisos de que un cliente pide a una persona llegan bien.",
	},
	"en": {
		subjects: map[string]string{
			"requested": "{tenant}: a customer asks for a person", "reminder": "{tenant}: a customer still waits for a person",
			"last_reminder": "{tenant}: last reminder, a customer still waits for a person",
			"danger":        "URGENT, {tenant}: possible emergency of a customer", "trial": "{tenant}: trial notice",
		},
		reasons: map[string]string{
			"customer_request": "they asked for one", "needs_person": "their matter needs a person", "emergency": "possible emergency",
			"urgent": "it is urgent", "not_understood": "the assistant did not understand them", "no_answer": "the assistant had no answer",
			"ungrounded": "the assistant did not know", "turn_failed": "the assistant failed", "invoice": "they ask for an invoice",
			"complaint": "they have a complaint", "too_large": "the party is too large",
			"loop":   "the conversation goes round in circles: it looks like another program",
			"closed": "they wrote while nobody reads",
		},
		reason: "Reason: {reason}", waits: "Waiting for {minutes} min", who: "Contact: {name} ({channel})",
		where:  "Conversation: {conversation}",
		answer: "To answer, write to them from the business's phone or with: recado handoff say {id} {conversation} \"…\"",
		trial:  "If you read this, you will hear when a customer asks for a person.",
	},
	"pt": {
		subjects: map[string]string{
			"requested": "{tenant}: um cliente pede uma pessoa", "reminder": "{tenant}: um cliente continua esperando uma pessoa",
			"last_reminder": "{tenant}: último aviso, um cliente continua esperando uma pessoa",
			"danger":        "URGENTE, {tenant}: possível emergência de um cliente", "trial": "{tenant}: aviso de teste",
		},
		reasons: map[string]string{
			"customer_request": "o cliente pediu", "needs_person": "o assunto precisa de uma pessoa", "emergency": "possível emergência",
			"urgent": "é urgente", "not_understood": "o assistente não entendeu", "no_answer": "o assistente não teve resposta",
			"ungrounded": "o assistente não tinha a informação", "turn_failed": "o assistente falhou", "invoice": "pede uma nota fiscal",
			"complaint": "tem uma reclamação", "too_large": "o grupo é grande demais",
			"loop":   "a conversa anda em círculos: parece outro programa",
			"closed": "escreveu fora do horário",
		},
		reason: "Motivo: {reason}", waits: "Espera há {minutes} min", who: "Contato: {name} ({channel})",
		where:  "Conversa: {conversation}",
		answer: "Para responder, escreva pelo telefone da empresa ou com: recado handoff say {id} {conversation} \"…\"",
		trial:  "Se você lê isto, os avisos de que um cliente pede uma pessoa chegam bem.",
	},
}

// wordsOf says a notice in the tenant's language.
func wordsOf(n *notice, s *tenant.Settings) words {
	switch {
	case n.About != nil:
		return changeWords(n, s)
	case n.Budget != nil:
		return budgetWords(n, s)
	}
	p, ok := languages[s.Language]
	if !ok {
		p = languages["es"]
	}
	fill := strings.NewReplacer(
		"{tenant}", s.Name, "{reason}", cmp.Or(p.reasons[n.Reason], n.Reason), "{minutes}", strconv.Itoa(n.minutes()),
		"{name}", printable(vault.Show(n.Contact, nil)), "{channel}", n.Channel, "{conversation}", n.Conversation, "{id}", string(n.Tenant))
	subject := printable(fill.Replace(p.subjects[n.Kind]))
	if n.Kind == "trial" {
		return words{subject, p.trial + "\n"}
	}
	lines := []string{p.reason}
	if n.minutes() > 0 {
		lines = append(lines, p.waits)
	}
	if n.Contact != "" {
		lines = append(lines, p.who)
	}
	lines = append(lines, p.where, p.answer)
	return words{subject, fill.Replace(strings.Join(lines, "\n")) + "\n"}
}

// maxLine bounds a line: a stranger chose the name in it.
const maxLine = 120

// printable is a text on one line.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
	if runes := []rune(s); len(runes) > maxLine {
		return string(runes[:maxLine])
	}
	return strings.TrimSpace(s)
}
