// Package assent reads whether a customer said yes to exactly what was asked. The rule model and the turn both ask it, so that no
// write depends on what a model makes of an answer.
package assent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Asked is a write that a reply asked the customer about.
type Asked struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// Digest names a tool with exactly these arguments; the order of keys and spaces do not count.
func Digest(tool string, arguments json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(arguments))
	dec.UseNumber()
	canonical := []byte(arguments)
	var v any
	if dec.Decode(&v) == nil {
		if again, err := json.Marshal(v); err == nil {
			canonical = again
		}
	}
	sum := sha256.Sum256(append([]byte(tool+"\x00"), canonical...))
	return hex.EncodeToString(sum[:8])
}

// Digest names what was asked.
func (a Asked) Digest() string { return Digest(a.Tool, a.Arguments) }

// Yes and No are the ids of the choices under a confirmation. They hold its digest, so that a tap on an old one agrees to nothing.
func (a Asked) Yes() string { return "yes:" + a.Digest() }

// No is the id of the choice that declines.
func (a Asked) No() string { return "no:" + a.Digest() }

// Answer is what messages say to a confirmation.
type Answer int

// The answers to a confirmation. Only Agreed lets a write happen.
const (
	Else    Answer = iota // they speak of something else
	Unclear               // they say something that is neither a clear yes nor a no
	Declined
	Agreed
)

// To reads the messages after a confirmation; the last one that answers counts.
func (a Asked) To(messages []*recadov1.MessageRouted) (answer Answer) {
	for _, m := range messages {
		switch one := a.toOne(m); {
		case one != Else:
			answer = one
		case answer == Agreed && a.reserved(textOf(m)): // "sí", "pero más tarde"
			answer = Unclear
		}
	}
	return answer
}

func (a Asked) toOne(m *recadov1.MessageRouted) Answer {
	if tap := m.GetContent().GetInteractive(); tap != nil {
		switch tap.GetChoiceId() {
		case a.Yes():
			return Agreed
		case a.No():
			return Declined
		}
		return Else
	}
	text, said := textOf(m), m.GetSlots().GetAnswer()
	switch order := func(w string) bool { return ordersIt(w, a.Tool) }; {
	case runsOnly(text, order), a.agreesBeside(text), a.unwanted(text):
		return Agreed
	case said == "yes" && opensWithRun(text): // "de una amiga"
		return Unclear
	}
	back := TakesBack(text)
	whole := said == "yes" && !back && !asksOf(text) && !a.reserved(text)
	switch {
	case said == "no", said == "" && (back || denies(text)), said == "yes" && endsInNo(text):
		return Declined
	case whole, said == "" && (a.ordered(text) || Affirms(text)):
		return Agreed
	case said == "yes":
		return Unclear
	}
	return Else
}

// notWanted is a whole message that no longer wants something, as words without politeness, folded: a yes to ending it.
var notWanted = []string{"no quiero", "no queremos", "no necesito", "don't want", "dont want", "do not want", "nao quero"}

// unwanted reports whether a text says that what would be ended is not wanted any more, and nothing else: "ya no lo quiero".
func (a Asked) unwanted(text string) bool {
	words := slices.DeleteFunc(wordsOf(text), func(w string) bool {
		return slices.Contains(polite, w) || slices.Contains(fillers, w) || slices.Contains([]string{"i", "anymore", "eu", "los", "las"}, w)
	})
	return strings.HasPrefix(a.Tool, "cancel_") && slices.Contains(notWanted, strings.Join(words, " ")) && !asks(text)
}

// hesitations may stand before a bare no, folded.
var hesitations = strings.Fields("mmm mm hmm uy ay eh este ah pues bueno hum")

// denies reports whether a text is a no after a hesitation and nothing else: "mmm no".
func denies(text string) bool {
	words := slices.DeleteFunc(wordsOf(text), func(w string) bool { return slices.Contains(hesitations, w) })
	return len(words) == 1 && slices.Contains(denials, words[0])
}

// textOf is what a message says: its text or its caption.
func textOf(m *recadov1.MessageRouted) string {
	return m.GetContent().GetText().GetBody() + m.GetContent().GetMedia().GetCaption()
}

// asks reports whether a text is a question by its marks; many write only one of them.
func asks(text string) bool { return strings.ContainsAny(text, "?¿？") }

// asksOf reports whether a yes asks something too.
func asksOf(text string) bool {
	return asks(text) || slices.ContainsFunc(wordsOf(text), func(w string) bool { return slices.Contains(prices, w) })
}

// orders are the beginnings of the words that order what a tool does, folded.
var orders = map[string][]string{
	"create_appointment":     {"reserv", "agend", "confirm", "apart", "aparta", "anota", "book", "marca", "marque"},
	"cancel_appointment":     {"cancel", "anul"}, // who confirms an appointment keeps it
	"confirm_appointment":    {"confirm"},
	"join_waiting_list":      strings.Fields("anot apunt pon inscri add put coloca coloque"),
	"create_order":           strings.Fields("confirm ordena manda mande envia envie pid pedi pede peca place order send"),
	"cancel_order":           {"cancel", "anul"},
	"reschedule_appointment": {"cambi", "muev", "move", "reagend", "reprogram", "remarc", "mude"},
}

