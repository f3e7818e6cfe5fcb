package basket

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
)

//go:embed kinds.yaml
var kindsFile []byte

// kind is a kind of dishes in the words of three languages.
type kind struct {
	Words []string `yaml:"words"`
	Yes   []string `yaml:"yes"`
	Not   []string `yaml:"not"`
}

var kinds = mustKinds()

func mustKinds() (all []kind) {
	if err := yaml.UnmarshalWithOptions(kindsFile, &all, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("kinds.yaml: %v", err)) // it is embedded
	}
	return all
}

// maxOfKind is how many dishes of one kind are named.
const maxOfKind = 8

// takeKinds makes a doubt of "y un postre", which names a category of the menu and no dish.
func (m *Menu) takeKinds(s *Said, t language.Text) {
	for i := range t.Tokens {
		among := m.ofKind(singular(t.At(i)))
		n := wantedAt(t, i)
		if n == 0 || len(among) == 0 || len(s.Wishes) >= maxUnclear {
			continue
		}
		s.Wishes = append(s.Wishes, Wish{Among: among, Said: t.Original(i, i+1), Quantity: n})
	}
	if len(s.Wishes) > 0 {
		s.Unknown = slices.DeleteFunc(s.Unknown, func(thing string) bool {
			return slices.ContainsFunc(wordsOf(thing), func(w string) bool { return len(m.ofKind(w)) > 0 })
		})
	}
}

// ofKind are the dishes that can be had of the category that a word names.
func (m *Menu) ofKind(word string) (out []string) {
	k := slices.IndexFunc(kinds, func(k kind) bool { return slices.Contains(k.Words, word) })
	if k < 0 {
		return nil
	}
	for i := range m.dishes {
		d := &m.dishes[i]
		named := slices.ContainsFunc(contentOf(d.Category), func(w string) bool { return slices.Contains(kinds[k].Words, w) })
		if named && d.there() && len(out) < maxOfKind {
			out = append(out, d.Name)
		}
	}
	return out
}

// wantedAt is how many are wanted of what stands at token i: "un", "two", or one of "algo de"; 0 where it is only spoken of.
func wantedAt(t language.Text, i int) int {
	n, next, ok := t.Number(i - 1)
	something := t.Is(i-1, "de", "for", "of", "para") && t.Is(i-2, "algo", "something", "alguna", "algum")
	switch {
	case ok && next == i && n > 0 && n <= MaxQuantity:
		return n
	case something, t.Is(i-1, "a", "an", "un", "una", "um", "uma", "some", "otro", "otra", "outra", "another"):
		return 1
	}
	return 0
}
