package rulemodel

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
)

var brace = regexp.MustCompile(`\{[a-z]+\}`)

func bracesOf(text string) []string {
	found := brace.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestEveryPhraseIsSaidInEveryLanguageWithTheSameBraces(t *testing.T) {
	t.Parallel()
	for lang, texts := range phrases {
		for key, p := range texts {
			want := bracesOf(phrases[language.Spanish][key].Tu)
			for _, text := range []string{p.Tu, p.Usted, p.Vos} {
				if text != "" && !slices.Equal(bracesOf(text), want) {
					t.Errorf("%s %s: %q has other braces than %v", lang, key, text, want)
				}
			}
			if p.Tu == "" {
				t.Errorf("%s %s: expected a text", lang, key)
			}
		}
		for key := range phrases[language.Spanish] {
			if _, ok := texts[key]; !ok {
				t.Errorf("%s lacks %s", lang, key)
			}
		}
	}
}

func TestHeardRunsLeaveTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for key, h := range heard {
		for _, run := range h.Runs {
			if !saysAny("Pues "+run+", ¿sí?", h.Runs) {
				t.Errorf("%s: %q does not find itself", key, run)
			}
		}
		for _, text := range h.Not {
			if saysAny(text, h.Runs) {
				t.Errorf("%s: %q is found", key, text)
			}
		}
	}
}

func TestDaysThatCannotBeBookedAreRead(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC) // a Monday
	for text, want := range map[string]string{
		"limpieza el 31 de noviembre": "2026-11-31", "el 30 de febrero a las 10": "2026-02-30", "november 31": "2026-11-31",
		"el 30 de noviembre": "", "el 31 de diciembre": "", "a las 10 de noviembre": "", "32 personas en mayo": "",
	} {
		if got := noSuchDate(text, now); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"para ayer a las 10": "2026-11-22", "el lunes pasado": "2026-11-16", "el domingo pasado": "2026-11-22", "last friday": "2026-11-20",
		"me duele desde ayer": "", "el lunes": "", "pasado mañana": "",
	} {
		if got := pastDate(text, now); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
