package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// dayOfMonth reads a number from 1 to 31 that can be a day: "24", "24th", "1ro", "primero", "veinticuatro".
// What follows must not make it an hour, a price, a count or an age.
func (s *scan) dayOfMonth(i int) (n, to int, ok bool) { return s.ledDay(i, false) }

// ledDay is dayOfMonth after words that lead to a day: then "el 5 por la tarde" is a day with its afternoon.
func (s *scan) ledDay(i int, led bool) (n, to int, ok bool) {
	if n, to = s.ordinalDay(i); n > 0 {
		return n, to, true
	}
	n, to, ok = s.number(i)
	if !ok || n < 1 || n > 31 || s.class(i) == lex.Number && s.is(i, "un", "una", "one", "um", "uma", "par", "couple") {
		return 0, i, false
	}
	if n == 20 && s.is(to, "-") && s.in(to+1, lex.OrdinalDay) {
		to++
	}
	if n == 20 && s.in(to, lex.OrdinalDay) && s.Tokens[to].lex.N < 10 { // "twenty-first"
		return n + int(s.Tokens[to].lex.N), to + 1, true
	}
	if n == 10 && s.is(to, "y") && s.word(to+1) > 5 && s.is(to+2, "de") && s.class(to+3) == lex.Month { // "diez y seis de mayo"
		return n + s.word(to+1), to + 2, s.word(to+1) < 10
	}
	if s.glued(to) && s.is(to, "th", "st", "nd", "rd", "ro", "er", "ero", "era", "ra", "o", "°", "do", "mo", "º") {
		return n, to + 1, !s.streetAfter(to + 1)
	}
	reason := led && s.is(to, "por") && s.digits(to+1) < 0 && s.class(to+1) != lex.Number // "el 29 por fiestas patrias"
	return n, to, (reason || !s.counted(to)) && !s.hourTail(to, led)
}

// ordinalDay reads "primero", "first", "twentieth"; a word that is also said of things is left out.
func (s *scan) ordinalDay(i int) (n, to int) {
	if s.class(i) != lex.Ordinal {
		return 0, i
	}
	if s.is(i+1, "thing", "time", "available", "one", "appointment", "hora", "horario", "turno", "visit", "slot") {
		return 0, i
	}
	if s.in(i, lex.OrdinalDay) || s.is(i, "primero", "primer", "primeiro") || s.is(i, "second") && s.is(i+1, "of") {
		return int(s.Tokens[i].lex.N), i + 1
	}
	return 0, i
}

// dayNumber reads "el 24", "el día 24", "para el quince", "the 24th".
func (s *scan) dayNumber(i int) (dayValue, int) {
	at := i
	switch {
	case s.token(i).Kind == Word && !s.of(i, lex.DayLead):
		return dayValue{}, i
	case s.is(i, "el", "al", "del", "the", "pro", "pal"), s.lang == Portuguese && s.is(i, "ao", "do", "o", "no", "pelo"):
		at++
		for s.is(at, "dia", "proximo", "mero") {
			at++
		}
	case s.is(i, "dia", "fecha") && !s.is(i-1, "al", "por", "o", "a"):
		at++
	case s.digits(i) > 0 && s.glued(i+1) && s.is(i+1, "th", "st", "nd", "rd"):
	default:
		return dayValue{}, i
	}
	if d, to := s.numericDay(at); d.set {
		return d, to
	}
	if s.is(at, "segundo", "second", "third", "primer") || s.is(at+1, "/", ":") && s.glued(at+1) {
		return dayValue{}, i
	}
	n, to, ok := s.ledDay(at, true)
	ok = ok && (s.lang != Portuguese || !s.is(at, "dos"))
	ok = ok && (!s.scale(i) || !s.is(i, "del", "al")) && !s.ofTen(at) && s.phone(at) == at
	bareEnglish := s.is(i, "the") && to == at+1 && !s.ends(to)
	if !ok || bareEnglish || s.streetAfter(to) {
		return dayValue{}, i
	}
	if s.is(to, "de", "of") && s.class(to+1) == lex.Month {
		return dayValue{}, i // a day of a year that is over, or of none
	}
	d, end := s.numberOfMonth(n, to)
	d.elliptic = s.digits(at) < 0 && s.class(at) == lex.Ordinal && end == to
	return d, end
}

