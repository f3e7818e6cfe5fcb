// Package match finds things by what people call them.
package match

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// Name is what something is called, and what else.
type Name struct {
	Name    string
	Aliases []string
}

// Score says how well a name fits what was said: the whole name, then an alias, then a beginning, then a part. 0 is not at all.
func (n Name) Score(wanted string) int {
	score := Score(n.Name, wanted)
	for _, alias := range n.Aliases {
		score = max(score, Score(alias, wanted)-1)
	}
	return score
}

// Best are those with the highest score above nothing, in their order.
func Best[T any](all []T, score func(T) int) (out []T) {
	top := 1
	for _, x := range all {
		switch s := score(x); {
		case s > top:
			top, out = s, []T{x}
		case s == top:
			out = append(out, x)
		}
	}
	return out
}

// Score is Name.Score of a name without others.
func Score(name, wanted string) int {
	name, wanted = language.FoldString(strings.TrimSpace(name)), language.FoldString(strings.TrimSpace(wanted))
	switch {
	case wanted == "" || name == "":
		return 0
	case name == wanted:
		return 10
	case strings.HasPrefix(name, wanted):
		return 8
	case strings.Contains(name, wanted):
		return 6
	case strings.Contains(wanted, name):
		return 5
	}
	return wordsShared(name, wanted)
}

// wordsShared is 2 when every longer word that was said is in the name.
func wordsShared(name, wanted string) int {
	have := strings.Fields(name)
	said := 0
	for w := range strings.FieldsSeq(wanted) {
		if len(w) < 4 {
			continue
		}
		if !slices.Contains(have, w) {
			return 0
		}
		said++
	}
	if said == 0 {
		return 0
	}
	return 2
}

// Holds compares a name with a filter; an empty filter takes everything.
func Holds(name, filter string) bool {
	return strings.Contains(language.FoldString(name), language.FoldString(strings.TrimSpace(filter)))
}
