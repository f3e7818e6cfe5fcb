package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// dayAt reads a single day.
func (s *Scan) dayAt(i int) (Atom, bool) {
	if s.Opens(i)&lex.OpensFeast != 0 {
		if a, ok := s.feastDay(i); ok {
			return a, a.Day.Set
		}
	}
	return s.plainDay(i)
}

// plainDay reads a day that is no feast.
func (s *Scan) plainDay(i int) (Atom, bool) {
	if c := s.Class(i); c == lex.Weekday || c == lex.ShortDay {
		d, to := s.weekdayDay(i)
		return Atom{To: to, Day: d}, d.Set
	}
	if s.Token(i).Kind == language.Number {
		return s.numberedDay(i)
	}
	d, to := s.nearDay(i)
	if !d.Set && (s.Class(i) == lex.Ordinal || s.Is(i, "ultimo", "ultima", "last", "segunda")) {
		d, to = s.nthWeekday(i)
	}
	if !d.Set {
		d, to = s.relativeDay(i)
	}
	if !d.Set {
		d, to = s.weekdayDay(i)
	}
	if !d.Set {
		d, to = s.numericDay(i)
	}
	if !d.Set {
		d, to = s.monthNameDay(i)
	}
	if !d.Set {
		d, to = s.dayNumber(i)
	}
	return Atom{To: to, Day: d}, d.Set
}

// numberedDay reads a day that begins with digits.
func (s *Scan) numberedDay(i int) (Atom, bool) {
	d, to := s.relativeDay(i)
	if !d.Set {
		d, to = s.numericDay(i)
	}
	if !d.Set {
		d, to = s.monthNameDay(i)
	}
	if !d.Set {
		d, to = s.dayNumber(i)
	}
	return Atom{To: to, Day: d}, d.Set
}

// nearDay reads today, tomorrow and the day after.
func (s *Scan) nearDay(i int) (Day, int) {
	switch {
	case s.Class(i) == lex.Today && s.Run(i+1, "en", "dia"), s.Class(i) == lex.Today && s.Run(i+1, "ya", "es", "tarde"):
		return Day{}, i
	case s.Class(i) == lex.Today:
		return s.countedOn(Day{Set: true, Date: s.Today, Today: true}, i, s.skipWeekday(i+1, s.Today))
	case s.Is(i, "day", "dia", "otro") && s.Is(i+1, "after", "siguiente", "dia", "seguinte") && s.Ends(i+2) && (s.near(i, lex.Tomorrow) || s.near(i, lex.Manana)):
		return s.onDay(2, i+2) // "not tomorrow, the day after"
	case s.Is(i, "day", "dia") && s.Ends(i+2) && !s.Is(i+2, "de", "del", "da", "do", "al", "a") && s.Is(i-1, "the", "el", "al", "o", "no", "un"):
		if s.Is(i+1, "after", "siguiente", "despues", "seguinte", "depois") {
			return Day{Set: true, beside: dayAfter}, i + 2
		}
		if s.Is(i+1, "before", "antes", "anterior") {
			return Day{Set: true, beside: dayBefore}, i + 2
		}
	case s.Class(i) == lex.Pasado && s.Class(i+1) == lex.Manana:
		return s.onDay(2, i+2)
	case s.Class(i) == lex.Pasado && s.Is(i-1, "o", "y", "u") && s.near(i, lex.Manana), s.Class(i) == lex.Pasado && s.pasadoAlone(i):
		return s.onDay(2, i+1)
	case s.Is(i, "trasmanana", "overmorrow"):
		return s.onDay(2, i+1)
	case s.Is(i, "ultimo", "last") && s.Class(i+1) == lex.Day && s.Is(i+2, "del", "of", "do") && s.Class(i+3) == lex.Months,
		s.Run(i, "last", "day", "of", "the", "month"):
		return Day{Set: true, Date: s.Today.MonthEnd()}, i + 4
	case s.Is(i, "ultimo", "last") && s.Class(i+1) == lex.Day && s.Is(i+2, "de", "of") && s.Class(i+3) == lex.Month:
		return Day{Set: true, Date: s.monthNamed(int(s.Tokens[i+3].Lex.N)).Last}, i + 4
	case s.Run(i, "day", "after", "tomorrow"), s.Run(i, "depois", "de", "amanha"):
		return s.onDay(2, i+3)
	case s.Class(i) == lex.Tomorrow, s.Class(i) == lex.Manana && !s.isMorning(i):
		d, to := s.onDay(1, i+1)
		return s.countedOn(d, i, to)
	}
	return Day{}, i
}

