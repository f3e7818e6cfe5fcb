package tenant_test

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/tenant"
)

// week is open from Monday to Friday, in the morning and in the afternoon, and on Saturday morning.
func week() tenant.Week {
	day := []tenant.Span{{9 * 60, 14 * 60}, {16 * 60, 20 * 60}}
	return tenant.Week{nil, day, day, day, day, day, {{9 * 60, 14 * 60}}}
}

func shop() *tenant.Settings {
	return &tenant.Settings{
		Zone:  "America/Mexico_City",
		Hours: []tenant.Hours{{Branch: "centro", Week: week()}, {Branch: "norte", Week: tenant.Week{1: {{10 * 60, 24 * 60}}}}},
		SpecialDays: []tenant.SpecialDay{
			{First: "2026-12-24", Last: "2026-12-25"},
			{First: "2026-12-31", Last: "2026-12-31", Branches: []string{"centro"}, Open: []tenant.Span{{10 * 60, 13 * 60}}},
		},
	}
}

func at(t *testing.T, s string) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("America/Mexico_City")
	if err != nil {
		t.Fatal(err)
	}
	out, err := time.ParseInLocation("2006-01-02 15:04", s, zone)
	if err != nil {
		t.Fatal(err)
	}
	return out.UTC()
}

func TestSomebodyReadsWhileABranchIsOpenAndTheNextOpeningIsFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, at string
		open     bool
		next     string
	}{
		{"in the morning", "2026-11-24 09:00", true, "2026-11-24 16:00"},
		{"at lunch", "2026-11-24 14:00", false, "2026-11-24 16:00"},
		{"in the evening", "2026-11-24 20:00", false, "2026-11-25 09:00"},
		{"where the other branch is open still", "2026-11-23 23:30", true, "2026-11-24 09:00"},
		{"on a Sunday", "2026-11-22 12:00", false, "2026-11-23 09:00"},
		{"on a holiday", "2026-12-24 10:00", false, "2026-12-26 09:00"},
		{"before a day of other hours", "2026-12-31 09:30", false, "2026-12-31 10:00"},
		{"after a day of other hours", "2026-12-31 13:30", false, "2027-01-01 09:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := shop()
			open, known := s.Reads(at(t, c.at))
			next, found := s.OpensAfter(at(t, c.at))
			if open != c.open || !known || !found || !next.Equal(at(t, c.next)) {
				t.Errorf("open %t, known %t, next %v (found %t); want %t and %s", open, known, next, found, c.open, c.next)
			}
		})
	}
}

func TestHoursOfTheHandoffGoBeforeThoseOfTheBranches(t *testing.T) {
	t.Parallel()
	s := shop()
	s.Handoff.Hours = &tenant.Week{2: {{8 * 60, 9 * 60}}}
	if open, _ := s.Reads(at(t, "2026-11-24 08:30")); !open {
		t.Error("nobody reads within the handoff's own hours")
	}
	if open, _ := s.Reads(at(t, "2026-11-24 12:00")); open {
		t.Error("somebody reads outside the handoff's own hours")
	}
}

func TestWithoutHoursNobodyKnowsWhenSomebodyReads(t *testing.T) {
	t.Parallel()
	s := &tenant.Settings{Zone: "America/Mexico_City"}
	if open, known := s.Reads(time.Now()); open || known {
		t.Errorf("open %t, known %t", open, known)
	}
	if next, found := s.OpensAfter(time.Now()); found {
		t.Errorf("found %v", next)
	}
}

func TestReturnAfterHasADefaultAndMayBeNever(t *testing.T) {
	t.Parallel()
	never, hour := time.Duration(0), time.Hour
	for _, c := range []struct {
		set     *time.Duration
		want    time.Duration
		returns bool
	}{{nil, tenant.DefaultReturnAfter, true}, {&hour, time.Hour, true}, {&never, 0, false}} {
		h := tenant.Handoff{ReturnAfter: c.set}
		if got, ok := h.Returns(); got != c.want || ok != c.returns {
			t.Errorf("got %v, %t; want %v, %t", got, ok, c.want, c.returns)
		}
	}
}
