package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// rangeAt reads days without one day: a week, a weekend, a month, from a day to another.
func (s *scan) rangeAt(i int) (atom, bool) {
	if s.token(i).Kind == Number || s.class(i) == lex.Weekday {
		if s.moves {
			return atom{}, false
		}
		r, to := s.bareSpan(i)
		return atom{to: to, span: r}, r.set
	}
	r, to := s.comesAfter(i)
	if !r.set {
		r, to = s.weekend(i)
	}
	if !r.set {
		r, to = s.restOf(i)
	}
	if !r.set {
		r, to = s.week(i)
	}
	if !r.set {
		r, to = s.month(i)
	}
	if !r.set {
		r, to = s.weekOfMonth(i)
	}
	if !r.set {
		r, to = s.partOfMonth(i)
	}
	if !r.set {
		r, to = s.fromTo(i)
	}
	if !r.set && !s.moves {
		r, to = s.monthSpan(i)
	}
	if !r.set && !s.moves {
		r, to = s.bareSpan(i)
	}
	return atom{to: to, span: r}, r.set
}

// week reads "esta semana", "la próxima semana", "la semana que viene", "next week".
func (s *scan) week(i int) (dayRange, int) {
	if !s.of(i, lex.WeekLead) && weekClasses>>s.class(i)&1 == 0 {
		return dayRange{}, i
	}
	switch {
	case s.class(i) == lex.This && s.class(i+1) == lex.Week, s.is(i, "essa") && s.is(i+1, "semana"):
		return s.weekAfter(0), i + 2
	case s.is(i, "la") && s.later(i+1) && s.endsClause(i+2) && s.nearWeek(i):
		return s.weekBehind(), i + 2
	case s.is(i-1, "a") && s.later(i) && s.endsClause(i+1) && s.nearWeek(i-1):
		return s.weekBehind(), i + 1 // "essa semana não, a outra"
	case s.later(i) && s.class(i+1) == lex.Week:
		return s.weekAfter(1), i + 2
	case s.class(i) == lex.Week && s.coming(i+1) > 0:
		r := s.weekAfter(1)
		r.follows = s.is(i+1, "siguiente", "seguinte")
		return r, s.coming(i + 1)
	case s.is(i, "week") && s.run(i+1, "after", "next"):
		return s.weekAfter(2), i + 3
	case s.is(i, "week") && (s.is(i-1, "following") || s.is(i-1, "the") && s.is(i+1, "after") && (s.ends(i+2) || s.is(i+2, "that"))):
		return s.weekBehind(), i + 1 + bit(s.is(i+1, "after"))
	case s.class(i) == lex.Week && (s.is(i+1, "after") || s.is(i+1, "despues", "depois") && s.is(i+2, "de", "del", "do", "da")):
		if a, ok := s.besideAnchor(i + 1 + bit(!s.is(i+1, "after"))); ok && !s.nested {
			first := a.day.date.Monday().Plus(7)
			return dayRange{set: true, first: first, last: first.Plus(6)}, a.to
		}
	case s.class(i) == lex.Week && (s.is(i+1, "del", "of", "do") || s.is(i+1, "de", "da") && s.opens(i+2)&lex.OpensFeast != 0 && s.class(i+2) == lex.None):
		if d, to := s.dayAfterArticle(i + 1); d.set {
			return dayRange{set: true, first: d.date.Monday(), last: d.date.Monday().Plus(6)}, to
		}
		if d, to := s.dayNumber(i + 1); d.set { // "la semana del 30"
			return dayRange{set: true, first: d.date.Monday(), last: d.date.Monday().Plus(6)}, to
		}
	}
	return dayRange{}, i
}

// nearWeek tells whether a week was named before i, so that "la otra" is the other week.
func (s *scan) nearWeek(i int) bool {
	for k := i - 1; k >= max(0, i-6); k-- {
		if s.class(k) == lex.Week {
			return true
		}
	}
	return false
}

