package when

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/when/mention"
)

// origin reports whether a is where something is moved from. rest are the atoms after it; originDay tells that the day just
// before it was an origin too, so that its hour belongs to it when another day follows.
func (s scan) origin(a *mention.Atom, from int, rest []mention.Atom, originDay bool) bool {
	if a.Clock.Target {
		return false
	}
	if !s.Moves && !originDay && len(rest) == 0 {
		return false
	}
	visit := s.visitOf(a.From, from)
	target, moved := false, false
	verb := s.Token(a.From-1).Lex.Moves || s.Is(a.From-1, "el", "la", "my", "the", "las", "mi", "o", "a") && s.Token(a.From-2).Lex.Moves
	for i := range rest {
		target = target || rest[i].Day.Set && a.Day.Set || rest[i].Clock.Set && a.Clock.Set || rest[i].Day.Set && originDay
		moved = moved || (visit || verb) && fieldsOf(&rest[i])&fieldsOf(a) != 0 && s.leadsTo(rest[i].From)
	}
	if target && s.In(a.To, lex.Cancels) && (visit || s.Is(a.From-1, "del", "da", "do")) {
		return true // "lo del sábado cancélalo, vamos el domingo"
	}
	if !s.Moves && !moved && !originDay {
		return false
	}
	if originDay && a.Clock.Set && target && s.adjoins(from, a.From) {
		return true
	}
	if target && s.booked(a.From, from) {
		return true
	}
	if verb && moved {
		return true // "push Thursday to Friday"
	}
	if s.leadsTo(a.From) {
		return false
	}
	if visit || s.Is(a.From, "del", "de", "from", "do", "da") || s.Is(a.From-1, "del", "from", "de", "do", "da", "my", "mi") || s.Is(a.From-2, "del", "de", "from") && s.Is(a.From-1, "el", "la", "the", "este") {
		return true
	}
	return false
}

// movedTo reports whether the words from from to at move what was named before them: "me surgió algo el martes, lo movemos al jueves".
func (s scan) movedTo(from, at int) bool {
	for k := from; k < at; k++ {
		if s.Token(k).Lex.Moves || s.Is(k, "la", "lo") && s.Is(k+1, "quiero", "necesito", "queremos", "quisiera", "ponemos", "podemos", "pasamos", "pasan", "pasas", "dejamos") {
			return s.leadsTo(at)
		}
	}
	return false
}

// theOther reads "este viernes no, el otro": the weekday a week on.
func (s scan) theOther(a *mention.Atom, from int) bool {
	k := a.To
	if !s.MayRefuse() {
		return false
	}
	if a.Span.Set && !a.Span.Month && s.Negation(k) && s.otherOne(k+1+mention.Bit(s.Is(k+1, ","))) {
		a.Span.First, a.Span.Last = a.Span.First.Plus(7), a.Span.Last.Plus(7)
		return true
	}
	if a.Day.Weekday > 0 && s.notThis(k) {
		a.Day.Date, a.Day.Weekday = a.Day.Date.Plus(7), 0
		return true
	}
	if a.Day.Weekday == 0 && !a.Day.InWeek || !s.Negation(k) && !s.refusedBefore(a.From, from) {
		return false
	}
	if s.Negation(k) {
		k++
	}
	for s.Is(k, ",", "mejor", "sino", "si") {
		k++
	}
	if s.Is(k, "el") && s.Is(k+1, "de") && s.Is(k+2, "la") {
		k += 2 // "el de la siguiente"
	}
	if s.Run(k, "the", "one", "after") {
		a.Day.Date, a.Day.Weekday = a.Day.Date.Plus(7), 0
		return true
	}
	if k >= len(s.Tokens) || !s.Is(k, "el", "o", "the", "la") && !s.otherOne(k) || !s.Later(k+1) && s.Coming(k+1) == 0 || s.Class(k+2) == lex.Week {
		return false
	}
	a.Day.Date, a.Day.Weekday = a.Day.Date.Plus(7), 0
	return true
}

// otherOne reads "el otro", "no outro", "the next one", said of a week or a weekend.
func (s scan) otherOne(k int) bool {
	k += mention.Bit(s.Is(k, "mejor", "sino", "si"))
	return (s.Is(k, "el", "la", "o", "the", "na") || s.Is(k, "a", "no") && s.Is(k+1, "outra", "outro")) && s.Later(k+1) && s.Class(k+2) != lex.Week
}

