package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// partOfMonth reads "a principios de mes", "mediados de enero", "a fin de mes", "late November", "the end of next month".
func (s *scan) partOfMonth(i int) (dayRange, int) {
	if !s.of(i, lex.MonthPart) {
		return dayRange{}, i
	}
	at := i + 1
	if s.is(at, "de", "of", "do", "del") {
		at++
	}
	if s.is(at, "the", "el") {
		at++
	}
	if at == i+1 && !s.is(i, "early", "mid", "late") || s.class(at) != lex.Month && s.class(at) != lex.Months && !s.later(at) && s.class(at) != lex.This {
		return dayRange{}, i
	}
	first, last := 0, 0
	switch {
	case s.is(i, "principio", "principios", "inicio", "inicios", "comienzo", "comienzos", "beginning", "start", "early", "comeco"):
		first, last = 1, 10
	case s.is(i, "mediados", "mediado", "middle", "mid", "meados"):
		first, last = 11, 20
	case s.is(i, "fin", "fines", "final", "finales", "end", "late", "fim"):
		first, last = 21, 31
	default:
		return dayRange{}, i
	}
	month, to, ok := s.monthAt(at, last)
	if !ok {
		return dayRange{}, i
	}
	r := dayRange{set: true, first: month.Plus(first - 1), last: month.Plus(min(last, month.MonthDays()) - 1)}
	if r.first.Before(s.today) && !r.last.Before(s.today) {
		r.first = s.today
	}
	return r, to
}

// restOf reads "lo que queda de la semana", "the rest of the month", from the word before the week.
func (s *scan) restOf(i int) (dayRange, int) {
	if !s.of(i, lex.From) || !s.is(i-1, "resto", "resta", "queda", "falta", "rest") {
		return dayRange{}, i
	}
	at := i + 1
	for s.is(at, "la", "the", "esta", "este", "this") {
		at++
	}
	switch {
	case s.coming(at+1) > 0:
	case s.class(at) == lex.Week:
		return dayRange{set: true, first: s.today, last: s.today.Monday().Plus(6)}, at + 1
	case s.class(at) == lex.Months:
		return dayRange{set: true, first: s.today, last: s.today.MonthEnd(), month: true}, at + 1
	}
	return dayRange{}, i
}

// bareMonth reads "¿enero tienen algo?", "diciembre ya está lleno?": a month that begins its clause, and is nobody's name.
func (s *scan) bareMonth(i int) bool {
	if s.class(i) != lex.Month || s.is(i, "may", "march", "marco", "mar", "ago", "sep", "set", "dec") || i > 0 && s.token(i-1).Kind != Mark && !s.is(i-1, "y", "o", "mejor", "todo", "whole", "all") || s.capital(i+1) {
		return false
	}
	return s.is(i+1, "tienen", "tienes", "tiene", "hay", "ya", "esta", "tem", "tendran", "habra", "estara") || s.is(i-1, "todo", "whole", "all") && s.ends(i+1)
}

// monthAt reads the month that a part is of, as its first day; "mes" alone is the one whose part up to day last is not over.
func (s *scan) monthAt(i, last int) (first calendar.Day, to int, ok bool) {
	this := s.today.Plus(1 - s.today.Day())
	if s.class(i) == lex.Month {
		m := s.monthNamed(int(s.Tokens[i].lex.N)).last
		return calendar.Date(m.Year(), m.Month(), 1), i + 1, true
	}
	if r, to := s.month(i); r.set {
		return r.last.Plus(1 - r.last.Day()), to, true
	}
	if s.class(i) != lex.Months {
		return this, i, false
	}
	if s.today.Day() > last {
		this = this.PlusMonths(1)
	}
	return this, i + 1, true
}

// bareSpan reads days from one to another without a word before them: "lunes a viernes", "3 al 7 de diciembre", "Dec 3-7".
func (s *scan) bareSpan(i int) (dayRange, int) {
	switch s.class(i) {
	case lex.Weekday, lex.ShortDay, lex.Feira:
		first, at := s.weekdayName(i)
		if first == 0 || !s.is(at, "a", "through", "thru", "to", "-", "ate", "hasta") {
			return dayRange{}, i
		}
		last, to := s.weekdayName(at + 1)
		if last == 0 {
			return dayRange{}, i
		}
		from := s.today.Next(first)
		return dayRange{set: true, first: from, last: from.Next(last)}, to
	case lex.Month:
		a, at, ok := s.dayOfMonth(i + 1)
		if !ok || !s.is(at, "to", "-", "al", "through", "thru") {
			return dayRange{}, i
		}
		b, to, ok := s.dayOfMonth(at + 1)
		return s.daysOfMonth(int(s.Tokens[i].lex.N), a, b, ok), to
	}
	a, at, ok := s.dayOfMonth(i)
	if !ok || !s.is(at, "al", "a", "-", "to", "ao") {
		return dayRange{}, i
	}
	b, to, ok := s.dayOfMonth(at + 1)
	if !ok || !s.is(to, "de", "of") || s.class(to+1) != lex.Month {
		return dayRange{}, i
	}
	return s.daysOfMonth(int(s.Tokens[to+1].lex.N), a, b, true), to + 2
}

// daysOfMonth is the range of days a to b of the coming month m.
func (s *scan) daysOfMonth(m, a, b int, ok bool) dayRange {
	last, found := s.today.NextYearly(m, b)
	if !ok || !found {
		return dayRange{}
	}
	first, real := calendar.Real(last.Year(), m, a)
	return dayRange{set: real && first.Before(last), first: first, last: last}
}

// monthSpan reads "June 8-12", "January 5 to 9".
func (s *scan) monthSpan(i int) (dayRange, int) {
	if s.class(i) != lex.Month {
		return dayRange{}, i
	}
	first, to := s.monthNameDay(i)
	if !first.set || !s.is(to, "-", "–", "to", "through", "thru") {
		return dayRange{}, i
	}
	n, end, ok := s.ledDay(to+1, true)
	last, real := calendar.Real(first.date.Year(), first.date.Month(), n)
	return dayRange{set: ok && real && first.date.Before(last), first: first.date, last: last}, end
}

// weekOfMonth reads "la primera semana de diciembre", "the last week of January".
func (s *scan) weekOfMonth(i int) (dayRange, int) {
	if s.class(i+1) != lex.Week && !s.is(i+1, "quincena", "quinzena") {
		return dayRange{}, i
	}
	at := i + 3 + bit(s.is(i+3, "the", "el", "este"))
	fortnight := s.is(i+1, "quincena", "quinzena")
	if !s.is(i+2, "de", "of", "do", "del") || s.class(at) != lex.Month && s.class(at) != lex.Months {
		return dayRange{}, i
	}
	n := int(s.Tokens[i].lex.N)
	first, to, ok := s.monthAt(at, 31)
	if !ok {
		return dayRange{}, i
	}
	month := first.MonthEnd()
	switch {
	case fortnight && s.is(i, "segunda", "ultima"):
		return dayRange{set: true, first: first.Plus(15), last: month}, to
	case fortnight:
		return dayRange{set: s.class(i) == lex.Ordinal, first: first, last: first.Plus(14)}, to
	case s.is(i, "ultima", "last"):
		return dayRange{set: true, first: month.Plus(-6), last: month}, to
	case s.is(i, "segunda"):
		n = 2
	case s.class(i) != lex.Ordinal || n > 4:
		return dayRange{}, i
	}
	first = first.Plus(7 * (n - 1))
	return dayRange{set: true, first: first, last: first.Plus(6)}, to
}
