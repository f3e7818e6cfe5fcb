package grounding

import "github.com/recado/recado/pkg/language/lex"

// unit is what a quantity counts, with how many of the smallest of its kind one is.
type unit struct {
	kind string // time, months, length, weight, volume, or pieces
	of   int64
}

// units are the units that numbers are said with; all else that is counted is pieces.
var units = unitsOf(map[unit]string{
	{"time", 1}: "minuto minutos minute minutes min mins minutinhos", {"time", 60}: "hora horas hour hours hr hrs h hs horitas",
	{"time", day}: "dia dias day days", {"time", 7 * day}: "semana semanas week weeks", {"time", 0}: "segundo segundos second seconds seg",
	{"months", 1}: "mes meses month months", {"months", 12}: "ano anos year years", {"months", 6}: "semestre semestres",
	{"length", 1}: "m metro metros meters", {"length", 1000}: "km kilometro kilometros quilometros kilometers",
	{"length", 1600}: "millas miles milla",
	{"blocks", 1}:    "cuadra cuadras blocks quadras quadra quarteiroes quarteirao manzanas",
	{"weight", 1}:    "g gr gramos gramas grams", {"weight", 1000}: "kg kilo kilos quilos quilo",
	{"mg", 1}: "mg miligramos", {"volume", 1}: "ml mililitros", {"volume", 1000}: "l litro litros liters litre",
})

func unitsOf(lists map[unit]string) map[string]unit {
	out := map[string]unit{}
	for u, list := range lists {
		for w := range words(list) {
			out[w] = u
		}
	}
	return out
}

// unit reads a unit at token i.
func (p *piece) unit(i int) (u unit, to int, ok bool) {
	u, ok = units[p.at(i)]
	return u, i + 1, ok && p.letters(i)
}

// readQuantity reads a number with its unit: "45 minutos", "una hora y media", "2 años", "media hora", "24h".
func readQuantity(p *piece, i int) (mention, int) {
	switch {
	case p.class(i) == lex.Half && p.class(i+1) == lex.Hour, p.is(i, "half") && p.class(i+2) == lex.Hour:
		to := i + 2
		if p.class(i+1) != lex.Hour {
			to++
		}
		return mention{kind: Quantity, from: i, value: 30, alt: -1, unit: unit{"time", 1}}, to
	case p.is(i, "hora") && p.is(i+1, "y", "e") && p.class(i+2) == lex.Half:
		return mention{kind: Quantity, from: i, value: 90, alt: -1, unit: unit{"time", 1}}, i + 3
	case p.is(i, "cuarto", "quarter") && p.is(i+1, "de", "of") && p.class(i+2) == lex.Hour:
		return mention{kind: Quantity, from: i, value: 15, alt: -1, unit: unit{"time", 1}}, i + 3
	}
	v, to, inWords := p.number(i)
	if to == i {
		if !p.is(i, "a", "an") || p.class(i+1) != lex.Hour {
			return mention{}, i
		}
		v, to = 100, i+1
	}
	if p.is(to, "-") && p.glued(to) && p.letters(to+1) { // "45-minute"
		to++
	}
	if p.is(to, "and") && p.is(to+1, "a") && p.is(to+2, "half") { // "one and a half hours"
		v, to = v+50, to+3
	}
	u, end, ok := p.unit(to)
	if !ok || u.of == 0 || p.is(to, "m", "l", "g", "h") && inWords {
		return mention{}, i
	}
	m := mention{kind: Quantity, from: i, value: v * u.of / 100, alt: -1, unit: unit{u.kind, 1}, word: inWords}
	return m, p.more(&m, u, end)
}

// more reads what a quantity goes on with: "y media", "30 min", "and a half".
func (p *piece) more(m *mention, u unit, to int) int {
	if u.kind != "time" && u.kind != "months" {
		return to
	}
	at := to
	if p.is(at, "y", "e", "and", "con", "com") {
		at++
	}
	switch {
	case at > to && p.class(at) == lex.Half, at > to && p.is(at, "medio", "meio"):
		m.value += u.of / 2
		return at + 1
	case at > to && p.is(at, "a") && p.is(at+1, "half"):
		m.value += u.of / 2
		return at + 2
	case at > to && p.class(at) == lex.Quarter:
		m.value += u.of / 4
		return at + 1
	case at > to && p.is(at, "a") && p.is(at+1, "quarter"):
		m.value += u.of / 4
		return at + 2
	}
	v, end, _ := p.number(at)
	if end == at {
		return to
	}
	if less, after, ok := p.unit(end); ok && less.kind == u.kind && less.of > 0 && less.of < u.of {
		m.value += v * less.of / 100
		return after
	}
	joined := at > to || p.is(to-1, "h", "hr", "hrs") // "1 h 15"
	if minutes := u.of == 60 && joined && p.digits(at) == 2; minutes && v < 60_00 && p.standsAlone(end) {
		m.value += v / 100
		return end
	}
	return to
}
