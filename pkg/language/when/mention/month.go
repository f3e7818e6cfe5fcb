package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// partOfMonth reads "a principios de mes", "mediados de enero", "a fin de mes", "late November", "the end of next month".
func (s *Scan) partOfMonth(i int) (Range, int) {
	at := i + 1
	if s.Is(at, "de", "of", "do", "del") {
		at++
	}
	if s.Is(at, "the", "el") {
		at++
	}
	if at == i+1 && !s.Is(i, "early", "mid", "late") || s.Class(at) != lex.Month && s.Class(at) != lex.Months && !s.Later(at) && s.Class(at) != lex.This {
		return Range{}, i
	}
	first, last := 0, 0
	switch {
	case s.Is(i, "principio", "principios", "inicio", "inicios", "comienzo", "comienzos", "beginning", "start", "early", "comeco"):
		first, last = 1, 10
	case s.Is(i, "mediados", "mediado", "middle", "mid", "meados"):
		first, last = 11, 20
	case s.Is(i, "fin", "fines", "final", "finales", "end", "late", "fim"):
		first, last = 21, 31
	default:
		return Range{}, i
	}
	month, to, ok := s.monthAt(at, last)
	if !ok {
		return Range{}, i
	}
	r := Range{Set: true, First: month.Plus(first - 1), Last: month.Plus(min(last, month.MonthDays()) - 1)}
	if r.First.Before(s.Today) && !r.Last.Before(s.Today) {
		r.First = s.Today
	}
	return r, to
}

// restOf reads "lo que queda de la semana", "the rest of the month", from the word before the week.
func (s *Scan) restOf(i int) (Range, int) {
	if !s.Of(i, lex.From) || !s.Is(i-1, "resto", "resta", "queda", "falta", "rest") {
		return Range{}, i
	}
	at := i + 1
	for s.Is(at, "la", "the", "esta", "este", "this") {
		at++
	}
	switch {
	case s.Coming(at+1) > 0:
	case s.Class(at) == lex.Week:
		return Range{Set: true, First: s.Today, Last: s.Today.Monday().Plus(6)}, at + 1
	case s.Class(at) == lex.Months:
		return Range{Set: true, First: s.Today, Last: s.Today.MonthEnd(), Month: true}, at + 1
	}
	return Range{}, i
}

// bareMonth reads "¿enero tienen algo?", "diciembre ya está lleno?": a month that begins its clause, and is nobody's name.
func (s *Scan) bareMonth(i int) bool {
	if s.Class(i) != lex.Month || s.Is(i, "may", "march", "marco", "mar", "ago", "sep", "set", "dec") || i > 0 && s.Token(i-1).Kind != language.Mark && !s.Is(i-1, "y", "o", "mejor", "todo", "whole", "all") || s.Capital(i+1) {
		return false
	}
	return s.Is(i+1, "tienen", "tienes", "tiene", "hay", "ya", "esta", "tem", "tendran", "habra", "estara") || s.Is(i-1, "todo", "whole", "all") && s.Ends(i+1)
}

// monthAt reads the month that a part is of, as its first day; "mes" alone is the one whose part up to day last is not over.
func (s *Scan) monthAt(i, last int) (first calendar.Day, to int, ok bool) {
	this := s.Today.Plus(1 - s.Today.Day())
	if s.Class(i) == lex.Month {
		m := s.monthNamed(int(s.Tokens[i].Lex.N)).Last
		return calendar.Date(m.Year(), m.Month(), 1), i + 1, true
	}
	if r, to := s.month(i); r.Set {
		return r.Last.Plus(1 - r.Last.Day()), to, true
	}
	if s.Class(i) != lex.Months {
		return this, i, false
	}
	if s.Today.Day() > last {
		this = this.PlusMonths(1)
	}
	return this, i + 1, true
}

// bareSpan reads days from one to another without a word before them: "lunes a viernes", "3 al 7 de diciembre", "Dec 3-7".
func (s *Scan) bareSpan(i int) (Range, int) {
	switch s.Class(i) {
	case lex.Weekday, lex.ShortDay, lex.Feira:
		first, at := s.weekdayName(i)
		if first == 0 || !s.Is(at, "a", "through", "thru", "to", "-", "ate", "hasta") {
			return Range{}, i
		}
		last, to := s.weekdayName(at + 1)
		if last == 0 {
			return Range{}, i
		}
		from := s.Today.Next(first)
		return Range{Set: true, First: from, Last: from.Next(last)}, to
	case lex.Month:
		a, at, ok := s.dayOfMonth(i + 1)
		if !ok || !s.Is(at, "to", "-", "al", "through", "thru") {
			return Range{}, i
		}
		b, to, ok := s.dayOfMonth(at + 1)
		return s.daysOfMonth(int(s.Tokens[i].Lex.N), a, b, ok), to
	}
	a, at, ok := s.dayOfMonth(i)
	if !ok || !s.Is(at, "al", "a", "-", "to", "ao") {
		return Range{}, i
	}
	b, to, ok := s.dayOfMonth(at + 1)
	if !ok || !s.Is(to, "de", "of") || s.Class(to+1) != lex.Month {
		return Range{}, i
	}
	return s.daysOfMonth(int(s.Tokens[to+1].Lex.N), a, b, true), to + 2
}

// daysOfMonth is the range of days a to b of the coming month m.
func (s *Scan) daysOfMonth(m, a, b int, ok bool) Range {
	last, found := s.Today.NextYearly(m, b)
	if !ok || !found {
		return Range{}
	}
	first, real := calendar.Real(last.Year(), m, a)
	return Range{Set: real && first.Before(last), First: first, Last: last}
}

// monthSpan reads "June 8-12", "January 5 to 9".
func (s *Scan) monthSpan(i int) (Range, int) {
	if s.Class(i) != lex.Month {
		return Range{}, i
	}
	first, to := s.monthNameDay(i)
	if !first.Set || !s.Is(to, "-", "–", "to", "through", "thru") {
		return Range{}, i
	}
	n, end, ok := s.ledDay(to+1, true)
	last, real := calendar.Real(first.Date.Year(), first.Date.Month(), n)
	return Range{Set: ok && real && first.Date.Before(last), First: first.Date, Last: last}, end
}

// weekOfMonth reads "la primera semana de diciembre", "the last week of January".
func (s *Scan) weekOfMonth(i int) (Range, int) {
	if s.Class(i+1) != lex.Week && !s.Is(i+1, "quincena", "quinzena") {
		return Range{}, i
	}
	at := i + 3 + Bit(s.Is(i+3, "the", "el", "este"))
	fortnight := s.Is(i+1, "quincena", "quinzena")
	if !s.Is(i+2, "de", "of", "do", "del") || s.Class(at) != lex.Month && s.Class(at) != lex.Months {
		return Range{}, i
	}
	n := int(s.Tokens[i].Lex.N)
	first, to, ok := s.monthAt(at, 31)
	if !ok {
		return Range{}, i
	}
	month := first.MonthEnd()
	switch {
	case fortnight && s.Is(i, "segunda", "ultima"):
		return Range{Set: true, First: first.Plus(15), Last: month}, to
	case fortnight:
		return Range{Set: s.Class(i) == lex.Ordinal, First: first, Last: first.Plus(14)}, to
	case s.Is(i, "ultima", "last"):
		return Range{Set: true, First: month.Plus(-6), Last: month}, to
	case s.Is(i, "segunda"):
		n = 2
	case s.Class(i) != lex.Ordinal || n > 4:
		return Range{}, i
	}
	first = first.Plus(7 * (n - 1))
	return Range{Set: true, First: first, Last: first.Plus(6)}, to
}
