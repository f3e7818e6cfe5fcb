// Package calendar counts days without a zone and knows the feasts of each country.
package calendar

import (
	"fmt"
	"time"
)

// Day is a calendar day without a zone: how many days after 1 January of the year 1 it is, so that no clock change touches its
// arithmetic. That Monday is 0, and no day that anybody asks for.
type Day int32

// Layout is how a day is written, for package time.
const Layout = "2006-01-02"

// Of returns the calendar day that t shows in its own zone.
func Of(t time.Time) Day {
	y, m, d := t.Date()
	return Date(y, int(m), d)
}

// Date is day d of month m of year y, counted on where the month or the year has no such one.
func Date(y, m, d int) Day {
	m += 12*y - 1
	y, m = m/12-1, m%12
	return Day(365*y + y/4 - y/100 + y/400 + daysBefore[m] + oneIf(m > 1 && leap(y+1)) + d - 1)
}

// daysBefore are the days of a year before each of its months.
var daysBefore = [...]int{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// Real returns the day y-m-d when the calendar has it.
func Real(y, m, d int) (Day, bool) {
	if m < 1 || m > 12 || d < 1 || d > 31 || y < 1 || y > 9999 {
		return 0, false
	}
	return Date(y, m, d), d <= monthDays(y, m)
}

// monthDays is the number of days of a month.
func monthDays(y, m int) int {
	return daysBefore[m] - daysBefore[m-1] + oneIf(m == 2 && leap(y))
}

// ymd returns the year, the month and the day of the month.
func (c Day) ymd() (y, m, d int) {
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

// Year is the year of c.
func (c Day) Year() int {
	y, _, _ := c.ymd()
	return y
}

// Month is 1 for January to 12 for December.
func (c Day) Month() int {
	_, m, _ := c.ymd()
	return m
}

// Day is the day of the month.
func (c Day) Day() int {
	_, _, d := c.ymd()
	return d
}

// String writes the day as YYYY-MM-DD; every day here has a year of four digits.
func (c Day) String() string {
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

// Plus is the day so many days after c.
func (c Day) Plus(days int) Day { return c + Day(days) }

// PlusMonths goes n months on and clamps to the last day of that month: 31 January plus one is 28 or 29 February.
func (c Day) PlusMonths(n int) Day {
	y, m, d := c.ymd()
	first := Date(y, m+n, 1)
	return first.Plus(min(d, first.MonthDays()) - 1)
}

// MonthDays is the number of days of c's month.
func (c Day) MonthDays() int {
	y, m, _ := c.ymd()
	return monthDays(y, m)
}

// MonthEnd is the last day of c's month.
func (c Day) MonthEnd() Day {
	y, m, _ := c.ymd()
	return Date(y, m, monthDays(y, m))
}

// Weekday is 1 for Monday to 7 for Sunday.
func (c Day) Weekday() int { return int(c)%7 + 1 }

// Monday is the first day of c's Monday-Sunday week.
func (c Day) Monday() Day { return c.Plus(1 - c.Weekday()) }

// Next is the first such weekday strictly after c.
func (c Day) Next(weekday int) Day { return c.Plus((weekday-c.Weekday()+6)%7 + 1) }

// Before reports whether c is before o.
func (c Day) Before(o Day) bool { return c < o }

// Near reports whether two days are at most n days apart.
func Near(a, b Day, n int) bool { return !b.Plus(n).Before(a) && !a.Plus(n).Before(b) }

// NextDayOfMonth is the first day d of a month that is not before c; a month that has no such day is left out.
func (c Day) NextDayOfMonth(d int) (Day, bool) {
	y, m, _ := c.ymd()
	for n := range 12 {
		if got, ok := Real(y+(m+n-1)/12, (m+n-1)%12+1, d); ok && !got.Before(c) {
			return got, true
		}
	}
	return 0, false
}

// NextYearly is the first day m/d that is not before c: 29 February waits for its leap year.
func (c Day) NextYearly(m, d int) (Day, bool) {
	y := c.Year()
	for n := range 9 {
		if got, ok := Real(y+n, m, d); ok && !got.Before(c) {
			return got, true
		}
	}
	return 0, false
}

// NextWeekdayNumber is the first day not before c that is both that weekday and that day of its month.
func (c Day) NextWeekdayNumber(weekday, d int) (Day, bool) {
	y, m, _ := c.ymd()
	for n := range 60 {
		got, ok := Real(y+(m+n-1)/12, (m+n-1)%12+1, d)
		if ok && !got.Before(c) && got.Weekday() == weekday {
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
