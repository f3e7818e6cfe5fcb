package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// dayAt reads a single day.
func (s *scan) dayAt(i int) (atom, bool) {
	if s.opens(i)&lex.OpensFeast != 0 {
		if a, ok := s.feastDay(i); ok {
			return a, a.day.set
		}
	}
	return s.plainDay(i)
}

// plainDay reads a day that is no feast.
func (s *scan) plainDay(i int) (atom, bool) {
	if c := s.class(i); c == lex.Weekday || c == lex.ShortDay {
		d, to := s.weekdayDay(i)
		return atom{to: to, day: d}, d.set
	}
	if s.token(i).Kind == Number {
		return s.numberedDay(i)
	}
	if !s.of(i, lex.Near|lex.Relative|lex.DayLead) && plainClasses>>s.class(i)&1 == 0 {
		return atom{}, false
	}
	d, to := s.nearDay(i)
	if !d.set && (s.class(i) == lex.Ordinal || s.is(i, "ultimo", "ultima", "last", "segunda")) {
		d, to = s.nthWeekday(i)
	}
	if !d.set {
		d, to = s.relativeDay(i)
	}
	if !d.set {
		d, to = s.weekdayDay(i)
	}
	if !d.set {
		d, to = s.numericDay(i)
	}
	if !d.set {
		d, to = s.monthNameDay(i)
	}
	if !d.set {
		d, to = s.dayNumber(i)
	}
	return atom{to: to, day: d}, d.set
}

// numberedDay reads a day that begins with digits.
func (s *scan) numberedDay(i int) (atom, bool) {
	d, to := s.relativeDay(i)
	if !d.set {
		d, to = s.numericDay(i)
	}
	if !d.set {
		d, to = s.monthNameDay(i)
	}
	if !d.set {
		d, to = s.dayNumber(i)
	}
	return atom{to: to, day: d}, d.set
}

// nearDay reads today, tomorrow and the day after.
func (s *scan) nearDay(i int) (dayValue, int) {
	if !s.of(i, lex.Near) && nearClasses>>s.class(i)&1 == 0 {
		return dayValue{}, i
	}
	switch {
	case s.class(i) == lex.Today && s.run(i+1, "en", "dia"), s.class(i) == lex.Today && s.run(i+1, "ya", "es", "tarde"):
		return dayValue{}, i
	case s.class(i) == lex.Today:
		return s.countedOn(dayValue{set: true, date: s.today, today: true}, i, s.skipWeekday(i+1, s.today))
	case s.is(i, "day", "dia", "otro") && s.is(i+1, "after", "siguiente", "dia", "seguinte") && s.ends(i+2) && (s.near(i, lex.Tomorrow) || s.near(i, lex.Manana)):
		return s.onDay(2, i+2) // "not tomorrow, the day after"
	case s.is(i, "day", "dia") && s.ends(i+2) && !s.is(i+2, "de", "del", "da", "do", "al", "a") && s.is(i-1, "the", "el", "al", "o", "no", "un"):
		if s.is(i+1, "after", "siguiente", "despues", "seguinte", "depois") {
			return dayValue{set: true, beside: dayAfter}, i + 2
		}
		if s.is(i+1, "before", "antes", "anterior") {
			return dayValue{set: true, beside: dayBefore}, i + 2
		}
	case s.class(i) == lex.Pasado && s.class(i+1) == lex.Manana:
		return s.onDay(2, i+2)
	case s.class(i) == lex.Pasado && s.is(i-1, "o", "y", "u") && s.near(i, lex.Manana), s.class(i) == lex.Pasado && s.pasadoAlone(i):
		return s.onDay(2, i+1)
	case s.is(i, "trasmanana", "overmorrow"):
		return s.onDay(2, i+1)
	case s.is(i, "ultimo", "last") && s.class(i+1) == lex.Day && s.is(i+2, "del", "of", "do") && s.class(i+3) == lex.Months,
		s.run(i, "last", "day", "of", "the", "month"):
		return dayValue{set: true, date: s.today.MonthEnd()}, i + 4
	case s.is(i, "ultimo", "last") && s.class(i+1) == lex.Day && s.is(i+2, "de", "of") && s.class(i+3) == lex.Month:
		return dayValue{set: true, date: s.monthNamed(int(s.Tokens[i+3].lex.N)).last}, i + 4
	case s.run(i, "day", "after", "tomorrow"), s.run(i, "depois", "de", "amanha"):
		return s.onDay(2, i+3)
	case s.class(i) == lex.Tomorrow, s.class(i) == lex.Manana && !s.isMorning(i):
		d, to := s.onDay(1, i+1)
		return s.countedOn(d, i, to)
	}
	return dayValue{}, i
}

