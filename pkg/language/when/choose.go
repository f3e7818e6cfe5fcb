package when

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/when/mention"
)

// chooser settles which of the days and times counts.
type chooser struct {
	choice
	originDay bool // the day just before was where something is moved from
	// originClock tells that the hour of what is moved was said.
	originClock bool
	heard       mention.Clock // the last hour, whatever was said of it
	named       calendar.Day  // the last day, whatever was said of it
	busy        bool          // the customer told when she cannot
	other       bool          // the week after the one that was named is meant, whatever it is called
	deniedDay   bool          // the day just before was refused
	deniedHour  bool          // the hour that follows is refused, and its day is not
	denied      calendar.Day  // the last weekday that was refused
	dated       calendar.Day  // the last day that was said with its month
	fallback    bool          // the day just before was a second choice, and the first has its part of the day
	reach       int           // how far from it a number of the month is one beside it
}

// choose settles what counts: not the refused ones, not the origin of a move, the last correction, the first preference.
func (s scan) choose(atoms []mention.Atom) Moment {
	var c chooser
	for i := range atoms {
		s.consider(&c, atoms, i)
	}
	if !c.clock.Set && c.heard.Set && s.sameTime() {
		c.clock = c.heard
	}
	if c.said() == 0 && s.cancels() {
		for i := range atoms {
			c.add(&atoms[i]) // "no puedo mañana a las 4, cancélala": what is dropped is what is spoken of
		}
	}
	return s.moment(c.choice)
}

// besideRough puts a number of the month beside the feast that was named, and a weekday into the week that was counted:
// "cena de navidad, el 24", "en tres semanas, el martes".
func (s scan) besideRough(c *chooser, d *mention.Day) {
	switch {
	case !c.day.Rough:
	case d.Number > 0:
		if date, ok := c.day.Date.Plus(-4).NextDayOfMonth(d.Number); ok && calendar.Near(date, c.day.Date, 3) && !date.Before(s.Today) {
			d.Date = date
		}
	case d.Weekday > 0 && c.day.Weeks:
		if date := c.day.Date.Monday().Plus(d.Weekday - 1); s.Today.Before(date) {
			d.Date, d.Weekday = date, 0
		}
	}
}

// orElseBetween reports whether the words from from to to make what follows a second choice.
func (s scan) orElseBetween(from, to int) bool {
	for k := from; k < to; k++ {
		if s.Is(k, "o", "u", "or", "ou") || s.In(k, lex.Fallback) || s.Is(k, "si", "se", "if") && (s.Is(k+1, "no", "nao", "not") || s.In(k+1, lex.Excepts)) {
			return true
		}
	}
	return false
}

// cancels reports whether the customer drops what is booked.
func (s scan) cancels() bool {
	return s.Lists&lex.Cancels != 0
}

// thatDay reads "that Sunday", "ese sábado" as the day that was named before, where it is one.
func (s scan) thatDay(c *chooser, a *mention.Atom) {
	if !a.Day.Set {
		return
	}
	if a.Day.Weekday > 0 && s.Is(a.From-1, "that", "ese", "esse", "nesse") && c.named != 0 && c.named.Weekday() == a.Day.Weekday && s.Today.Before(c.named) {
		a.Day.Date, a.Day.Weekday = c.named, 0
	}
	c.named = a.Day.Date
}

// consider adds atom i, or passes it.
func (s scan) consider(c *chooser, atoms []mention.Atom, i int) {
	a := &atoms[i]
	from, to := s.between(atoms, i)
	s.note(c, a, from)
	if s.second(c, a, from) || s.ruledOut(c, atoms, i) || s.movedFrom(c, atoms, i) {
		return
	}
	if c.deniedDay && a.Clock.Set && !a.Day.Set && a.Clock.Bound != After && a.Clock.Bound != Before && s.adjoins(from, a.From) {
		return // "no puedo mañana a las 4"
	}
	c.deniedDay = false
	if c.fallback && a.Clock.Set && !a.Day.Set && s.adjoins(from, a.From) {
		return // "el sábado por la mañana, si no hay, el lunes a las 6"
	}
	c.fallback = a.Day.Set && c.day.Set && c.part != 0 && c.stale&fieldDay == 0 && a.Day.Date != c.day.Date && s.supposesNot(a.From)
	if a.Day.Set {
		c.originDay = false
	}
	if i > 0 && (s.corrected(from, a.From) || s.Is(a.From, "make") || s.movedTo(from, a.From)) {
		c.stale |= c.said()
		if s.prefers(from, a.From) {
			c.stale &^= fieldSpan // "la primera semana, de preferencia el jueves"
		}
	}
	if a.Span.Instead && c.span.Set && !s.orElseBetween(from, a.From) && !s.Joined(from, a.From, "y", "e", "and") {
		c.stale |= fieldSpan
	}
	if i > 0 && a.Day.Set && a.Day.Elliptic && c.day.Set {
		return // "prefiero el primero"
	}
	s.besideRough(c, &a.Day)
	if a.Day.Set && c.day.Rough && calendar.Near(a.Day.Date, c.day.Date, 3) && !s.orElseBetween(from, a.From) {
		c.weak |= fieldDay // "en dos semanas, el martes 31", "cena de año nuevo para el 31"
	}
	a.Day.Side = s.sideOf(a, from)
	s.beyond(&c.choice, &a.Day)
	c.settle(a, a.Day.Side != 0 || s.weakly(a, from, to) || s.regretted(atoms, i))
}

