package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// nthWeekday reads "el primer sábado de diciembre", "the last Friday of the month".
func (s *scan) nthWeekday(i int) (dayValue, int) {
	n := 0
	switch {
	case s.is(i, "ultimo", "ultima", "last"):
		n = 5
	case s.class(i) == lex.Ordinal:
		n = int(s.Tokens[i].lex.N)
	case s.is(i, "segunda"):
		n = 2
	}
	if n < 1 || n > 5 {
		return dayValue{}, i
	}
	wd, at := s.weekdayName(i + 1)
	if wd == 0 && s.class(i+1) == lex.Feira {
		wd, at = int(s.Tokens[i+1].lex.N), i+2
	}
	if wd == 0 || !s.is(at, "de", "del", "of", "do", "in") {
		return dayValue{}, i
	}
	at++
	for s.is(at, "the", "este", "el") {
		at++
	}
	first, to, ok := s.monthAt(at, 31)
	if !ok {
		return dayValue{}, i
	}
	rule := calendar.NthOf(first.Month(), wd, n)
	date := rule.In(first.Year())
	if date.Before(s.today) && s.class(at) == lex.Month {
		date = rule.In(first.Year() + 1)
	}
	return dayValue{set: !date.Before(s.today), date: date}, to
}
