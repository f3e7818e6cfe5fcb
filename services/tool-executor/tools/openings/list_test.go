package openings

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
)

// week is an agenda of one branch and one person, open every day from and until a minute, seen at a local time.
func week(t testing.TB, zone, now string, open Span) *Agenda {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", now, loc)
	if err != nil {
		t.Fatal(err)
	}
	b, r := Branch{ID: uuid.New(), Slug: "main", Name: "Main"}, Resource{ID: uuid.New(), Slug: "ana", Name: "Ana", Hours: map[uuid.UUID]Hours{}}
	for day := 1; day <= 7; day++ {
		b.Hours[day] = []Span{open}
	}
	r.Hours[b.ID] = b.Hours
	return &Agenda{
		Now: at, Zone: loc, Step: 30, Horizon: 60, Minutes: 30,
		Branches: []Branch{b}, Resources: []Resource{r}, Busy: map[uuid.UUID][]Busy{},
	}
}

// listed is what is offered of a day, or of the next ones where none is named.
func listed(t testing.TB, a *Agenda, date string) map[string][]string {
	t.Helper()
	days := Days(a.Today(), DayAfter(a.Today(), DaysAhead-1))
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		days = []time.Time{day}
	}
	out := map[string][]string{}
	for _, f := range a.List(days, Wish{Minutes: 30, Party: 1}) {
		day := f.Starts.Format(time.DateOnly)
		out[day] = append(out[day], f.Starts.Format("15:04"))
	}
	return out
}

// moment is a time of a day on the wall; false where a clock change skips it.
func moment(t testing.TB, a *Agenda, date string, hour, minute int) (time.Time, bool) {
	t.Helper()
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	return a.Moment(day, hour*60+minute)
}

func TestDayWithoutAMidnightHasOpenings(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Santiago", "2026-09-04 20:00", Span{9 * 60, 12 * 60}) // on 6 September midnight is skipped
	days := listed(t, a, "")
	for _, date := range []string{"2026-09-05", "2026-09-06", "2026-09-07", "2026-09-08", "2026-09-09", "2026-09-10"} {
		if len(days[date]) != 6 {
			t.Errorf("%s has %v", date, days[date])
		}
	}
	if one := listed(t, a, "2026-09-06"); len(one["2026-09-06"]) != 6 || len(one) != 1 {
		t.Errorf("got %v", one)
	}
	a.Branches[0].Hours[6] = nil // closed on Saturdays: the Sunday is not a Saturday
	ten, _ := moment(t, a, "2026-09-06", 10, 0)
	if got, open := a.At(ten, Wish{Minutes: 30, Party: 1}); len(got) != 1 || !open {
		t.Errorf("got %v, open: %v", got, open)
	}
}

func TestClockChangesInsideOpeningHours(t *testing.T) {
	t.Parallel()
	for zone, day := range map[string]string{"America/New_York": "2026-03-08", "Europe/Madrid": "2026-03-29"} {
		a := week(t, zone, "2026-03-01 10:00", Span{0, 1440})
		times := listed(t, a, day)[day]
		if len(times) != 46 || slices.Contains(times, "02:30") {
			t.Errorf("%s: %d openings: %v", zone, len(times), times)
		}
		if at, exists := moment(t, a, day, 2, 30); exists {
			t.Errorf("%s: a time that does not exist is %s", zone, at)
		}
	}
	a := week(t, "America/New_York", "2026-10-25 10:00", Span{0, 1440})
	if times := listed(t, a, "2026-11-01")["2026-11-01"]; len(times) != 48 {
		t.Errorf("a day of 25 hours has %d openings", len(times))
	}
}

func TestEveningBelongsToTheTenantsOwnDay(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"America/Bogota", "America/Lima", "Pacific/Auckland"} {
		a := week(t, zone, "2026-11-21 21:10", Span{9 * 60, 1440})
		days := listed(t, a, "")
		if today := days["2026-11-21"]; len(days) != 7 || today[0] != "21:30" || today[len(today)-1] != "23:30" {
			t.Errorf("%s: %d days, today %v", zone, len(days), today)
		}
	}
}