// pasadoAlone tells whether "pasado" is the day after tomorrow by itself: "pasado a las 10", not "el martes pasado".
func (s *scan) pasadoAlone(i int) bool {
	if i > 0 && s.Tokens[i-1].Kind != Mark && !s.is(i-1, "para", "pa", "mejor", "hola", "tipo", "que", "y", "buenas", "pero", "entonces", "no", "si") {
		return false
	}
	return i+1 >= len(s.Tokens) || s.is(i+1, "a", "al", "por", "en", "?", "temprano", "tempranito", ",", "tipo", "tarde") && !s.is(i+2, "de")
}

// near tells whether a word of class c stands within four tokens before i.
func (s *scan) near(i int, c lex.Class) bool {
	for k := i - 1; k >= max(0, i-4); k-- {
		if s.class(k) == c {
			return true
		}
	}
	return false
}

func (s *scan) onDay(days, to int) (dayValue, int) {
	date := s.today.Plus(days)
	return dayValue{set: true, date: date}, s.skipWeekday(to, date)
}

// skipWeekday passes a weekday that only repeats day d before it ("mañana martes"); behind a comma it must be the one of d.
func (s *scan) skipWeekday(i int, d calendar.Day) int {
	at := i
	if s.is(at, ",") {
		at++
	}
	if wd, to := s.weekdayName(at); wd > 0 && !s.is(to, "o", "u", "or", "no", "si", "mejor") && (at == i || wd == d.Weekday() && (s.is(to, ",") || s.digits(to) >= 0)) {
		at = to
	} else if at > i {
		return i
	}
	if n := s.digits(at); n > 0 && n <= 31 && s.is(at+1, "a", "de", ",", "por", "en") && s.wordly(at, n) { // "mañana 29 a las 5"
		if d, to := s.monthNameDay(at); d.set {
			return to
		}
		return at + 1
	}
	return at
}

// wordly tells whether n can be the number of today, tomorrow or the day after, and no hour.
func (s *scan) wordly(i, n int) bool {
	if s.is(i-1, "las", "la") || s.clockTail(i+1) || s.counted(i+1) {
		return false
	}
	for k := range 3 {
		if s.today.Plus(k).Day() == n {
			return true
		}
	}
	return false
}

// countedOn adds what is counted from the day at i, read up to to: "hoy en ocho", "de hoy en un mes", "de hoje a quinze".
func (s *scan) countedOn(d dayValue, i, to int) (dayValue, int) {
	led := s.is(i-1, "de", "desde")
	if s.is(to, "a") {
		if n, end, ok := s.number(to + 1); ok && (n == 8 || n == 15) && (s.class(end) == lex.Day || led && s.class(to+1) == lex.Number) {
			return dayValue{set: true, date: d.date.Plus(n - 1)}, end + bit(s.class(end) == lex.Day)
		}
	}
	if n, unit, end, ok := s.count(to + 1); ok && led && s.is(to, "en", "a", "em") {
		return s.shift(d.date, n, unit), end
	}
	return s.inEight(d, to)
}

// inEight adds the tail "en ocho" (+7) or "en quince" (+14).
func (s *scan) inEight(d dayValue, i int) (dayValue, int) {
	if !s.is(i, "en") {
		return d, i
	}
	n, to, ok := s.number(i + 1)
	if !ok || n != 8 && n != 15 {
		return d, i
	}
	if s.is(to, "dias") {
		to++
	}
	return dayValue{set: true, date: d.date.Plus(spanishDays(n))}, to
}

// spanishDays counts as Spanish does, today included: eight days are a week, fifteen two.
func spanishDays(n int) int {
	if n == 8 || n == 15 {
		return n - 1
	}
	return n
}

// isMorning tells whether "mañana" at i is the morning.
func (s *scan) isMorning(i int) bool {
	if s.is(i-1, "la", "las", "esta", "toda", "media", "buena", "cualquier", "alguna") {
		return true
	}
	return s.class(i-1) == lex.Weekday && !s.is(i+1, "a", "en", "por")
}
