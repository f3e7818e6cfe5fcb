package live

import "testing"

func TestACutTextEndsWithItsLastWholeSentence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Con gusto le":                     "",
		"":                                 "",
		"Con gusto. La limpieza cuesta $8": "Con gusto.",
		"Con gusto. ¿Le sirve a las 5?":    "Con gusto. ¿Le sirve a las 5?",
		"Le atiende el Dr. Ru":             "",
		"Tenemos:\n1. Limpieza\n2. Blanq":  "Tenemos:\n1. Limpieza",
		"Cuesta $1.200 la corona. Y el blanqueamien": "Cuesta $1.200 la corona.",
		"Cuesta 3.5": "",
	} {
		if got := Whole(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
