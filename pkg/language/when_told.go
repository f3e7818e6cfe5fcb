package language

import (
	"slices"

	"github.com/recado/recado/pkg/language/lex"
)

// Days and hours that lean on one that was named before them in the message: how a day does, as dayValue.beside.
const (
	dayBefore    = -1
	dayAfter     = 1
	weekdayAfter = 2 // "el lunes después": that weekday after the day that was named last
	weekAfterIt  = 3 // "el martes de la semana siguiente": in the week after the one that was named last
)

// leans puts an atom beside what was named before it; it returns false where that is missing and nothing is said without it.
func (s *scan) leans(a *atom, found []atom) bool {
	switch {
	case a.day.beside != 0:
		return besideLast(&a.day, found)
	case a.span.follows:
		followLast(&a.span, found)
	case a.clock.onHour:
		return onLastHour(&a.clock, found)
	}
	return true
}

// besideLast puts "the day after" beside the day that was named last, if one was.
func besideLast(d *dayValue, found []atom) bool {
	side, wd := d.beside, d.date.Weekday()
	d.beside = 0
	for _, a := range slices.Backward(found) {
		switch {
		case !a.day.set && (side != weekAfterIt || !a.span.set || a.span.month):
			continue
		case side == weekdayAfter:
			*d = dayValue{set: true, date: a.day.date.Next(wd)}
		case side == weekAfterIt && a.span.set:
			d.date = a.span.first.Monday().Plus(6 + wd)
		case side == weekAfterIt:
			d.date = a.day.date.Monday().Plus(6 + wd)
		default:
			*d = dayValue{set: true, date: a.day.date.Plus(int(side))}
		}
		return true
	}
	return side == weekdayAfter || side == weekAfterIt
}

// followLast puts "the week after", "la que viene", "el que sigue" behind the week or the month that was named last.
func followLast(r *dayRange, found []atom) {
	r.follows = false
	for _, a := range slices.Backward(found) {
		switch {
		case r.month && a.span.month:
			first := a.span.first.Plus(1 - a.span.first.Day()).PlusMonths(1)
			r.first, r.last = first, first.MonthEnd()
		case r.month || a.span.month || !a.day.set && !a.span.set:
			continue
		default:
			named := a.day.date
			if a.span.set {
				named = a.span.first
			}
			weeks := named.Monday().Plus(7) - r.first.Monday()
			r.first, r.last = r.first+weeks, r.last+weeks
		}
		return
	}
}

// weekBehind is the week after the one that was named last, or the next where none was.
func (s *scan) weekBehind() dayRange {
	r := s.weekAfter(1)
	r.follows = true
	return r
}

// comesAfter reads "la que viene", "el que sigue", "the next one" of a week, a weekend or a month that was named before.
func (s *scan) comesAfter(i int) (dayRange, int) {
	at, to := i-1, i+1
	switch {
	case s.of(i, lex.Comes) && s.is(at, "que"):
		at--
	case s.is(i, "next") && s.is(to, "one"):
		to++
	default:
		return dayRange{}, i
	}
	for k := i - 1; k >= max(0, i-10); k-- {
		c := s.class(k)
		weekend := c == lex.Weekend || c == lex.Week && s.is(k-2, "fin", "fim")
		switch {
		case c == lex.Weekday, c == lex.ShortDay, c == lex.Feira && s.lang == Portuguese:
			return dayRange{}, i
		case weekend && s.is(at, "el", "o", "the"):
			r := saturdayOf(s.today.Plus(7))
			r.follows, r.instead = true, true
			return r, to
		case c == lex.Week && !weekend && s.is(at, "la", "a", "the"):
			r := s.weekBehind()
			r.instead = true
			return r, to
		case c == lex.Months && s.is(at, "el", "o", "the"):
			r := s.nextMonth()
			r.follows, r.instead = true, true
			return r, to
		}
	}
	return dayRange{}, i
}

