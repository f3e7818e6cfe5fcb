package mention

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// nthWeekday reads "el primer sábado de diciembre", "the last Friday of the month".
func (s *Scan) nthWeekday(i int) (Day, int) {
	n := 0
	switch {
	case s.Is(i, "ultimo", "ultima", "last"):
		n = 5
	case s.Class(i) == lex.Ordinal:
		n = int(s.Tokens[i].Lex.N)
	case s.Is(i, "segunda"):
		n = 2
	}
	if n < 1 || n > 5 {
		return Day{}, i
	}
	wd, at := s.weekdayName(i + 1)
	if wd == 0 && s.Class(i+1) == lex.Feira {
		wd, at = int(s.Tokens[i+1].Lex.N), i+2
	}
	if wd == 0 || !s.Is(at, "de", "del", "of", "do", "in") {
		return Day{}, i
	}
	at++
	for s.Is(at, "the", "este", "el") {
		at++
	}
	first, to, ok := s.monthAt(at, 31)
	if !ok {
		return Day{}, i
	}
	rule := calendar.NthOf(first.Month(), wd, n)
	date := rule.In(first.Year())
	if date.Before(s.Today) && s.Class(at) == lex.Month {
		date = rule.In(first.Year() + 1)
	}
	return Day{Set: !date.Before(s.Today), Date: date}, to
}
