package language

import "testing"

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
		"me muero de hambre":                         1,
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
		got := Urgency(Read(text)).Level
		if doubt := want == 4 && got == 5; got != want && !doubt { // a doubt between two levels is the higher
			t.Errorf("Urgency(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestPhrasesRefuseWhatIsNoPattern(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"...", "^ $", "a-b", "a|", "hola *"} {
		if _, err := NewPhrases([]string{bad}); err == nil {
			t.Errorf("NewPhrases(%q) took it", bad)
		}
	}
}

func TestPhrasesFindPatterns(t *testing.T) {
	t.Parallel()
	p := MustPhrases([]string{"quiero|necesito ... cita|citas", "^ hola", "cotiza*", "adios $", "a .. b"})
	for text, want := range map[string]int{
		"quiero una cita": 1, "necesito por favor agendar una nueva cita": 1, "quiero. cita": 0, "hola": 1, "ah hola": 0, "cotizacion": 1, "adiós!": 1, "adios amigo": 0,
		"a x y b": 1, "a x y z b": 0, "quiero, una, cita": 1,
	} {
		if got := len(p.Find(Read(text), nil)); got != want {
			t.Errorf("%d hits in %q, want %d", got, text, want)
		}
	}
}
