package openings

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
)

func date(t testing.TB, s string) time.Time {
	t.Helper()
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

// shop is open Monday to Saturday from nine to six, with Ana there from nine to two; it is Saturday 21 November 2026, ten o'clock.
func shop(t testing.TB) *Agenda {
	t.Helper()
	a := week(t, "America/Lima", "2026-11-21 10:00", Span{9 * 60, 18 * 60})
	a.Branches[0].Hours[7] = nil
	hours := Hours{}
	for day := 1; day <= 6; day++ {
		hours[day] = []Span{{9 * 60, 14 * 60}}
	}
	a.Resources[0].Hours[a.Branches[0].ID] = hours
	a.Closures = []Closure{
		{First: "2026-12-24", Last: "2026-12-24", Open: &Span{9 * 60, 13 * 60}, Name: "Nochebuena"},
		{First: "2026-12-25", Last: "2026-12-25", Name: "Navidad"},
	}
	a.Notice = time.Hour
	return a
}

func TestEachWishThatIsNotToBeHadHasItsReason(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		day  string
		w    Wish
		code Code
		want Cause
	}{
		"a day that is past":            {"2026-11-20", Wish{}, Past, PastDay},
		"an hour that is past":          {"2026-11-21", Wish{Time: "09:30"}, Past, PastTime},
		"an hour that is too near":      {"2026-11-21", Wish{Time: "10:30"}, Past, TooSoon},
		"a Sunday":                      {"2026-11-22", Wish{}, Closed, ClosedDay},
		"a holiday":                     {"2026-12-25", Wish{Time: "10:00"}, Closed, Holiday},
		"the evening of Christmas Eve":  {"2026-12-24", Wish{Part: Evening}, Closed, OtherHours},
		"late on a common day":          {"2026-11-24", Wish{Time: "20:00"}, Closed, OtherHours},
		"too long before closing":       {"2026-11-24", Wish{Time: "17:45"}, Closed, LastStart},
		"open, but nobody is there":     {"2026-11-24", Wish{Time: "16:00"}, Closed, ServiceHours},
		"after the last day":            {"2027-03-15", Wish{}, BeyondHorizon, TooFar},
		"a full day":                    {"2026-11-25", Wish{}, Full, NoneLeft},
		"an hour of a full day":         {"2026-11-25", Wish{Time: "11:00"}, Full, TimeTaken},
		"the morning of a full day":     {"2026-11-25", Wish{Part: Morning}, Full, TimeTaken},
		"a minute at which none begins": {"2026-11-24", Wish{Time: "11:10"}, Full, TimeTaken},
	} {
		a := shop(t)
		from := time.Date(2026, 11, 25, 0, 0, 0, 0, a.Zone)
		a.Busy[a.Resources[0].ID] = []Busy{{from, from.Add(24 * time.Hour)}}
		c.w.Minutes, c.w.Party = 30, 1
		days := []time.Time{date(t, c.day)}
		if free := a.List(days, c.w); len(free) > 0 {
			t.Errorf("%s can be had: %v", name, free)
		}
		got := a.Why(days, c.w)
		if got.Code != c.code || got.Cause != c.want {
			t.Errorf("%s: %s, cause %d; want %s, %d", name, got.Code, got.Cause, c.code, c.want)
		}
	}
}

func TestTodayIsOverWhenNothingCanStartAnyMore(t *testing.T) {
	t.Parallel()
	a := shop(t)
	a.Now = a.Now.Add(3*time.Hour + 10*time.Minute) // ten past one: half an hour with an hour's notice is too late for two o'clock
	if got := a.Why([]time.Time{a.Today()}, Wish{Minutes: 30, Party: 1}); got.Code != Past || got.Cause != TodayOver || got.OnTime {
		t.Errorf("got %+v", got)
	}
}

func TestPersonWhoIsAwayIsNamed(t *testing.T) {
	t.Parallel()
	a := shop(t)
	ana := &a.Resources[0]
	hours := ana.Hours[a.Branches[0].ID]
	hours[2] = nil
	ana.Hours[a.Branches[0].ID] = hours
	got := a.Why([]time.Time{date(t, "2026-11-24")}, Wish{Minutes: 30, Party: 1, Staff: ana.ID})
	if got.Code != Closed || got.Cause != StaffAway || got.Who != "Ana" {
		t.Errorf("got %+v", got)
	}
	got = a.Why([]time.Time{date(t, "2026-11-25")}, Wish{Minutes: 30, Party: 1, Staff: ana.ID, Time: "15:00"})
	if got.Cause != StaffHours || !slices.Equal(got.Hours, []Span{{9 * 60, 14 * 60}}) || !got.OnTime {
		t.Errorf("got %+v", got)
	}
}

