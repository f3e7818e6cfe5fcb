package away

import (
	"testing"
	"time"
)

func TestOpeningIsSaidAsOneSaysIt(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 24, 21, 0, 0, 0, time.UTC)
	for days, want := range map[int]string{1: "mañana a las 09:30", 2: "el sábado a las 09:30", 6: "el miércoles a las 09:30", 10: "el 03/01 a las 09:30"} {
		at := time.Date(2026, 12, 24+days, 9, 30, 0, 0, time.UTC)
		if got := When(at, now, "es"); got != want {
			t.Errorf("in %d days: %q, want %q", days, got, want)
		}
	}
	if got := When(now.AddDate(0, 0, 9), now, "en"); got != "on January 2 at 21:00" {
		t.Errorf("got %q", got)
	}
}
