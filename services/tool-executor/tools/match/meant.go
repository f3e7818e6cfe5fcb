package match

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
)

// How a name fits what was said.
const (
	notMeant = iota
	part     // every word that was said is in the name
	slipped  // word for word, but for plurals, sounds and slips of the keyboard
	same     // word for word, but for plurals and their order
	whole    // word for word
)

// Meant are those that a name or another name of theirs fits best: one where it is clear, several where more than one may be meant,
// none where a word was said that no name has. A thing that was said in more words than its name is another thing.
func Meant[T any](all []T, name func(T) Name, wanted string) (out []T) {
	said := words(wanted)
	best := part
	for _, x := range all {
		switch f := name(x).fit(said); {
		case f > best:
			best, out = f, []T{x}
		case f == best:
			out = append(out, x)
		}
	}
	return out
}

// Near are the names that look most like what was said, the likest first, n at most.
func Near[T any](all []T, name func(T) Name, wanted string, n int) (out []string) {
	type likeness struct {
		name string
		of   float64
	}
	var found []likeness
	said, pairs := words(wanted), pairsOf(wanted)
	for _, x := range all {
		called := name(x)
		best := 0.0
		for _, form := range append([]string{called.Name}, called.Aliases...) {
			best = max(best, alike(pairs, pairsOf(form)), shared(said, words(form)))
		}
		if best >= leastAlike {
			found = append(found, likeness{called.Name, best})
		}
	}
	slices.SortStableFunc(found, func(a, b likeness) int { return cmp.Compare(b.of, a.of) })
	for _, f := range found[:min(n, len(found))] {
		out = append(out, f.name)
	}
	return out
}

// shared is leastAlike where two names have one of their longer words in common.
func shared(said, name []string) float64 {
	for _, w := range said {
		if len(w) >= shortestSound && within([]string{w}, name, samePlural) {
			return leastAlike
		}
	}
	return 0
}

// leastAlike is what share of two letters in a row two names that are offered for each other have in common.
const leastAlike = 0.5

func (n Name) fit(said []string) int {
	if len(said) == 0 {
		return notMeant
	}
	best := fit(words(n.Name), said)
	for _, alias := range n.Aliases {
		best = max(best, fit(words(alias), said))
	}
	return best
}

func fit(name, said []string) int {
	switch {
	case slices.Equal(name, said):
		return whole
	case len(name) == len(said) && within(said, name, samePlural):
		return same
	case len(name) == len(said) && within(said, name, sameSlip):
		return slipped
	case len(said) < len(name) && within(said, name, samePlural):
		return part
	}
	return notMeant
}

// within reports whether each word has a word of its own in the list.
func within(words, list []string, equal func(a, b string) bool) bool {
	left := slices.Clone(list)
	for _, w := range words {
		i := slices.IndexFunc(left, func(x string) bool { return equal(w, x) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// unsaid are words that a name is as good without, in Spanish, Portuguese and English.
var unsaid = strings.Fields("de del la las el los lo un una unos unas al a o os as do da dos das um uma e y of the an and")

func words(text string) []string {
	all := strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if out := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(unsaid, w) }); len(out) > 0 {
		return out
	}
	return all
}

// plurals are how a word ends, and how when there are several.
var plurals = [][2]string{
	{"", "s"}, {"", "es"}, {"z", "ces"}, {"y", "ies"}, {"ao", "oes"}, {"ao", "aes"}, {"m", "ns"}, {"l", "is"},
}

const shortestStem = 1

func samePlural(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == b {
		return true
	}
	return slices.ContainsFunc(plurals, func(p [2]string) bool {
		one, ok1 := strings.CutSuffix(a, p[0])
		many, ok2 := strings.CutSuffix(b, p[1])
		return ok1 && ok2 && one == many && len(one) >= shortestStem
	})
}

// Shorter words have too many neighbours.
const (
	shortestSound = 4
	shortestSlip  = 5
)

func sameSlip(a, b string) bool {
	switch shorter := min(len(a), len(b)); {
	case samePlural(a, b):
		return true
	case shorter >= shortestSound && language.Sound(a) == language.Sound(b):
		return true
	default:
		return shorter >= shortestSlip && language.OneSlip(a, b)
	}
}

// pairsOf are the two letters in a row of a text's words.
func pairsOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words(text) {
		w = " " + w
		for i := range len(w) - 1 {
			out[w[i:i+2]] = true
		}
	}
	return out
}

func alike(a, b map[string]bool) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	both := 0
	for p := range a {
		if b[p] {
			both++
		}
	}
	return 2 * float64(both) / float64(len(a)+len(b))
}