// polite are the words that may stand beside an order, folded.
var polite = strings.Fields(`por favor porfa porfis porfavor please pls plz ya la lo las los mi me nos the my it a o
	minha meu esa ese eso esta este that this cita reserva mesa turno hora appointment booking table consulta pedido orden
	gracias thanks obrigado obrigada entonces pues va`)

// beside are all words that may stand beside an order.
var beside = slices.Concat(polite, yeses, fillers)

// ordered reports whether a text orders what was asked and says nothing else: "cancélala por favor". A question orders nothing, and
// "cambia la hora" asks for another one.
func (a Asked) ordered(text string) bool {
	order := func(w string) bool { return ordersIt(w, a.Tool) }
	words := wordsOf(text)
	foreign := func(w string) bool {
		return !order(w) && !slices.Contains(beside, w) || w == "hora" && a.Tool == "reschedule_appointment"
	}
	return slices.ContainsFunc(words, order) && !slices.ContainsFunc(words, foreign) && !asks(text)
}

// plainLimit is how long a bare order is at most, in bytes.
const plainLimit = 80

// Bare reports whether a message is made of the order that was asked about, yeses and politeness and of nothing else, so that it can
// steer nobody whatever it looks like: "sí, confírmalo por favor".
func (a Asked) Bare(m *recadov1.MessageRouted) bool {
	text := textOf(m)
	odd := func(r rune) bool { return !unicode.In(r, unicode.Latin) && !strings.ContainsRune(" ,.¡!", r) }
	if len(text) > plainLimit || strings.ContainsFunc(text, odd) || m.GetContent().GetText() == nil {
		return false
	}
	order := func(w string) bool { return ordersIt(w, a.Tool) }
	return runsOnly(text, order) || a.ordered(text)
}

// Orders reports whether a text has a word that orders any of the writes that need a yes.
func Orders(text string) bool {
	return slices.ContainsFunc(wordsOf(text), func(w string) bool {
		for tool := range orders {
			if ordersIt(w, tool) {
				return true
			}
		}
		return false
	})
}

