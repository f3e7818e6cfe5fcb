package consent

import "testing"

func TestPhrasesOfConsentAndTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for _, p := range [...]struct {
		*phrases
		yes bool
	}{{&consents.Forget, false}, {&consents.Remember, true}} {
		for _, s := range p.Says {
			if h := Hear(s); !h.Said || h.Yes != p.yes {
				t.Errorf("%q is heard as %+v", s, h)
			}
		}
		for _, s := range p.Not {
			if h := Hear(s); h.Said && h.Yes == p.yes {
				t.Errorf("%q is heard as %+v", s, h)
			}
		}
	}
}

func TestMessageThatSaysNothingElseIsToldFromOneThatDoes(t *testing.T) {
	t.Parallel()
	for text, all := range map[string]bool{
		"Hola, olvida lo que sabes de mí, por favor. Gracias": true, "no guardes mis datos": true,
		"no guardes mis datos y dame una cita el martes": false, "¿a qué hora abren? y recuerda mis preferencias": false,
	} {
		if h := Hear(text); !h.Said || h.All != all {
			t.Errorf("%q: %+v", text, h)
		}
	}
}