// note keeps what later atoms are measured by, and puts a weekday that goes on from another in its place.
func (s scan) note(c *chooser, a *mention.Atom, from int) {
	if a.Clock.Set {
		c.heard = a.Clock
	}
	s.thatDay(c, a)
	if a.Day.Set {
		s.besideDated(c, a, from)
	}
	if a.Day.Weekday > 0 && a.Day.Date == c.denied && (s.Later(a.From) || s.Later(a.From-1)) {
		a.Day.Date, a.Day.Weekday = a.Day.Date.Plus(7), 0 // "not this Friday but next Friday"
	}
}

// second reports whether a is only a second choice, or settles it as the other one of what was refused.
func (s scan) second(c *chooser, a *mention.Atom, from int) bool {
	if a.Span.Set && c.day.Set && c.stale&fieldDay == 0 && s.orElseBetween(from, a.From) {
		return true // "el viernes, o si no la otra semana"
	}
	if s.theOther(a, from) {
		c.take(a, fieldsOf(a)&(fieldDay|fieldSpan))
		c.other = a.Span.Set
		return true
	}
	// "la próxima semana no, la otra"; "el sábado de esta semana no, el de la siguiente"
	return a.Span.Set && (c.other || c.day.InWeek && s.Is(a.From-1, "de") && s.Is(a.From-2, "el"))
}

// ruledOut reports whether atom i is refused; where only the hour of a day is, the day stays.
func (s scan) ruledOut(c *chooser, atoms []mention.Atom, i int) bool {
	if c.deniedHour {
		c.deniedHour = false
		return true
	}
	if s.refusedHour(atoms, i) {
		c.settle(&atoms[i], false)
		c.deniedHour = true
		return true
	}
	return s.refuses(c, atoms, i)
}

// movedFrom reports whether atom i is where something is moved from.
func (s scan) movedFrom(c *chooser, atoms []mention.Atom, i int) bool {
	a := &atoms[i]
	from, _ := s.between(atoms, i)
	toDay := a.Day.Set && c.originDay && c.originClock && c.clock.Set // "… a las 3 del viernes"
	or := a.Day.Set && c.originDay && i+1 < len(atoms) && s.Joined(from, a.From, "o", "or", "ou", "y", "e")
	if !or && (toDay || !s.origin(a, from, atoms[i+1:], c.originDay && (!a.Clock.Set || !c.originClock))) {
		return false
	}
	c.originClock = c.originClock || a.Clock.Set
	c.originDay = c.originDay || a.Day.Set
	return true
}

// refuses reports whether atom i is ruled out, and takes it back where it was chosen before.
func (s scan) refuses(c *chooser, atoms []mention.Atom, i int) bool {
	a := &atoms[i]
	if !s.MayRefuse() {
		return false
	}
	from, _ := s.between(atoms, i)
	follows := i > 0 && (s.adjoins(from, a.From) || s.Joined(from, a.From, "y", "and", "e", "o", "or"))
	c.busy = s.busyBefore(a.From, from) || c.busy && follows
	if !c.busy && !s.refusedIn(atoms, i) && !s.replaced(a, from) {
		return false
	}
	if a.Day.Set && a.Day.Date == c.day.Date {
		c.drop(fieldDay)
	}
	if a.Day.InWeek && !c.span.Set && s.anyBut(a.From) {
		c.span = mention.Range{Set: true, First: a.Day.Date.Monday(), Last: a.Day.Date.Monday().Plus(6)}
	}
	if a.Day.Weekday > 0 && !s.Is(a.To+1, "pude", "pudimos", "consegui", "conseguimos", "alcance", "fui", "llegue", "deu") {
		c.denied = a.Day.Date
	}
	c.deniedDay = a.Day.Set && !a.Clock.Set && (s.refusedBefore(a.From, from) || s.replaced(a, from) && hourAmong(atoms[min(i+2, len(atoms)):]))
	return true
}

// hourAmong reports whether one of the atoms is an hour.
func hourAmong(atoms []mention.Atom) bool {
	for i := range atoms {
		if atoms[i].Clock.Set {
			return true
		}
	}
	return false
}

// sameTime reports whether the hour of what is moved stays: "a la misma hora".
func (s scan) sameTime() bool {
	if s.Said&lex.Rest == 0 {
		return false
	}
	for i := range s.Tokens {
		if s.Is(i, "misma", "mismo", "same", "mesma", "mesmo") && s.Is(i+1, "hora", "horario", "time") {
			return true
		}
	}
	return false
}

// between returns the bounds of the words beside atom i: the end of the one before and the start of the one after.
func (s scan) between(atoms []mention.Atom, i int) (from, to int) {
	to = len(s.Tokens)
	if i > 0 {
		from = atoms[i-1].To
	}
	if i+1 < len(atoms) {
		to = atoms[i+1].From
	}
	return from, to
}

// besideDated puts a number of the month beside the date that was named before it: "el 24 de diciembre es feriado, el 26".
func (s scan) besideDated(c *chooser, a *mention.Atom, from int) {
	if a.Day.Number > 0 && c.dated != 0 {
		best := calendar.Day(0)
		for n := -1; n <= 1; n++ {
			first := c.dated.Plus(1 - c.dated.Day()).PlusMonths(n)
			date, ok := calendar.Real(first.Year(), first.Month(), a.Day.Number)
			if ok && !date.Before(s.Today) && calendar.Near(date, c.dated, c.reach) {
				best = date
			}
		}
		if best != 0 {
			a.Day.Date, a.Day.Number = best, 0
		}
	}
	// A date that is past has rolled a year on; nothing stands beside it.
	if rolled := s.Today.Plus(300); (a.Day.Dated || a.Day.Rough && !a.Day.Weeks) && a.Day.Date.Before(rolled) {
		c.dated, c.reach = a.Day.Date, 10
		if s.occasion(a.From, from) {
			c.reach = 4
		}
		if s.busyBefore(a.From, from) {
			c.dated = 0
		}
	}
}
