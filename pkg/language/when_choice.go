package language

import "github.com/recado/recado/pkg/language/lex"

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
	day   dayValue
	span  dayRange
	clock clock
	part  int
	stale field // said before the last correction, so that what follows takes its place
	weak  field // said of something else, so that a better one takes its place
}

// said are the fields that are settled.
func (c *choice) said() field {
	a := atom{day: c.day, span: c.span, clock: c.clock, part: c.part}
	return fieldsOf(&a)
}

// take sets the fields f of a; what it does not say stays.
func (c *choice) take(a *atom, f field) {
	if f&fieldDay != 0 {
		c.day = a.day
	}
	if f&fieldSpan != 0 {
		c.span = a.span
	}
	if f&fieldClock != 0 {
		c.clock = a.clock
	}
	if f&fieldPart != 0 {
		c.part = a.part
	}
	c.stale &^= f
	c.weak &^= f
}

// drop forgets fields.
func (c *choice) drop(f field) {
	var none atom
	c.take(&none, f)
}

// add sets what a says where nothing was said yet, or only something weak or taken back: the first preference wins.
func (c *choice) add(a *atom) {
	f := fieldsOf(a)
	open := f &^ (c.said() &^ (c.stale | c.weak))
	if f&fieldDay != 0 && open&fieldDay != 0 {
		c.drop(c.weak & (fieldDay | fieldClock))
		if c.stale&fieldSpan != 0 {
			c.drop(fieldSpan)
		}
	}
	if f&fieldSpan != 0 {
		if c.day.set && (c.stale|c.weak)&fieldDay != 0 && !a.span.month {
			c.drop(fieldDay)
		} else if c.day.set && c.day.weekday+c.day.number == 0 {
			open &^= fieldSpan
		}
	}
	if f&(fieldPart|fieldClock) == fieldPart && c.stale&fieldClock != 0 {
		c.drop(fieldClock) // "a las 3, no, mejor por la mañana"
	}
	if f&fieldClock != 0 && open&fieldClock != 0 {
		if c.clock.set {
			a.clock.inherit(c.clock, c.part)
		}
		if f&fieldPart == 0 && c.stale&fieldPart != 0 && (c.clock.set || !fits(a.clock, c.part)) {
			c.drop(fieldPart)
		}
	}
	c.take(a, open)
}

// settle adds a to the choice, as weak where it is said of something else.
func (c *choice) settle(a *atom, weak bool) {
	said := c.said()
	if weak {
		if a.day.set && a.day.date == c.day.date {
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
	weakDay := c.weak&fieldDay != 0 && !a.day.set
	c.add(a)
	if weakDay && a.clock.set {
		c.weak |= fieldClock
	}
}

// fits tells whether the hour can lie in a part of the day that was said of another: not 10 in "por la tarde no, mejor a las 10".
func fits(c clock, part int) bool {
	switch part {
	case lex.Morning:
		return c.hour >= 6 && c.hour < 12
	case lex.Afternoon:
		return c.hour == 12 || c.hour < 9
	case lex.Evening:
		return c.hour >= 6
	}
	return true
}

// fieldsOf are those that a says.
func fieldsOf(a *atom) (f field) {
	if a.day.set {
		f |= fieldDay
	}
	if a.span.set {
		f |= fieldSpan
	}
	if a.clock.set {
		f |= fieldClock
	}
	if a.part != 0 {
		f |= fieldPart
	}
	return f
}
