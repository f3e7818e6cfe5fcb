package openings

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

// tables turns an agenda's person into tables of its branch with these seats.
func tables(a *Agenda, seats ...int) *Agenda {
	a.Resources = nil
	for _, n := range seats {
		a.Resources = append(a.Resources, Resource{ID: uuid.New(), Table: true, Branch: a.Branches[0].ID, Seats: n})
	}
	return a
}

func openAt(a *Agenda, date string, w Wish) []string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic(err)
	}
	var out []string
	for _, f := range a.Day(day, w) {
		out = append(out, f.Starts.Format("15:04"))
	}
	return out
}

func TestOpeningsLeaveOutWhatIsBusy(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", Span{9 * 60, 11 * 60})
	at := time.Date(2026, 11, 24, 9, 30, 0, 0, a.Zone)
	a.Busy[a.Resources[0].ID] = []Busy{{at, at.Add(30 * time.Minute)}}
	if got := openAt(a, "2026-11-24", Wish{Minutes: 30, Party: 1}); len(got) != 3 || got[0] != "09:00" || got[1] != "10:00" {
		t.Errorf("half an hour fits at %v", got)
	}
	if got := openAt(a, "2026-11-24", Wish{Minutes: 60, Party: 1}); len(got) != 1 || got[0] != "10:00" {
		t.Errorf("an hour fits at %v", got)
	}
}

func TestClosuresReplaceTheHoursOfTheWeek(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", Span{9 * 60, 11 * 60})
	elsewhere := uuid.New()
	a.Closures = []Closure{
		{Branch: &elsewhere, First: "2026-11-24", Last: "2026-11-30"},
		{First: "2026-11-25", Last: "2026-11-26"},
		{Branch: &a.Branches[0].ID, First: "2026-11-27", Last: "2026-11-27", Open: &Span{10 * 60, 11 * 60}},
	}
	for date, want := range map[string]int{"2026-11-24": 4, "2026-11-25": 0, "2026-11-26": 0, "2026-11-27": 2, "2026-11-28": 4} {
		if got := openAt(a, date, Wish{Minutes: 30, Party: 1}); len(got) != want {
			t.Errorf("%s has %v, want %d", date, got, want)
		}
	}
}

func TestWishForAPersonOrServiceIsKept(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", Span{9 * 60, 10 * 60})
	cut, nails := uuid.New(), uuid.New()
	a.Resources[0].Services = map[uuid.UUID]bool{cut: true}
	for name, c := range map[string]struct {
		w    Wish
		want int
	}{
		"nothing asked":           {Wish{}, 2},
		"this person":             {Wish{Staff: a.Resources[0].ID}, 2},
		"another person":          {Wish{Staff: uuid.New()}, 0},
		"a service that is done":  {Wish{Service: cut}, 2},
		"a service that is not":   {Wish{Service: nails}, 0},
		"another branch":          {Wish{Branch: uuid.New()}, 0},
		"this person and service": {Wish{Staff: a.Resources[0].ID, Service: cut}, 2},
	} {
		c.w.Minutes, c.w.Party = 30, 1
		if got := openAt(a, "2026-11-24", c.w); len(got) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	a.Resources[0].Services = nil
	if got := openAt(a, "2026-11-24", Wish{Minutes: 30, Party: 1, Service: nails}); len(got) != 2 {
		t.Errorf("a person without a list does every Service: got %v", got)
	}
}

func TestTableMustSeatTheParty(t *testing.T) {
	t.Parallel()
	a := tables(week(t, "America/Mexico_City", "2026-11-20 09:00", Span{13 * 60, 14 * 60}), 2, 4, 8)
	for party, want := range map[int]int{1: 3, 2: 3, 3: 2, 5: 1, 9: 0} {
		if got := openAt(a, "2026-11-24", Wish{Minutes: 60, Party: party}); len(got) != want {
			t.Errorf("a party of %d has %v, want %d tables", party, got, want)
		}
	}
	if got := openAt(a, "2026-11-24", Wish{Minutes: 60, Party: 2, Staff: uuid.New()}); len(got) != 0 {
		t.Errorf("a table is nobody of the Staff: got %v", got)
	}
	for _, at := range []uuid.UUID{uuid.Nil, a.Branches[0].ID} {
		if got := a.LargestTable(Wish{Branch: at}); got != 8 {
			t.Errorf("the largest table seats %d", got)
		}
	}
	if got := week(t, "America/Lima", "2026-11-20 09:00", Span{540, 600}).LargestTable(Wish{}); got != 0 {
		t.Errorf("where people are booked there is a table for %d", got)
	}
}

func TestNamesOfTheAgendaAreFoundBySlug(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", Span{9 * 60, 10 * 60})
	a.Services = []Service{{ID: uuid.New(), Slug: "cut", Name: "Corte"}}
	if a.BranchBySlug("main") == nil || a.StaffBySlug("ana") == nil || a.ServiceBySlug("cut") == nil {
		t.Error("what there is was not found")
	}
	if a.BranchBySlug("x") != nil || a.StaffBySlug("x") != nil || a.ServiceBySlug("x") != nil {
		t.Error("what there is not was found")
	}
	if got := Clock(9*60 + 5); got != "09:05" {
		t.Errorf("545 minutes after midnight are %s", got)
	}
	for date, want := range map[string]int{"2026-11-23": 1, "2026-11-28": 6, "2026-11-29": 7} {
		day, _ := time.Parse(time.DateOnly, date)
		if got := isoWeekday(day); got != want {
			t.Errorf("%s is weekday %d, want %d", date, got, want)
		}
	}
}
