package mention

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// numericDay reads "24/11", "24/11/2026", "24-11-26", "2026-11-24".
func (s *Scan) numericDay(i int) (Day, int) {
	a, sep, b := s.Digits(i), s.At(i+1), s.Digits(i+2)
	if a < 0 || b < 0 || sep != "/" && sep != "-" && sep != "." {
		return Day{}, i
	}
	if (!s.Glued(i+1) || !s.Glued(i+2)) && (sep != "/" || !s.ledToDay(i)) {
		return Day{}, i
	}
	c, to := -1, i+3
	if s.At(i+3) == sep && s.Glued(i+3) && s.Glued(i+4) {
		if c = s.Digits(i + 4); c >= 0 {
			to = i + 5
		}
	}
	switch {
	case a > 1000 && c >= 0:
		date, ok := calendar.Real(a, b, c)
		return Day{Set: ok && !date.Before(s.Today), Date: date}, to
	case c >= 0:
		return s.dayMonthYear(a, b, c, to)
	case sep != "/" && !s.dashedDay(i, a, b, sep), s.fraction(i, a, b):
		return Day{}, i
	}
	return s.dayMonth(a, b, to)
}

// ledToDay reports whether a word that leads to a day stands before i.
func (s *Scan) ledToDay(i int) bool {
	return s.Is(i-1, "el", "dia", "al", "del", "the", "fecha", "pal", "on") || s.Class(i-1) == lex.Weekday || s.Class(i-1) == lex.Feira
}

// dashedDay tells "24-11" and "18-06" from the hours of "9-11".
func (s *Scan) dashedDay(i, a, b int, sep string) bool {
	if b < 1 || b > 12 || a > 31 || s.meridiem(i+3) || s.Is(i+3, ":", "h", "hs") {
		return false
	}
	zero := s.At(i + 2)[0] == '0'
	if b <= 12 && s.cueFollows(i+3) && (sep == "-" && !s.Is(i-1, "de", "entre", "from", "between") || zero || s.At(i)[0] == '0') {
		return true // "12-1 a las 15", "03.12 a las 9"
	}
	if sep == "." && s.Is(i+3, ".") && s.Glued(i+3) && s.cueFollows(i+4) {
		return true // "24.11. a las 10"
	}
	return s.ledToDay(i) && (sep != "." || s.Class(i-1) != lex.Weekday || zero) || sep == "-" && (a > 24 || zero && (a > 12 || s.At(i)[0] == '0' || s.Is(i-1, "para", "pra")))
}

// maxYears is how far ahead a day with its year can lie; "11-04-77" is the number of an order.
const maxYears = 10

func (s *Scan) dayMonthYear(a, b, c, to int) (Day, int) {
	if c < 100 {
		c += 2000
	}
	date, ok := calendar.Real(c, b, a)
	if !ok {
		date, ok = calendar.Real(c, a, b)
	}
	return Day{Set: ok && !date.Before(s.Today) && c <= s.Today.Year()+maxYears, Date: date, Dated: true}, to
}

// dayMonth is dd/mm; mm/dd only where dd/mm is impossible.
func (s *Scan) dayMonth(a, b, to int) (Day, int) {
	date, ok := s.Today.NextYearly(b, a)
	if !ok {
		date, ok = s.Today.NextYearly(a, b)
	}
	return Day{Set: ok, Date: date, Dated: true}, to
}

// fraction reports whether a/b is a part ("1/2 kilo"), a scale ("8/10 de dolor") or "24/7".
func (s *Scan) fraction(i, a, b int) bool {
	if a == 24 && b == 7 {
		return true
	}
	if s.ledToDay(i) {
		return false
	}
	if b == 10 && a <= 10 && (s.aches && !s.cueFollows(i+3) || s.scored(i) || s.Is(i+3, "de", "of") && s.Is(i+4, "dolor", "pain")) {
		return true
	}
	if a <= 5 && b == 5 && s.scale(i) || s.Is(i-1, "vence", "caduca", "expira", "expires", "exp", "vencimiento") {
		return true
	}
	if s.pressure(i) {
		return true
	}
	return a == 1 && (b == 2 || b == 4) || a == 3 && b == 4
}

// scored reports whether a/10 at i is a mark: "un 3/10", "10/10", or a pain is spoken of before it.
func (s *Scan) scored(i int) bool {
	if s.Is(i-1, "un", "una", "a", "um", "an") || s.scale(i) {
		return true
	}
	return s.Digits(i) == 10 && !s.Is(i-1, "para", "pra", "pa") && !s.cueFollows(i+3)
}

// cueFollows reports whether "a las", "at" and the like stand at i, so that a day stood before.
func (s *Scan) cueFollows(i int) bool {
	at, ok := s.cue(i)
	return ok && at > i
}

// pressure reports whether blood pressure is told at i: "mi presión salió 12/8".
func (s *Scan) pressure(i int) bool {
	if s.Said&lex.Rest == 0 {
		return false
	}
	for k := max(0, i-5); k < i; k++ {
		if s.Is(k, "presion", "tension", "pressure", "pressao") {
			return true
		}
	}
	return false
}

// scale reports whether a pain, a level or a mark is spoken of shortly before i.
func (s *Scan) scale(i int) bool {
	if s.Lists&lex.Pain == 0 {
		return false
	}
	for k := max(0, i-5); k < i; k++ {
		if s.In(k, lex.Pain) {
			return true
		}
	}
	return false
}
