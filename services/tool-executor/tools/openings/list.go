package openings

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

const (
	// DaysAhead is how many days are listed when none is named.
	DaysAhead = 7
	// MaxDays bounds a range of days.
	MaxDays = 92
	// perDay bounds the openings of one of several days, maxListed those of all; a day that was asked for is listed whole.
	perDay    = 12
	maxListed = perDay * DaysAhead
)

// Days are the days from first to last, at most MaxDays.
func Days(first, last time.Time) (out []time.Time) {
	for d := first; !d.After(last) && len(out) < MaxDays; d = DayAfter(d, 1) {
		out = append(out, d)
	}
	return out
}

// List returns the openings of some days that are as wished, in order: one day whole, of several a sample of each. What is not
// wished is left out before the sample is taken.
func (a *Agenda) List(days []time.Time, w Wish) (out []Free) {
	for _, day := range days {
		free := oneEach(a.Day(day, w))
		if len(days) > 1 {
			free = spread(free, min(perDay, max(maxListed/len(days), 1)))
		}
		out = append(out, free...)
	}
	return out
}

// oneEach keeps one resource for each time and branch: the one with the least to do that day is not worth another query.
func oneEach(all []Free) []Free {
	type place struct {
		starts int64
		branch uuid.UUID
	}
	seen := map[place]bool{}
	out := all[:0]
	for _, f := range all {
		if p := (place{f.Starts.Unix(), f.Branch.ID}); !seen[p] {
			seen[p] = true
			out = append(out, f)
		}
	}
	return out
}

// spread picks n over the whole list, the first and the last among them.
func spread(all []Free, n int) []Free {
	if len(all) <= n {
		return all
	}
	if n == 1 {
		return all[:1]
	}
	out := make([]Free, 0, n)
	for i := range n {
		out = append(out, all[i*(len(all)-1)/(n-1)])
	}
	return out
}

const (
	// next to a wish: so many at most, of the wished day itself, and of each day around it
	nearAll   = 8
	nearSame  = 4
	nearOther = 2
	// the days around a wish that are looked at first
	nearBefore = 14
	nearAfter  = 28
)

// Around are the days next to some wished ones, nearest first, within what can be booked. All says to look as far as that goes.
func (a *Agenda) Around(days []time.Time, all bool) []time.Time {
	today, last := a.Today(), a.LastDay()
	first, end := within(days[0], today, last), within(days[len(days)-1], today, last)
	from, to := within(DayAfter(first, -nearBefore), today, last), within(DayAfter(end, nearAfter), today, last)
	if all {
		from, to = today, last
	}
	var out []time.Time
	for d := from; !d.After(to); d = DayAfter(d, 1) {
		out = append(out, d)
	}
	distance := func(d time.Time) int {
		switch {
		case d.Before(first):
			return 2*int(first.Sub(d)/(24*time.Hour)) + 1 // of two days that are as far, the later one
		case d.After(end):
			return 2 * int(d.Sub(end)/(24*time.Hour))
		}
		return 0
	}
	slices.SortStableFunc(out, func(x, y time.Time) int { return distance(x) - distance(y) })
	return out
}

func within(d, low, high time.Time) time.Time {
	switch {
	case d.Before(low):
		return low
	case d.After(high):
		return high
	}
	return d
}

// Nearest returns what lies next to a wish that is not to be had: on the wished days by the clock, then on the days around them,
// a few of each. Around gives the days.
func (a *Agenda) Nearest(wished, around []time.Time, w Wish) (out []Free) {
	whenever := w
	whenever.Time, whenever.Part = "", ""
	for _, day := range around {
		n := nearOther
		switch {
		case slices.ContainsFunc(wished, day.Equal):
			n = nearSame
		case w.timed():
			n = 1
		}
		out = append(out, nearTo(a.Day(day, whenever), w, min(n, nearAll-len(out)))...)
		if len(out) == nearAll {
			break
		}
	}
	return out
}

// nearTo picks the n openings of a day that start nearest to what is wished, each time once.
func nearTo(all []Free, w Wish, n int) []Free {
	all = slices.CompactFunc(all, func(x, y Free) bool { return x.Starts.Equal(y.Starts) })
	if !w.timed() {
		return spread(all, n)
	}
	window := w.window()
	away := func(f Free) int {
		minute := f.Starts.Hour()*60 + f.Starts.Minute()
		return max(window.Opens-minute, minute-window.Closes+1, 0)
	}
	slices.SortStableFunc(all, func(x, y Free) int { return away(x) - away(y) })
	return all[:min(n, len(all))]
}
