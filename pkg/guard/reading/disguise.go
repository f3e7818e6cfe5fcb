package reading

import (
	"slices"

	"github.com/recado/recado/pkg/guard/view"
)

// What a disguise adds to the score of a text, where it is a sentence that it hid. Honest people do not write sentences in
// base64; names in fancy letters, plates and codes they do.
const (
	coded    = 7
	dressed  = 6 // leet, spaced letters, letters of other scripts
	backward = 4
	joined   = 2
	unseen   = 3
	fancy    = 4

	sentence     = 4  // words brought to light from which the whole counts
	fancyLetters = 12 // in the plain view
	unseenMarks  = 3
)

// disguise is what v adds to the score of its text.
func (j *Judge) disguise(v *view.View) (points float64) {
	if v.Depth == 0 {
		if v.Hidden >= unseenMarks {
			points += unseen
		}
		if v.Dressed >= fancyLetters {
			points += fancy
		}
		return points
	}
	share := float64(min(j.fresh(), sentence)) / sentence
	switch v.Kind {
	case view.Leet, view.Spaced, view.Confusable, view.Emoji:
		return dressed * share
	case view.Split:
		return joined * share
	case view.Reversed:
		return backward * share
	}
	return coded * share
}

// remember keeps the words of the plain view.
func (j *Judge) remember() {
	for i := range j.Rules.Tokens {
		j.words = append(j.words, j.Rules.Tokens[i].Hash)
	}
}

// fresh counts the words of two letters and more that the plain view does not have.
func (j *Judge) fresh() (n int) {
	for i := range j.Rules.Tokens {
		t := &j.Rules.Tokens[i]
		if t.To-t.From < 2 {
			continue
		}
		if _, known := slices.BinarySearch(j.words, t.Hash); !known {
			n++
		}
	}
	return n
}