// ordersIt reports whether a word orders what a tool does.
func ordersIt(word, tool string) bool {
	return slices.ContainsFunc(orders[tool], func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// reserves are words of a yes that is none yet, folded: "sí, pero…", "ok, lo pienso", "yes, but later", "sim, outro dia".
var reserves = strings.Fields(`pero salvo excepto luego despues pienso pensar pensarlo pensare pensando veo ver checar checo consultar
	consulto aviso avisar otro otra otros otras ninguna ninguno dudas duda primero antes dejame quizas quiza talvez
	depende opinion idea mal caro cara lejos tarde temprano instead but if unless except later think thinking hold stop nevermind mind
	lemme another maybe first expensive depois outro outra nenhuma nenhum duvida duvidas primeiro opiniao porem pensarei`)

// prices ask without a question mark, folded: "dale, cuánto sale".
var prices = strings.Fields("cuanto cuantos cuanta cuesta sale how quanto quando")

// stays are words that speak for an appointment as it is, folded: "sí voy a ir", "está bien así", "sim, quero manter".
var stays = strings.Fields(`asisto asistire ire estare voy vou irei coming there mantener mantenerla manter dejarla dejarlo
	dejar igual asi assim`)

// unmeant may follow a no that denies nothing of what was asked, folded: "sí, no hay problema".
var unmeant = strings.Fields("problema problem problems worries pasa importa preocupes preocupe")

// absent are why somebody cancels, folded: "sí, ya no puedo ir".
var absent = strings.Fields(`puedo podre podemos podremos voy vamos ire iremos llego llegamos alcanzo posso vou vamos consigo
	can puede podra`)

// maybes make a "si" an if, folded: "si quieres", "si pudiera".
var maybes = strings.Fields(`quieres quiere quieren gustas acaso pudiera pudieras puedes podrias podrian llego llega llegan llueve
	fuera hubiera tuviera hay se usted ustedes tu`)

// reserved reports whether a text that begins as a yes takes part of it back, makes it hang on something, or is a yes to something else.
func (a Asked) reserved(text string) bool {
	words := wordsOf(text)
	own := slices.ContainsFunc(words, func(w string) bool { return ordersIt(w, a.Tool) })
	for i, w := range words {
		next, before := words[i+1:min(i+4, len(words))], ""
		if i > 0 {
			before = words[i-1]
		}
		first := ""
		if len(next) > 0 {
			first = next[0]
		}
		switch {
		case w == "luego" && before == "desde":
		case slices.Contains(reserves, w), slices.Contains(denials, w) && !a.harmless(next):
			return true
		case w == "mas" && !slices.Contains([]string{"", "no", "nada"}, before), w == "va" && first == "a":
			return true
		case w == "nada" && first != "mas" && before != "pasa" && before != "de":
			return true
		case w == "si" && slices.Contains(maybes, first) && !strings.Contains(text, "í"):
			return true
		case !own && a.otherwise(w, before, next):
			return true
		}
	}
	return strings.ContainsAny(text, "👎❌🙅🚫")
}

// harmless reports whether a no before these words denies nothing of what was asked.
func (a Asked) harmless(next []string) bool {
	return slices.ContainsFunc(next, func(w string) bool {
		return slices.Contains(unmeant, w) || strings.HasPrefix(a.Tool, "cancel_") && slices.Contains(absent, w)
	})
}

// otherwise reports whether a word is of a wish beside what was asked: another order, or that an appointment stays as it is.
func (a Asked) otherwise(w, before string, next []string) bool {
	if w == "mejor" || w == "melhor" || w == "rather" {
		return true
	}
	for _, tool := range []string{"cancel_appointment", "reschedule_appointment"} {
		if tool != a.Tool && ordersIt(w, tool) {
			return true
		}
	}
	if strings.HasPrefix(a.Tool, "create_") {
		return false
	}
	switch {
	case slices.Contains(denials, before), w == "asi" && len(next) > 0 && next[0] == "es":
		return false
	case strings.HasPrefix(w, "confirm"): // "confirmo mi cita" where it would be cancelled
		return slices.ContainsFunc(next, func(n string) bool { return slices.Contains(nouns, n) })
	}
	return slices.Contains(stays, w)
}

// nouns name an appointment, folded.
var nouns = strings.Fields("cita reserva mesa turno hora appointment booking table consulta asistencia")

// endsInNo reports whether a text that begins as a yes is a no: "claro que no", "of course not", "ok, no gracias".
func endsInNo(text string) bool {
	words := wordsOf(text)
	for len(words) > 0 && slices.Contains(closings, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return len(words) > 0 && slices.Contains(denials, words[len(words)-1])
}

// closings may follow a no, folded.
var closings = strings.Fields("gracias muchas thanks thank you obrigado obrigada por favor please ahora")

// yeses are a yes by themselves, folded; fillers may stand beside them.
var (
	yeses = strings.Fields(`si sii siii sip simon dale va sale vale ok okay okey oka listo ley claro bueno perfecto genial excelente
		afirmativo correcto exacto confirmo yes yep yeah sure sim isso beleza certo fechado`)
	fillers = strings.Fields(`ahora ya po pos pues entonces de esta bien ese esa eso esta este asi muy todo por supuesto que mismo
		nomas mas
		now then all right agora ai ta`)
)

// Affirms reports whether a text is a yes and says nothing else: "ahora sí", "ya po, dale", "de ley", "perfecto, confírmala".
func Affirms(text string) bool {
	words := wordsOf(text)
	other := func(w string) bool {
		return !slices.Contains(yeses, w) && !slices.Contains(fillers, w) && !slices.Contains(polite, w)
	}
	yes := func(w string) bool { return slices.Contains(yeses, w) }
	none := func(string) bool { return false }
	return runsOnly(text, none) || slices.ContainsFunc(words, yes) && !slices.ContainsFunc(words, other) && !asks(text)
}

// keeps take a wish back by themselves, folded: "espera", "déjala", "me equivoqué", "leave it", "deixa".
var keeps = strings.Fields(`espera espere esperen esperame deja dejala dejalo deje dejela dejelo dejemosla dejemoslo dejo
	manten mantenla mantenga mantengo equivoque equivocado equivocada confundi confundido confundida olvidalo olvidala olvidelo
	wait leave keep mistake oops forget deixa deixe deixar mantem mantenha enganei confundo esquece`)

// denials deny, folded.
var denials = []string{"no", "nao", "not", "dont", "don't", "nunca", "never", "tampoco", "nop", "nel"}

// betters before a no withdraw what was wished: "mejor no".
var betters = []string{"mejor", "melhor", "rather", "better"}

// verbs are the beginnings of what is denied in "no canceles nada", "entonces no cancelo", "ya no la quiero".
var verbs = []string{"cancel", "anul", "reserv", "agend", "quier", "quer", "want", "book", "hagas", "haga", "confirm", "cambi", "muev"}

// TakesBack reports whether a text withdraws a wish: "mejor no", "no canceles nada", "espera", "ya no quiero".
func TakesBack(text string) bool {
	words := wordsOf(text)
	for i, w := range words {
		if slices.Contains(keeps, w) {
			return true
		}
		if !slices.Contains(denials, w) {
			continue
		}
		next := words[i+1 : min(i+4, len(words))]
		if i > 0 && slices.Contains(betters, words[i-1]) || slices.ContainsFunc(next, denied) {
			return true
		}
	}
	return false
}

func denied(word string) bool {
	return slices.ContainsFunc(verbs, func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// wordsOf are a text's words, folded, with their apostrophes.
func wordsOf(text string) []string {
	return strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}
