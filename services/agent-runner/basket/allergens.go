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

// of are the allergens of a dish, and of some of its options.
func (d *Dish) of(options []string) []string {
	if d == nil {
		return nil
	}
	out := slices.Clone(d.Allergens)
	for _, o := range d.Options {
		if slices.Contains(options, o.Name) {
			out = append(out, o.Allergens...)
		}
	}
	return out
}

// Avoided are the allergens of the menu that a text speaks of.
func (m *Menu) Avoided(text string) (out []string) {
	for i := range m.dishes {
		for _, a := range m.dishes[i].Allergens {
			if !slices.Contains(out, a) && Avoids(text, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// Conflicts are the dishes of some lines for which the menu lists what must not be eaten.
func (m *Menu) Conflicts(lines []Line, allergy string) (names, listed []string) {
	avoided := m.Avoided(allergy)
	for _, l := range lines {
		for _, a := range m.Named(l.Name).of(l.Options) {
			if !slices.Contains(avoided, a) {
				continue
			}
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
			if !slices.Contains(listed, a) {
				listed = append(listed, a)
			}
		}
	}
	return names, listed
}
