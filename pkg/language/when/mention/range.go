package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// rangeAt reads days without one day: a week, a weekend, a month, from a day to another.
func (s *Scan) rangeAt(i int) (Atom, bool) {
	if s.Token(i).Kind == language.Number || s.Class(i) == lex.Weekday {
		if s.Moves {
			return Atom{}, false
		}
		r, to := s.bareSpan(i)
		return Atom{To: to, Span: r}, r.Set
	}
	r, to := s.comesAfter(i)
	if !r.Set {
		r, to = s.weekend(i)
	}
	if !r.Set {
		r, to = s.restOf(i)
	}
	if !r.Set {
		r, to = s.week(i)
	}
	if !r.Set {
		r, to = s.month(i)
	}
	if !r.Set {
		r, to = s.weekOfMonth(i)
	}
	if !r.Set {
		r, to = s.partOfMonth(i)
	}
	if !r.Set {
		r, to = s.fromTo(i)
	}
	if !r.Set && !s.Moves {
		r, to = s.monthSpan(i)
	}
	if !r.Set && !s.Moves {
		r, to = s.bareSpan(i)
	}
	return Atom{To: to, Span: r}, r.Set
}

// week reads "esta semana", "la próxima semana", "la semana que viene", "next week".
func (s *Scan) week(i int) (Range, int) {
	switch {
	case s.Class(i) == lex.This && s.Class(i+1) == lex.Week, s.Is(i, "essa") && s.Is(i+1, "semana"):
		return s.weekAfter(0), i + 2
	case s.Is(i, "la") && s.Later(i+1) && s.endsClause(i+2) && s.nearWeek(i):
		return s.weekBehind(), i + 2
	case s.Is(i-1, "a") && s.Later(i) && s.endsClause(i+1) && s.nearWeek(i-1):
		return s.weekBehind(), i + 1 // "essa semana não, a outra"
	case s.Later(i) && s.Class(i+1) == lex.Week:
		return s.weekAfter(1), i + 2
	case s.Class(i) == lex.Week && s.Coming(i+1) > 0:
		r := s.weekAfter(1)
		r.follows = s.Is(i+1, "siguiente", "seguinte")
		return r, s.Coming(i + 1)
	case s.Is(i, "week") && s.Run(i+1, "after", "next"):
		return s.weekAfter(2), i + 3
	case s.Is(i, "week") && (s.Is(i-1, "following") || s.Is(i-1, "the") && s.Is(i+1, "after") && (s.Ends(i+2) || s.Is(i+2, "that"))):
		return s.weekBehind(), i + 1 + Bit(s.Is(i+1, "after"))
	case s.Class(i) == lex.Week && (s.Is(i+1, "after") || s.Is(i+1, "despues", "depois") && s.Is(i+2, "de", "del", "do", "da")):
		if a, ok := s.besideAnchor(i + 1 + Bit(!s.Is(i+1, "after"))); ok && !s.nested {
			first := a.Day.Date.Monday().Plus(7)
			return Range{Set: true, First: first, Last: first.Plus(6)}, a.To
		}
	case s.Class(i) == lex.Week && (s.Is(i+1, "del", "of", "do") || s.Is(i+1, "de", "da") && s.Opens(i+2)&lex.OpensFeast != 0 && s.Class(i+2) == lex.None):
		if d, to := s.dayAfterArticle(i + 1); d.Set {
			return Range{Set: true, First: d.Date.Monday(), Last: d.Date.Monday().Plus(6)}, to
		}
		if d, to := s.dayNumber(i + 1); d.Set { // "la semana del 30"
			return Range{Set: true, First: d.Date.Monday(), Last: d.Date.Monday().Plus(6)}, to
		}
	}
	return Range{}, i
}

// nearWeek reports whether a week was named before i, so that "la otra" is the other week.
func (s *Scan) nearWeek(i int) bool {
	for k := i - 1; k >= max(0, i-6); k-- {
		if s.Class(k) == lex.Week {
			return true
		}
	}
	return false
}

