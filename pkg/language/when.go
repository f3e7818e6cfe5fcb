package language

import (
	"time"

	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// scan reads one text for days and times.
type scan struct {
	Text
	now     time.Time
	today   calendar.Day
	lang    Lang
	country string    // where the feasts are kept, once one was named
	said    lex.Kinds // of all words
	lists   lex.Lists // likewise
	moves   bool      // something booked is to be moved
	aches   bool      // something hurts, so that "desde el lunes" is when it began
	nested  bool      // inside a day that is told by another, which is read one deep
	clocks  marks
	days    marks
}

func newScan(t Text, now time.Time, lang Lang) scan {
	s := scan{Text: t, now: now, today: calendar.Of(now), lang: lang}
	s.survey()
	return s
}

// atom is one day, range, time or part of a day that stands in the text.
type atom struct {
	from, to int // tokens, to excluded
	day      dayValue
	span     dayRange
	clock    clock
	part     int // morning, afternoon, evening, smallHours or 0
}

// dayValue is a day; weekday is kept where a range said apart ("next week") can still move it, number where a month can.
type dayValue struct {
	set     bool
	date    calendar.Day
	weekday int
	number  int
	today   bool // said as today, so that a past hour means tonight
	// elliptic is "the first", which after a choice of days is one of them.
	elliptic bool
	// side is -1 where only days before it are asked for, 1 where only days after it are.
	side   int8
	beside int8 // how it leans on the day that was named last
	dated  bool // said with its month
	inWeek bool // a weekday of a week that was said with it
	rough  bool // counted in weeks, or named by its feast, so that a day near it says it better
	weeks  bool // counted in weeks
}

// dayRange is a range of days, both included.
type dayRange struct {
	set         bool
	first, last calendar.Day
	month       bool
	instead     bool // said of another, and not as a second choice: "este mes no, el que viene"
	follows     bool // the one after the week or the month that was named last
}

// clock is a time as said, before the rule of the bare hour.
type clock struct {
	set          bool
	hour, minute int
	named        int  // the hour that was named where it is another: eight in "ten to eight"
	sure         bool // am, pm, 24 hours or a part of day was said with it
	part         int  // the part of day that was said with it
	target       bool // where something is moved to, whatever stands before it
	bound        string
	end          *clock
	onHour       bool // only minutes were said, of the hour that was named last
	dinner       bool // of a dinner, which tells the part of the day
}

// spokenPart is the part of day said with the time, or with the end of its span.
func (c clock) spokenPart() int {
	if c.part == 0 && c.end != nil {
		return c.end.part
	}
	return c.part
}

func (c clock) minutes() int { return c.hour*60 + c.minute }

func (c clock) String() string {
	return string([]byte{byte('0' + c.hour/10), byte('0' + c.hour%10), ':', byte('0' + c.minute/10), byte('0' + c.minute%10)})
}

// maxAtoms bounds the time that a text full of days and times costs; nobody asks for so many.
const maxAtoms = 32

// maxTries bounds the places at which the readers look, in a text full of words and numbers that could begin a day.
const maxTries = 128

// atoms reads the text from left to right.
func (s *scan) atoms(found []atom) []atom {
	tries := 0
	if s.days == (marks{}) {
		return found
	}
	for i := 0; i < len(s.Tokens) && len(found) < maxAtoms && tries < maxTries; {
		open := s.opens(i)
		if open != 0 && !s.days.near(i) {
			open = 0
		}
		if open&lex.OpensClock != 0 && !s.clocks.near(i) {
			open &^= lex.OpensClock
		}
		tries += bit(open != 0)
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
		a.from = i
		a.clock.dinner = a.clock.set && s.said&lex.Dinner != 0 && s.dinnerBy(i, a.to)
		if !s.leans(&a, found) {
			i++
			continue
		}
		if s.within(found, &a) {
			i = a.to
			continue
		}
		found = append(found, a)
		i = max(a.to, i+1)
	}
	return found
}

// opens tells which readers have something to look for at token i.
func (s *scan) opens(i int) lex.Opens {
	if i < 0 || i >= len(s.Tokens) {
		return 0
	}
	t := &s.Tokens[i]
	switch {
	case t.Kind == Number:
		return lex.OpensGuard | lex.OpensRange | lex.OpensDay | lex.OpensClock
	case t.Kind == Word:
		return t.lex.Opens
	case t.Norm == "$" || t.Norm == "€":
		return lex.OpensGuard
	case t.Norm == "@":
		return lex.OpensClock
	}
	return 0
}

// atomAt tries the readers in the order in which one shadows another: "mañana a las 5" is a day and then a time,
// "16 de septiembre" a day and not a span of hours.
func (s *scan) atomAt(i int, open lex.Opens) (atom, bool) {
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
	return atom{}, false
}
