package basket

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/knowledge"
)

//go:embed allergens.yaml
var allergensFile []byte

// family are the words for one thing that some must not eat.
type family struct {
	Words []string `yaml:"words"`
	Yes   []string `yaml:"yes"`
	Not   []string `yaml:"not"`
}

var families = mustFamilies()

func mustFamilies() (all []family) {
	if err := yaml.UnmarshalWithOptions(allergensFile, &all, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("allergens.yaml: %v", err)) // it is embedded
	}
	return all
}

// in reports whether a word of the family stands in a text. "Soy" is the bean in English and "I am" in Spanish, where it does not end
// the text.
func (f *family) in(text string) bool {
	words := wordsOf(text)
	plain := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(f.Words, func(w string) bool {
		if w == "soy" && len(words) > 1 {
			return strings.HasSuffix(plain, " to soy ")
		}
		return strings.Contains(plain, " "+strings.Join(wordsOf(w), " ")+" ")
	})
}

// Avoids reports whether who must not eat what a text says must not eat what the menu lists under an allergen, or something of its
// family: shrimps are listed as seafood.
func Avoids(text, allergen string) bool {
	for i := range families {
		if families[i].in(allergen) && families[i].in(text) {
			return true
		}
	}
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		return len(w) >= minWord && knowledge.Covers(w, allergen) > 0
	})
}