func (s *Scan) endsClause(i int) bool {
	return i >= len(s.Tokens) || s.Tokens[i].Kind == language.Mark || s.Is(i, "el", "por", "mejor", "si")
}

func (s *Scan) weekAfter(n int) Range {
	first := s.Today.Monday().Plus(7 * n)
	return Range{Set: true, First: first, Last: first.Plus(6)}
}

// Later reports whether the word at i puts what follows it one further: next, the other.
func (s *Scan) Later(i int) bool {
	return s.Class(i) == lex.Next || s.Class(i) == lex.Other && !s.Is(i-1, "any", "alguna", "cualquier")
}

// Coming reads "que viene", "próxima", "siguiente", "entrante" after a week or a month and returns the token after it, or 0.
func (s *Scan) Coming(i int) int {
	if s.Is(i, "que") && s.Is(i+1, "viene", "entra", "vem", "sigue") {
		return i + 2
	}
	if s.Class(i) == lex.Next {
		return i + 1
	}
	return 0
}

// weekend reads "este fin de semana", "el finde", "next weekend".
func (s *Scan) weekend(i int) (Range, int) {
	at, next := i, false
	if s.Class(at) == lex.This || s.Later(at) {
		next = s.Later(at)
		at++
	}
	switch {
	case s.Class(at) == lex.Weekend:
		at++
	case s.Is(at, "fin", "fim", "fines", "fins") && s.Is(at+1, "de") && s.Class(at+2) == lex.Week:
		at += 3
	default:
		return Range{}, i
	}
	if s.Is(at-1, "findes", "weekends", "semanas") || s.Is(i-1, "los", "todos", "every") || s.Is(i, "fines", "fins") {
		return Range{}, i
	}
	if to := s.Coming(at); to > 0 {
		next, at = true, to
	}
	if r, to := s.ofWeek(at); r.Set {
		return saturdayOf(r.First), to
	}
	r := saturdayOf(s.Today)
	if s.Today.Weekday() == 7 || s.Today.Weekday() == 6 {
		r.First = s.Today
		if next {
			r = saturdayOf(s.Today.Plus(7))
		}
	}
	return r, at
}

func saturdayOf(c calendar.Day) Range {
	return Range{Set: true, First: c.Monday().Plus(5), Last: c.Monday().Plus(6)}
}

// month reads "este mes", "el próximo mes", "el mes que viene", "en enero".
func (s *Scan) month(i int) (Range, int) {
	switch {
	case s.Class(i) == lex.This && s.Class(i+1) == lex.Months:
		return Range{Set: true, First: s.Today, Last: s.Today.MonthEnd(), Month: true}, i + 2
	case s.Later(i) && s.Class(i+1) == lex.Months:
		return s.nextMonth(), i + 2
	case s.Class(i) == lex.Months && s.Coming(i+1) > 0:
		return s.nextMonth(), s.Coming(i + 1)
	case s.bareMonth(i), s.Class(i) == lex.Month && s.Is(i+1, "availability", "appointment", "appointments", "appts", "openings", "opening", "slots", "dates"):
		return s.monthNamed(int(s.Tokens[i].Lex.N)), i + 1
	case s.Of(i, lex.MonthLead) && s.Class(i+1) == lex.Month:
		return s.wholeMonth(i)
	case s.Class(i) == lex.Months && s.Is(i, "mes") && s.Is(i+1, "de") && s.Class(i+2) == lex.Month && s.Digits(i+3) < 0:
		return s.monthNamed(int(s.Tokens[i+2].Lex.N)), i + 3
	}
	return Range{}, i
}

func (s *Scan) nextMonth() Range {
	next := s.Today.Plus(1 - s.Today.Day()).PlusMonths(1)
	return Range{Set: true, First: next, Last: next.MonthEnd(), Month: true}
}