func TestLastStartIsOfTheDaysLastHours(t *testing.T) {
	t.Parallel()
	a := shop(t)
	a.Branches[0].Hours[2] = []Span{{9 * 60, 13 * 60}, {15 * 60, 18 * 60}}
	day := []time.Time{date(t, "2026-11-24")}
	if got := a.Why(day, Wish{Minutes: 50, Party: 1, Time: "17:30"}); got.Cause != LastStart || got.Last != "17:00" {
		t.Errorf("got %+v", got)
	}
	if got := a.Why(day, Wish{Minutes: 50, Party: 1, Time: "12:30"}); got.Cause != OtherHours || got.Last != "" {
		t.Errorf("before the break: %+v", got)
	}
	if got := a.Why(day, Wish{Minutes: 600, Party: 1, Time: "17:30"}); got.Cause != OtherHours {
		t.Errorf("longer than the day: %+v", got)
	}
}

func TestSeveralDaysHaveOneReason(t *testing.T) {
	t.Parallel()
	a := shop(t)
	w := Wish{Minutes: 30, Party: 1}
	if got := a.Why(Days(date(t, "2026-11-10"), date(t, "2026-11-22")), w); got.Code == Past || !got.Several {
		t.Errorf("a range that begins in the past and ends on a Sunday: %+v", got)
	}
	if got := a.Why(Days(date(t, "2026-11-10"), date(t, "2026-11-12")), w); got.Code != Past {
		t.Errorf("a range that is past: %+v", got)
	}
	if got := a.Why(Days(date(t, "2026-11-22"), date(t, "2026-11-22")), w); got.Cause != ClosedDay || got.Several {
		t.Errorf("a Sunday: %+v", got)
	}
	a.Now = a.Now.AddDate(0, 0, 1)
	if got := a.Why(Days(date(t, "2026-11-16"), date(t, "2026-11-22")), w); got.Cause != ClosedDay || got.Several || got.Date != "2026-11-22" {
		t.Errorf("a week of which only its Sunday is left: %+v", got)
	}
	a.Now = a.Now.AddDate(0, 0, -1)
	w.Time = "20:00"
	if got := a.Why(Days(date(t, "2026-11-23"), date(t, "2026-11-25")), w); got.Cause != OtherHours || !slices.Equal(got.Hours, []Span{{9 * 60, 18 * 60}}) {
		t.Errorf("three evenings: %+v", got)
	}
	if got := a.Why(Days(date(t, "2026-12-23"), date(t, "2026-12-25")), w); got.Code != Closed || got.Cause != ClosedDay {
		t.Errorf("evenings of days with different hours: %+v", got)
	}
	if got := a.Why(Days(date(t, "2027-03-01"), date(t, "2027-03-03")), w); got.Code != BeyondHorizon {
		t.Errorf("a range in spring: %+v", got)
	}
}

func TestNearestLieNextToTheWish(t *testing.T) {
	t.Parallel()
	a := shop(t)
	near := func(day string, w Wish) (out []string) {
		w.Minutes, w.Party = 30, 1
		wished := []time.Time{date(t, day)}
		for _, f := range a.Nearest(wished, a.Around(wished, false), w) {
			out = append(out, f.Starts.Format("01-02 15:04"))
		}
		return out
	}
	if got := near("2026-11-24", Wish{Time: "16:00"}); !slices.Equal(got[:6], []string{
		"11-24 13:30", "11-24 13:00", "11-24 12:30", "11-24 12:00", "11-25 13:30", "11-23 13:30",
	}) {
		t.Errorf("an afternoon hour: %v", got)
	}
	if got := near("2026-12-25", Wish{Time: "11:00"}); !slices.Equal(got[:4], []string{"12-26 11:00", "12-24 11:00", "12-23 11:00", "12-28 11:00"}) {
		t.Errorf("Christmas at eleven: %v", got)
	}
	if got := near("2026-12-25", Wish{}); len(got) != nearAll || got[0] != "12-26 09:00" || got[2] != "12-24 09:00" {
		t.Errorf("Christmas: %v", got)
	}
	if got := near("2027-06-01", Wish{Time: "11:00"}); len(got) != nearAll || got[0] != "01-20 10:00" {
		t.Errorf("after the last day: %v", got)
	}
	if got := near("2026-01-07", Wish{Part: Morning}); got[0] != "11-21 11:00" {
		t.Errorf("a day that is past: %v", got)
	}
}

func TestNearestIsFoundHoweverFar(t *testing.T) {
	t.Parallel()
	a := shop(t)
	from := a.Now.Add(-24 * time.Hour)
	a.Busy[a.Resources[0].ID] = []Busy{{from, from.AddDate(0, 0, 50)}}
	wished := []time.Time{date(t, "2026-11-23")}
	w := Wish{Minutes: 30, Party: 1}
	if got := a.Nearest(wished, a.Around(wished, false), w); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	if got := a.Nearest(wished, a.Around(wished, true), w); len(got) == 0 {
		t.Error("nothing within the whole horizon")
	}
}

func TestNothingIsNearWhereThereAreNoHours(t *testing.T) {
	t.Parallel()
	a := shop(t)
	a.Branches[0].Hours = Hours{}
	wished := []time.Time{date(t, "2026-11-23")}
	if got := a.Nearest(wished, a.Around(wished, true), Wish{Minutes: 30, Party: 1, Staff: uuid.New()}); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
