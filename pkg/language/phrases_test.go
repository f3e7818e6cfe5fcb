package language

import "testing"

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
