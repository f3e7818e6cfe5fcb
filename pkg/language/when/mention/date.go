package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// dayOfMonth reads a number from 1 to 31 that can be a day: "24", "24th", "1ro", "primero", "veinticuatro".
// What follows must not make it an hour, a price, a count or an age.
func (s *Scan) dayOfMonth(i int) (n, to int, ok bool) { return s.ledDay(i, false) }

// ledDay is dayOfMonth after words that lead to a day: then "el 5 por la tarde" is a day with its afternoon.
func (s *Scan) ledDay(i int, led bool) (n, to int, ok bool) {
	if n, to = s.ordinalDay(i); n > 0 {
		return n, to, true
	}
	n, to, ok = s.Number(i)
	if !ok || n < 1 || n > 31 || s.Class(i) == lex.Number && s.Is(i, "un", "una", "one", "um", "uma", "par", "couple") {
		return 0, i, false
	}
	if n == 20 && s.Is(to, "-") && s.In(to+1, lex.OrdinalDay) {
		to++
	}
	if n == 20 && s.In(to, lex.OrdinalDay) && s.Tokens[to].Lex.N < 10 { // "twenty-first"
		return n + int(s.Tokens[to].Lex.N), to + 1, true
	}
	if n == 10 && s.Is(to, "y") && s.Word(to+1) > 5 && s.Is(to+2, "de") && s.Class(to+3) == lex.Month { // "diez y seis de mayo"
		return n + s.Word(to+1), to + 2, s.Word(to+1) < 10
	}
	if s.Glued(to) && s.Is(to, "th", "st", "nd", "rd", "ro", "er", "ero", "era", "ra", "o", "°", "do", "mo", "º") {
		return n, to + 1, !s.streetAfter(to + 1)
	}
	reason := led && s.Is(to, "por") && s.Digits(to+1) < 0 && s.Class(to+1) != lex.Number // "el 29 por fiestas patrias"
	return n, to, (reason || !s.Counted(to)) && !s.HourTail(to, led)
}

// ordinalDay reads "primero", "first", "twentieth"; a word that is also said of things is left out.
func (s *Scan) ordinalDay(i int) (n, to int) {
	if s.Class(i) != lex.Ordinal {
		return 0, i
	}
	if s.Is(i+1, "thing", "time", "available", "one", "appointment", "hora", "horario", "turno", "visit", "slot") {
		return 0, i
	}
	if s.In(i, lex.OrdinalDay) || s.Is(i, "primero", "primer", "primeiro") || s.Is(i, "second") && s.Is(i+1, "of") {
		return int(s.Tokens[i].Lex.N), i + 1
	}
	return 0, i
}

// dayNumber reads "el 24", "el día 24", "para el quince", "the 24th".
func (s *Scan) dayNumber(i int) (Day, int) {
	at := i
	switch {
	case s.Is(i, "el", "al", "del", "the", "pro", "pal"), s.Lang == language.Portuguese && s.Is(i, "ao", "do", "o", "no", "pelo"):
		at++
		for s.Is(at, "dia", "proximo", "mero") {
			at++
		}
	case s.Is(i, "dia", "fecha") && !s.Is(i-1, "al", "por", "o", "a"):
		at++
	case s.Digits(i) > 0 && s.Glued(i+1) && s.Is(i+1, "th", "st", "nd", "rd"):
	default:
		return Day{}, i
	}
	if d, to := s.numericDay(at); d.Set {
		return d, to
	}
	if s.Is(at, "segundo", "second", "third", "primer") || s.Is(at+1, "/", ":") && s.Glued(at+1) {
		return Day{}, i
	}
	n, to, ok := s.ledDay(at, true)
	ok = ok && (s.Lang != language.Portuguese || !s.Is(at, "dos"))
	ok = ok && (!s.scale(i) || !s.Is(i, "del", "al")) && !s.ofTen(at) && s.phone(at) == at
	bareEnglish := s.Is(i, "the") && to == at+1 && !s.Ends(to)
	if !ok || bareEnglish || s.streetAfter(to) {
		return Day{}, i
	}
	if s.Is(to, "de", "of") && s.Class(to+1) == lex.Month {
		return Day{}, i // a day of a year that is over, or of none
	}
	d, end := s.numberOfMonth(n, to)
	d.Elliptic = s.Digits(at) < 0 && s.Class(at) == lex.Ordinal && end == to
	return d, end
}

