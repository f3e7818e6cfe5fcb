package opening

import (
	"slices"
	"time"
)

// clock is how a time of day is written.
const (
	clock = "15:04"
	noon  = "12:00"
	// rangeDays is how many days of a range are looked at one by one.
	rangeDays = 7
)

// Wish is the time that a customer wants: dates as YYYY-MM-DD, times as HH:MM, a part of the day, and whether the time is a bound.
type Wish struct{ Date, End, Time, TimeEnd, Part, Bound string }

// Bounded reports whether the hour is a bound and not the wished one: "después de las 4".
func (w Wish) Bounded() bool { return w.Bound != "" && w.Bound != "around" }

// Exact reports whether a day and a clock time were asked for, not a bound or a part of the day.
func (w Wish) Exact() bool {
	return w.Time != "" && !w.Bounded() && w.Date != "" && w.End == ""
}

// Fitting are the openings that fit.
func (w Wish) Fitting(all []Opening) (fits []Opening) {
	for _, o := range all {
		if w.fits(o) {
			fits = append(fits, o)
		}
	}
	return fits
}

// fits compares HH:MM strings, which order as times do.
func (w Wish) fits(o Opening) bool {
	at := w.Time
	switch w.Bound {
	case "after":
		return o.Time >= at
	case "past":
		return o.Time > at
	case "before":
		return o.Time < at
	case "between":
		return o.Time >= at && o.Time <= w.TimeEnd
	}
	if at != "" {
		return o.Time == at
	}
	switch w.Part {
	case "morning":
		return o.Time < noon
	case "afternoon":
		return o.Time >= noon && o.Time < "19:00"
	case "evening":
		return o.Time >= "18:00"
	}
	return true
}

// Nearest are the openings closest to the time that was asked for, in calendar order.
func (w Wish) Nearest(all []Opening) []Opening {
	at := w.Time
	if at == "" {
		return Spread(all)
	}
	near := Distinct(all)
	slices.SortStableFunc(near, func(x, y Opening) int { return gap(x.Time, at) - gap(y.Time, at) })
	near = near[:min(len(near), AtOnce)]
	slices.SortStableFunc(near, inOrder)
	return near
}

// Days are the spans that the calendar is asked for: the wished one as it is, or each of its days where a bound is to be kept.
func (w Wish) Days() (spans [][2]string) {
	date, end := w.Date, w.End
	first, err := time.Parse(time.DateOnly, date)
	last, err2 := time.Parse(time.DateOnly, end)
	if err != nil || err2 != nil || !w.Bounded() {
		return [][2]string{{date, end}}
	}
	for d := first; !d.After(last) && len(spans) < rangeDays; d = d.AddDate(0, 0, 1) {
		spans = append(spans, [2]string{d.Format(time.DateOnly), ""})
	}
	return spans
}

// BareMorning reports whether an hour before noon was said without a part of the day: where people come to eat, "a las 8" is dinner.
func (w Wish) BareMorning() bool {
	return w.Time != "" && w.Time < noon && w.Part == "" && slices.Contains([]string{"", "around", "after"}, w.Bound)
}

// Morning reports whether some openings are before noon.
func Morning(all []Opening) bool {
	return slices.ContainsFunc(all, func(o Opening) bool { return o.Time < noon })
}

// Afternoon reports whether a time that was said without a part of the day means the one that was spoken of: "9:30" after "tonight".
func (w Wish) Afternoon(at string) bool {
	return w.Part == "evening" && at < noon || w.Part == "afternoon" && at < "08:00"
}
