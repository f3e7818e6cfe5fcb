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
		if one := a.toOne(m); one != Else {
			answer = one
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
	text, said := m.GetContent().GetText().GetBody(), m.GetSlots().GetAnswer()
	back := TakesBack(text)
	switch {
	case said == "no", back && said == "":
		return Declined
	case said == "yes" && !back && !strings.Contains(text, "?"), said == "" && (a.ordered(text) || Affirms(text)):
		return Agreed
	case said == "yes":
		return Unclear
	}
	return Else
}

// orders are the beginnings of the words that order what a tool does, folded.
var orders = map[string][]string{
	"create_appointment":     {"reserv", "agend", "confirm", "apart", "aparta", "anota", "book", "marca", "marque"},
	"cancel_appointment":     {"cancel", "anul", "confirm"},
	"reschedule_appointment": {"cambi", "muev", "move", "reagend", "reprogram", "confirm", "remarc", "mude"},
}

// polite are the words that may stand beside an order, folded.
var polite = strings.Fields(`por favor porfa porfis porfavor please pls plz ya la lo las los mi me nos the my it a o
	minha meu esa ese eso esta este that this cita reserva mesa turno hora appointment booking table consulta
	gracias thanks obrigado obrigada entonces pues va`)

// ordered reports whether a text orders what was asked and says nothing else: "cancélala por favor". A question orders nothing.
func (a Asked) ordered(text string) bool {
	stems := orders[a.Tool]
	order := func(w string) bool {
		return slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(w, stem) })
	}
	words := wordsOf(text)
	foreign := func(w string) bool {
		return !order(w) && !slices.Contains(polite, w) && !slices.Contains(yeses, w) && !slices.Contains(fillers, w)
	}
	return slices.ContainsFunc(words, order) && !slices.ContainsFunc(words, foreign) && !strings.Contains(text, "?")
}

// yeses are a yes by themselves, folded; fillers may stand beside them.
var (
	yeses = strings.Fields(`si sii siii sip simon dale va sale vale ok okay okey oka listo ley claro bueno perfecto genial excelente
		afirmativo correcto exacto confirmo yes yep yeah sure sim isso beleza certo fechado`)
	fillers = strings.Fields(`ahora ya po pos pues entonces de esta bien ese esa eso esta este asi muy todo por supuesto que mismo nomas mas
		now then all right agora ai ta`)
)

// Affirms reports whether a text is a yes and says nothing else: "ahora sí", "ya po, dale", "de ley", "perfecto, confírmala".
func Affirms(text string) bool {
	words := wordsOf(text)
	other := func(w string) bool {
		return !slices.Contains(yeses, w) && !slices.Contains(fillers, w) && !slices.Contains(polite, w)
	}
	yes := func(w string) bool { return slices.Contains(yeses, w) }
	return slices.ContainsFunc(words, yes) && !slices.ContainsFunc(words, other) && !strings.Contains(text, "?")
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
