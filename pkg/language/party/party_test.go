package party

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestPartySizeCountsPeople(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"mesa para 4": 4, "somos cinco": 5, "para 2 personas": 2, "party of 6": 6, "table for two tomorrow at 8": 2, "mesa para 4 a las 8": 4,
		"2 adultos y 3 niños": 5, "para 4": 4, "para las 4": 0, "cita para el 4": 0, "a las 5": 0, "4 tacos": 0, "seremos 12": 12, "somos como 8": 8, "para 3 días": 0,
		"quiero una mesa para 6 el sábado": 6, "for 5 people": 5, "para 4pm": 0, "para 5 de la tarde": 0, "mesa de 4": 4,
	} {
		if got := Size(language.Read(text)); got != want {
			t.Errorf("PartySize(%q) = %d, want %d", text, got, want)
		}
	}
}
