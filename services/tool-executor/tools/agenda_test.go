package tools

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/seal"
)

// week is an agenda of one branch and one person, open every day from and until a minute, seen at a local time.
func week(t testing.TB, zone, now string, open span) *agenda {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", now, loc)
	if err != nil {
		t.Fatal(err)
	}
	b, r := branch{id: uuid.New(), slug: "main", name: "Main"}, resource{id: uuid.New(), slug: "ana", name: "Ana", hours: map[uuid.UUID]hours{}}
	for day := 1; day <= 7; day++ {
		b.hours[day] = []span{open}
	}
	r.hours[b.id] = b.hours
	return &agenda{
		now: at, zone: loc, step: 30, horizon: 60, minutes: 30,
		branches: []branch{b}, resources: []resource{r}, busy: map[uuid.UUID][]busy{},
	}
}

func listed(t testing.TB, a *agenda, date string) map[string][]string {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	list, _ := AvailableSlots{&calendar{key: key}}.list("t", a, wish{minutes: 30, party: 1}, date)
	days := map[string][]string{}
	for _, o := range list {
		days[o.Date] = append(days[o.Date], o.Time)
	}
	return days
}

func TestDayWithoutAMidnightHasOpenings(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Santiago", "2026-09-04 20:00", span{9 * 60, 12 * 60}) // on 6 September midnight is skipped
	days := listed(t, a, "")
	for _, date := range []string{"2026-09-05", "2026-09-06", "2026-09-07", "2026-09-08", "2026-09-09", "2026-09-10"} {
		if len(days[date]) != 6 {
			t.Errorf("%s has %v", date, days[date])
		}
	}
	if one := listed(t, a, "2026-09-06"); len(one["2026-09-06"]) != 6 || len(one) != 1 {
		t.Errorf("got %v", one)
	}
	a.branches[0].hours[6] = nil // closed on Saturdays: the Sunday is not a Saturday
	got, why := a.candidates(booking{starts: a.startOf(slot{}, bookingArguments{Date: "2026-09-06", Time: "10:00"}), wish: wish{minutes: 30, party: 1}})
	if len(got) != 1 {
		t.Errorf("got %s", why)
	}
}

func TestClockChangesInsideOpeningHours(t *testing.T) {
	t.Parallel()
	for zone, day := range map[string]string{"America/New_York": "2026-03-08", "Europe/Madrid": "2026-03-29"} {
		a := week(t, zone, "2026-03-01 10:00", span{0, 1440})
		times := listed(t, a, day)[day]
		if len(times) != 46 || slices.Contains(times, "02:30") {
			t.Errorf("%s: %d openings: %v", zone, len(times), times)
		}
		if at := a.startOf(slot{}, bookingArguments{Date: day, Time: "02:30"}); !at.IsZero() {
			t.Errorf("%s: a time that does not exist is %s", zone, at)
		}
	}
	a := week(t, "America/New_York", "2026-10-25 10:00", span{0, 1440})
	if times := listed(t, a, "2026-11-01")["2026-11-01"]; len(times) != 48 {
		t.Errorf("a day of 25 hours has %d openings", len(times))
	}
}

func TestEveningBelongsToTheTenantsOwnDay(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"America/Bogota", "America/Lima", "Pacific/Auckland"} {
		a := week(t, zone, "2026-11-21 21:10", span{9 * 60, 1440})
		days := listed(t, a, "")
		if today := days["2026-11-21"]; len(days) != 7 || today[0] != "21:30" || today[len(today)-1] != "23:30" {
			t.Errorf("%s: %d days, today %v", zone, len(days), today)
		}
	}
}

func TestOpeningsKeepNoticeHorizonAndSpecialHours(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Lima", "2026-11-21 08:00", span{9 * 60, 18 * 60})
	a.notice, a.horizon = 2*time.Hour, 3
	days := listed(t, a, "")
	if days["2026-11-21"][0] != "10:00" || days["2026-11-24"] != nil || len(days) != 3 {
		t.Errorf("got %v", days)
	}
	a.closures = []closure{{first: "2026-11-22", last: "2026-11-22", open: &span{17 * 60, 20 * 60}}, {first: "2026-11-23", last: "2026-11-23"}}
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
		a := week(t, zones[r.IntN(len(zones))], time.Date(2026, 1, 1+r.IntN(365), r.IntN(24), r.IntN(60), 0, 0, time.UTC).Format("2006-01-02 15:04"), span{r.IntN(600), 601 + r.IntN(840)})
		a.step = []int{10, 15, 30, 45}[r.IntN(4)]
		w := wish{minutes: 10 + r.IntN(90), party: 1}
		for day := range 3 {
			date := a.now.AddDate(0, 0, day)
			for _, f := range a.openings(time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, time.UTC), w) {
				got, why := a.candidates(booking{starts: f.starts, wish: w})
				if !slices.ContainsFunc(got, func(c free) bool { return c.starts.Equal(f.starts) && c.resource == f.resource }) {
					t.Fatalf("seed %d: %s is offered and cannot be booked: %s", seed, f.starts, why)
				}
			}
		}
	}
}

func BenchmarkAWeekOfOpenings(b *testing.B) {
	a := week(b, "America/Lima", "2026-11-21 08:00", span{9 * 60, 19 * 60})
	for range 5 {
		r := a.resources[0]
		r.id = uuid.New()
		a.resources = append(a.resources, r)
	}
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = AvailableSlots{&calendar{key: key}}.list("t", a, wish{minutes: 30, party: 1}, "")
	}
}
