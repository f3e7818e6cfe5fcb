package say_test

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/say"
)

var (
	morning = []openings.Span{{Opens: 9 * 60, Closes: 13 * 60}}
	split   = []openings.Span{{Opens: 9 * 60, Closes: 14 * 60}, {Opens: 15 * 60, Closes: 19 * 60}}
	five    = openings.Wish{Time: "17:00"}
)

var sentences = []struct {
	y          openings.Why
	es, en, pt string
}{
	{
		openings.Why{Cause: openings.Holiday, Date: "2026-12-25", Name: "Navidad"},
		"Ese día está cerrado: Navidad", "We are closed that day: Navidad", "Nesse dia estamos fechados: Navidad",
	},
	{
		openings.Why{Cause: openings.ClosedDay, Date: "2026-11-22"},
		"El domingo no abrimos", "We are closed on Sunday", "No domingo não abrimos",
	},
	{
		openings.Why{Cause: openings.ClosedDay, Date: "2026-11-23", Branch: "Barranco"},
		"El lunes no abrimos en Barranco", "We are closed on Monday at Barranco", "Na segunda-feira não abrimos em Barranco",
	},
	{
		openings.Why{Cause: openings.OtherHours, Date: "2026-12-24", Hours: morning, Name: "Nochebuena"},
		"Ese día abrimos de 9:00 a 13:00 (Nochebuena)", "That day we open from 9 am to 1 pm (Nochebuena)", "Nesse dia abrimos das 9h às 13h (Nochebuena)",
	},
	{
		openings.Why{Cause: openings.OtherHours, Date: "2026-11-21", Hours: split},
		"El sábado abrimos de 9:00 a 14:00 y de 15:00 a 19:00", "On Saturday we open from 9 am to 2 pm and from 3 pm to 7 pm",
		"No sábado abrimos das 9h às 14h e das 15h às 19h",
	},
	{
		openings.Why{Cause: openings.ClosedDay, Several: true, Wish: five},
		"Esos días no abrimos a las 5 de la tarde", "We are not open at 5 pm on those days", "Nesses dias não abrimos às 17h",
	},
	{
		openings.Why{Cause: openings.LastStart, Date: "2026-11-27", Last: "22:00"},
		"El viernes lo último que puedo agendar es a las 10 de la noche", "On Friday the latest that I can book is 10 pm",
		"Na sexta-feira o último horário é às 22h",
	},
	{
		openings.Why{Cause: openings.StaffAway, Date: "2026-11-23", Who: "Dra. Ana"},
		"Dra. Ana no atiende el lunes", "Dra. Ana is not in on Monday", "Dra. Ana não atende na segunda-feira",
	},
	{
		openings.Why{Cause: openings.ServiceAway, Date: "2026-11-23", Who: "Endodoncia"},
		"Endodoncia: no se atiende el lunes", "Endodoncia: not available on Monday", "Endodoncia: sem atendimento na segunda-feira",
	},
	{
		openings.Why{Cause: openings.StaffHours, Date: "2026-11-24", Who: "Dra. Ana", Hours: morning},
		"Dra. Ana atiende el martes de 9:00 a 13:00", "Dra. Ana is in on Tuesday from 9 am to 1 pm",
		"Dra. Ana atende na terça-feira das 9h às 13h",
	},
	{
		openings.Why{Cause: openings.TooFar, LastDay: "2027-01-22"},
		"Solo agendo hasta el 22 de enero", "I can only book up to 22 January", "Só agendo até 22 de janeiro",
	},
	{openings.Why{Cause: openings.NoneLeft}, "Ese día ya no queda lugar", "There is no place left that day", "Nesse dia não há mais vaga"},
	{
		openings.Why{Cause: openings.TimeTaken, Wish: openings.Wish{Time: "13:00"}},
		"Ese día a la 1 de la tarde ya no queda lugar", "There is no place left at 1 pm that day", "Nesse dia às 13h não há mais vaga",
	},
	{
		openings.Why{Cause: openings.TimeTaken, Several: true, Wish: openings.Wish{Part: openings.Evening}},
		"Esos días por la noche ya no queda lugar", "There is no place left in the evening on those days", "Nesses dias à noite não há mais vaga",
	},
	{openings.Why{Cause: openings.PastDay}, "Esa fecha ya pasó", "That date is already past", "Essa data já passou"},
	{openings.Why{Cause: openings.PastTime}, "Esa hora ya pasó", "That time is already past", "Esse horário já passou"},
	{openings.Why{Cause: openings.TodayOver}, "Para hoy ya es tarde", "It is too late for today", "Para hoje já é tarde"},
	{
		openings.Why{Cause: openings.TooSoon, Notice: 90 * time.Minute},
		"Para esa hora ya es tarde: agendo con al menos 90 minutos de anticipación", "It is too late for that time: I book at least 90 minutes ahead",
		"Para esse horário já é tarde: agendo com pelo menos 90 minutos de antecedência",
	},
}

func TestReasonIsOneSentenceThatACustomerCanBeTold(t *testing.T) {
	t.Parallel()
	for _, c := range sentences {
		for lang, want := range map[string]string{"es": c.es, "en": c.en, "pt": c.pt, "fr": c.es} {
			if got := say.Why(c.y, lang); got != want {
				t.Errorf("%s: got %q, want %q", lang, got, want)
			}
		}
	}
}

func TestEveryReasonHasItsSentence(t *testing.T) {
	t.Parallel()
	for cause := openings.PastDay; cause <= openings.TimeTaken; cause++ {
		for _, lang := range []string{"es", "en", "pt"} {
			for _, several := range []bool{false, true} {
				got := say.Why(openings.Why{Cause: cause, Several: several, Date: "2026-11-24", LastDay: "2027-01-22", Who: "Ana", Name: "Navidad", Last: "22:00"}, lang)
				if got == "" || strings.ContainsAny(got, "{}") {
					t.Errorf("cause %d in %s: %q", cause, lang, got)
				}
			}
		}
	}
}

func TestMonthThatIsTooShortIsNamed(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"es": "Noviembre tiene solo 30 días", "en": "November has only 30 days", "pt": "Novembro tem só 30 dias"} {
		if got := say.NoSuchDate(11, 30, lang); got != want {
			t.Errorf("%s: %q", lang, got)
		}
	}
	if got := say.NoSuchDate(13, 0, "es"); got != "Esa fecha no existe" {
		t.Errorf("got %q", got)
	}
}

func TestLengthOfTimeIsSaidInItsLargestWholeUnit(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		time.Hour: "1 hora", 90 * time.Minute: "90 minutos", 24 * time.Hour: "24 horas", 48 * time.Hour: "48 horas", 72 * time.Hour: "3 días", 0: "0 minutos",
	} {
		if got := say.Length(d, "es"); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
