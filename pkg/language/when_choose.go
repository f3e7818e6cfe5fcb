package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// chooser settles which of the days and times counts.
type chooser struct {
	choice
	originDay bool // the day just before was where something is moved from
	// originClock tells that the hour of what is moved was said.
	originClock bool
	heard       clock        // the last hour, whatever was said of it
	named       calendar.Day // the last day, whatever was said of it
	busy        bool         // the customer told when she cannot
	other       bool         // the week after the one that was named is meant, whatever it is called
	deniedDay   bool         // the day just before was refused
	deniedHour  bool         // the hour that follows is refused, and its day is not
	denied      calendar.Day // the last weekday that was refused
	dated       calendar.Day // the last day that was said with its month
	fallback    bool         // the day just before was a second choice, and the first has its part of the day
	reach       int          // how far from it a number of the month is one beside it
}

// choose settles what counts: not the refused ones, not the origin of a move, the last correction, the first preference.
func (s chooserScan) choose(atoms []atom) Moment {
	var c chooser
	for i := range atoms {
		s.consider(&c, atoms, i)
	}
	if !c.clock.set && c.heard.set && s.sameTime() {
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
func (s chooserScan) besideRough(c *chooser, d *dayValue) {
	switch {
	case !c.day.rough:
	case d.number > 0:
		if date, ok := c.day.date.Plus(-4).NextDayOfMonth(d.number); ok && calendar.Near(date, c.day.date, 3) && !date.Before(s.today) {
			d.date = date
		}
	case d.weekday > 0 && c.day.weeks:
		if date := c.day.date.Monday().Plus(d.weekday - 1); s.today.Before(date) {
			d.date, d.weekday = date, 0
		}
	}
}

// orElseBetween tells whether the words from from to to make what follows a second choice.
func (s chooserScan) orElseBetween(from, to int) bool {
	for k := from; k < to; k++ {
		if s.is(k, "o", "u", "or", "ou") || s.in(k, lex.Fallback) || s.is(k, "si", "se", "if") && (s.is(k+1, "no", "nao", "not") || s.in(k+1, lex.Excepts)) {
			return true
		}
	}
	return false
}

// cancels tells whether the customer drops what is booked.
func (s chooserScan) cancels() bool {
	return s.lists&lex.Cancels != 0
}

// thatDay reads "that Sunday", "ese sábado" as the day that was named before, where it is one.
func (s chooserScan) thatDay(c *chooser, a *atom) {
	if !a.day.set {
		return
	}
	if a.day.weekday > 0 && s.is(a.from-1, "that", "ese", "esse", "nesse") && c.named != 0 && c.named.Weekday() == a.day.weekday && s.today.Before(c.named) {
		a.day.date, a.day.weekday = c.named, 0
	}
	c.named = a.day.date
}

// consider adds atom i, or passes it.
func (s chooserScan) consider(c *chooser, atoms []atom, i int) {
	a := &atoms[i]
	from, to := s.between(atoms, i)
	s.note(c, a, from)
	if s.second(c, a, from) || s.ruledOut(c, atoms, i) || s.movedFrom(c, atoms, i) {
		return
	}
	if c.deniedDay && a.clock.set && !a.day.set && a.clock.bound != After && a.clock.bound != Before && s.adjoins(from, a.from) {
		return // "no puedo mañana a las 4"
	}
	c.deniedDay = false
	if c.fallback && a.clock.set && !a.day.set && s.adjoins(from, a.from) {
		return // "el sábado por la mañana, si no hay, el lunes a las 6"
	}
	c.fallback = a.day.set && c.day.set && c.part != 0 && c.stale&fieldDay == 0 && a.day.date != c.day.date && s.supposesNot(a.from)
	if a.day.set {
		c.originDay = false
	}
	if i > 0 && (s.corrected(from, a.from) || s.is(a.from, "make") || s.movedTo(from, a.from)) {
		c.stale |= c.said()
		if s.prefers(from, a.from) {
			c.stale &^= fieldSpan // "la primera semana, de preferencia el jueves"
		}
	}
	if a.span.instead && c.span.set && !s.orElseBetween(from, a.from) && !s.joined(from, a.from, "y", "e", "and") {
		c.stale |= fieldSpan
	}
	if i > 0 && a.day.set && a.day.elliptic && c.day.set {
		return // "prefiero el primero"
	}
	s.besideRough(c, &a.day)
	if a.day.set && c.day.rough && calendar.Near(a.day.date, c.day.date, 3) && !s.orElseBetween(from, a.from) {
		c.weak |= fieldDay // "en dos semanas, el martes 31", "cena de año nuevo para el 31"
	}
	a.day.side = s.sideOf(a, from)
	s.beyond(&c.choice, &a.day)
	c.settle(a, a.day.side != 0 || s.weakly(a, from, to) || s.regretted(atoms, i))
}

// note keeps what later atoms are measured by, and puts a weekday that goes on from another in its place.
func (s chooserScan) note(c *chooser, a *atom, from int) {
	if a.clock.set {
		c.heard = a.clock
	}
	s.thatDay(c, a)
	if a.day.set {
		s.besideDated(c, a, from)
	}
	if a.day.weekday > 0 && a.day.date == c.denied && (s.later(a.from) || s.later(a.from-1)) {
		a.day.date, a.day.weekday = a.day.date.Plus(7), 0 // "not this Friday but next Friday"
	}
}

// second tells whether a is only a second choice, or settles it as the other one of what was refused.
func (s chooserScan) second(c *chooser, a *atom, from int) bool {
	if a.span.set && c.day.set && c.stale&fieldDay == 0 && s.orElseBetween(from, a.from) {
		return true // "el viernes, o si no la otra semana"
	}
	if s.theOther(a, from) {
		c.take(a, fieldsOf(a)&(fieldDay|fieldSpan))
		c.other = a.span.set
		return true
	}
	// "la próxima semana no, la otra"; "el sábado de esta semana no, el de la siguiente"
	return a.span.set && (c.other || c.day.inWeek && s.is(a.from-1, "de") && s.is(a.from-2, "el"))
}

// ruledOut tells whether atom i is refused; where only the hour of a day is, the day stays.
func (s chooserScan) ruledOut(c *chooser, atoms []atom, i int) bool {
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

// movedFrom tells whether atom i is where something is moved from.
func (s chooserScan) movedFrom(c *chooser, atoms []atom, i int) bool {
	a := &atoms[i]
	from, _ := s.between(atoms, i)
	toDay := a.day.set && c.originDay && c.originClock && c.clock.set // "… a las 3 del viernes"
	or := a.day.set && c.originDay && i+1 < len(atoms) && s.joined(from, a.from, "o", "or", "ou", "y", "e")
	if !or && (toDay || !s.origin(a, from, atoms[i+1:], c.originDay && (!a.clock.set || !c.originClock))) {
		return false
	}
	c.originClock = c.originClock || a.clock.set
	c.originDay = c.originDay || a.day.set
	return true
}

// refuses tells whether atom i is ruled out, and takes it back where it was chosen before.
func (s chooserScan) refuses(c *chooser, atoms []atom, i int) bool {
	a := &atoms[i]
	if !s.mayRefuse() {
		return false
	}
	from, _ := s.between(atoms, i)
	follows := i > 0 && (s.adjoins(from, a.from) || s.joined(from, a.from, "y", "and", "e", "o", "or"))
	c.busy = s.busyBefore(a.from, from) || c.busy && follows
	if !c.busy && !s.refusedIn(atoms, i) && !s.replaced(a, from) {
		return false
	}
	if a.day.set && a.day.date == c.day.date {
		c.drop(fieldDay)
	}
	if a.day.inWeek && !c.span.set && s.anyBut(a.from) {
		c.span = dayRange{set: true, first: a.day.date.Monday(), last: a.day.date.Monday().Plus(6)}
	}
	if a.day.weekday > 0 && !s.is(a.to+1, "pude", "pudimos", "consegui", "conseguimos", "alcance", "fui", "llegue", "deu") {
		c.denied = a.day.date
	}
	c.deniedDay = a.day.set && !a.clock.set && (s.refusedBefore(a.from, from) || s.replaced(a, from) && hourAmong(atoms[min(i+2, len(atoms)):]))
	return true
}

// hourAmong tells whether one of the atoms is an hour.
func hourAmong(atoms []atom) bool {
	for i := range atoms {
		if atoms[i].clock.set {
			return true
		}
	}
	return false
}

// sameTime tells whether the hour of what is moved stays: "a la misma hora".
func (s chooserScan) sameTime() bool {
	if s.said&lex.Rest == 0 {
		return false
	}
	for i := range s.Tokens {
		if s.is(i, "misma", "mismo", "same", "mesma", "mesmo") && s.is(i+1, "hora", "horario", "time") {
			return true
		}
	}
	return false
}

// between returns the bounds of the words beside atom i: the end of the one before and the start of the one after.
func (s chooserScan) between(atoms []atom, i int) (from, to int) {
	to = len(s.Tokens)
	if i > 0 {
		from = atoms[i-1].to
	}
	if i+1 < len(atoms) {
		to = atoms[i+1].from
	}
	return from, to
}

// besideDated puts a number of the month beside the date that was named before it: "el 24 de diciembre es feriado, el 26".
func (s chooserScan) besideDated(c *chooser, a *atom, from int) {
	if a.day.number > 0 && c.dated != 0 {
		best := calendar.Day(0)
		for n := -1; n <= 1; n++ {
			first := c.dated.Plus(1 - c.dated.Day()).PlusMonths(n)
			date, ok := calendar.Real(first.Year(), first.Month(), a.day.number)
			if ok && !date.Before(s.today) && calendar.Near(date, c.dated, c.reach) {
				best = date
			}
		}
		if best != 0 {
			a.day.date, a.day.number = best, 0
		}
	}
	// A date that is past has rolled a year on; nothing stands beside it.
	if rolled := s.today.Plus(300); (a.day.dated || a.day.rough && !a.day.weeks) && a.day.date.Before(rolled) {
		c.dated, c.reach = a.day.date, 10
		if s.occasion(a.from, from) {
			c.reach = 4
		}
		if s.busyBefore(a.from, from) {
			c.dated = 0
		}
	}
}
