package say_test

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/services/tool-executor/tools/say"
)

func TestConfirmationRepeatsWhatWasBookedInTheCustomersLanguage(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 17, 0, 0, 0, time.UTC)
	cut := say.Appointment{Service: "Corte", Branch: "Centro", Staff: "Ana", Starts: at}
	for _, c := range []struct {
		name, lang string
		a          say.Appointment
		want       []string
		not        string
	}{
		{"a service in Spanish", "es", cut, []string{"la cita de Corte quedó confirmada", "24", "Centro", "con Ana"}, "{"},
		{"a service in English", "en", cut, []string{"appointment for Corte is confirmed", "at Centro", "with Ana"}, "{"},
		{"a service in Portuguese", "pt", cut, []string{"consulta de Corte está confirmada", "em Centro", "com Ana"}, "{"},
		{"no service", "en", say.Appointment{Branch: "Centro", Staff: "Ana", Starts: at}, []string{"Your appointment is confirmed"}, "for "},
		{"a table", "en", say.Appointment{Branch: "Centro", Party: 4, Starts: at}, []string{"Your table for 4 is confirmed", "Centro"}, "with"},
		{"an unknown language", "fr", cut, []string{"la cita de Corte quedó confirmada"}, "{"},
	} {
		check(t, c.name, say.Booked(c.a, c.lang), c.want, c.not)
	}
}

func TestCancellationRepeatsWhatWasDropped(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 17, 0, 0, 0, time.UTC)
	check(t, "a service", say.Cancelled(say.Appointment{Service: "Corte", Branch: "Centro", Starts: at}, "es"), []string{"cita de Corte quedó cancelada", "Centro"}, "{")
	check(t, "a table", say.Cancelled(say.Appointment{Party: 2, Branch: "Centro", Starts: at}, "pt"), []string{"mesa para 2 foi cancelada", "Centro"}, "{")
	check(t, "no place", say.Cancelled(say.Appointment{Starts: at}, "en"), []string{"Your appointment is cancelled"}, "at .")
}

func check(t *testing.T, name, got string, want []string, not string) {
	t.Helper()
	for _, want := range want {
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q lacks %q", name, got, want)
		}
	}
	if strings.Contains(got, not) {
		t.Errorf("%s: %q holds %q", name, got, not)
	}
}
