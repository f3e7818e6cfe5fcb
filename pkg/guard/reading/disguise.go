package reading

import (
	"slices"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/view"
)

// What a disguise adds to the score of a text, where it is a sentence that it hid. Honest people do not write sentences in
// base64; names in fancy letters, plates and codes they do.
const (
	coded    = 4
	dressed  = 4 // leet, spaced letters, letters of other scripts
	backward = 3
	joined   = 2
	unseen   = 2
	fancy    = 4

	sentence     = 4  // words brought to light from which the whole counts
	fancyLetters = 12 // in the plain view
	unseenMarks  = 3

	whole         = 6  // words brought to light, or dressed, that are flagged whatever they say
	wholeLeet     = 4  // words freed of digits
	wholeTorn     = 4  // letters alone between hidden characters
	encoded       = 12 // Latin letters that had been encoded, from which the whole counts
	manyApart     = 20 // letters that stood alone
	someApart     = 12 // of them those from which a row counts whole
	mixedScripts  = 3  // words of letters of several scripts
	manyScraps    = 5  // pieces that are no word but in a whole
	manyRows      = 3  // rows of them
	manySyllables = 5  // words in syllables
	certain       = 30 // bits that the words of a cipher gain
)

// hiding is how a view was dressed.
type hiding struct {
	// points are added to the score, and least is what it then is at least: a whole sentence that somebody has hidden is flagged
	// whatever it says.
	points, least float64
}

// disguise tells how the words [from, to) of v were dressed, with those around them.
func (j *Judge) disguise(v *view.View, from, to int) (d hiding) {
	if v.Depth == 0 {
		d.points, d.least = worn(v)
		return d
	}
	all := j.light[len(j.light)-1]
	n := j.light[min(to+around, len(j.light)-1)] - j.light[max(0, from-around)]
	if n > 0 || all == 0 {
		d.points, d.least = dress(signsOf(v, n, all), n)
	}
	return d
}

// around is how many words before and after a passage are of its disguise.
const around = 48

// signs are what a view tells of its disguise.
type signs struct {
	kind                                        view.Kind
	guess                                       bool
	depth, legible, apart, rows, proof, encoded int
}

// signsOf are those of a passage in which n of all the words came to light that the view has.
func signsOf(v *view.View, n, all int) signs {
	s := signs{v.Kind, v.Guess, v.Depth, v.Legible, v.Apart, v.Rows, v.Proof, v.Encoded}
	if n < all {
		for _, sign := range []*int{&s.legible, &s.apart, &s.rows, &s.proof, &s.encoded} {
			*sign = (*sign*n + all - 1) / all
		}
	}
	return s
}

// dress is what taking off a disguise that hid n words adds to a score, and the least that it then is.
func dress(v signs, n int) (points, least float64) {
	share := float64(min(n, sentence)) / sentence
	if v.guess {
		n = 0
	}
	switch v.kind {
	case view.Spaced:
		share *= joinedBy(v)
		return dressed * share, flagged(n >= whole && v.proof == 0 || v.legible >= manySyllables || v.apart >= manyApart || v.rows > manyRows && v.proof == 0 || v.proof >= manyScraps && v.depth == 1)
	case view.Confusable:
		return dressed * min(share, float64(v.legible)/sentence), flagged(min(n, v.legible) >= mixedScripts)
	case view.Leet:
		return dressed * min(share, 2*float64(v.legible)/sentence), flagged(min(n, v.legible) >= wholeLeet)
	case view.Emoji, view.Gaps:
		return dressed * share, flagged(n >= whole)
	case view.Jumbled:
		return joined * share, flagged(v.legible >= whole)
	case view.Split:
		return joined * share, 0
	case view.Reversed:
		share *= float64(min(v.proof, certain)+certain) / (2 * certain)
		return backward * share, flagged(v.proof >= certain && n > 1)
	case view.Rot13:
		share *= float64(min(v.proof, certain)) / certain
		return coded * share, flagged(v.proof >= certain)
	case view.Percent, view.HTML, view.Escape:
		share *= float64(min(v.encoded, encoded)) / encoded
		return coded * share, flagged(share == 1)
	}
	return coded * share, flagged(n >= sentence)
}

// joinedBy is how much speaks for letters and syllables having been parted.
func joinedBy(v signs) float64 {
	if v.proof > 0 {
		return min(1, float64(v.proof)/manyScraps)
	}
	return min(1, max(float64(v.apart)/someApart, float64(v.legible)/manySyllables, float64(v.rows)/(manyRows+1)))
}

// worldly reports a way of writing that honest people, or their programs, use too.
func worldly(v *view.View) bool {
	switch v.Kind {
	case view.Confusable:
		return v.Proof < whole
	case view.Spaced:
		return v.Proof > 0
	case view.Plain, view.Leet, view.Emoji, view.Split, view.Jumbled, view.Base64:
		return true
	}
	return false
}

// restated reports a text with some letters written as entities, as mail has them, whose first view has them right and all
// the rest: the names of entities are no words of it.
func restated(plain *view.View, derived []view.View) bool {
	return len(plain.Text) <= view.MaxView/2 && slices.ContainsFunc(derived, func(v view.View) bool {
		return v.Kind == view.HTML && v.Guess && v.Depth == 1
	})
}

// worn is disguise for the plain view.
func worn(v *view.View) (points, least float64) {
	if v.Hidden >= unseenMarks {
		points += unseen
	}
	if v.Dressed >= fancyLetters {
		points += fancy
	}
	return points, flagged(v.DressedWords >= whole || v.DressedRows >= manyRows || v.Torn >= wholeTorn)
}

func flagged(hidden bool) float64 {
	if hidden {
		return attack.FlagAt
	}
	return 0
}

// remember keeps the words of the plain view.
func (j *Judge) remember() {
	for i := range j.Rules.Tokens {
		j.words = append(j.words, j.Rules.Tokens[i].Hash)
	}
}

// find counts, up to each word, those of two letters and more that the plain view does not have.
func (j *Judge) find() {
	n := 0
	j.light = append(j.light[:0], 0)
	for i := range j.Rules.Tokens {
		t := &j.Rules.Tokens[i]
		if _, known := slices.BinarySearch(j.words, t.Hash); !known && t.To-t.From > 1 {
			n++
		}
		j.light = append(j.light, n)
	}
}

// lit reports a word that came to light.
func (j *Judge) lit(word int) bool { return j.light[word+1] > j.light[word] }
