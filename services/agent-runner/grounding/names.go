package grounding

import (
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/services/agent-runner/grounding/lists"
)

// ordinary are words that name nothing that a business sells; each stands there in one number and gender.
var ordinary = lists.Ordinary()

var (
	// capitals are words that are written with a capital and name nobody.
	capitals = listed("capitals")
	// titles stand before the name of a person who works there.
	titles = listed("titles")
	// places stand before the name of a branch.
	places = listed("places")
	// welcomes stand in sentences that name the business or the customer.
	welcomes = words("gracias thank thanks obrigado obrigada bienvenido bienvenida bienvenidos welcome vindo vinda nombre nome equipo")
	// epithets are said of whom one is fond of, or sorry for.
	epithets = listed("epithets")
	// greetings stand before the name of the customer.
	greetings = listed("greetings")
	// selves stand before the assistant's or the business's own name, or the customer's.
	selves = listed("selves")
)

// proper checks the names of people, branches and things that a draft writes with a capital letter.
func (d *draft) proper() {
	for i := 0; i < len(d.Tokens); i++ {
		if !d.capital(i) {
			continue
		}
		to := d.runOf(i)
		from := i
		if d.opens(i) && !d.in(i, titles) {
			from = d.afterOpening(i, to)
		}
		switch {
		case from == to || d.inStreet(from):
		case to-i == 1 && len(d.at(i)) == 1: // "R$", an initial
		case to-from == 2 && d.mixed(from), !d.holdsRun(from, to) && !d.ownOrCustomers(from, to):
			d.claim(Name, from, to)
		}
		i = to - 1
	}
}

// inStreet reports whether token i is part of an address, which is checked as one.
func (d *draft) inStreet(i int) bool {
	for _, at := range d.streets {
		if i >= at.From && i < at.To {
			return true
		}
	}
	return false
}

// runOf is the end of a run of capitals, with the small words between them: "Lomo al Jugo de Res".
func (d *draft) runOf(i int) int {
	to := i + 1
	for at := to; at < len(d.Tokens) && !d.breaks(at); at++ {
		switch {
		case d.capital(at):
			to = at + 1
		case d.is(at, ".") && d.glued(at) && d.in(at-1, shortened):
		case !d.in(at, small), at-to > 1, d.is(at, "y", "e", "and", "o", "en", "con"):
			return to
		}
	}
	return to
}

// opens reports whether a sentence, a line or an item begins at token i, so that its capital says nothing.
func (d *draft) opens(i int) bool {
	for at := i - 1; ; at-- {
		switch {
		case at < 0, d.breaks(at + 1), d.endsSentence(at), d.endsTime(at):
			return true
		case d.Tokens[at].Kind == language.Word, d.is(at, ",", "/", "&", "-", "'", "’") && !d.bullet(at):
			return false
		case d.Tokens[at].Kind == language.Number:
			return d.listNumber(at)
		case !d.is(at, "(", "*", "_", "\"", "“", "«", "#", "."):
			return true
		case d.letters(at-1) && !d.breaks(at):
			return d.is(at, "(") || d.is(at, ".") && !d.in(at-1, shortened)
		}
	}
}

// endsTime reports whether token i ends "am", "p. m.", "h." after an hour: the word after it may begin a sentence.
func (p *piece) endsTime(i int) bool {
	if p.is(i, ".") {
		i--
	}
	if p.is(i, "m") && p.is(i-1, ".") {
		i--
	}
	if p.digits(i-1) > 0 && p.in(i, hours) {
		return true
	}
	return p.class(i) == lex.AmPm || p.is(i-1, "a", "p") && p.is(i, "m", ".")
}

// afterOpening is where a run that opens a sentence is a name for sure: a first word of it may be any.
func (d *draft) afterOpening(i, to int) int {
	if to-i == 1 {
		return to
	}
	at := i + 1
	for at < to && !d.capital(at) {
		at++
	}
	switch {
	case d.in(i, epithets), d.class(at) == lex.Weekday, d.is(to, "!") && to == i+2 && !d.known(i) && d.known(at):
		return at
	case at > i+1, d.in(at, capitals), d.in(i, ordinary), d.in(i, greetings), d.in(i, capitals), d.in(i, small), d.class(i) != lex.None:
		return at
	}
	return i
}

// holdsRun reports whether every word of a run is known, and those of a person's name as one name.
func (d *draft) holdsRun(from, to int) bool {
	names := 0
	for i := from; i < to; i++ {
		switch {
		case !d.capital(i), d.in(i, capitals), d.class(i) != lex.None, d.shouted(i):
		case d.known(i), d.holdsLink(d.at(i)):
			names++
		case d.in(i, ordinary) && !d.in(i-1, places):
		default:
			return false
		}
	}
	titled := d.in(from, titles) || d.in(from-1, titles) || d.is(from-1, ".") && d.in(from-2, titles)
	return !titled || names < 2 || d.stands(from, to) || d.standsIn(d.names, from, to)
}

// mixed reports whether two words stand in names of the evidence, and never in the same.
func (d *draft) mixed(i int) bool {
	a, b := worth{Name, 0, stem(d.at(i))}, worth{Name, 0, stem(d.at(i + 1))}
	var first, second bool
	for _, t := range d.tolds {
		if t.values[a] && t.values[b] {
			return false
		}
		first, second = first || t.values[a], second || t.values[b]
	}
	return first && second
}

// standsIn is stands for other evidence.
func (d *draft) standsIn(e *Evidence, from, to int) bool {
	if e == nil {
		return false
	}
	other := draft{Evidence: e, piece: d.piece}
	return other.stands(from, to)
}

// shouted reports whether token i is written in capitals alone.
func (d *draft) shouted(i int) bool {
	w := d.Raw[d.Tokens[i].Start:d.Tokens[i].End]
	return len(w) > 1 && strings.ToUpper(w) == w
}

// ownOrCustomers reports whether a run from i is the name of who speaks or is spoken to.
func (d *draft) ownOrCustomers(i, to int) bool {
	titled := d.in(i, titles)
	before := i - 1
	for before >= 0 && (d.is(before, ",", "*", "¡", "!", ":", "\"") || d.in(before, small) && !d.is(before, "con", "with", "com")) {
		before--
	}
	last := !d.letters(to) && d.digits(to) == 0
	switch {
	case d.in(before, greetings) && last && to-i <= 3:
		return true
	case titled || d.in(i-1, places):
		return false
	case d.in(before, selves), d.opens(i) && d.is(to, ",") && to-i <= 2:
		return true
	case d.is(i-1, ",") && last && to-i <= 2 && !d.is(to, ","):
		return true
	}
	from, _ := d.sentence(i)
	for at := from; at < i; at++ {
		if d.in(at, welcomes) {
			return true
		}
	}
	ours := d.in(i-1, titles) || d.in(i-1, ordinary)
	return !ours && d.is(i-2, "tu", "su", "seu", "sua", "your") // "tu perrito Toby"
}
