package language

import (
	"fmt"
	"time"
)

// civil is a calendar day without a zone: how many days after 1 January of the year 1 it is, so that no clock change touches its
// arithmetic. That Monday is 0, and no day that anybody asks for.
type civil int32

const isoDate = "2006-01-02"

// civilOf returns the calendar day that t shows in its own zone.
func civilOf(t time.Time) civil {
	y, m, d := t.Date()
	return day(y, int(m), d)
}

// day is day d of month m of year y, counted on where the month or the year has no such one.
func day(y, m, d int) civil {
	m += 12*y - 1
	y, m = m/12-1, m%12
	return civil(365*y + y/4 - y/100 + y/400 + daysBefore[m] + oneIf(m > 1 && leap(y+1)) + d - 1)
}

// daysBefore are the days of a year before each of its months.
var daysBefore = [...]int{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// realDay returns the day y-m-d when the calendar has it.
func realDay(y, m, d int) (civil, bool) {
	if m < 1 || m > 12 || d < 1 || d > 31 || y < 1 || y > 9999 {
		return 0, false
	}
	return day(y, m, d), d <= monthDays(y, m)
}

// monthDays is the number of days of a month.
func monthDays(y, m int) int {
	return daysBefore[m] - daysBefore[m-1] + oneIf(m == 2 && leap(y))
}

// ymd returns the year, the month and the day of the month.
func (c civil) ymd() (y, m, d int) {
	const century, four = 36524, 1461
	n := int(c)
	y = 400 * (n / (4*century + 1))
	n %= 4*century + 1
	k := min(n/century, 3)
	y, n = y+100*k, n-k*century
	y, n = y+4*(n/four), n%four
	k = min(n/365, 3)
	y, n = y+k+1, n-k*365
	m = n/31 + 1
	if before := daysBefore[m] + oneIf(m > 1 && leap(y)); n >= before {
		m++
	}
	return y, m, n - daysBefore[m-1] - oneIf(m > 2 && leap(y)) + 1
}

func (c civil) year() int {
	y, _, _ := c.ymd()
	return y
}

func (c civil) month() int {
	_, m, _ := c.ymd()
	return m
}

func (c civil) day() int {
	_, _, d := c.ymd()
	return d
}

// String writes the day as YYYY-MM-DD; every day here has a year of four digits.
func (c civil) String() string {
	y, m, d := c.ymd()
	if y < 1000 || y > 9999 {
		return fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	}
	two := func(n int) (byte, byte) { return byte('0' + n/10), byte('0' + n%10) }
	a, b := two(y / 100)
	e, f := two(y % 100)
	g, h := two(m)
	i, j := two(d)
	return string([]byte{a, b, e, f, '-', g, h, '-', i, j})
}

func (c civil) plus(days int) civil { return c + civil(days) }

// plusMonths goes n months on and clamps to the last day of that month: 31 January plus one is 28 or 29 February.
func (c civil) plusMonths(n int) civil {
	y, m, d := c.ymd()
	first := day(y, m+n, 1)
	return first.plus(min(d, first.monthDays()) - 1)
}

// monthDays is the number of days of c's month.
func (c civil) monthDays() int {
	y, m, _ := c.ymd()
	return monthDays(y, m)
}

func (c civil) monthEnd() civil {
	y, m, _ := c.ymd()
	return day(y, m, monthDays(y, m))
}

// weekday is 1 for Monday to 7 for Sunday.
func (c civil) weekday() int { return int(c)%7 + 1 }

// monday is the first day of c's Monday-Sunday week.
func (c civil) monday() civil { return c.plus(1 - c.weekday()) }

// next is the first such weekday strictly after c.
func (c civil) next(weekday int) civil { return c.plus((weekday-c.weekday()+6)%7 + 1) }

func (c civil) before(o civil) bool { return c < o }

// near tells whether two days are at most n days apart.
func near(a, b civil, n int) bool { return !b.plus(n).before(a) && !a.plus(n).before(b) }

// nextDayOfMonth is the first day d of a month that is not before c; a month that has no such day is left out.
func (c civil) nextDayOfMonth(d int) (civil, bool) {
	y, m, _ := c.ymd()
	for n := range 12 {
		if got, ok := realDay(y+(m+n-1)/12, (m+n-1)%12+1, d); ok && !got.before(c) {
			return got, true
		}
	}
	return 0, false
}

// nextYearly is the first day m/d that is not before c: 29 February waits for its leap year.
func (c civil) nextYearly(m, d int) (civil, bool) {
	y := c.year()
	for n := range 9 {
		if got, ok := realDay(y+n, m, d); ok && !got.before(c) {
			return got, true
		}
	}
	return 0, false
}

// nextWeekdayNumber is the first day not before c that is both that weekday and that day of its month.
func (c civil) nextWeekdayNumber(weekday, d int) (civil, bool) {
	y, m, _ := c.ymd()
	for n := range 60 {
		got, ok := realDay(y+(m+n-1)/12, (m+n-1)%12+1, d)
		if ok && !got.before(c) && got.weekday() == weekday {
			return got, true
		}
	}
	return 0, false
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