// streetAfter tells whether "24th" numbers a street.
func (s *scan) streetAfter(i int) bool {
	return s.is(i, "street", "st", "avenue", "ave", "floor", "rd", "road", "blvd", "piso", "andar", "tooth")
}

// numberOfMonth places day n in the month that follows it ("de este mes", "del próximo mes"), else in the next month that has it.
func (s *scan) numberOfMonth(n, i int) (dayValue, int) {
	at := i
	if s.is(at, "de", "del", "of", "do") {
		at++
	}
	if s.is(at, "the", "el", "mes") && (s.is(at, "the", "el") || s.coming(at+1) == 0) {
		at++
	}
	if m := s.digits(at); m >= 1 && m <= 12 && s.is(i, "del") && !s.is(at+1, "al", "/", ":", "-") && !s.clockTail(at+1) && !s.counted(at+1) { // "el 9 del 3"
		date, ok := s.today.NextYearly(m, n)
		return dayValue{set: ok, date: date}, at + 1
	}
	if s.class(at) == lex.This && s.class(at+1) == lex.Months {
		date, ok := s.today.NextDayOfMonth(n)
		return dayValue{set: ok, date: date}, at + 2
	}
	if r, to := s.month(at); r.set && s.class(at) != lex.Month && !s.is(at, "en", "in", "para") {
		date, ok := calendar.Real(r.first.Year(), r.first.Month(), n)
		return dayValue{set: ok, date: date}, to
	}
	date, ok := s.today.NextDayOfMonth(n)
	return dayValue{set: ok, date: date, number: n}, i
}

// monthNameDay reads "24 de noviembre", "24 nov 2026", "primero de enero", "24th of November", "November 24".
func (s *scan) monthNameDay(i int) (dayValue, int) {
	at := i
	if s.of(i, lex.DayLead) && s.is(at, "el", "the", "dia", "del", "al", "pal", "pro", "ao", "do", "o", "no") {
		at++
	}
	if at > i && s.is(at, "dia") {
		at++
	}
	if s.class(at) == lex.Month {
		if s.glued(at+1) && s.is(at-1, "cupon", "codigo", "code", "promo", "coupon", "cupom") {
			return dayValue{}, i
		}
		n, to, ok := s.dayOfMonth(s.pastArticle(at + 1))
		if !ok || s.is(at, "marco", "mar", "sep", "ago") && s.class(i-1) == lex.None {
			return dayValue{}, i
		}
		return s.dated(int(s.Tokens[at].lex.N), n, to, i)
	}
	n, to, ok := s.dayOfMonth(at)
	if !ok {
		return dayValue{}, i
	}
	if s.is(to, "de", "of", "/", "-") {
		to++
	}
	switch {
	case s.class(to) == lex.Month:
		return s.dated(int(s.Tokens[to].lex.N), n, to+1, i)
	case s.is(to, "mar") && s.is(to-1, "de", "/", "-"):
		return s.dated(3, n, to+1, i)
	}
	return dayValue{}, i
}

func (s *scan) pastArticle(i int) int {
	if s.is(i, "the") || s.is(i, ".") && s.glued(i) && len(s.at(i-1)) == 3 { // "Dec. 1"
		return i + 1
	}
	return i
}

// dated is day n of month m, in the year that follows at i or in the next that has it; from is where the reading began.
func (s *scan) dated(m, n, i, from int) (dayValue, int) {
	if year, to := s.year(i); year > 0 {
		date, ok := calendar.Real(year, m, n)
		return dayValue{set: ok && !date.Before(s.today), date: date, dated: true}, to
	}
	date, ok := s.today.NextYearly(m, n)
	if !ok {
		return dayValue{}, from
	}
	return dayValue{set: true, date: date, dated: true}, i
}

// year reads "de 2027", "del 2027", ", 2027".
func (s *scan) year(i int) (year, to int) {
	at := i
	if s.is(at, "de", "del", ",") {
		at++
	}
	if s.is(at, "ano") {
		at++
	}
	if v := s.digits(at); v >= 1900 && v <= 2200 {
		return v, at + 1
	}
	return 0, i
}
