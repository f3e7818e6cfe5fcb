package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// moment resolves a choice into strings.
func (s chooserScan) moment(c choice) Moment {
	var m Moment
	s.placeDay(&c)
	s.placeSide(&c)
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

// placeSide drops a day that only bounds those that are asked for: "antes del viernes" is from today to Thursday.
func (s chooserScan) placeSide(c *choice) {
	if !c.day.set || c.day.side == 0 {
		return
	}
	if last := c.day.date.Plus(-1); c.day.side < 0 && !c.span.set && !last.Before(s.today) {
		c.span = dayRange{set: true, first: s.today, last: last}
	}
	c.day = dayValue{}
}

// placeDay moves a weekday into the week, or a number into the month, that was said apart from it.
func (s chooserScan) placeDay(c *choice) {
	if !c.day.set || !c.span.set {
		return
	}
	switch {
	case c.day.weekday > 0 && !c.span.month:
		moved := c.span.first.Monday().Plus(c.day.weekday - 1)
		if moved.Before(c.span.first) && !c.span.last.Before(moved.Plus(7)) {
			moved = moved.Plus(7) // the Thursday of a first week that begins on a Sunday
		}
		if s.today.Before(moved) {
			c.day.date = moved
		}
	case c.day.number > 0 && c.span.month:
		if moved, ok := calendar.Real(c.span.first.Year(), c.span.first.Month(), c.day.number); ok {
			c.day.date = moved
		}
	}
}

func (s chooserScan) placeClock(m *Moment, c choice) {
	m.Bound = c.clock.bound
	if c.clock.end != nil {
		a, b := settleSpan(c.clock, *c.clock.end, c.part)
		a.hour, b.hour = a.hour%24, b.hour%24
		m.Time, m.TimeEnd = a.String(), b.String()
		return
	}
	part := c.part
	if part == 0 && c.clock.hour >= 7 && c.clock.dinner {
		part = lex.Evening
	}
	at := bareHour(c.clock, part)
	if c.day.today && !c.clock.sure && c.part == 0 && at.hour < 12 && at.minutes() < s.now.Hour()*60+s.now.Minute() {
		at.hour += 12
	}
	at.hour %= 24
	m.Time = at.String()
}

func partName(part int) string {
	switch part {
	case lex.Morning, lex.SmallHours:
		return Morning
	case lex.Afternoon:
		return Afternoon
	case lex.Evening:
		return Evening
	}
	return ""
}
