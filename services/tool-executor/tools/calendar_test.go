package tools

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

// tables turns an agenda's person into tables of its branch with these seats.
func tables(a *agenda, seats ...int) *agenda {
	a.resources = nil
	for _, n := range seats {
		a.resources = append(a.resources, resource{id: uuid.New(), table: true, branch: a.branches[0].id, seats: n})
	}
	return a
}

func openAt(a *agenda, date string, w wish) []string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic(err)
	}
	var out []string
	for _, f := range a.openings(day, w) {
		out = append(out, f.starts.Format("15:04"))
	}
	return out
}

func TestOpeningsLeaveOutWhatIsBusy(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", span{9 * 60, 11 * 60})
	at := time.Date(2026, 11, 24, 9, 30, 0, 0, a.zone)
	a.busy[a.resources[0].id] = []busy{{at, at.Add(30 * time.Minute)}}
	if got := openAt(a, "2026-11-24", wish{minutes: 30, party: 1}); len(got) != 3 || got[0] != "09:00" || got[1] != "10:00" {
		t.Errorf("half an hour fits at %v", got)
	}
	if got := openAt(a, "2026-11-24", wish{minutes: 60, party: 1}); len(got) != 1 || got[0] != "10:00" {
		t.Errorf("an hour fits at %v", got)
	}
}

func TestClosuresReplaceTheHoursOfTheWeek(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", span{9 * 60, 11 * 60})
	elsewhere := uuid.New()
	a.closures = []closure{
		{branch: &elsewhere, first: "2026-11-24", last: "2026-11-30"},
		{first: "2026-11-25", last: "2026-11-26"},
		{branch: &a.branches[0].id, first: "2026-11-27", last: "2026-11-27", open: &span{10 * 60, 11 * 60}},
	}
	for date, want := range map[string]int{"2026-11-24": 4, "2026-11-25": 0, "2026-11-26": 0, "2026-11-27": 2, "2026-11-28": 4} {
		if got := openAt(a, date, wish{minutes: 30, party: 1}); len(got) != want {
			t.Errorf("%s has %v, want %d", date, got, want)
		}
	}
}

func TestWishForAPersonOrServiceIsKept(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", span{9 * 60, 10 * 60})
	cut, nails := uuid.New(), uuid.New()
	a.resources[0].services = map[uuid.UUID]bool{cut: true}
	for name, c := range map[string]struct {
		w    wish
		want int
	}{
		"nothing asked":           {wish{}, 2},
		"this person":             {wish{staff: a.resources[0].id}, 2},
		"another person":          {wish{staff: uuid.New()}, 0},
		"a service that is done":  {wish{service: cut}, 2},
		"a service that is not":   {wish{service: nails}, 0},
		"another branch":          {wish{branch: uuid.New()}, 0},
		"this person and service": {wish{staff: a.resources[0].id, service: cut}, 2},
	} {
		c.w.minutes, c.w.party = 30, 1
		if got := openAt(a, "2026-11-24", c.w); len(got) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	a.resources[0].services = nil
	if got := openAt(a, "2026-11-24", wish{minutes: 30, party: 1, service: nails}); len(got) != 2 {
		t.Errorf("a person without a list does every service: got %v", got)
	}
}

func TestTableMustSeatTheParty(t *testing.T) {
	t.Parallel()
	a := tables(week(t, "America/Mexico_City", "2026-11-20 09:00", span{13 * 60, 14 * 60}), 2, 4, 8)
	for party, want := range map[int]int{1: 3, 2: 3, 3: 2, 5: 1, 9: 0} {
		if got := openAt(a, "2026-11-24", wish{minutes: 60, party: party}); len(got) != want {
			t.Errorf("a party of %d has %v, want %d tables", party, got, want)
		}
	}
	if got := openAt(a, "2026-11-24", wish{minutes: 60, party: 2, staff: uuid.New()}); len(got) != 0 {
		t.Errorf("a table is nobody of the staff: got %v", got)
	}
	if refusal := a.seats(wish{party: 8}); refusal != nil {
		t.Errorf("eight at a table of eight: %+v", refusal)
	}
	if refusal := a.seats(wish{party: 9}); refusal == nil || refusal.Field != "party_size" {
		t.Errorf("nine at a table of eight: %+v", refusal)
	}
}

func TestNamesOfTheAgendaAreFoundBySlug(t *testing.T) {
	t.Parallel()
	a := week(t, "America/Mexico_City", "2026-11-20 09:00", span{9 * 60, 10 * 60})
	a.services = []bookable{{id: uuid.New(), slug: "cut", name: "Corte"}}
	if a.branchBySlug("main") == nil || a.staffBySlug("ana") == nil || a.serviceBySlug("cut") == nil {
		t.Error("what there is was not found")
	}
	if a.branchBySlug("x") != nil || a.staffBySlug("x") != nil || a.serviceBySlug("x") != nil {
		t.Error("what there is not was found")
	}
	if got := clockText(9*60 + 5); got != "09:05" {
		t.Errorf("545 minutes after midnight are %s", got)
	}
	for date, want := range map[string]int{"2026-11-23": 1, "2026-11-28": 6, "2026-11-29": 7} {
		day, _ := time.Parse(time.DateOnly, date)
		if got := isoWeekday(day); got != want {
			t.Errorf("%s is weekday %d, want %d", date, got, want)
		}
	}
}
