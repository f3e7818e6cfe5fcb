package calendar

import (
	"testing"
	"time"
)

func TestDaysAreThoseOfTheLibrary(t *testing.T) {
	t.Parallel()
	at := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	for c := Day(0); at.Year() < 2450; c++ {
		y, m, d := c.ymd()
		if y != at.Year() || m != int(at.Month()) || d != at.Day() || Date(y, m, d) != c || c.Weekday()%7 != int(at.Weekday()) {
			t.Fatalf("day %d is %d-%d-%d, want %s", c, y, m, d, at)
		}
		if end := c.MonthEnd(); y >= 1000 && (end.String() != time.Date(y, time.Month(m+1), 0, 0, 0, 0, 0, time.UTC).Format(Layout) || c.String() != at.Format(Layout)) {
			t.Fatalf("the month of %s ends on %s", c, end)
		}
		at = at.AddDate(0, 0, 1)
	}
}

func TestMonthsAreCountedOverTheYears(t *testing.T) {
	t.Parallel()
	for n := -30; n <= 30; n++ {
		if got, want := Date(2026, 11+n, 1), Of(time.Date(2026, time.Month(11+n), 1, 0, 0, 0, 0, time.UTC)); got != want {
			t.Errorf("month 11%+d of 2026 begins on %s, want %s", n, got, want)
		}
	}
}
