package answer

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestAnswerReadsABareYesOrNo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"sí": Yes, "si": Yes, "siiii": Yes, "claro": Yes, "claro que sí": Yes, "dale": Yes, "ok": Yes, "vale": Yes, "de acuerdo": Yes, "Sí, por favor": Yes,
		"yes": Yes, "yes please": Yes, "sure": Yes, "sounds good": Yes, "👍": Yes, "está bien": Yes, "perfecto, gracias": Yes, "sim": Yes, "confirmo": Yes, "Confirmar": Yes, "me parece bien": Yes,
		"no": No, "nop": No, "no gracias": No, "nope": No, "mejor no": No, "no, thanks": No, "todavía no": No, "não": No, "not now": No,
		"claro que no": No, "por supuesto que no": No, "ok, no gracias": No, "of course not": No, "absolutely not": No, "claro que não": No, "👎": No,
		"hola": "", "¿sí?": "", "si tienen cita": "", "mañana a las 5": "", "cuánto cuesta": "", "": "", "Ana López": "",
	} {
		if got := YesOrNo(language.Read(text)); got != want {
			t.Errorf("Answer(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestChoiceReadsAPlaceInAList(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"la primera": 1, "la segunda": 2, "el tercero": 3, "la 2": 2, "opción 3": 3, "2": 2, "the second one": 2, "first": 1, "option 2": 2, "el último": LastChoice,
		"la una": 0, "a la 1": 0, "es mi primera vez": 0, "hola": 0, "segunda-feira": 0, "5 personas": 0, "la 3 por favor": 3, "a las 5": 0, "5pm": 0, "segunda": 0,
	} {
		if got := Choice(language.Read(text)); got != want {
			t.Errorf("Choice(%q) = %d, want %d", text, got, want)
		}
	}
}