func (s *scan) endsClause(i int) bool {
	return i >= len(s.Tokens) || s.Tokens[i].Kind == Mark || s.is(i, "el", "por", "mejor", "si")
}

func (s *scan) weekAfter(n int) dayRange {
	first := s.today.Monday().Plus(7 * n)
	return dayRange{set: true, first: first, last: first.Plus(6)}
}

// later tells whether the word at i puts what follows it one further: next, the other.
func (s *scan) later(i int) bool {
	return s.class(i) == lex.Next || s.class(i) == lex.Other && !s.is(i-1, "any", "alguna", "cualquier")
}

// coming reads "que viene", "próxima", "siguiente", "entrante" after a week or a month and returns the token after it, or 0.
func (s *scan) coming(i int) int {
	if s.is(i, "que") && s.is(i+1, "viene", "entra", "vem", "sigue") {
		return i + 2
	}
	if s.class(i) == lex.Next {
		return i + 1
	}
	return 0
}

// weekend reads "este fin de semana", "el finde", "next weekend".
func (s *scan) weekend(i int) (dayRange, int) {
	if !s.of(i, lex.WeekEnd) && weekendClasses>>s.class(i)&1 == 0 {
		return dayRange{}, i
	}
	at, next := i, false
	if s.class(at) == lex.This || s.later(at) {
		next = s.later(at)
		at++
	}
	switch {
	case s.class(at) == lex.Weekend:
		at++
	case s.is(at, "fin", "fim", "fines", "fins") && s.is(at+1, "de") && s.class(at+2) == lex.Week:
		at += 3
	default:
		return dayRange{}, i
	}
	if s.is(at-1, "findes", "weekends", "semanas") || s.is(i-1, "los", "todos", "every") || s.is(i, "fines", "fins") {
		return dayRange{}, i
	}
	if to := s.coming(at); to > 0 {
		next, at = true, to
	}
	if r, to := s.ofWeek(at); r.set {
		return saturdayOf(r.first), to
	}
	r := saturdayOf(s.today)
	if s.today.Weekday() == 7 || s.today.Weekday() == 6 {
		r.first = s.today
		if next {
			r = saturdayOf(s.today.Plus(7))
		}
	}
	return r, at
}

func saturdayOf(c calendar.Day) dayRange {
	return dayRange{set: true, first: c.Monday().Plus(5), last: c.Monday().Plus(6)}
}

// month reads "este mes", "el próximo mes", "el mes que viene", "en enero".
func (s *scan) month(i int) (dayRange, int) {
	if !s.of(i, lex.MonthLead) && monthClasses>>s.class(i)&1 == 0 {
		return dayRange{}, i
	}
	switch {
	case s.class(i) == lex.This && s.class(i+1) == lex.Months:
		return dayRange{set: true, first: s.today, last: s.today.MonthEnd(), month: true}, i + 2
	case s.later(i) && s.class(i+1) == lex.Months:
		return s.nextMonth(), i + 2
	case s.class(i) == lex.Months && s.coming(i+1) > 0:
		return s.nextMonth(), s.coming(i + 1)
	case s.bareMonth(i), s.class(i) == lex.Month && s.is(i+1, "availability", "appointment", "appointments", "appts", "openings", "opening", "slots", "dates"):
		return s.monthNamed(int(s.Tokens[i].lex.N)), i + 1
	case s.of(i, lex.MonthLead) && s.class(i+1) == lex.Month:
		return s.wholeMonth(i)
	case s.class(i) == lex.Months && s.is(i, "mes") && s.is(i+1, "de") && s.class(i+2) == lex.Month && s.digits(i+3) < 0:
		return s.monthNamed(int(s.Tokens[i+2].lex.N)), i + 3
	}
	return dayRange{}, i
}

func (s *scan) nextMonth() dayRange {
	next := s.today.Plus(1 - s.today.Day()).PlusMonths(1)
	return dayRange{set: true, first: next, last: next.MonthEnd(), month: true}
}

