package language

import "time"

// civil is a calendar day without a zone, kept as midnight UTC so that no clock change touches its arithmetic.
type civil struct{ time.Time }

const isoDate = "2006-01-02"

// civilOf returns the calendar day that t shows in its own zone.
func civilOf(t time.Time) civil {
	y, m, d := t.Date()
	return day(y, int(m), d)
}

func day(y, m, d int) civil { return civil{time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)} }

// realDay returns the day y-m-d when the calendar has it.
func realDay(y, m, d int) (civil, bool) {
	if m < 1 || m > 12 || d < 1 || d > 31 || y < 1 || y > 9999 {
		return civil{}, false
	}
	c := day(y, m, d)
	return c, c.Day() == d
}

// String writes the day as YYYY-MM-DD; every day here has a year of four digits.
func (c civil) String() string {
	y, m, d := c.Date()
	if y < 1000 || y > 9999 {
		return c.Format(isoDate)
	}
	two := func(n int) (byte, byte) { return byte('0' + n/10), byte('0' + n%10) }
	a, b := two(y / 100)
	e, f := two(y % 100)
	g, h := two(int(m))
	i, j := two(d)
	return string([]byte{a, b, e, f, '-', g, h, '-', i, j})
}

func (c civil) plus(days int) civil { return civil{c.AddDate(0, 0, days)} }

// plusMonths goes n months on and clamps to the last day of that month: 31 January plus one is 28 or 29 February.
func (c civil) plusMonths(n int) civil {
	first := civil{time.Date(c.Year(), c.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)}
	return first.plus(min(c.Day(), first.monthDays()) - 1)
}

// monthDays is the number of days of c's month.
func (c civil) monthDays() int { return day(c.Year(), int(c.Month())+1, 0).Day() }

func (c civil) monthEnd() civil { return day(c.Year(), int(c.Month()), c.monthDays()) }

// weekday is 1 for Monday to 7 for Sunday.
func (c civil) weekday() int { return (int(c.Weekday())+6)%7 + 1 }

// monday is the first day of c's Monday-Sunday week.
func (c civil) monday() civil { return c.plus(1 - c.weekday()) }

// next is the first such weekday strictly after c.
func (c civil) next(weekday int) civil { return c.plus((weekday-c.weekday()+6)%7 + 1) }

func (c civil) before(o civil) bool { return c.Before(o.Time) }

// near tells whether two days are at most n days apart.
func near(a, b civil, n int) bool { return !b.plus(n).before(a) && !a.plus(n).before(b) }

// nextDayOfMonth is the first day d of a month that is not before c; a month that has no such day is left out.
func (c civil) nextDayOfMonth(d int) (civil, bool) {
	for n := range 12 {
		m := day(c.Year(), int(c.Month())+n, 1)
		if got, ok := realDay(m.Year(), int(m.Month()), d); ok && !got.before(c) {
			return got, true
		}
	}
	return civil{}, false
}

// nextYearly is the first day m/d that is not before c: 29 February waits for its leap year.
func (c civil) nextYearly(m, d int) (civil, bool) {
	for n := range 9 {
		if got, ok := realDay(c.Year()+n, m, d); ok && !got.before(c) {
			return got, true
		}
	}
	return civil{}, false
}

// nextWeekdayNumber is the first day not before c that is both that weekday and that day of its month.
func (c civil) nextWeekdayNumber(weekday, d int) (civil, bool) {
	for n := range 60 {
		m := day(c.Year(), int(c.Month())+n, 1)
		got, ok := realDay(m.Year(), int(m.Month()), d)
		if ok && !got.before(c) && got.weekday() == weekday {
			return got, true
		}
	}
	return civil{}, false
}
