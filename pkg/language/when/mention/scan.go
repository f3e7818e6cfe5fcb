// Package mention finds the days and times that stand in a text, each by itself.
package mention

import (
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// The bounds of a clock.
const (
	BoundAround  = "around"
	BoundAfter   = "after"
	BoundBefore  = "before"
	BoundBetween = "between"
)

// Scan reads one text for days and times.
type Scan struct {
	language.Text
	Now     time.Time
	Today   calendar.Day
	Lang    language.Lang
	country string    // where the feasts are kept, once one was named
	Said    lex.Kinds // of all words
	Lists   lex.Lists // likewise
	Moves   bool      // something booked is to be moved
	aches   bool      // something hurts, so that "desde el lunes" is when it began
	nested  bool      // inside a day that is told by another, which is read one deep
	clocks  marks
	days    marks
}

// New prepares a text for its days and times; now must be in the tenant's zone.
func New(t language.Text, now time.Time, lang language.Lang) Scan {
	s := Scan{Text: t, Now: now, Today: calendar.Of(now), Lang: lang}
	s.survey()
	return s
}

// Atom is one day, range, time or part of a day that stands in the text.
type Atom struct {
	From, To int // tokens, to excluded
	Day      Day
	Span     Range
	Clock    Clock
	Part     int // morning, afternoon, evening, smallHours or 0
}

// Day is a day; weekday is kept where a range said apart ("next week") can still move it, number where a month can.
type Day struct {
	Set     bool
	Date    calendar.Day
	Weekday int
	Number  int
	Today   bool // said as today, so that a past hour means tonight
	// Elliptic is "the first", which after a choice of days is one of them.
	Elliptic bool
	// Side is -1 where only days before it are asked for, 1 where only days after it are.
	Side   int8
	beside int8 // how it leans on the day that was named last
	Dated  bool // said with its month
	InWeek bool // a weekday of a week that was said with it
	Rough  bool // counted in weeks, or named by its feast, so that a day near it says it better
	Weeks  bool // counted in weeks
}

// Range is a range of days, both included.
type Range struct {
	Set         bool
	First, Last calendar.Day
	Month       bool
	Instead     bool // said of another, and not as a second choice: "este mes no, el que viene"
	follows     bool // the one after the week or the month that was named last
}

// Clock is a time as said, before the rule of the bare hour.
type Clock struct {
	Set          bool
	Hour, Minute int
	named        int  // the hour that was named where it is another: eight in "ten to eight"
	Sure         bool // am, pm, 24 hours or a part of day was said with it
	part         int  // the part of day that was said with it
	Target       bool // where something is moved to, whatever stands before it
	Bound        string
	End          *Clock
	onHour       bool // only minutes were said, of the hour that was named last
	Dinner       bool // of a dinner, which tells the part of the day
}

// SpokenPart is the part of day said with the time, or with the end of its span.
func (c Clock) SpokenPart() int {
	if c.part == 0 && c.End != nil {
		return c.End.part
	}
	return c.part
}

// Minutes is how many minutes after midnight c is.
func (c Clock) Minutes() int { return c.Hour*60 + c.Minute }

// String writes c as HH:MM.
func (c Clock) String() string {
	return string([]byte{byte('0' + c.Hour/10), byte('0' + c.Hour%10), ':', byte('0' + c.Minute/10), byte('0' + c.Minute%10)})
}

// maxAtoms bounds the time that a text full of days and times costs; nobody asks for so many.
const maxAtoms = 32

// maxTries bounds the places at which the readers look, in a text full of words and numbers that could begin a day.
const maxTries = 128

// Atoms reads the text from left to right.
func (s *Scan) Atoms(found []Atom) []Atom {
	tries := 0
	if s.days == (marks{}) {
		return found
	}
	for i := 0; i < len(s.Tokens) && len(found) < maxAtoms && tries < maxTries; {
		open := s.Opens(i)
		if open != 0 && !s.days.near(i) {
			open = 0
		}
		if open&lex.OpensClock != 0 && !s.clocks.near(i) {
			open &^= lex.OpensClock
		}
		tries += Bit(open != 0)
		if open&lex.OpensGuard != 0 {
			if to := s.notATime(i); to > i {
				i = to
				continue
			}
		}
		a, ok := s.atomAt(i, open)
		if !ok {
			i++
			continue
		}
		a.From = i
		a.Clock.Dinner = a.Clock.Set && s.Said&lex.Dinner != 0 && s.dinnerBy(i, a.To)
		if !s.leans(&a, found) {
			i++
			continue
		}
		if s.within(found, &a) {
			i = a.To
			continue
		}
		found = append(found, a)
		i = max(a.To, i+1)
	}
	return found
}

// Opens tells which readers have something to look for at token i.
func (s *Scan) Opens(i int) lex.Opens {
	if i < 0 || i >= len(s.Tokens) {
		return 0
	}
	t := &s.Tokens[i]
	switch {
	case t.Kind == language.Number:
		return lex.OpensGuard | lex.OpensRange | lex.OpensDay | lex.OpensClock
	case t.Kind == language.Word:
		return t.Lex.Opens
	case t.Norm == "$" || t.Norm == "€":
		return lex.OpensGuard
	case t.Norm == "@":
		return lex.OpensClock
	}
	return 0
}

// atomAt tries the readers in the order in which one shadows another: "mañana a las 5" is a day and then a time,
// "16 de septiembre" a day and not a span of hours.
func (s *Scan) atomAt(i int, open lex.Opens) (Atom, bool) {
	if open&lex.OpensFeast != 0 {
		if a, ok := s.feastDay(i); ok {
			return a, true
		}
	}
	if open&lex.OpensRange != 0 {
		if a, ok := s.rangeAt(i); ok {
			return a, true
		}
	}
	if open&lex.OpensDay != 0 {
		if a, ok := s.plainDay(i); ok {
			return a, true
		}
	}
	if open&lex.OpensClock != 0 {
		if a, ok := s.clockAt(i); ok {
			return a, true
		}
	}
	if open&lex.OpensPart != 0 {
		return s.partAt(i)
	}
	return Atom{}, false
}