// wholeMonth reads the name of a month after a preposition; a number beside it makes it a day, a second capital a person.
func (s *Scan) wholeMonth(i int) (Range, int) {
	if s.Digits(i+2) >= 0 || s.Class(i+2) == lex.Number || s.Capital(i+1) && s.Capital(i+2) {
		return Range{}, i
	}
	if s.Is(i, "in", "en", "para") && s.Is(i+1, "marco") {
		return Range{}, i
	}
	return s.monthNamed(int(s.Tokens[i+1].Lex.N)), i + 2
}

// monthNamed is the coming month m, what is left of it when it is this one.
func (s *Scan) monthNamed(m int) Range {
	year := s.Today.Year()
	if m < s.Today.Month() {
		year++
	}
	first := calendar.Date(year, m, 1)
	r := Range{Set: true, First: first, Last: first.MonthEnd(), Month: true}
	if r.First.Before(s.Today) {
		r.First = s.Today
	}
	return r
}

// fromTo reads "del 10 al 15 de enero", "de lunes a viernes", "entre el martes y el jueves", "from Monday to Friday".
// In a move ("cambiar del martes al jueves") these are an origin and a target, not a range.
func (s *Scan) fromTo(i int) (Range, int) {
	if s.Moves || !s.Of(i, lex.From) {
		return Range{}, i
	}
	if r, to := s.numbersFromTo(i); r.Set {
		return r, to
	}
	first, at := s.dayAfterArticle(i)
	if !first.Set || !s.Is(at, "a", "al", "y", "e", "ate", "hasta", "to", "and", "until", "through") {
		return Range{}, i
	}
	last, to := s.dayAfterArticle(at)
	if !last.Set {
		return Range{}, i
	}
	for last.Weekday > 0 && last.Date.Before(first.Date) {
		last.Date = last.Date.Plus(7)
	}
	return Range{Set: !last.Date.Before(first.Date), First: first.Date, Last: last.Date}, to
}

// numbersFromTo reads "del 10 al 15 [de enero]", where the month stands only at the end.
func (s *Scan) numbersFromTo(i int) (Range, int) {
	at := i + 1
	for s.Is(at, "el", "dia", "the") {
		at++
	}
	a, to, ok := s.ledDay(at, true)
	if !ok || s.scale(i) || s.ofTen(at) || !s.Is(to, "al", "a", "y", "to", "and", "hasta") || s.Is(i, "de") && !s.Is(to, "al") {
		return Range{}, i
	}
	for to++; s.Is(to, "el", "the"); {
		to++
	}
	if last, end := s.monthNameDay(to); last.Set {
		first, ok := calendar.Real(last.Date.Year(), last.Date.Month(), a)
		if a > last.Date.Day() { // "del 28 al 3 de enero"
			before := last.Date.PlusMonths(-1)
			first, ok = calendar.Real(before.Year(), before.Month(), a)
		}
		return Range{Set: ok && first.Before(last.Date), First: first, Last: last.Date}, end
	}
	b, end, ok := s.dayOfMonth(to)
	if !ok || !s.Is(i, "del") && !s.Is(i+1, "el", "the") {
		return Range{}, i
	}
	last, found := s.Today.NextDayOfMonth(b)
	first, real := calendar.Real(last.Year(), last.Month(), a)
	if a > b && found { // "del 24 al 2"
		first, real = s.Today.NextDayOfMonth(a)
		last, found = first.NextDayOfMonth(b)
	}
	return Range{Set: found && real && first.Before(last), First: first, Last: last}, end
}

// dayAfterArticle reads a day after a preposition and an article.
func (s *Scan) dayAfterArticle(i int) (Day, int) {
	for at := i + 1; at <= i+2; at++ {
		if a, ok := s.dayAt(at); ok {
			return a.Day, a.To
		}
		if !s.Is(at, "el", "la", "the", "este", "dia") {
			break
		}
	}
	return Day{}, i
}
