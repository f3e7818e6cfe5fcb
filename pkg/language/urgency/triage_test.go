package urgency

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestUrgencyLevels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"no para de sangrar":                         5,
		"me sacaron la muela y no para el sangrado":  5,
		"my gum won't stop bleeding":                 5,
		"no puedo respirar":                          5,
		"se me cayo un diente por un golpe":          5,
		"my son knocked out his tooth":               5,
		"tengo la cara hinchada y fiebre":            5,
		"me duele el pecho":                          5,
		"mi bebé tiene fiebre":                       5,
		"dolor insoportable de muela":                4,
		"me duele mucho la muela, no me deja dormir": 4,
		"tengo un absceso":                           4,
		"I have a terrible toothache":                4,
		"tengo la cara hinchada":                     4,
		"me duele una muela":                         3,
		"my tooth hurts":                             3,
		"se me cayó una corona":                      3,
		"tengo sensibilidad al frío":                 2,
		"tengo una caries":                           2,
		"ya no me duele":                             1,
		"no tengo dolor":                             1,
		"¿duele el blanqueamiento?":                  1,
		"does it hurt?":                              1,
		"qué hago si me duele después?":              1,
		"me duele el bolsillo jaja":                  1,
		"me muero de hambre":                         0,
		"¿atienden emergencias?":                     1,
		"la semana pasada me dolía":                  1,
		"quiero una limpieza":                        0,
		"hola":                                       0,
		"no sé qué hacer":                            0,
		"I don't know what to do":                    0,
		"ya no puedo":                                0,
		"no entiendo":                                0,
		"lo siento":                                  0,
		"se muere":                                   5,
		"drowning":                                   5,
		"me siento muy mal":                          2,
		"me va mal":                                  0,
		"no despierta":                               5,
		"mi hijo no responde":                        5,
		"":                                           0,
	} {
		got := Of(language.Read(text)).Level
		if doubt := want == 4 && got == 5; got != want && !doubt { // a doubt between two levels is the higher
			t.Errorf("Urgency(%q) = %d, want %d", text, got, want)
		}
	}
}
