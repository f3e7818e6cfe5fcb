package language

// nthWeekday reads "el primer sábado de diciembre", "the last Friday of the month".
func (s *scan) nthWeekday(i int) (dayValue, int) {
	n := 0
	switch {
	case s.is(i, "ultimo", "ultima", "last"):
		n = 5
	case s.class(i) == classOrdinal:
		n = int(s.Tokens[i].lex.n)
	case s.is(i, "segunda"):
		n = 2
	}
	if n < 1 || n > 5 {
		return dayValue{}, i
	}
	wd, at := s.weekdayName(i + 1)
	if wd == 0 && s.class(i+1) == classFeira {
		wd, at = int(s.Tokens[i+1].lex.n), i+2
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
	rule := nthOf(first.month(), wd, n)
	date := rule.in(first.year())
	if date.before(s.today) && s.class(at) == classMonth {
		date = rule.in(first.year() + 1)
	}
	return dayValue{set: !date.before(s.today), date: date}, to
}
