package handoff

import (
	"testing"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func said(text string, urgency uint32) *recadov1.MessageRouted {
	return &recadov1.MessageRouted{
		Urgency: urgency, Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
	}
}

func TestNatureOfWhatCustomersSay(t *testing.T) {
	t.Parallel()
	for nature, texts := range map[Nature][]string{
		Bare: {
			"ok", "Ok, gracias", "GRACIAS!!", "graciaaaas", "👍", "🙏🙏", "❤️", "Ah ok, muchas gracias 🙌", "vale", "sí", "Perfecto, quedo atenta.",
			"thanks!", "ok thank you so much", "obrigada", "tá bom, obrigado", "beleza", "no, gracias", "I'll wait",
		},
		Settled: {
			"ya quedó", "Ya quedó, gracias!", "ya me atendieron", "ok ya me atendieron muchas gracias", "Ya no hace falta, gracias", "ya se resolvió 👍",
			"gracias, ya hablé con ellos", "it's sorted, thanks", "I've been helped, thank you!", "já me atenderam, obrigada", "já está resolvido",
		},
		Nudge: {
			"??", "¿¿??", "hay alguien?", "hola? hay alguien?", "siguen ahí??", "¿ya me van a atender?", "nadie contesta!!", "ok, sigo esperando",
			"¿cuánto tardan en contestar?", "is anyone there?", "still waiting...", "tem alguém aí?", "ninguém responde",
		},
		Plain: {
			"¿ya quedó?", "ya quedó mi cita?", "ya quedó mi cita", "ya quedó mal la resina", "ya me atendieron muy mal", "nadie me ha atendido",
			"todavía no me atienden", "ya me atendieron pero me falta la factura", "no ya quedó mal", "gracias pero sigo esperando", "ok, ¿y el precio?",
			"...", "", "hola", "hola?", "no", "bueno ya no, cuánto cuesta una limpieza", "resuelto a medias", "my issue is not sorted",
			"ainda não me atenderam", "ok quiero la cita", "sí quiero", "123", "hay alguien que hable inglés?", "cuánto tardan los brackets?", "¿cuánto falta para mi cita?",
		},
	} {
		for _, text := range texts {
			if got := NatureOf(said(text, 1)); got != nature {
				t.Errorf("%q is %q, want %q", text, got, nature)
			}
		}
	}
}

func TestThanksAnswerNothing(t *testing.T) {
	t.Parallel()
	for text, only := range map[string]bool{
		"gracias": true, "Muchas gracias!! 🙏": true, "🙏": true, "thanks, I'll wait": true, "obrigada, no aguardo": true,
		"ok gracias": false, "sí": false, "no, gracias": false, "vale": false, "gracias, ya quedó": false, "gracias, ¿y el precio?": false, "": false,
	} {
		m := said(text, 1)
		if got := OnlyThanks(m); got != only {
			t.Errorf("%q only thanks: %v, want %v", text, got, only)
		}
		m.Slots = &recadov1.Slots{Answer: "yes"}
		if OnlyThanks(m) {
			t.Errorf("%q, which the router reads as a yes, only thanks", text)
		}
	}
}

func TestDangerIsDangerWhateverItsWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Nature{"ya quedó": Danger, "gracias": Danger, "se desmayó": Danger} {
		if got := NatureOf(said(text, 5)); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := NatureOf(said("me duele una muela", 4)); got != Plain {
		t.Errorf("pain of the same day is %q", got)
	}
}

func TestWhatIsNoTextHasNoNature(t *testing.T) {
	t.Parallel()
	tap := &recadov1.MessageRouted{Content: &recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{Title: "Sí"}}}}
	if got := NatureOf(tap); got != Plain {
		t.Errorf("a tap is %q", got)
	}
}

func FuzzNatureOf(f *testing.F) {
	for _, text := range []string{"", "ok", "ya quedó", "¡¡¡", "aaa aaa", "\xff\xfe"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := natureOf(text); len(text) > longestMessage && got != Plain {
			t.Errorf("a text of %d bytes is %q", len(text), got)
		}
	})
}
