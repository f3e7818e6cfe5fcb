package when

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/when/mention"
)

// moment resolves a choice into strings.
func (s scan) moment(c choice) Moment {
	var m Moment
	s.placeDay(&c)
	s.placeSide(&c)
	if c.day.Set {
		m.Date = c.day.Date.String()
	} else if c.span.Set {
		m.RangeStart, m.RangeEnd = c.span.First.String(), c.span.Last.String()
	}
	m.PartOfDay = partName(c.part)
	if c.clock.Set {
		if m.PartOfDay == "" {
			m.PartOfDay = partName(c.clock.SpokenPart())
		}
		s.placeClock(&m, c)
	}
	return m
}

// placeSide drops a day that only bounds those that are asked for: "antes del viernes" is from today to Thursday.
func (s scan) placeSide(c *choice) {
	if !c.day.Set || c.day.Side == 0 {
		return
	}
	if last := c.day.Date.Plus(-1); c.day.Side < 0 && !c.span.Set && !last.Before(s.Today) {
		c.span = mention.Range{Set: true, First: s.Today, Last: last}
	}
	c.day = mention.Day{}
}

// placeDay moves a weekday into the week, or a number into the month, that was said apart from it.
func (s scan) placeDay(c *choice) {
	if !c.day.Set || !c.span.Set {
		return
	}
	switch {
	case c.day.Weekday > 0 && !c.span.Month:
		moved := c.span.First.Monday().Plus(c.day.Weekday - 1)
		if moved.Before(c.span.First) && !c.span.Last.Before(moved.Plus(7)) {
			moved = moved.Plus(7) // the Thursday of a first week that begins on a Sunday
		}
		if s.Today.Before(moved) {
			c.day.Date = moved
		}
	case c.day.Number > 0 && c.span.Month:
		if moved, ok := calendar.Real(c.span.First.Year(), c.span.First.Month(), c.day.Number); ok {
			c.day.Date = moved
		}
	}
}

func (s scan) placeClock(m *Moment, c choice) {
	m.Bound = c.clock.Bound
	if c.clock.End != nil {
		a, b := mention.SettleSpan(c.clock, *c.clock.End, c.part)
		a.Hour, b.Hour = a.Hour%24, b.Hour%24
		m.Time, m.TimeEnd = a.String(), b.String()
		return
	}
	part := c.part
	if part == 0 && c.clock.Hour >= 7 && c.clock.Dinner {
		part = lex.Evening
	}
	at := mention.BareHour(c.clock, part)
	if c.day.Today && !c.clock.Sure && c.part == 0 && at.Hour < 12 && at.Minutes() < s.Now.Hour()*60+s.Now.Minute() {
		at.Hour += 12
	}
	at.Hour %= 24
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
