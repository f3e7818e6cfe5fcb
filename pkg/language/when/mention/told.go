package mention

import (
	"slices"

	"github.com/recado/recado/pkg/language"
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
func (s *Scan) leans(a *Atom, found []Atom) bool {
	switch {
	case a.Day.beside != 0:
		return besideLast(&a.Day, found)
	case a.Span.follows:
		followLast(&a.Span, found)
	case a.Clock.onHour:
		return onLastHour(&a.Clock, found)
	}
	return true
}

// besideLast puts "the day after" beside the day that was named last, if one was.
func besideLast(d *Day, found []Atom) bool {
	side, wd := d.beside, d.Date.Weekday()
	d.beside = 0
	for _, a := range slices.Backward(found) {
		switch {
		case !a.Day.Set && (side != weekAfterIt || !a.Span.Set || a.Span.Month):
			continue
		case side == weekdayAfter:
			*d = Day{Set: true, Date: a.Day.Date.Next(wd)}
		case side == weekAfterIt && a.Span.Set:
			d.Date = a.Span.First.Monday().Plus(6 + wd)
		case side == weekAfterIt:
			d.Date = a.Day.Date.Monday().Plus(6 + wd)
		default:
			*d = Day{Set: true, Date: a.Day.Date.Plus(int(side))}
		}
		return true
	}
	return side == weekdayAfter || side == weekAfterIt
}

// followLast puts "the week after", "la que viene", "el que sigue" after the week or the month that was named last.
func followLast(r *Range, found []Atom) {
	r.follows = false
	for _, a := range slices.Backward(found) {
		switch {
		case r.Month && a.Span.Month:
			first := a.Span.First.Plus(1 - a.Span.First.Day()).PlusMonths(1)
			r.First, r.Last = first, first.MonthEnd()
		case r.Month || a.Span.Month || !a.Day.Set && !a.Span.Set:
			continue
		default:
			named := a.Day.Date
			if a.Span.Set {
				named = a.Span.First
			}
			weeks := named.Monday().Plus(7) - r.First.Monday()
			r.First, r.Last = r.First+weeks, r.Last+weeks
		}
		return
	}
}

// weekBehind is the week after the one that was named last, or the next where none was.
func (s *Scan) weekBehind() Range {
	r := s.weekAfter(1)
	r.follows = true
	return r
}

// comesAfter reads "la que viene", "el que sigue", "the next one" of a week, a weekend or a month that was named before.
func (s *Scan) comesAfter(i int) (Range, int) {
	at, to := i-1, i+1
	switch {
	case s.Of(i, lex.Comes) && s.Is(at, "que"):
		at--
	case s.Is(i, "next") && s.Is(to, "one"):
		to++
	default:
		return Range{}, i
	}
	for k := i - 1; k >= max(0, i-10); k-- {
		c := s.Class(k)
		weekend := c == lex.Weekend || c == lex.Week && s.Is(k-2, "fin", "fim")
		switch {
		case c == lex.Weekday, c == lex.ShortDay, c == lex.Feira && s.Lang == language.Portuguese:
			return Range{}, i
		case weekend && s.Is(at, "el", "o", "the"):
			r := saturdayOf(s.Today.Plus(7))
			r.follows, r.Instead = true, true
			return r, to
		case c == lex.Week && !weekend && s.Is(at, "la", "a", "the"):
			r := s.weekBehind()
			r.Instead = true
			return r, to
		case c == lex.Months && s.Is(at, "el", "o", "the"):
			r := s.nextMonth()
			r.follows, r.Instead = true, true
			return r, to
		}
	}
	return Range{}, i
}

// minutesAlone reads minutes of the hour that was named before them: "quarter to 6, no, quarter past", "a las 5, perdón, y media".
func (s *Scan) minutesAlone(i int) (Clock, int) {
	minutes, to := 0, i+1
	if !s.Is(i-1, "y", "e", "menos") && !s.Of(i+1, lex.PastTo) {
		return Clock{}, i
	}
	switch s.Class(i) {
	case lex.Half:
		minutes = 30
	case lex.Quarter:
		minutes = 15
	default:
		n, next, ok := s.Number(i)
		if !ok || n < 5 || n > 55 || n%5 != 0 {
			return Clock{}, i
		}
		minutes, to = n, next
	}
	switch {
	case s.Is(to, "past", "after", "to", "til", "till") && s.Class(i) != lex.None && s.Digits(i) < 0 && s.Ends(to+1):
		if !s.Is(to, "past", "after") {
			minutes = -minutes
		}
		return Clock{Set: true, Minute: minutes, onHour: true}, to + 1
	case !s.Ends(to) || s.Said&lex.TakesBack == 0 || !s.Is(i-1, "y", "e", "menos"):
		return Clock{}, i
	}
	if k := i - 2 - Bit(s.Is(i-2, ",")); !s.Of(k, lex.TakesBack) {
		return Clock{}, i
	}
	if s.Is(i-1, "menos") {
		minutes = -minutes
	}
	return Clock{Set: true, Minute: minutes, onHour: true}, to
}

// minutesEnd reports whether minutes stand at i whose hour is not said again.
func (s *Scan) minutesEnd(i int) bool {
	c, _ := s.minutesAlone(i)
	return c.Set
}

// onLastHour gives minutes the hour that was named last.
func onLastHour(c *Clock, found []Atom) bool {
	for _, a := range slices.Backward(found) {
		if !a.Clock.Set || a.Clock.End != nil {
			continue
		}
		hour := a.Clock.Hour
		if a.Clock.named > 0 && a.Clock.named%12 != hour%12 {
			hour++ // eight in "ten to eight"
		}
		t := (hour*60 + c.Minute + 24*60) % (24 * 60)
		*c = Clock{Set: true, Hour: t / 60, Minute: t % 60, named: max(hour, 1), Sure: a.Clock.Sure, part: a.Clock.part}
		return true
	}
	return false
}

// within makes one span of two bounds that stand together: "ni antes de las 4 ni después de las 6", "after 3 but before 5".
func (s *Scan) within(found []Atom, a *Atom) bool {
	if len(found) == 0 || a.Clock.Bound != BoundAfter && a.Clock.Bound != BoundBefore || a.Day.Set || a.Clock.End != nil {
		return false
	}
	last := &found[len(found)-1]
	if !last.Clock.Set || last.Day.Set || last.Clock.End != nil || !s.Joined(last.To, a.From, "y", "e", "and", "but", "pero", "mas", "ni", "nor", "or", "o", "ou", ",") && last.To != a.From {
		return false
	}
	first, second := last.Clock, a.Clock
	no := s.refusedFrom(last.From)
	refused := no <= last.From
	switch either := s.Is(a.From-1, "or", "o", "ou"); {
	case refused && first.Bound == BoundAfter && second.Bound == BoundAfter && either, refused && first.Bound == BoundBefore && second.Bound == BoundBefore:
	case either && !s.negated(a.From):
		return false
	case first.Bound == BoundAfter && second.Bound == BoundBefore:
	case first.Bound == BoundBefore && second.Bound == BoundAfter:
		first, second = second, first
	default:
		return false
	}
	second.Bound = ""
	first.Bound, first.End = BoundBetween, &second
	last.Clock, last.From, last.To = first, min(no, last.From), a.To
	return true
}

// refusedFrom returns where the refusal of what stands at i begins: "no puedo antes de las 4"; after i where nothing refuses it.
func (s *Scan) refusedFrom(i int) int {
	for k := max(0, i-2); k <= i && s.Said&lex.Refuses != 0; k++ {
		if s.negated(k) && (k == i || s.Denies(k, i)) {
			return k
		}
	}
	return i + 1
}

// negated reports whether "no", "ni" stands at i.
func (s *Scan) negated(i int) bool {
	return s.Is(i, "no", "nao", "not", "ni", "nem", "nor", "neither")
}
