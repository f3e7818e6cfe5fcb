package phrase

import (
	"regexp"
	"slices"
	"testing"

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
