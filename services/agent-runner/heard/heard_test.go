package heard

import (
	"testing"
	"time"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestHeardRunsLeaveTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for key, h := range table {
		for _, run := range h.Runs {
			if !Any(Plain("Pues "+run+", ¿sí?"), h.Runs) {
				t.Errorf("%s: %q does not find itself", key, run)
			}
		}
		for _, text := range h.Not {
			if Any(Plain(text), h.Runs) {
				t.Errorf("%s: %q is found", key, text)
			}
		}
	}
}

func TestDaysThatCannotBeBookedAreRead(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC) // a Monday
	for text, want := range map[string]string{
		"limpieza el 31 de noviembre": "2026-11-31", "el 30 de febrero a las 10": "2026-02-30", "november 31": "2026-11-31",
		"el 30 de noviembre": "", "el 31 de diciembre": "", "a las 10 de noviembre": "", "32 personas en mayo": "",
	} {
		if got := NoSuchDate(text, now); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"para ayer a las 10": "2026-11-22", "el lunes pasado": "2026-11-16", "el domingo pasado": "2026-11-22", "last friday": "2026-11-20",
		"me duele desde ayer": "", "el lunes": "", "pasado mañana": "",
	} {
		if got := PastDate(text, now); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestAnHourIsNamedWithWordsThatGoWithHoursAlone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"para las 8": true, "a la una": true, "at 5": true, "8 pm": true, "en 20 min": true, "mediodía": true, "às 7": true,
		"me das 2 cervezas": false, "calle Lima 12": false, "somos 4": false, "las dos causas": false, "": false,
	} {
		if got := HourNamed(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestCourtesiesAreNotCounted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"ya no gracias": 2, "no": 1, "no, muchas gracias por favor": 1, "ya no la quiero": 4, "": 0} {
		if got := Bare(Plain(text)); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}

func TestANoAndNothingMoreAndHavingNoAppointmentAreTold(t *testing.T) {
	t.Parallel()
	said := func(text, answer string) *Said {
		return &Said{Text: text, Plain: Plain(text), Slots: &recadov1.Slots{Answer: answer}}
	}
	for text, want := range map[string]bool{"ya no gracias": true, "no": true, "ya no lo quiero": false, "no canceles la cita por favor": true} {
		if got := said(text, "no").OnlyNo(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	for text, want := range map[string]bool{"perdón, no tengo cita": true, "¿no tengo cita?": false, "tengo cita mañana": false} {
		if got := said(text, "").HasNone(); got != want {
			t.Errorf("%q has none: %t", text, got)
		}
	}
}

func TestAGoodbyeIsNothingUrgent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		intents []string
		urgency uint32
		urgent  bool
	}{
		{"adiós", []string{"farewell_thanks", "urgent_care"}, Routine, false},
		{"adiós", []string{"farewell_thanks", "urgent_care"}, Routine + 1, true},
		{"me duele, adiós", []string{"urgent_care", "farewell_thanks"}, Routine, true},
		{"gracias pero ya no aguanto más el dolor", []string{"farewell_thanks", "urgent_care"}, Routine, true},
	} {
		s := &Said{Text: c.text, Plain: Plain(c.text), Intents: c.intents, Urgency: c.urgency}
		if s.SayGoodbye(); s.Wants("urgent_care") != c.urgent {
			t.Errorf("%q: %v", c.text, s.Intents)
		}
	}
}
