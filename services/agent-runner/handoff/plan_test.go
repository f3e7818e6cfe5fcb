package handoff

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/tenant"
)

// clinic is open on weekdays from nine to five.
func clinic(change func(*tenant.Handoff)) *tenant.Settings {
	day := []tenant.Span{{9 * 60, 17 * 60}}
	s := &tenant.Settings{Zone: "UTC", Hours: []tenant.Hours{{Branch: "centro", Week: tenant.Week{1: day, 2: day, 3: day, 4: day, 5: day}}}}
	if change != nil {
		change(&s.Handoff)
	}
	return s
}

func TestPlanFollowsTheTimes(t *testing.T) {
	t.Parallel()
	hour, never := time.Hour, time.Duration(0)
	monday := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	evening := monday.Add(10 * time.Hour)
	for _, c := range []struct {
		name   string
		row    row
		after  time.Duration
		set    func(*tenant.Handoff)
		back   string
		remind int
		next   time.Duration // from the row's beginning
	}{
		{"nothing in the first two minutes", row{Mode: "waiting", At: monday}, time.Minute, nil, "", 0, 2 * time.Minute},
		{"a first reminder", row{Mode: "waiting", At: monday}, 2 * time.Minute, nil, "", 1, 10 * time.Minute},
		{"a first reminder that is told", row{Mode: "waiting", At: monday, Reminders: 1}, 5 * time.Minute, nil, "", 1, 10 * time.Minute},
		{"a second reminder", row{Mode: "waiting", At: monday, Reminders: 1}, 10 * time.Minute, nil, "", 2, 20 * time.Minute},
		{"one reminder where both are late", row{Mode: "waiting", At: monday}, time.Hour, nil, "", 2, 70 * time.Minute},
		{"nobody came", row{Mode: "waiting", At: monday, Reminders: 2}, 4 * time.Hour, nil, "unanswered", 0, 0},
		{"nobody came in the hour that is set", row{Mode: "waiting", At: monday}, time.Hour, func(h *tenant.Handoff) { h.ReturnAfter = &hour }, "unanswered", 0, 0},
		{"nobody is late while it is closed", row{Mode: "waiting", At: evening, Reminders: 2}, 13 * time.Hour, nil, "", 2, 13*time.Hour + 10*time.Minute},
		{"nobody came after the opening", row{Mode: "waiting", At: evening}, 17 * time.Hour, nil, "unanswered", 0, 0},
		{"waiting ends where return is never", row{Mode: "waiting", At: monday}, 4 * time.Hour, func(h *tenant.Handoff) { h.ReturnAfter = &never }, "unanswered", 0, 0},
		{"a person is left alone", row{Mode: "human", At: monday}, time.Hour, nil, "", 0, 70 * time.Minute},
		{"a person who is silent", row{Mode: "human", At: monday}, 4 * time.Hour, nil, "time", 0, 0},
		{"a person who spoke since", row{Mode: "human", At: monday, Heard: new(monday.Add(3 * time.Hour))}, 5 * time.Hour, nil, "", 0, 5*time.Hour + 10*time.Minute},
		{"a person who keeps it", row{Mode: "human", At: monday}, 90 * time.Hour, func(h *tenant.Handoff) { h.ReturnAfter = &never }, "", 0, 90*time.Hour + 10*time.Minute},
		{"at opening", row{Mode: "human", At: evening}, 13 * time.Hour, func(h *tenant.Handoff) { h.ReturnAfter, h.ReturnAtOpening = &never, true }, "opening", 0, 0},
		{"before the opening", row{Mode: "human", At: evening}, 13*time.Hour - time.Minute, func(h *tenant.Handoff) { h.ReturnAfter, h.ReturnAtOpening = &never, true }, "", 0, 13 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.row.Now = c.row.At.Add(c.after)
			got := plan(&c.row, clinic(c.set))
			if got.back != c.back || got.remind != c.remind {
				t.Errorf("back %q, %d reminders; want %q and %d", got.back, got.remind, c.back, c.remind)
			}
			if c.back == "" && !got.at.Equal(c.row.At.Add(c.next)) {
				t.Errorf("looks again after %v, want %v", got.at.Sub(c.row.At), c.next)
			}
		})
	}
}
