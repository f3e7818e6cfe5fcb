package when

import (
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/when/mention"
)

// field is one of the things that a choice holds.
type field uint8

const (
	fieldDay field = 1 << iota
	fieldSpan
	fieldClock
	fieldPart
)

// choice is what has been settled on so far.
type choice struct {
	day   mention.Day
	span  mention.Range
	clock mention.Clock
	part  int
	stale field // said before the last correction, so that what follows takes its place
	weak  field // said of something else, so that a better one takes its place
}

// said are the fields that are settled.
func (c *choice) said() field {
	a := mention.Atom{Day: c.day, Span: c.span, Clock: c.clock, Part: c.part}
	return fieldsOf(&a)
}

// take sets the fields f of a; what it does not say stays.
func (c *choice) take(a *mention.Atom, f field) {
	if f&fieldDay != 0 {
		c.day = a.Day
	}
	if f&fieldSpan != 0 {
		c.span = a.Span
	}
	if f&fieldClock != 0 {
		c.clock = a.Clock
	}
	if f&fieldPart != 0 {
		c.part = a.Part
	}
	c.stale &^= f
	c.weak &^= f
}

// drop forgets fields.
func (c *choice) drop(f field) {
	var none mention.Atom
	c.take(&none, f)
}

// add sets what a says where nothing was said yet, or only something weak or taken back: the first preference wins.
func (c *choice) add(a *mention.Atom) {
	f := fieldsOf(a)
	open := f &^ (c.said() &^ (c.stale | c.weak))
	if f&fieldDay != 0 && open&fieldDay != 0 {
		c.drop(c.weak & (fieldDay | fieldClock))
		if c.stale&fieldSpan != 0 {
			c.drop(fieldSpan)
		}
	}
	if f&fieldSpan != 0 {
		if c.day.Set && (c.stale|c.weak)&fieldDay != 0 && !a.Span.Month {
			c.drop(fieldDay)
		} else if c.day.Set && c.day.Weekday+c.day.Number == 0 {
			open &^= fieldSpan
		}
	}
	if f&(fieldPart|fieldClock) == fieldPart && c.stale&fieldClock != 0 {
		c.drop(fieldClock) // "a las 3, no, mejor por la mañana"
	}
	if f&fieldClock != 0 && open&fieldClock != 0 {
		if c.clock.Set {
			a.Clock.Inherit(c.clock, c.part)
		}
		if f&fieldPart == 0 && c.stale&fieldPart != 0 && (c.clock.Set || !fits(a.Clock, c.part)) {
			c.drop(fieldPart)
		}
	}
	c.take(a, open)
}

// settle adds a to the choice, as weak where it is said of something else.
func (c *choice) settle(a *mention.Atom, weak bool) {
	said := c.said()
	if weak {
		if a.Day.Set && a.Day.Date == c.day.Date {
			c.weak |= fieldDay
		}
		if said&fieldPart != 0 && c.weak&fieldPart == 0 {
			said |= fieldClock // "a primera hora, entro a trabajar a las 10"
		}
		if f := fieldsOf(a) &^ said; f != 0 {
			c.take(a, f)
			c.weak |= f
		}
		return
	}
	weakDay := c.weak&fieldDay != 0 && !a.Day.Set
	c.add(a)
	if weakDay && a.Clock.Set {
		c.weak |= fieldClock
	}
}

// fits reports whether the hour can lie in a part of the day that was said of another: not 10 in "por la tarde no, mejor a las 10".
func fits(c mention.Clock, part int) bool {
	switch part {
	case lex.Morning:
		return c.Hour >= 6 && c.Hour < 12
	case lex.Afternoon:
		return c.Hour == 12 || c.Hour < 9
	case lex.Evening:
		return c.Hour >= 6
	}
	return true
}

// fieldsOf are those that a says.
func fieldsOf(a *mention.Atom) (f field) {
	if a.Day.Set {
		f |= fieldDay
	}
	if a.Span.Set {
		f |= fieldSpan
	}
	if a.Clock.Set {
		f |= fieldClock
	}
	if a.Part != 0 {
		f |= fieldPart
	}
	return f
}
