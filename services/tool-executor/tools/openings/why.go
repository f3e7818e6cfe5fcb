package openings

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Code is why nothing is to be had as it was wished.
type Code string

// The reasons; they are on the wire and never change.
const (
	Past          Code = "past"
	NoSuchDate    Code = "no_such_date"
	Closed        Code = "closed"
	Full          Code = "full"
	BeyondHorizon Code = "beyond_horizon"
)

// Cause tells reasons of one code apart, so that each gets its own sentence.
type Cause int

// The causes, by code.
const (
	PastDay      Cause = iota + 1 // of Past
	PastTime                      // earlier today
	TooSoon                       // not past, and nearer than the business wants
	TodayOver                     // nothing can start today any more
	NoDate                        // of NoSuchDate
	Holiday                       // of Closed: some days have a name
	ClosedDay                     // the weekday
	OtherHours                    // open that day, at other hours
	LastStart                     // too long to end before closing
	StaffAway                     // the person
	StaffHours                    // the person is there that day, at other hours
	ServiceAway                   // all who do the service
	ServiceHours                  // they are there that day, at other hours
	TooFar                        // of BeyondHorizon
	NoneLeft                      // of Full: that day
	TimeTaken                     // that hour or part of the day
)

// Why says why a wish is not to be had, with what a sentence about it needs.
type Why struct {
	Code    Code
	Cause   Cause
	Date    string // the wished day; where several were wished, empty
	OnTime  bool   // the hour is what is wrong, not the day
	Several bool   // several days were wished
	Name    string // of the holiday
	Branch  string // that was wished, where there are several
	Who     string // the person or else the service that was wished
	Hours   []Span // when it is open, or when they are there
	Last    string // HH:MM, the last start of the day
	LastDay string // that can be booked
	Notice  time.Duration
	Wish    Wish
}

// Why says why nothing is to be had on the wished days. Days that are past or too far count only where all are.
func (a *Agenda) Why(days []time.Time, w Wish) Why {
	if len(days) == 1 {
		return a.whyDay(days[0], w)
	}
	inReach := slices.DeleteFunc(slices.Clone(days), func(d time.Time) bool { return d.Before(a.Today()) || d.After(a.LastDay()) })
	if len(inReach) == 0 {
		inReach = days[:1]
	}
	why := a.whyDay(inReach[0], w)
	if len(inReach) == 1 && why.Code != Past {
		return why
	}
	for _, day := range inReach[1:] {
		why = why.with(a.whyDay(day, w))
	}
	why.Several, why.Date = true, ""
	return why
}

// with is the reason for two days: one that differs is no more than that nothing is left, and closed wherever both days are.
func (y Why) with(o Why) Why {
	switch {
	case y.Code != o.Code:
		y.Code, y.Cause, y.OnTime = Full, NoneLeft, y.Wish.timed()
		if y.OnTime {
			y.Cause = TimeTaken
		}
	case y.Cause != o.Cause || y.Name != o.Name || y.Last != o.Last || !slices.Equal(y.Hours, o.Hours):
		y.Cause, y.Name, y.Hours = max(y.Cause, o.Cause), "", nil
		if y.Code == Closed {
			y.Cause = y.Cause.anyDay()
		}
	}
	return y
}

// anyDay is what days with different causes of being closed have in common.
func (c Cause) anyDay() Cause {
	switch {
	case c >= ServiceAway:
		return ServiceAway
	case c >= StaffAway:
		return StaffAway
	}
	return ClosedDay
}

// whyDay goes from what rules out the day to what rules out the hour.
func (a *Agenda) whyDay(day time.Time, w Wish) Why {
	y := Why{Date: day.Format(time.DateOnly), Wish: w, Notice: a.Notice, LastDay: a.LastDay().Format(time.DateOnly)}
	if b := a.branches(w); w.Branch != uuid.Nil && len(a.Branches) > 1 && len(b) == 1 {
		y.Branch = b[0].Name
	}
	y.Who = a.who(w)
	switch open, there := a.openOn(day, w), a.attended(day, w); {
	case day.Before(a.Today()):
		y.Code, y.Cause = Past, PastDay
	case day.After(a.LastDay()):
		y.Code, y.Cause = BeyondHorizon, TooFar
	case len(open) == 0:
		y.Code, y.Cause, y.Name = Closed, ClosedDay, a.holiday(day, w)
		if y.Name != "" {
			y.Cause = Holiday
		}
	case !startsIn(open, w):
		y.Code, y.Cause, y.OnTime, y.Hours, y.Name = Closed, OtherHours, true, open, a.holiday(day, w)
		if y.Last = a.lastStart(open, w); y.Last != "" {
			y.Cause = LastStart
		}
	case len(there) == 0:
		y.Code, y.Cause = Closed, StaffAway
	case !startsIn(there, w):
		y.Code, y.Cause, y.OnTime, y.Hours = Closed, StaffHours, true, there
	default:
		a.whyFull(&y, day, there)
	}
	if w.Staff == uuid.Nil && (y.Cause == StaffAway || y.Cause == StaffHours) {
		y.Cause += ServiceAway - StaffAway
	}
	return y
}

