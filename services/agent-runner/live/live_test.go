package live

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
)

// watch shows a draft piece by piece and returns what a page read, and whether it was taken back.
func watch(t *testing.T, leaks, holds func(string) bool, pieces ...string) (text string, withdrawn int) {
	t.Helper()
	l := &Draft{conversation: "c", turn: "t", send: func(_ string, data []byte) error {
		var f channel.Frame
		if err := json.Unmarshal(data, &f); err != nil {
			t.Fatal(err)
		}
		if f.Type == channel.FrameWithdrawn {
			withdrawn++
		}
		text += f.Text
		return nil
	}}
	l.Begin(guard.NewLinks([]string{"clinica.mx"}, nil), leaks, holds)
	for _, piece := range pieces {
		l.Show(piece)
	}
	l.Withdraw()
	l.Withdraw()
	return text, withdrawn
}

func none(string) bool { return false }

func all(string) bool { return true }

func TestDraftIsShownMaskedAndWithdrawnOnce(t *testing.T) {
	t.Parallel()
	draft := "Hola, Ana. Escríbele a ana.perez@example.com hoy mismo. Cuesta $1.50 en total. Gra"
	text, withdrawn := watch(t, none, all, strings.Split(draft, "")...)
	if want := "Hola, Ana. Escríbele a [DATO PROTEGIDO] hoy mismo. Cuesta $1.50 en total. "; text != want || withdrawn != 1 {
		t.Errorf("shown %q, withdrawn %d times", text, withdrawn)
	}
}

func TestDraftIsShownWithoutForeignLinks(t *testing.T) {
	t.Parallel()
	draft := "Mira [tu cita de hoy](https://evil.example/x y) o [esta](https://clinica.mx/a) ![foto de a](https://evil.example) ya está. Y algo más"
	text, _ := watch(t, none, all, strings.Split(draft, "")...)
	if want := "Mira tu cita de hoy o [esta](https://clinica.mx/a)  ya está. "; text != want {
		t.Errorf("shown %q, want %q", text, want)
	}
}

func TestDraftThatLeaksFallsSilent(t *testing.T) {
	t.Parallel()
	leaks := func(text string) bool { return strings.Contains(text, "secreto") }
	text, withdrawn := watch(t, leaks, all, "Uno. ", "Dos. ", "secreto. ", "Tres. ", "Cuatro. ")
	if text != "Uno. Dos. " || withdrawn != 1 {
		t.Errorf("shown %q, withdrawn %d times", text, withdrawn)
	}
}

func TestDraftIsShownAsFarAsEvidenceSupportsIt(t *testing.T) {
	t.Parallel()
	holds := func(text string) bool { return !strings.Contains(text, "$900") }
	draft := "¡Claro! Con la Dra. Ruiz, sí. Cuesta $900 en total. ¿Te agendo? Dime"
	text, withdrawn := watch(t, none, holds, strings.Split(draft, "")...)
	if want := "¡Claro! Con la Dra. Ruiz, sí. "; text != want || withdrawn != 1 {
		t.Errorf("shown %q, withdrawn %d times, want %q", text, withdrawn, want)
	}
}

func TestALongSentenceIsShownByItsWords(t *testing.T) {
	t.Parallel()
	text, _ := watch(t, none, all, strings.Repeat("palabra ", 60))
	if len(text) < 400 {
		t.Errorf("%d bytes are shown", len(text))
	}
}

func TestMarkOfATemperatureIsNeverShownHoweverItComesInPieces(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"[TEMPERATURA: HOT]", "**[ Temperature : frío ]**", "[temperatura:\nwarm]"} {
		draft := "Te esperamos. " + mark + " Avísanos antes. Mira [el menú](https://clinica.mx/a). Y algo más. " + mark
		for size := 1; size < 24; size++ {
			var pieces []string
			for rest := draft; rest != ""; {
				n := min(size, len(rest))
				pieces, rest = append(pieces, rest[:n]), rest[n:]
			}
			text, _ := watch(t, none, all, pieces...)
			if strings.Contains(strings.ToLower(text), "temperatur") || !strings.Contains(text, "Avísanos antes.") ||
				!strings.Contains(text, "Mira [el menú](https://clinica.mx/a).") {
				t.Fatalf("in pieces of %d bytes: %q", size, text)
			}
		}
	}
}