// streetAfter reports whether "24th" numbers a street.
func (s *Scan) streetAfter(i int) bool {
	return s.Is(i, "street", "st", "avenue", "ave", "floor", "rd", "road", "blvd", "piso", "andar", "tooth")
}

// numberOfMonth places day n in the month that follows it ("de este mes", "del próximo mes"), else in the next month that has it.
func (s *Scan) numberOfMonth(n, i int) (Day, int) {
	at := i
	if s.Is(at, "de", "del", "of", "do") {
		at++
	}
	if s.Is(at, "the", "el", "mes") && (s.Is(at, "the", "el") || s.Coming(at+1) == 0) {
		at++
	}
	if m := s.Digits(at); m >= 1 && m <= 12 && s.Is(i, "del") && !s.Is(at+1, "al", "/", ":", "-") && !s.ClockTail(at+1) && !s.Counted(at+1) { // "el 9 del 3"
		date, ok := s.Today.NextYearly(m, n)
		return Day{Set: ok, Date: date}, at + 1
	}
	if s.Class(at) == lex.This && s.Class(at+1) == lex.Months {
		date, ok := s.Today.NextDayOfMonth(n)
		return Day{Set: ok, Date: date}, at + 2
	}
	if r, to := s.month(at); r.Set && s.Class(at) != lex.Month && !s.Is(at, "en", "in", "para") {
		date, ok := calendar.Real(r.First.Year(), r.First.Month(), n)
		return Day{Set: ok, Date: date}, to
	}
	date, ok := s.Today.NextDayOfMonth(n)
	return Day{Set: ok, Date: date, Number: n}, i
}

// monthNameDay reads "24 de noviembre", "24 nov 2026", "primero de enero", "24th of November", "November 24".
func (s *Scan) monthNameDay(i int) (Day, int) {
	at := i
	if s.Is(at, "el", "the", "dia", "del", "al", "pal", "pro", "ao", "do", "o", "no") {
		at++
	}
	if at > i && s.Is(at, "dia") {
		at++
	}
	if s.Class(at) == lex.Month {
		if s.Glued(at+1) && s.Is(at-1, "cupon", "codigo", "code", "promo", "coupon", "cupom") {
			return Day{}, i
		}
		n, to, ok := s.dayOfMonth(s.pastArticle(at + 1))
		if !ok || s.Is(at, "marco", "mar", "sep", "ago") && s.Class(i-1) == lex.None {
			return Day{}, i
		}
		return s.dated(int(s.Tokens[at].Lex.N), n, to, i)
	}
	n, to, ok := s.dayOfMonth(at)
	if !ok {
		return Day{}, i
	}
	if s.Is(to, "de", "of", "/", "-") {
		to++
	}
	switch {
	case s.Class(to) == lex.Month:
		return s.dated(int(s.Tokens[to].Lex.N), n, to+1, i)
	case s.Is(to, "mar") && s.Is(to-1, "de", "/", "-"):
		return s.dated(3, n, to+1, i)
	}
	return Day{}, i
}

func (s *Scan) pastArticle(i int) int {
	if s.Is(i, "the") || s.Is(i, ".") && s.Glued(i) && len(s.At(i-1)) == 3 { // "Dec. 1"
		return i + 1
	}
	return i
}

// dated is day n of month m, in the year that follows at i or in the next that has it; from is where the reading began.
func (s *Scan) dated(m, n, i, from int) (Day, int) {
	if year, to := s.year(i); year > 0 {
		date, ok := calendar.Real(year, m, n)
		return Day{Set: ok && !date.Before(s.Today), Date: date, Dated: true}, to
	}
	date, ok := s.Today.NextYearly(m, n)
	if !ok {
		return Day{}, from
	}
	return Day{Set: true, Date: date, Dated: true}, i
}

// year reads "de 2027", "del 2027", ", 2027".
func (s *Scan) year(i int) (year, to int) {
	at := i
	if s.Is(at, "de", "del", ",") {
		at++
	}
	if s.Is(at, "ano") {
		at++
	}
	if v := s.Digits(at); v >= 1900 && v <= 2200 {
		return v, at + 1
	}
	return 0, i
}
