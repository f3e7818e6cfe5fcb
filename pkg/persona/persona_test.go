package persona

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tokens"
)

// everyPersonality calls fn for each compiled personality, in each language and vertical.
func everyPersonality(fn func(Assistant)) {
	for _, style := range Styles {
		for _, kind := range Types {
			for _, channel := range []string{"whatsapp", "voice"} {
				for _, lang := range Languages {
					for _, vertical := range verticals {
						fn(Assistant{
							Name: "Sofía", Business: "Sonrisa", Style: style, Type: kind, Channel: channel, Language: lang,
							Vertical: tenant.Vertical(vertical), Country: "AR",
						})
					}
				}
			}
		}
	}
}

func TestEveryPersonalityLeavesRoomForTheTenantsOwnWords(t *testing.T) {
	t.Parallel()
	seen, most := map[string]bool{}, 0
	everyPersonality(func(a Assistant) {
		s, err := a.Personality()
		if err != nil {
			t.Fatal(err)
		}
		if s.Tokens > CeilingPersonality-ownTokens || s.Tokens != tokens.Count(s.Text) {
			t.Errorf("%+v has %d tokens, at most %d leave room for its own", a, s.Tokens, CeilingPersonality-ownTokens)
		}
		if seen[s.Text] || strings.ContainsAny(s.Text, "{}") {
			t.Errorf("%+v is not one of its own, or holds a gap: %s", a, s.Text)
		}
		seen[s.Text], most = true, max(most, s.Tokens)
	})
	if want := len(Styles) * len(Types) * len(Modes) * len(Languages) * len(verticals); len(seen) != want {
		t.Errorf("%d personalities, want %d", len(seen), want)
	}
	t.Logf("the longest has %d tokens", most)
}

func TestEveryRuleStandsInSomePersonality(t *testing.T) {
	t.Parallel()
	all := map[string]bool{}
	everyPersonality(func(a Assistant) {
		s, err := a.Personality()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(s.Text) {
			all[strings.TrimSpace(line)] = true
		}
	})
	for style, book := range manners {
		n := 0
		for part, rules := range book {
			n += len(rules)
			for _, r := range rules {
				for _, text := range r {
					if !all[strings.ReplaceAll(text, "{tu}", "vos")] {
						t.Errorf("%s [%s]: %q stands in no personality", style, part, text)
					}
				}
			}
		}
		if n < 45 || n > 60 {
			t.Errorf("%s has %d rules, about 50 were wanted", style, n)
		}
	}
}

func TestStylesShareNoRule(t *testing.T) {
	t.Parallel()
	of := map[string]string{}
	for style, book := range manners {
		for part, rules := range book {
			for _, r := range rules {
				if part == "mode messaging" || part == "mode voice" {
					continue // what a channel asks for may be the same in every style
				}
				if other := of[r[0]]; other != "" {
					t.Errorf("%q stands in %s and in %s", r[0], other, style)
				}
				of[r[0]] = style
			}
		}
	}
}

func TestCountrySaysHowPeopleAreAddressed(t *testing.T) {
	t.Parallel()
	a := Assistant{Style: "casual", Type: "full", Language: "es"}
	for country, want := range map[string]string{"MX": "Trata de tú", "AR": "Trata de vos", "UY": "Trata de vos"} {
		a.Country = country
		s, err := a.Personality()
		if err != nil || !strings.Contains(s.Text, want) {
			t.Errorf("%s: %v, %s", country, err, s.Text)
		}
	}
}

func TestUnknownStyleOrTypeIsAnError(t *testing.T) {
	t.Parallel()
	for _, a := range []Assistant{{Style: "gothic", Type: "full"}, {Style: "casual", Type: "pirate"}, {}} {
		if s, err := a.Personality(); err == nil {
			t.Errorf("%+v: %q", a, s.Text)
		}
	}
}

func TestOwnWordsAreCutAtTheEndOfARule(t *testing.T) {
	t.Parallel()
	sentence := "Recuerda que la Dra. Ruiz atiende los martes y jueves por la tarde en la sucursal del centro."
	a := Assistant{Style: "casual", Type: "full", Language: "es", Custom: strings.Repeat(sentence+" ", 40)}
	s, err := a.Personality()
	if err != nil {
		t.Fatal(err)
	}
	if s.Tokens > CeilingPersonality || s.Over == 0 || !strings.HasSuffix(s.Text, sentence) {
		t.Errorf("%d tokens, %d over, ends in %q", s.Tokens, s.Over, s.Text[len(s.Text)-120:])
	}
}

func TestInstructionsOfABranchHoldThereAlone(t *testing.T) {
	t.Parallel()
	all := []Instruction{{Text: "para todos"}, {Text: "solo en Roma", Branches: []string{"roma"}}, {Text: "dos\nlíneas"}}
	for branch, want := range map[string]string{
		"":         "Siempre:\n- para todos\n- dos líneas",
		"roma":     "Siempre:\n- para todos\n- solo en Roma\n- dos líneas",
		"coyoacan": "Siempre:\n- para todos\n- dos líneas",
	} {
		if got := Instructions(all, branch, "es").Text; got != want {
			t.Errorf("%q: %q, want %q", branch, got, want)
		}
	}
}

func TestInstructionsOverTheCeilingLoseTheLastWhole(t *testing.T) {
	t.Parallel()
	long := strings.TrimSpace(strings.Repeat("no prometas un pescado en particular ", 15))
	s := Instructions([]Instruction{{Text: "a " + long}, {Text: "b " + long}, {Text: "c " + long}, {Text: "d " + long}}, "", "es")
	if s.Tokens > CeilingInstructions || s.Over == 0 || !strings.HasSuffix(s.Text, long) {
		t.Errorf("%d tokens, %d over: %s", s.Tokens, s.Over, s.Text)
	}
}

func TestIdentityHoldsNamesOnOneLineAndUnderItsCeiling(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages {
		for channel := range channels {
			a := Assistant{
				Name: "María Fernanda", Business: "Centro Odontológico Integral\nSan Cristóbal de las Casas", Vertical: tenant.Dental,
				Channel: channel, Language: lang,
			}
			if s := a.Identity(); s.Over > 0 || strings.Contains(s.Text, "\n") || !strings.Contains(s.Text, "San Cristóbal") {
				t.Errorf("%s, %s: %d tokens: %s", lang, channel, s.Tokens, s.Text)
			}
		}
	}
	long := Assistant{Name: "Sofía", Business: strings.Repeat("Ñandú ", 60), Language: "es"}
	if s := long.Identity(); s.Tokens > CeilingIdentity || s.Over == 0 {
		t.Errorf("%d tokens, %d over", s.Tokens, s.Over)
	}
}

func TestFileThatIsNoRulebookIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a | b | c", "[always]\na | b", "[mood]\na | b | c", "[always]\na | b | c\n[always]", "[always]\na |  | c"} {
		if book, err := parse(text); err == nil {
			t.Errorf("%q: %v", text, book)
		}
	}
	if _, err := parse("; why\n[type sales]\na | b | c\n"); err != nil {
		t.Error(err)
	}
}

func TestRulesEndAtLinesAndSentences(t *testing.T) {
	t.Parallel()
	got := rulesIn("Saluda. Luego pregunta por la Dra. Ruiz.\n\n  No prometas nada antes de las 9.30 h. del lunes\n¿Dudas? Ofrece a alguien.")
	want := []string{"Saluda.", "Luego pregunta por la Dra. Ruiz.", "No prometas nada antes de las 9.30 h. del lunes", "¿Dudas?", "Ofrece a alguien."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
