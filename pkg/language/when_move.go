package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// origin tells whether a is where something is moved from. rest are the atoms after it; originDay tells that the day just
// before it was an origin too, so that its hour belongs to it when another day follows.
func (s chooserScan) origin(a *atom, from int, rest []atom, originDay bool) bool {
	if a.clock.target {
		return false
	}
	if !s.moves && !originDay && len(rest) == 0 {
		return false
	}
	visit := s.visitOf(a.from, from)
	target, moved := false, false
	verb := s.token(a.from-1).lex.Moves || s.is(a.from-1, "el", "la", "my", "the", "las", "mi", "o", "a") && s.token(a.from-2).lex.Moves
	for i := range rest {
		target = target || rest[i].day.set && a.day.set || rest[i].clock.set && a.clock.set || rest[i].day.set && originDay
		moved = moved || (visit || verb) && fieldsOf(&rest[i])&fieldsOf(a) != 0 && s.leadsTo(rest[i].from)
	}
	if target && s.in(a.to, lex.Cancels) && (visit || s.is(a.from-1, "del", "da", "do")) {
		return true // "lo del sábado cancélalo, vamos el domingo"
	}
	if !s.moves && !moved && !originDay {
		return false
	}
	if originDay && a.clock.set && target && s.adjoins(from, a.from) {
		return true
	}
	if target && s.booked(a.from, from) {
		return true
	}
	if verb && moved {
		return true // "push Thursday to Friday"
	}
	if s.leadsTo(a.from) {
		return false
	}
	if visit || s.is(a.from, "del", "de", "from", "do", "da") || s.is(a.from-1, "del", "from", "de", "do", "da", "my", "mi") || s.is(a.from-2, "del", "de", "from") && s.is(a.from-1, "el", "la", "the", "este") {
		return true
	}
	return false
}

// movedTo tells whether the words from from to at move what was named before them: "me surgió algo el martes, lo movemos al jueves".
func (s chooserScan) movedTo(from, at int) bool {
	for k := from; k < at; k++ {
		if s.token(k).lex.Moves || s.is(k, "la", "lo") && s.is(k+1, "quiero", "necesito", "queremos", "quisiera", "ponemos", "podemos", "pasamos", "pasan", "pasas", "dejamos") {
			return s.leadsTo(at)
		}
	}
	return false
}

// theOther reads "este viernes no, el otro": the weekday a week on.
func (s chooserScan) theOther(a *atom, from int) bool {
	k := a.to
	if !s.mayRefuse() {
		return false
	}
	if a.span.set && !a.span.month && s.negation(k) && s.otherOne(k+1+bit(s.is(k+1, ","))) {
		a.span.first, a.span.last = a.span.first.Plus(7), a.span.last.Plus(7)
		return true
	}
	if a.day.weekday > 0 && s.notThis(k) {
		a.day.date, a.day.weekday = a.day.date.Plus(7), 0
		return true
	}
	if a.day.weekday == 0 && !a.day.inWeek || !s.negation(k) && !s.refusedBefore(a.from, from) {
		return false
	}
	if s.negation(k) {
		k++
	}
	for s.is(k, ",", "mejor", "sino", "si") {
		k++
	}
	if s.is(k, "el") && s.is(k+1, "de") && s.is(k+2, "la") {
		k += 2 // "el de la siguiente"
	}
	if s.run(k, "the", "one", "after") {
		a.day.date, a.day.weekday = a.day.date.Plus(7), 0
		return true
	}
	if k >= len(s.Tokens) || !s.is(k, "el", "o", "the", "la") && !s.otherOne(k) || !s.later(k+1) && s.coming(k+1) == 0 || s.class(k+2) == lex.Week {
		return false
	}
	a.day.date, a.day.weekday = a.day.date.Plus(7), 0
	return true
}

// otherOne reads "el otro", "no outro", "the next one", said of a week or a weekend.
func (s chooserScan) otherOne(k int) bool {
	k += bit(s.is(k, "mejor", "sino", "si"))
	return (s.is(k, "el", "la", "o", "the", "na") || s.is(k, "a", "no") && s.is(k+1, "outra", "outro")) && s.later(k+1) && s.class(k+2) != lex.Week
}

