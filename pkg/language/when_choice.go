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

// fields are those that a says.
func (a *atom) fields() (f field) {
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

// said are the fields that are settled.
func (c *choice) said() field {
	a := atom{day: c.day, span: c.span, clock: c.clock, part: c.part}
	return a.fields()
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
	f := a.fields()
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
		if f&fieldPart == 0 && c.stale&fieldPart != 0 && (c.clock.set || !a.clock.fits(c.part)) {
			c.drop(fieldPart)
		}
	}
	c.take(a, open)
}

// inherit keeps a corrected hour in the half of the day of the one before: "8 pm, sorry, 9".
func (c *clock) inherit(old clock, part int) {
	if c.sure || c.end != nil || c.hour > 12 || !old.sure && part == 0 {
		return
	}
	if part == 0 {
		part = old.part
	}
	switch {
	case part == lex.Evening && c.hour >= 5 && c.hour < 12, part == lex.Afternoon && c.hour < 9, part == 0 && old.hour > 12 && c.hour < 12 && c.hour+12 >= old.hour-4 && c.hour+12 <= old.hour+4:
		c.hour, c.sure = c.hour%12+12, true
	case (part == lex.Morning || part == 0 && old.hour < 12) && c.hour >= 6 && c.hour < 12:
		c.sure = true
	}
}

// fits tells whether the hour can lie in a part of the day that was said of another: not 10 in "por la tarde no, mejor a las 10".
func (c clock) fits(part int) bool {
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
		if f := a.fields() &^ said; f != 0 {
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
