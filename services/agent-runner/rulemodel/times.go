package rulemodel

import (
	"slices"
	"strconv"
	"strings"
	"time"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// bounded reports whether the hour is a bound and not the wished one: "después de las 4".
func (f *frame) bounded() bool { return f.Values["bound"] != "" && f.Values["bound"] != "around" }

// exact reports whether a day and a clock time were asked for, not a bound or a part of the day.
func (f *frame) exact() bool {
	return f.Values["time"] != "" && !f.bounded() && f.Values["date"] != "" && f.Values["date_end"] == ""
}

func (f *frame) fitting(all []opening) (fits []opening) {
	for _, o := range all {
		if f.fits(o) {
			fits = append(fits, o)
		}
	}
	return fits
}

// fits compares HH:MM strings, which order as times do.
func (f *frame) fits(o opening) bool {
	at := f.Values["time"]
	switch f.Values["bound"] {
	case "after":
		return o.Time >= at
	case "before":
		return o.Time < at
	case "between":
		return o.Time >= at && o.Time <= f.Values["time_end"]
	}
	if at != "" {
		return o.Time == at
	}
	switch f.Values["part"] {
	case "morning":
		return o.Time < noon
	case "afternoon":
		return o.Time >= noon && o.Time < "19:00"
	case "evening":
		return o.Time >= "18:00"
	}
	return true
}

// nearest are the openings closest to the time that was asked for, in calendar order.
func (f *frame) nearest(all []opening) []opening {
	at := f.Values["time"]
	if at == "" {
		return spread(all)
	}
	near := distinct(all)
	slices.SortStableFunc(near, func(x, y opening) int { return gap(x.Time, at) - gap(y.Time, at) })
	near = near[:min(len(near), offeredAtOnce)]
	slices.SortStableFunc(near, inOrder)
	return near
}

// upcoming is true for an opening that has not begun.
func (t *turn) upcoming(o opening) bool {
	return o.Date+" "+o.Time > t.facts.Now.Format("2006-01-02 15:04")
}

func inOrder(x, y opening) int { return strings.Compare(x.Date+x.Time, y.Date+y.Time) }

// gap is the distance of two HH:MM times in minutes.
func gap(x, y string) int {
	d := minutes(x) - minutes(y)
	return max(d, -d)
}

func minutes(hhmm string) int {
	at, err := time.Parse(clock, hhmm)
	if err != nil {
		return 0
	}
	return at.Hour()*60 + at.Minute()
}

// distinct keeps one opening for each day and time: a customer chooses a time, not a chair.
func distinct(all []opening) []opening {
	var out []opening
	seen := map[string]bool{}
	for _, o := range all {
		if key := o.Date + o.Time; !seen[key] {
			seen[key] = true
			out = append(out, o)
		}
	}
	return out
}

// earliest are the first few distinct openings.
func earliest(all []opening) []opening {
	all = distinct(all)
	slices.SortStableFunc(all, inOrder)
	return all[:min(len(all), offeredAtOnce)]
}

// spread picks a few distinct openings over the whole list, the first always among them.
func spread(all []opening) []opening {
	all = distinct(all)
	if len(all) <= offeredAtOnce {
		return all
	}
	out := make([]opening, 0, offeredAtOnce)
	for i := range offeredAtOnce {
		out = append(out, all[i*(len(all)-1)/(offeredAtOnce-1)])
	}
	return out
}

// offeredAt is the one offered opening at a time that the customer named; none when the time fits several days or was not offered.
// A day that was not named now is none that the offers must keep to: they may be of another one because it was full.
func offeredAt(offered []opening, said *recadov1.Moment) *opening {
	at, bound := said.GetTime(), said.GetBound()
	if bound != "" && bound != "around" || at == "" && said.GetDate() == "" {
		return nil
	}
	var one *opening
	for i := range offered {
		o := &offered[i]
		evening := said.GetPartOfDay() == "" && o.Time == later(at)
		otherTime := at != "" && o.Time != at && !evening
		if otherTime || said.GetDate() != "" && o.Date != said.GetDate() {
			continue
		}
		if one != nil {
			return nil
		}
		one = o
	}
	return one
}

func ordinal(n int) string { return strconv.Itoa(n) }