// notThis reads ", no este", "no el que viene", "not this one" behind a weekday.
func (s chooserScan) notThis(k int) bool {
	k += bit(s.is(k, ",", "(", "pero", "but"))
	k += bit(s.is(k, "pero", "but"))
	if !s.negation(k) && !s.is(k, "not") {
		return false
	}
	switch {
	case s.class(k+1) == lex.This:
		return s.ends(k+2) || s.is(k+2, "que", "one", "proximo", "coming", "no", "week", "sino", "el") || s.class(k+2) == lex.Week
	case s.is(k+1, "el", "the", "o", "a", "la"):
		return s.coming(k+2) > 0 && s.class(s.coming(k+2)) != lex.Weekday || s.is(k+2, "coming", "de") && s.class(k+3) == lex.This
	}
	return false
}

// leadsTo tells whether a word before or at i says where something is moved to.
func (s chooserScan) leadsTo(i int) bool {
	i -= bit(s.is(i-1, "following"))
	if s.said&lex.Gives != 0 && s.given(i) {
		return true
	}
	return s.is(i-1, "al", "para", "to", "a", "hacia", "pro", "pal", "pa", "pra", "ao", "pelo", "pela") || s.is(i, "pelo", "pela") || s.is(i-1, "el") && s.is(i-2, "por") || s.is(i, "del", "de") && s.is(i-1, "la", "el") && s.is(i-2, "por") || s.is(i, "al", "a", "para", "at", "pa", "as", "to", "pro", "pal", "pra", "ao") ||
		s.is(i-1, "el", "la", "las", "o", "as", "the") && s.is(i-2, "para", "pa", "pra", "a", "to")
}

// given tells whether somebody is asked to give what stands at i: "dame el viernes", "e me dá sexta".
func (s chooserScan) given(i int) bool {
	for k := i - 1; k >= max(0, i-7) && s.Tokens[k].Kind != Mark; k-- {
		if s.gives(k) {
			return true
		}
	}
	return false
}

// visitOf tells whether the words before at name something booked then: "la cita del", "mi hora de las".
func (s chooserScan) visitOf(at, from int) bool {
	k := at - 1
	if s.is(at, "de", "del", "do", "da") {
		k = at
	}
	for k > from && s.is(k, "el", "la", "las", "este", "the") {
		k--
	}
	return k > from && s.is(k, "del", "de", "do", "da", "from") && s.in(k-1, lex.Visit) && !s.is(k-1, "lugar")
}

// adjoins tells whether only small words stand between two atoms.
func (s chooserScan) adjoins(from, to int) bool {
	for k := from; k < to; k++ {
		if !s.in(k, lex.Small) {
			return false
		}
	}
	return true
}

// booked tells whether the words before at say that this is already booked: "tengo cita el martes".
func (s chooserScan) booked(at, from int) bool {
	for k := max(from, at-8); k < at; k++ {
		if s.in(k, lex.Booked) && !s.is(k+1, "que", "to") || s.is(k, "es", "e") && s.in(k-1, lex.Visit) {
			return true
		}
	}
	return false
}

// sideOf tells whether only days before a are asked for (-1) or only days after it (1): "antes del viernes", "after Christmas".
func (s chooserScan) sideOf(a *atom, from int) int8 {
	if !a.day.set || a.clock.set || s.said&lex.Sides == 0 {
		return 0
	}
	k := a.from - 1
	of := s.is(a.from, "del", "de")
	for k >= from && s.is(k, "el", "la", "del", "de", "the", "dia", "do", "da", "of") {
		of = of || s.is(k, "del", "de", "do", "da")
		k--
	}
	switch {
	case k < from || s.is(k-1, "no", "not", "day", "dia", "nao"):
	case s.is(k, "antes") && of, s.is(k, "before"):
		return -1
	case s.is(k, "despues", "luego", "depois") && of, s.is(k, "pasando", "apos"), s.is(k, "after") && !a.day.today && a.day.date != s.today.Plus(1), s.is(k, "pasado") && s.is(k+1, "el"):
		return 1
	}
	return 0
}

// beyond puts a day on the side that was told before it: "después de navidad, el 28".
func (s chooserScan) beyond(c *choice, d *dayValue) {
	if !c.day.set || c.day.side == 0 {
		return
	}
	edge := c.day.date
	switch {
	case d.number > 0 && c.day.side > 0:
		d.date, _ = edge.NextDayOfMonth(d.number)
	case d.number > 0:
		last, ok := calendar.Real(edge.Year(), edge.Month(), d.number)
		if ok && last.Before(edge) && !last.Before(s.today) {
			d.date = last
		}
	case d.weekday > 0 && c.day.side > 0:
		d.date = edge.Next(d.weekday)
	}
}
