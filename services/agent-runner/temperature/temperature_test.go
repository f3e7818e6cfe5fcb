package temperature

import (
	"strings"
	"testing"
)

func TestMarksAreTakenOutOfEveryWriting(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		rest string
		t    Temperature
	}{
		"Claro. [TEMPERATURA: HOT]":                       {"Claro.", Hot},
		"Claro. [temperatura:hot]":                        {"Claro.", Hot},
		"Claro.\n\n[ Temperatura :  Warm ]":               {"Claro.", Warm},
		"[TEMPERATURE: COLD] Bye.":                        {"Bye.", Cold},
		"Va. **[TEMPERATURA: FRÍO]**":                     {"Va.", Cold},
		"Va. [**TEMPERATURA**: **CALIENTE**]":             {"Va.", Hot},
		"Va. `[Temperatura - tibio]`":                     {"Va.", Warm},
		"Va. [TEMPERATURÁ: QUENTE]":                       {"Va.", Hot},
		"Va. 【TEMPERATURA：HOT】":                           {"Va.", Hot},
		"Va. [TEMPERATURA\nHOT]":                          {"Va.", Hot},
		"[TEMPERATURA: COLD] Va. [TEMPERATURA: HOT]":      {"Va.", Hot},
		"Va [TEMPERATURA: WARM] bien.":                    {"Va bien.", Warm},
		"Va. [TEMPERATURA: HOT|WARM|COLD]":                {"Va.", ""},
		"Va. [TEMPERATURA: muy alta]":                     {"Va.", ""},
		"Va. [TEMPERATURA: HO":                            {"Va.", ""},
		"Va. **[TEMP":                                     {"Va.", ""},
		"Hoy hay [temperatura: 31 °C] en la playa.":       {"Hoy hay [temperatura: 31 °C] en la playa.", ""},
		"La temperatura es HOT.":                          {"La temperatura es HOT.", ""},
		"Mira [el menú](https://clinica.mx) y [TEL_1].":   {"Mira [el menú](https://clinica.mx) y [TEL_1].", ""},
		"Queda [temporalmente cerrado":                    {"Queda [temporalmente cerrado", ""},
		"Servimos la sopa a [temperatura ambiente 20 °C]": {"Servimos la sopa a [temperatura ambiente 20 °C]", ""},
	} {
		rest, got := Extract(text)
		if rest = strings.TrimSpace(rest); rest != want.rest || got != want.t {
			t.Errorf("%q: %q and %q, want %q and %q", text, rest, got, want.rest, want.t)
		}
	}
}

func TestMarkThatComesInPiecesIsHeldUntilItIsWhole(t *testing.T) {
	t.Parallel()
	const draft = "Te espero. **[ temperatura : HOT ]** Y algo más."
	at := strings.Index(draft, "**")
	for n := at + 3; n < strings.Index(draft, "]"); n++ {
		if held := Held(draft[:n]); held != at-1 {
			t.Errorf("%q is held from %d, want %d", draft[:n], held, at-1)
		}
	}
	for _, free := range []string{"Te espero.", "Mira [el menú", "Mira [el menú](x)", "", "[1] y [2]"} {
		if held := Held(free); held != len(free) {
			t.Errorf("%q is held from %d", free, held)
		}
	}
}

func TestRulesScoreWhatWasAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		intents []string
		booked  bool
		want    Temperature
	}{
		{[]string{"pricing", "booking"}, false, Hot},
		{[]string{"order"}, false, Hot},
		{[]string{"pricing"}, false, Warm},
		{[]string{"pricing", "pricing", "pricing"}, false, Warm},
		{[]string{"pricing", "hours", "location"}, false, Hot},
		{[]string{"hours"}, false, Warm},
		{[]string{"cancel_booking"}, false, Cold},
		{[]string{"cancel_booking", "booking"}, false, ""},
		{[]string{"other"}, true, Hot},
		{[]string{"greeting"}, false, ""},
		{[]string{"urgent_care", "human"}, false, ""},
		{nil, false, ""},
	} {
		if got := Score(c.intents, c.booked); got != c.want {
			t.Errorf("%v, booked %t: %q, want %q", c.intents, c.booked, got, c.want)
		}
	}
}

func TestProgramsNameATemperatureExactly(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"HOT": true, "WARM": true, "COLD": true, "hot": false, "": false, "FRIO": false} {
		if _, known := Parse(name); known != want {
			t.Errorf("%q: %t", name, known)
		}
	}
}