// wholeMonth reads the name of a month after a preposition; a number beside it makes it a day, a second capital a person.
func (s *scan) wholeMonth(i int) (dayRange, int) {
	if s.digits(i+2) >= 0 || s.class(i+2) == lex.Number || s.capital(i+1) && s.capital(i+2) {
		return dayRange{}, i
	}
	if s.is(i, "in", "en", "para") && s.is(i+1, "marco") {
		return dayRange{}, i
	}
	return s.monthNamed(int(s.Tokens[i+1].lex.N)), i + 2
}

// monthNamed is the coming month m, what is left of it when it is this one.
func (s *scan) monthNamed(m int) dayRange {
	year := s.today.Year()
	if m < s.today.Month() {
		year++
	}
	first := calendar.Date(year, m, 1)
	r := dayRange{set: true, first: first, last: first.MonthEnd(), month: true}
	if r.first.Before(s.today) {
		r.first = s.today
	}
	return r
}

// fromTo reads "del 10 al 15 de enero", "de lunes a viernes", "entre el martes y el jueves", "from Monday to Friday".
// In a move ("cambiar del martes al jueves") these are an origin and a target, not a range.
func (s *scan) fromTo(i int) (dayRange, int) {
	if s.moves || !s.of(i, lex.From) {
		return dayRange{}, i
	}
	if r, to := s.numbersFromTo(i); r.set {
		return r, to
	}
	first, at := s.dayAfterArticle(i)
	if !first.set || !s.is(at, "a", "al", "y", "e", "ate", "hasta", "to", "and", "until", "through") {
		return dayRange{}, i
	}
	last, to := s.dayAfterArticle(at)
	if !last.set {
		return dayRange{}, i
	}
	for last.weekday > 0 && last.date.Before(first.date) {
		last.date = last.date.Plus(7)
	}
	return dayRange{set: !last.date.Before(first.date), first: first.date, last: last.date}, to
}

// numbersFromTo reads "del 10 al 15 [de enero]", where the month stands only at the end.
func (s *scan) numbersFromTo(i int) (dayRange, int) {
	at := i + 1
	for s.is(at, "el", "dia", "the") {
		at++
	}
	a, to, ok := s.ledDay(at, true)
	if !ok || s.scale(i) || s.ofTen(at) || !s.is(to, "al", "a", "y", "to", "and", "hasta") || s.is(i, "de") && !s.is(to, "al") {
		return dayRange{}, i
	}
	for to++; s.is(to, "el", "the"); {
		to++
	}
	if last, end := s.monthNameDay(to); last.set {
		first, ok := calendar.Real(last.date.Year(), last.date.Month(), a)
		if a > last.date.Day() { // "del 28 al 3 de enero"
			before := last.date.PlusMonths(-1)
			first, ok = calendar.Real(before.Year(), before.Month(), a)
		}
		return dayRange{set: ok && first.Before(last.date), first: first, last: last.date}, end
	}
	b, end, ok := s.dayOfMonth(to)
	if !ok || !s.is(i, "del") && !s.is(i+1, "el", "the") {
		return dayRange{}, i
	}
	last, found := s.today.NextDayOfMonth(b)
	first, real := calendar.Real(last.Year(), last.Month(), a)
	if a > b && found { // "del 24 al 2"
		first, real = s.today.NextDayOfMonth(a)
		last, found = first.NextDayOfMonth(b)
	}
	return dayRange{set: found && real && first.Before(last), first: first, last: last}, end
}

// dayAfterArticle reads a day after a preposition and an article.
func (s *scan) dayAfterArticle(i int) (dayValue, int) {
	for at := i + 1; at <= i+2; at++ {
		if a, ok := s.dayAt(at); ok {
			return a.day, a.to
		}
		if !s.is(at, "el", "la", "the", "este", "dia") {
			break
		}
	}
	return dayValue{}, i
}
