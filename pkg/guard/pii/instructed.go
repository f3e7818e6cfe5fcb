package pii

import "strings"

// order is what a word of an order does: to say or to type a password.
type order uint8

const (
	orderSay  order = 1 << iota
	orderType       // as verbs of typing
	orderTo         // may stand between such a verb and the words, or before the verb
	orderIs
)

var orderLexicon = newWords(flagged(map[order]string{
	orderSay: `dira diran dije dijo decir di diga digan digas dile diles digale digales deci decile deciles decis dices contesta conteste contestas
		contestale responde responda respondes say tell answer diz dizer responder`,
	orderType: `pongo puse meto doy damos pon ponga pones ponemos poner ponle ponele pongan mete meta metes meter escribe escriba escribes escribi escribir
		teclea teclee teclear introduce introduzca ingresa ingrese type enter put coloca coloque colocar digita digite usa use`,
	orderTo: "them him her le les just simply y and solo entonces then hoy today hoje it que which",
	orderIs: "es is era was seria foi e sigue still",
}))

func orderOf(word string) order {
	o, _ := orderLexicon.get(word)
	return o
}

// askers ask for a password.
var askers = setOf(`pide pida piden pidan pedir pedira pediran pides preguntan pregunta pregunte pregunten preguntar preguntas solicita solicitan solicite exige asks ask asking
	wants want needs require requires request requests pongas pede pedem pedirem perguntam perguntarem perguntar pregunto pidio`)

// instructed recognises the password that somebody is told to say or to type where it is asked for: "si te preguntan la
// contraseña contesta abuelo Tomás", "te pide clave, pon Manzana verde 12". Its name stands from pos to end.
func (f *Finder) instructed(pos, end int) (got Span) {
	i, loose := f.orderedAt(end)
	if i == end && !f.shoutedAt(end) {
		return got
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	asked, said := b.asks()
	if said {
		got = f.shouted(end)
	}
	if got.Kind != "" || i == end || !said && (!asked || loose) {
		return got
	}
	return f.tell(i)
}

// orderedAt returns where the words begin that somebody is told to say or to type after a name that ends at end, which they
// follow with no other words between than such as tell of the name, or end; loose tells that only an is leads to them, and nothing
// tells that the name is one of a word to say.
func (f *Finder) orderedAt(end int) (i int, loose bool) {
	if f.at(end) == ':' && f.at(end+1) == ' ' {
		return end + len(": "), true
	}
	if i, loose = end, true; f.at(end) != ' ' && f.at(end+1) != ' ' {
		return end, false
	}
	for range maxBehind {
		comma := f.at(i) == ',' || f.at(i) == ';'
		i = f.pastMarks(i, " ,;")
		to := f.lettersEnd(i)
		if f.follows(i, "it's ") {
			return i + len("it's "), loose
		}
		if to == i || f.at(to) == 0 || strings.IndexByte(" ,;:", f.at(to)) < 0 {
			break
		}
		word := f.text[i:to]
		r, _ := roleLexicon.get(word)
		loose = loose && r&(roleSpoken|roleOccasion) == 0
		i = to
		if r&roleLink != 0 && !comma {
			continue
		}
		switch o := orderOf(word); {
		case o&(orderSay|orderType) != 0:
			return f.toldStart(to), false
		case o&orderIs != 0:
			return f.toldStart(to), loose
		case o&orderTo == 0 && (comma || r&(roleSpoken|roleOccasion) == 0):
			return end, false
		}
	}
	return end, false
}

// asks reports a verb of asking for the password before its name, and one of saying it.
func (b backward) asks() (asked, said bool) {
	for n := range maxStrange {
		word := b.word()
		if word == "" || b.broke {
			break
		}
		said = said || n < 4 && orderOf(word)&orderSay != 0
		asked = asked || inSet(askers, word)
	}
	return asked, said && !asked
}

// toldStart goes past those that a verb, which ends at i, is said to.
func (f *Finder) toldStart(i int) int {
	i = f.blanks(i, 1)
	for range 2 {
		if to := f.lettersEnd(i); orderOf(f.text[i:to])&orderTo != 0 {
			i = f.blanks(to, 1)
		}
	}
	i, _ = f.connector(i)
	return i
}

// tell takes the plain words at i for a password.
func (f *Finder) tell(i int) (got Span) {
	if end := f.saidWords(i); end > 0 {
		return Span{TypeSecret, i, end}
	}
	return got
}

// shoutedAt reports a capital or a quote after a name that ends at end.
func (f *Finder) shoutedAt(end int) bool {
	c := f.at(f.blanks(end, 1))
	return isUpper(c) || c == '"' || c >= 0x80
}

// shouted recognises the word in capitals or in quotes after a name that ends at end: "diga la contraseña NARANJO al vigilante".
func (f *Finder) shouted(end int) (got Span) {
	i, _ := f.connector(end)
	if to := f.quoted(i); to > 0 {
		return Span{TypeSecret, i, to}
	}
	to := f.lettersEnd(i)
	if to-i <= minSaidWord || inSet(noValues, f.text[i:to]) || inSet(unsaid, f.text[i:to]) {
		return got
	}
	for j := i; j < to; j++ {
		if f.text[j] >= 'a' && f.text[j] <= 'z' {
			return got
		}
	}
	return Span{TypeSecret, i, to}
}
