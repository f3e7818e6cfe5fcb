package language

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func norms(t Text) string {
	var words []string
	for _, tok := range t.Tokens {
		words = append(words, tok.Norm)
	}
	return strings.Join(words, " ")
}

func TestReadNormalisesChat(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"Holaaaa!!":               "hola ! !",
		"¿Cuánto cuesta?":         "¿ cuanto cuesta ?",
		"xfa q hora abren":        "porfavor que hora abren",
		"tmb dnd están":           "tambien donde estan",
		"NIÑO":                    "nino",
		"nin\u0303o":              "nino",
		"5pm":                     "5 pm",
		"don't":                   "dont",
		"2x1":                     "2 x 1",
		"mi cel es [TEL_1], [ok]": "mi celular es [TEL_1] , [ ok ]",
		"buenooooo siiii":         "bueno si",
		"a\nb":                    "a b",
		"coração":                 "coracao",
		"":                        "",
		"\xff\xfehola":            "hola",
		"good book":               "good book",
		"a\u200bb":                "ab",
		"16:30hs":                 "16 : 30 hs",
		"kiero una sita xfavor 🙏": "quiero una cita porfavor 🙏",
	} {
		if got := norms(Read(raw)); got != want {
			t.Errorf("Read(%q) = %q, want %q", raw, got, want)
		}
	}
}

func TestReadKeepsOffsetsOfTheOriginal(t *testing.T) {
	t.Parallel()
	text := Read("Mañana, a las 5:30 en Ñuñoa")
	for i, tok := range text.Tokens {
		if text.Original(i, i+1) != text.Raw[tok.Start:tok.End] || tok.Start >= tok.End {
			t.Errorf("token %d %+v has no original", i, tok)
		}
	}
	if got := text.Original(0, 1); got != "Mañana" {
		t.Errorf("Original(0, 1) = %q", got)
	}
}

func TestReadIsBoundedForHostileTexts(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{strings.Repeat("a", 1<<20), strings.Repeat("1 ", 1<<19), strings.Repeat("💥", 1<<18), strings.Repeat("ñ\u0301", 1<<18), strings.Repeat("\xff", 1<<20)} {
		if got := len(Read(raw).Tokens); got > MaxTokens {
			t.Errorf("%d tokens, want at most %d", got, MaxTokens)
		}
	}
}

func TestALongTextIsCutBeforeALetterAndItsPlacesHold(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"\xff\xff hola " + strings.Repeat("ñ ", maxBytes), strings.Repeat("a", maxBytes-1) + "ñandú", strings.Repeat("\x80", 2*maxBytes)} {
		text := Read(raw)
		for i, tok := range text.Tokens {
			if said := text.Original(i, i+1); !utf8.ValidString(said) || tok.End > maxBytes {
				t.Fatalf("token %d is %q and ends at %d", i, said, tok.End)
			}
		}
	}
}

func TestDetectTellsTheLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		prior Lang
		want  Lang
	}{
		{"hola, quiero una cita para mañana", "", Spanish},
		{"cuanto cuesta la limpieza", English, Spanish},
		{"Hi, how much is a cleaning?", Spanish, English},
		{"do you have a table for tomorrow", Spanish, English},
		{"Olá, quanto custa a limpeza?", Spanish, Portuguese},
		{"você tem horário amanhã?", Spanish, Portuguese},
		{"ok", English, English},
		{"ok", Portuguese, Portuguese},
		{"5", "", Spanish},
		{"", English, English},
		{"thanks!", Spanish, English},
		{"no", English, English},
		{"quero dois ceviches mistos", Spanish, Portuguese},
		{"quero resgatar o ceviche", Spanish, Portuguese},
		{"quero una cita para dos", Spanish, Spanish}, // a slip
		{"dois lomos e uma cerveja", Spanish, Portuguese},
		{"two ceviches, delivered", Spanish, English},
		{"dos ceviches mixtos", Portuguese, Spanish},
	} {
		if got := Detect(Read(c.text), c.prior); got != c.want {
			t.Errorf("Detect(%q, %q) = %q, want %q", c.text, c.prior, got, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"hola", "¿Cuánto? $1,500", "mañana 5pm", "\xf0\x28", "ñ\u0303", "'''a''"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		text := Read(raw)
		end := 0
		for _, tok := range text.Tokens {
			if tok.Start < end || tok.End <= tok.Start || tok.End > len(raw) || tok.Norm == "" && tok.Kind != Word {
				t.Fatalf("token %+v in %q", tok, raw)
			}
			end = tok.End
		}
		Detect(text, "")
	})
}

func TestATextReadsAlikeInTheRoomOfAnother(t *testing.T) {
	t.Parallel()
	room := make([]Token, 0, 2)
	for _, raw := range []string{"hola", "quisiera una cita el martes 24 a las 5, xfa", "", "zzyx 12", "hola"} {
		got, want := ReadInto(raw, room), Read(raw)
		if !slices.Equal(got.Tokens, want.Tokens) || got.Raw != want.Raw {
			t.Errorf("%q reads %+v, want %+v", raw, got.Tokens, want.Tokens)
		}
		room = got.Tokens[:0]
	}
}