func TestOpeningsKeepNoticeHorizonAndSpecialHours(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Lima", "2026-11-21 08:00", Span{9 * 60, 18 * 60})
	a.Notice, a.Horizon = 2*time.Hour, 3
	days := listed(t, a, "")
	if days["2026-11-21"][0] != "10:00" || days["2026-11-24"] != nil || len(days) != 3 {
		t.Errorf("got %v", days)
	}
	a.Closures = []Closure{{First: "2026-11-22", Last: "2026-11-22", Open: &Span{17 * 60, 20 * 60}}, {First: "2026-11-23", Last: "2026-11-23"}}
	days = listed(t, a, "")
	if got := days["2026-11-22"]; !slices.Equal(got, []string{"17:00", "17:30"}) || days["2026-11-23"] != nil { // Ana leaves at six
		t.Errorf("got %v", days)
	}
}

// Whatever is offered can be booked, and nothing that is not: both sides compute it alike.
func TestOfferedOpeningsCanBeBooked(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		zones := []string{"America/Santiago", "Europe/Madrid", "America/New_York", "America/Lima", "Pacific/Auckland"}
		a := week(t, zones[r.IntN(len(zones))], time.Date(2026, 1, 1+r.IntN(365), r.IntN(24), r.IntN(60), 0, 0, time.UTC).Format("2006-01-02 15:04"), Span{r.IntN(600), 601 + r.IntN(840)})
		a.Step = []int{10, 15, 30, 45}[r.IntN(4)]
		w := Wish{Minutes: 10 + r.IntN(90), Party: 1}
		for day := range 3 {
			date := a.Now.AddDate(0, 0, day)
			for _, f := range a.Day(time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, time.UTC), w) {
				got, _ := a.At(f.Starts, w)
				if !slices.ContainsFunc(got, func(c Free) bool { return c.Starts.Equal(f.Starts) && c.Resource == f.Resource }) {
					t.Fatalf("seed %d: %s is offered and cannot be booked", seed, f.Starts)
				}
			}
		}
	}
}

func BenchmarkAWeekOfOpenings(b *testing.B) {
	a := week(b, "America/Lima", "2026-11-21 08:00", Span{9 * 60, 19 * 60})
	for range 5 {
		r := a.Resources[0]
		r.ID = uuid.New()
		a.Resources = append(a.Resources, r)
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = a.List(Days(a.Today(), DayAfter(a.Today(), DaysAhead-1)), Wish{Minutes: 30, Party: 1})
	}
}

func TestHourIsLookedForBeforeTheDayIsThinned(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Lima", "2026-11-21 20:00", Span{9 * 60, 19 * 60})
	a.Step = 5 // 120 openings a day, of which 12 would be listed
	days := Days(DayAfter(a.Today(), 1), DayAfter(a.Today(), 6))
	got := a.List(days, Wish{Minutes: 5, Party: 1, Time: "17:05"})
	if len(got) != 6 || got[0].Starts.Format("15:04") != "17:05" {
		t.Errorf("got %v", got)
	}
	for part, want := range map[string]Span{Morning: {9, 11}, Afternoon: {12, 18}, Evening: {18, 18}} {
		got := a.List(days, Wish{Minutes: 5, Party: 1, Part: part})
		if len(got) != 6*perDay {
			t.Errorf("%s: %d openings", part, len(got))
		}
		for _, f := range got {
			if h := f.Starts.Hour(); h < want.Opens || h > want.Closes {
				t.Errorf("%s: %s", part, f.Starts)
			}
		}
	}
}

func TestLongRangeIsListedWholeAndBounded(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Lima", "2026-11-21 20:00", Span{9 * 60, 19 * 60})
	a.Horizon = 366
	days := Days(a.Today(), DayAfter(a.Today(), 400))
	if len(days) != MaxDays {
		t.Fatalf("%d days", len(days))
	}
	got := a.List(days, Wish{Minutes: 30, Party: 1})
	if len(got) > MaxDays || got[len(got)-1].Starts.Format(time.DateOnly) != days[MaxDays-1].Format(time.DateOnly) {
		t.Errorf("%d openings, the last on %s", len(got), got[len(got)-1].Starts)
	}
}