// pasadoAlone reports whether "pasado" is the day after tomorrow by itself: "pasado a las 10", not "el martes pasado".
func (s *Scan) pasadoAlone(i int) bool {
	if i > 0 && s.Tokens[i-1].Kind != language.Mark && !s.Is(i-1, "para", "pa", "mejor", "hola", "tipo", "que", "y", "buenas", "pero", "entonces", "no", "si") {
		return false
	}
	return i+1 >= len(s.Tokens) || s.Is(i+1, "a", "al", "por", "en", "?", "temprano", "tempranito", ",", "tipo", "tarde") && !s.Is(i+2, "de")
}

// near reports whether a word of class c stands within four tokens before i.
func (s *Scan) near(i int, c lex.Class) bool {
	for k := i - 1; k >= max(0, i-4); k-- {
		if s.Class(k) == c {
			return true
		}
	}
	return false
}

func (s *Scan) onDay(days, to int) (Day, int) {
	date := s.Today.Plus(days)
	return Day{Set: true, Date: date}, s.skipWeekday(to, date)
}

// skipWeekday passes a weekday that only repeats day d before it ("mañana martes"); after a comma it must be the one of d.
func (s *Scan) skipWeekday(i int, d calendar.Day) int {
	at := i
	if s.Is(at, ",") {
		at++
	}
	if wd, to := s.weekdayName(at); wd > 0 && !s.Is(to, "o", "u", "or", "no", "si", "mejor") && (at == i || wd == d.Weekday() && (s.Is(to, ",") || s.Digits(to) >= 0)) {
		at = to
	} else if at > i {
		return i
	}
	if n := s.Digits(at); n > 0 && n <= 31 && s.Is(at+1, "a", "de", ",", "por", "en") && s.wordly(at, n) { // "mañana 29 a las 5"
		if d, to := s.monthNameDay(at); d.Set {
			return to
		}
		return at + 1
	}
	return at
}

// wordly reports whether n can be the number of today, tomorrow or the day after, and no hour.
func (s *Scan) wordly(i, n int) bool {
	if s.Is(i-1, "las", "la") || s.ClockTail(i+1) || s.Counted(i+1) {
		return false
	}
	for k := range 3 {
		if s.Today.Plus(k).Day() == n {
			return true
		}
	}
	return false
}

// countedOn adds what is counted from the day at i, read up to to: "hoy en ocho", "de hoy en un mes", "de hoje a quinze".
func (s *Scan) countedOn(d Day, i, to int) (Day, int) {
	led := s.Is(i-1, "de", "desde")
	if s.Is(to, "a") {
		if n, end, ok := s.Number(to + 1); ok && (n == 8 || n == 15) && (s.Class(end) == lex.Day || led && s.Class(to+1) == lex.Number) {
			return Day{Set: true, Date: d.Date.Plus(n - 1)}, end + Bit(s.Class(end) == lex.Day)
		}
	}
	if n, unit, end, ok := s.count(to + 1); ok && led && s.Is(to, "en", "a", "em") {
		return s.shift(d.Date, n, unit), end
	}
	return s.inEight(d, to)
}

// inEight adds the tail "en ocho" (+7) or "en quince" (+14).
func (s *Scan) inEight(d Day, i int) (Day, int) {
	if !s.Is(i, "en") {
		return d, i
	}
	n, to, ok := s.Number(i + 1)
	if !ok || n != 8 && n != 15 {
		return d, i
	}
	if s.Is(to, "dias") {
		to++
	}
	return Day{Set: true, Date: d.Date.Plus(spanishDays(n))}, to
}

// spanishDays counts as Spanish does, today included: eight days are a week, fifteen two.
func spanishDays(n int) int {
	if n == 8 || n == 15 {
		return n - 1
	}
	return n
}

// isMorning reports whether "mañana" at i is the morning.
func (s *Scan) isMorning(i int) bool {
	if s.Is(i-1, "la", "las", "esta", "toda", "media", "buena", "cualquier", "alguna") {
		return true
	}
	return s.Class(i-1) == lex.Weekday && !s.Is(i+1, "a", "en", "por")
}
