package away

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/tenant"
)

// bar is open on Fridays and Saturdays until two in the morning, and closed on Christmas Day.
func bar(zone string) *tenant.Settings {
	return &tenant.Settings{
		Zone: zone, Handoff: tenant.Handoff{Closed: tenant.Tell},
		Hours: []tenant.Hours{{Branch: "centro", Week: tenant.Week{
			0: {{0, 120}}, 5: {{18 * 60, 1440}}, 6: {{0, 120}, {18 * 60, 1440}},
		}}},
		SpecialDays: []tenant.SpecialDay{{First: "2026-12-25", Last: "2026-12-25"}},
	}
}

func clock(t *testing.T, zone, s string) time.Time {
	t.Helper()
	in, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", s, in)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestAClosedPeriodLastsUntilTheNextOpeningOfTheData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, zone, at, until string }{
		{"before the evening", "America/Bogota", "2026-11-27 12:00", "2026-11-27 18:00"},
		{"after the hours that cross midnight", "America/Bogota", "2026-11-28 02:00", "2026-11-28 18:00"},
		{"open at midnight", "America/Bogota", "2026-11-28 00:00", ""},
		{"the week's end", "America/Bogota", "2026-11-29 03:00", "2026-12-04 18:00"},
		{"the evening before a holiday", "America/Bogota", "2026-12-24 21:00", "2026-12-26 00:00"},
		{"the night in which a clock goes forward", "America/Santiago", "2026-09-05 12:00", "2026-09-05 18:00"},
		{"the night in which a clock goes back", "Europe/Madrid", "2026-10-25 02:30", "2026-10-30 18:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, closed := At(bar(c.zone), clock(t, c.zone, c.at).UTC())
			if closed != (c.until != "") || closed && !p.Until.Equal(clock(t, c.zone, c.until)) {
				t.Errorf("closed %v until %v, want %q", closed, p.Until, c.until)
			}
		})
	}
}

func TestWithoutHoursNobodyIsAway(t *testing.T) {
	t.Parallel()
	if _, closed := At(&tenant.Settings{Zone: "America/Bogota", Handoff: tenant.Handoff{Closed: tenant.OnlyTell}}, time.Now()); closed {
		t.Error("a business without hours is closed")
	}
	if _, closed := At(nil, time.Now()); closed {
		t.Error("an unknown business is closed")
	}
}

func TestAPeriodIsToldOnceAndAgainWhereItsEndHasChanged(t *testing.T) {
	t.Parallel()
	s, now := bar("America/Bogota"), clock(t, "America/Bogota", "2026-11-30 10:00")
	p, _ := At(s, now)
	told := Tell(p, now)
	if (Told{}).Of(p, now) || !told.Of(p, now.Add(72*time.Hour)) {
		t.Error("the period is not told once")
	}
	next, _ := At(s, clock(t, "America/Bogota", "2026-12-05 10:00"))
	if told.Of(next, now) {
		t.Error("the next period is taken for the one before")
	}
	s.SpecialDays = append(s.SpecialDays, tenant.SpecialDay{First: "2026-12-04", Last: "2026-12-04"})
	if changed, _ := At(s, now); told.Of(changed, now) {
		t.Error("what is not true any more is left standing")
	}
}

func TestNoHourIsSaidThatIsNotInTheData(t *testing.T) {
	t.Parallel()
	s, now := bar("America/Bogota"), clock(t, "America/Bogota", "2026-11-30 10:00")
	s.SpecialDays = append(s.SpecialDays, tenant.SpecialDay{First: "2026-11-30", Last: "2027-12-31"}) // for longer than anybody looks ahead
	p, closed := At(s, now)
	if !closed || !p.Until.IsZero() {
		t.Fatalf("closed %v until %v", closed, p.Until)
	}
	for _, language := range []string{"es", "en", "pt"} {
		if said := p.Text(now, language); strings.ContainsAny(said, "0123456789%") {
			t.Errorf("%s: %s", language, said)
		}
	}
	if told := Tell(p, now); !told.Of(p, now.Add(time.Hour)) || told.Of(p, now.Add(25*time.Hour)) {
		t.Error("a time without an end is not told once a day")
	}
}

func TestWhatIsToldHasWordsInEveryLanguage(t *testing.T) {
	t.Parallel()
	now := clock(t, "America/Bogota", "2026-11-27 12:00")
	for language, want := range map[string]string{
		"es": "En este momento no hay nadie del equipo; vuelven hoy a las 18:00. ",
		"en": "Nobody of the team is here right now; they are back today at 18:00. ",
		"pt": "Neste momento não há ninguém da equipe; voltam hoje às 18:00. ",
		"fr": "En este momento no hay nadie del equipo; vuelven hoy a las 18:00. ",
	} {
		p, _ := At(bar("America/Bogota"), now)
		stays := p.Text(now, language)
		p.Only = true
		keeps := p.Text(now, language)
		if !strings.HasPrefix(stays, want) || !strings.HasPrefix(keeps, want) || stays == keeps {
			t.Errorf("%s: %q and %q", language, stays, keeps)
		}
	}
}

func TestAQuestionIsHeardLast(t *testing.T) {
	t.Parallel()
	if got := Beside("¿A qué hora?", "Vuelven hoy."); got != "Vuelven hoy.\n\n¿A qué hora?" {
		t.Errorf("%q", got)
	}
	if got := Beside("Son las seis.", "Vuelven hoy."); got != "Son las seis.\n\nVuelven hoy." {
		t.Errorf("%q", got)
	}
}