// minutesAlone reads minutes of the hour that was named before them: "quarter to 6, no, quarter past", "a las 5, perdón, y media".
func (s *scan) minutesAlone(i int) (clock, int) {
	minutes, to := 0, i+1
	if !s.is(i-1, "y", "e", "menos") && !s.of(i+1, lex.PastTo) {
		return clock{}, i
	}
	switch s.class(i) {
	case lex.Half:
		minutes = 30
	case lex.Quarter:
		minutes = 15
	default:
		n, next, ok := s.number(i)
		if !ok || n < 5 || n > 55 || n%5 != 0 {
			return clock{}, i
		}
		minutes, to = n, next
	}
	switch {
	case s.is(to, "past", "after", "to", "til", "till") && s.class(i) != lex.None && s.digits(i) < 0 && s.ends(to+1):
		if !s.is(to, "past", "after") {
			minutes = -minutes
		}
		return clock{set: true, minute: minutes, onHour: true}, to + 1
	case !s.ends(to) || s.said&lex.TakesBack == 0 || !s.is(i-1, "y", "e", "menos"):
		return clock{}, i
	}
	if k := i - 2 - bit(s.is(i-2, ",")); !s.of(k, lex.TakesBack) {
		return clock{}, i
	}
	if s.is(i-1, "menos") {
		minutes = -minutes
	}
	return clock{set: true, minute: minutes, onHour: true}, to
}

// minutesEnd tells whether minutes stand at i whose hour is not said again.
func (s *scan) minutesEnd(i int) bool {
	c, _ := s.minutesAlone(i)
	return c.set
}

// onLastHour gives minutes the hour that was named last.
func onLastHour(c *clock, found []atom) bool {
	for _, a := range slices.Backward(found) {
		if !a.clock.set || a.clock.end != nil {
			continue
		}
		hour := a.clock.hour
		if a.clock.named > 0 && a.clock.named%12 != hour%12 {
			hour++ // eight in "ten to eight"
		}
		t := (hour*60 + c.minute + 24*60) % (24 * 60)
		*c = clock{set: true, hour: t / 60, minute: t % 60, named: max(hour, 1), sure: a.clock.sure, part: a.clock.part}
		return true
	}
	return false
}

// within makes one span of two bounds that stand together: "ni antes de las 4 ni después de las 6", "after 3 but before 5".
func (s *scan) within(found []atom, a *atom) bool {
	if len(found) == 0 || a.clock.bound != After && a.clock.bound != Before || a.day.set || a.clock.end != nil {
		return false
	}
	last := &found[len(found)-1]
	if !last.clock.set || last.day.set || last.clock.end != nil || !s.joined(last.to, a.from, "y", "e", "and", "but", "pero", "mas", "ni", "nor", "or", "o", "ou", ",") && last.to != a.from {
		return false
	}
	first, second := last.clock, a.clock
	no := s.refusedFrom(last.from)
	refused := no <= last.from
	switch either := s.is(a.from-1, "or", "o", "ou"); {
	case refused && first.bound == After && second.bound == After && either, refused && first.bound == Before && second.bound == Before:
	case either && !s.negated(a.from):
		return false
	case first.bound == After && second.bound == Before:
	case first.bound == Before && second.bound == After:
		first, second = second, first
	default:
		return false
	}
	second.bound = ""
	first.bound, first.end = Between, &second
	last.clock, last.from, last.to = first, min(no, last.from), a.to
	return true
}

// refusedFrom returns where the refusal of what stands at i begins: "no puedo antes de las 4"; behind i where nothing refuses it.
func (s *scan) refusedFrom(i int) int {
	for k := max(0, i-2); k <= i && s.said&lex.Refuses != 0; k++ {
		if s.negated(k) && (k == i || s.denies(k, i)) {
			return k
		}
	}
	return i + 1
}

// negated tells whether "no", "ni" stands at i.
func (s *scan) negated(i int) bool {
	return s.is(i, "no", "nao", "not", "ni", "nem", "nor", "neither")
}