// lastStart is the last time at which something can start on a day, where the wished hour is later and within the hours; else empty.
func (a *Agenda) lastStart(open []Span, w Wish) string {
	last, at := open[len(open)-1], w.window().Opens
	start := last.Opens + max(last.Closes-w.Minutes-last.Opens, 0)/a.Step*a.Step
	if w.Time == "" || at <= start || at >= last.Closes || start+w.Minutes > last.Closes {
		return ""
	}
	return Clock(start)
}

// whyFull tells a time that nobody can book any more from one that others have booked.
func (a *Agenda) whyFull(y *Why, day time.Time, there []Span) {
	first, last := a.bounds(day, there, y.Wish)
	y.OnTime = y.Wish.timed()
	switch {
	case y.Wish.Time != "" && last.Before(a.Now):
		y.Code, y.Cause = Past, PastTime
	case a.tooSoon(last) && !y.OnTime:
		y.Code, y.Cause = Past, TodayOver
	case a.tooSoon(last):
		y.Code, y.Cause = Past, TooSoon
	case a.tooLate(first):
		y.Code, y.Cause = BeyondHorizon, TooFar
	case y.OnTime:
		y.Code, y.Cause = Full, TimeTaken
	default:
		y.Code, y.Cause = Full, NoneLeft
	}
}

// bounds are the first and the last moment of a day at which something could start as wished.
func (a *Agenda) bounds(day time.Time, there []Span, w Wish) (first, last time.Time) {
	window := w.window()
	from, to := 24*60, 0
	for _, s := range there {
		low, high := max(s.Opens, window.Opens), min(s.Closes-w.Minutes, window.Closes-1)
		if low <= high {
			from, to = min(from, low), max(to, high)
		}
	}
	first, _ = a.Moment(day, from)
	last, _ = a.Moment(day, to)
	return first, last
}

// startsIn reports whether what is wished could start, and end, within the spans.
func startsIn(spans []Span, w Wish) bool {
	window := w.window()
	return slices.ContainsFunc(spans, func(s Span) bool {
		return max(s.Opens, window.Opens) <= min(s.Closes-w.Minutes, window.Closes-1)
	})
}

// openOn is when the branches that a wish may mean are open.
func (a *Agenda) openOn(day time.Time, w Wish) (out []Span) {
	for _, b := range a.branches(w) {
		out = append(out, a.openSpans(b, day)...)
	}
	return joined(out)
}

// attended is when those who can do what is wished are there, tables all the time.
func (a *Agenda) attended(day time.Time, w Wish) (out []Span) {
	for _, b := range a.branches(w) {
		open := a.openSpans(b, day)
		for i := range a.Resources {
			r := &a.Resources[i]
			switch {
			case r.Table && a.suits(r, b, day, 0, w):
				out = append(out, open...)
			case !r.Table && r.meant(w):
				out = append(out, common(open, r.Hours[b.ID][isoWeekday(day)])...)
			}
		}
	}
	return joined(out)
}

// common are the parts of a day that are in both.
func common(a, b []Span) (out []Span) {
	for _, x := range a {
		for _, y := range b {
			if s := (Span{max(x.Opens, y.Opens), min(x.Closes, y.Closes)}); s.Opens < s.Closes {
				out = append(out, s)
			}
		}
	}
	return out
}

// joined puts spans in order and makes one of those that touch.
func joined(all []Span) (out []Span) {
	slices.SortFunc(all, func(x, y Span) int { return cmp.Or(x.Opens-y.Opens, x.Closes-y.Closes) })
	for _, s := range all {
		if n := len(out); n > 0 && s.Opens <= out[n-1].Closes {
			out[n-1].Closes = max(out[n-1].Closes, s.Closes)
			continue
		}
		out = append(out, s)
	}
	return out
}

// holiday is what the day is called where its special hours have a name.
func (a *Agenda) holiday(day time.Time, w Wish) string {
	for _, b := range a.branches(w) {
		if c := a.closure(b, day); c != nil && c.Name != "" {
			return c.Name
		}
	}
	return ""
}

// who is the person that was wished, else the service.
func (a *Agenda) who(w Wish) string {
	if r := a.person(w.Staff); r != nil {
		return r.Name
	}
	for _, s := range a.Services {
		if s.ID == w.Service {
			return s.Name
		}
	}
	return ""
}
