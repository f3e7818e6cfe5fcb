package language

// choice is what has been settled on so far.
type choice struct {
	day   dayValue
	span  dayRange
	clock clock
	part  int
}

// take sets what a says; what it does not say stays.
func (c *choice) take(a *atom) {
	if a.day.set {
		c.day = a.day
	}
	if a.span.set {
		c.span = a.span
	}
	if a.clock.set {
		c.clock = a.clock
	}
	if a.part != 0 {
		c.part = a.part
	}
}

// addNew sets what a says where nothing was said yet: the first preference wins.
func (c *choice) addNew(a *atom) {
	if a.day.set && !c.day.set {
		c.day = a.day
	}
	if a.span.set && !c.span.set && !c.day.set {
		c.span = a.span
	} else if a.span.set && c.day.set && c.day.weekday+c.day.number > 0 && !c.span.set {
		c.span = a.span
	}
	if a.clock.set && !c.clock.set {
		c.clock = a.clock
	}
	if a.part != 0 && c.part == 0 {
		c.part = a.part
	}
}

// choose settles which of the days and times counts: not the refused ones, not the origin of a move, the last
// correction, the first preference.
func (s *scan) choose(atoms []atom) Moment {
	var c choice
	originDay := false
	for i := range atoms {
		a := &atoms[i]
		from, to := 0, len(s.Tokens)
		if i > 0 {
			from = atoms[i-1].to
		}
		if i+1 < len(atoms) {
			to = atoms[i+1].from
		}
		if s.refused(a, from, to) || s.replaced(a, from) {
			continue
		}
		if s.origin(a, from, atoms[i+1:], originDay) {
			originDay = originDay || a.day.set
			continue
		}
		if a.day.set {
			originDay = false
		}
		if s.corrected(from, a.from) && i > 0 {
			s.correct(&c, a)
			continue
		}
		c.addNew(a)
	}
	return s.moment(c)
}

// correct replaces what a says anew. A new day with a part of its own drops an earlier hour that no longer fits.
func (s *scan) correct(c *choice, a *atom) {
	if a.day.set {
		c.span = dayRange{}
	}
	if a.span.set {
		c.day = dayValue{}
	}
	if a.clock.set {
		c.part = 0
	}
	if a.part != 0 && !a.clock.set {
		c.clock = clock{}
	}
	c.take(a)
}

// moment resolves a choice into strings.
func (s *scan) moment(c choice) Moment {
	var m Moment
	s.placeDay(&c)
	if c.day.set {
		m.Date = c.day.date.String()
	} else if c.span.set {
		m.RangeStart, m.RangeEnd = c.span.first.String(), c.span.last.String()
	}
	m.PartOfDay = partName(c.part)
	if c.clock.set {
		if m.PartOfDay == "" {
			m.PartOfDay = partName(c.clock.spokenPart())
		}
		s.placeClock(&m, c)
	}
	return m
}

// placeDay moves a weekday into the week, or a number into the month, that was said apart from it.
func (s *scan) placeDay(c *choice) {
	if !c.day.set || !c.span.set {
		return
	}
	switch {
	case c.day.weekday > 0 && !c.span.month:
		moved := c.span.first.monday().plus(c.day.weekday - 1)
		if s.today.before(moved) {
			c.day.date = moved
		}
	case c.day.number > 0 && c.span.month:
		if moved, ok := realDay(c.span.first.Year(), int(c.span.first.Month()), c.day.number); ok {
			c.day.date = moved
		}
	}
}

func (s *scan) placeClock(m *Moment, c choice) {
	m.Bound = c.clock.bound
	if c.clock.end != nil {
		a, b := settleSpan(c.clock, *c.clock.end, c.part)
		a.hour, b.hour = a.hour%24, b.hour%24
		m.Time, m.TimeEnd = a.String(), b.String()
		return
	}
	at := bareHour(c.clock, c.part)
	if c.day.today && !c.clock.sure && c.part == 0 && at.hour < 12 && at.minutes() < s.now.Hour()*60+s.now.Minute() {
		at.hour += 12
	}
	at.hour %= 24
	m.Time = at.String()
}

func partName(part int) string {
	switch part {
	case morning, smallHours:
		return Morning
	case afternoon:
		return Afternoon
	case evening:
		return Evening
	}
	return ""
}
