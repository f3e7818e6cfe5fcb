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
		{"a table", "en", say.Appointment{Branch: "Centro", Party: 4, Starts: at}, []string{"table for 4 is confirmed", "Centro"}, "with"},
		{"an unknown language", "fr", cut, []string{"la cita de Corte quedó confirmada"}, "{"},
	} {
		check(t, c.name, say.Booked(c.a, c.lang), c.want, c.not)
	}
}

func TestCancellationRepeatsWhatWasDropped(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 17, 0, 0, 0, time.UTC)
	cut := say.Appointment{Service: "Corte", Branch: "Centro", Starts: at}
	check(t, "a service", say.Cancelled(cut, "es"), []string{"cita de Corte quedó cancelada", "Centro"}, "{")
	table := say.Appointment{Party: 2, Branch: "Centro", Starts: at}
	check(t, "a table", say.Cancelled(table, "pt"), []string{"mesa para 2 foi cancelada", "Centro"}, "{")
	check(t, "no place", say.Cancelled(say.Appointment{Starts: at}, "en"), []string{"Your appointment is cancelled"}, "at .")
}

func TestAttendanceRepeatsWhatIsComing(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 17, 0, 0, 0, time.UTC)
	cut := say.Appointment{Service: "Corte", Branch: "Centro", Starts: at}
	check(t, "a service", say.Attending(cut, "es"), []string{"Gracias por confirmar", "cita de Corte", "24", "en Centro"}, "{")
	check(t, "a table", say.Attending(say.Appointment{Party: 2, Starts: at}, "pt"), []string{"mesa para 2"}, "{")
	check(t, "in English", say.Attending(cut, "en"), []string{"confirming your appointment for Corte", "at Centro"}, "{")
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

func TestRefusalsOfChangesAreSaidInEachLanguage(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 17, 0, 0, 0, time.UTC)
	cut := say.Appointment{Service: "Corte", Branch: "Centro", Starts: at}
	for lang, want := range map[string][5]string{
		"es": {
			"se cancelan con al menos 2 horas", "se cambian con al menos 2 horas", "Ya hay una cita a esa hora: Corte",
			"máximo 5 citas", "desde esta página",
		},
		"en": {
			"cancelled at least 2 hours ahead", "moved at least 2 hours ahead", "already an appointment at that time: Corte",
			"at most 5 appointments", "from this page",
		},
		"pt": {
			"canceladas com pelo menos 2 horas", "remarcadas com pelo menos 2 horas", "Já há uma consulta nesse horário: Corte",
			"no máximo 5 agendamentos", "por esta página",
		},
	} {
		for i, got := range []string{
			say.TooLateToCancel(2*time.Hour, lang), say.TooLateToMove(2*time.Hour, lang),
			say.AlreadyBooked(cut, lang), say.TooMany(5, lang), say.TooManyVisitors(lang),
		} {
			check(t, lang, got, []string{want[i]}, "{")
		}
	}
}

func TestTableAndBareAppointmentAreNamedWhereTheTimeIsTaken(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 13, 0, 0, 0, time.UTC)
	for want, a := range map[string]say.Appointment{
		"Ya hay una mesa para 4 a esa hora: martes 24 de noviembre a la 1 de la tarde, en Centro.": {Party: 4, Branch: "Centro", Starts: at},
		"Ya hay una cita a esa hora: martes 24 de noviembre a la 1 de la tarde.":                   {Starts: at},
	} {
		if got := say.AlreadyBooked(a, "es") + "."; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestTooManyChangesOfADayAreSaidInEveryLanguage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"es": "Por hoy ya se hicieron", "en": "Too many changes", "pt": "mudanças demais", "": "Por hoy"} {
		if got := say.TooManyToday(lang); !strings.Contains(got, want) {
			t.Errorf("%q: got %q", lang, got)
		}
	}
}