// notThis reads ", no este", "no el que viene", "not this one" after a weekday.
func (s scan) notThis(k int) bool {
	k += mention.Bit(s.Is(k, ",", "(", "pero", "but"))
	k += mention.Bit(s.Is(k, "pero", "but"))
	if !s.Negation(k) && !s.Is(k, "not") {
		return false
	}
	switch {
	case s.Class(k+1) == lex.This:
		return s.Ends(k+2) || s.Is(k+2, "que", "one", "proximo", "coming", "no", "week", "sino", "el") || s.Class(k+2) == lex.Week
	case s.Is(k+1, "el", "the", "o", "a", "la"):
		return s.Coming(k+2) > 0 && s.Class(s.Coming(k+2)) != lex.Weekday || s.Is(k+2, "coming", "de") && s.Class(k+3) == lex.This
	}
	return false
}

// leadsTo reports whether a word before or at i says where something is moved to.
func (s scan) leadsTo(i int) bool {
	i -= mention.Bit(s.Is(i-1, "following"))
	if s.Said&lex.Gives != 0 && s.given(i) {
		return true
	}
	return s.Is(i-1, "al", "para", "to", "a", "hacia", "pro", "pal", "pa", "pra", "ao", "pelo", "pela") || s.Is(i, "pelo", "pela") || s.Is(i-1, "el") && s.Is(i-2, "por") || s.Is(i, "del", "de") && s.Is(i-1, "la", "el") && s.Is(i-2, "por") || s.Is(i, "al", "a", "para", "at", "pa", "as", "to", "pro", "pal", "pra", "ao") ||
		s.Is(i-1, "el", "la", "las", "o", "as", "the") && s.Is(i-2, "para", "pa", "pra", "a", "to")
}

// given reports whether somebody is asked to give what stands at i: "dame el viernes", "e me dá sexta".
func (s scan) given(i int) bool {
	for k := i - 1; k >= max(0, i-7) && s.Tokens[k].Kind != language.Mark; k-- {
		if s.Gives(k) {
			return true
		}
	}
	return false
}

// visitOf reports whether the words before at name something booked then: "la cita del", "mi hora de las".
func (s scan) visitOf(at, from int) bool {
	k := at - 1
	if s.Is(at, "de", "del", "do", "da") {
		k = at
	}
	for k > from && s.Is(k, "el", "la", "las", "este", "the") {
		k--
	}
	return k > from && s.Is(k, "del", "de", "do", "da", "from") && s.In(k-1, lex.Visit) && !s.Is(k-1, "lugar")
}

// adjoins reports whether only small words stand between two atoms.
func (s scan) adjoins(from, to int) bool {
	for k := from; k < to; k++ {
		if !s.In(k, lex.Small) {
			return false
		}
	}
	return true
}

// booked reports whether the words before at say that this is already booked: "tengo cita el martes".
func (s scan) booked(at, from int) bool {
	for k := max(from, at-8); k < at; k++ {
		if s.In(k, lex.Booked) && !s.Is(k+1, "que", "to") || s.Is(k, "es", "e") && s.In(k-1, lex.Visit) {
			return true
		}
	}
	return false
}

// sideOf reports whether only days before a are asked for (-1) or only days after it (1): "antes del viernes", "after Christmas".
func (s scan) sideOf(a *mention.Atom, from int) int8 {
	if !a.Day.Set || a.Clock.Set || s.Said&lex.Sides == 0 {
		return 0
	}
	k := a.From - 1
	of := s.Is(a.From, "del", "de")
	for k >= from && s.Is(k, "el", "la", "del", "de", "the", "dia", "do", "da", "of") {
		of = of || s.Is(k, "del", "de", "do", "da")
		k--
	}
	switch {
	case k < from || s.Is(k-1, "no", "not", "day", "dia", "nao"):
	case s.Is(k, "antes") && of, s.Is(k, "before"):
		return -1
	case s.Is(k, "despues", "luego", "depois") && of, s.Is(k, "pasando", "apos"), s.Is(k, "after") && !a.Day.Today && a.Day.Date != s.Today.Plus(1), s.Is(k, "pasado") && s.Is(k+1, "el"):
		return 1
	}
	return 0
}

// beyond puts a day on the side that was told before it: "después de navidad, el 28".
func (s scan) beyond(c *choice, d *mention.Day) {
	if !c.day.Set || c.day.Side == 0 {
		return
	}
	edge := c.day.Date
	switch {
	case d.Number > 0 && c.day.Side > 0:
		d.Date, _ = edge.NextDayOfMonth(d.Number)
	case d.Number > 0:
		last, ok := calendar.Real(edge.Year(), edge.Month(), d.Number)
		if ok && last.Before(edge) && !last.Before(s.Today) {
			d.Date = last
		}
	case d.Weekday > 0 && c.day.Side > 0:
		d.Date = edge.Next(d.Weekday)
	}
}
