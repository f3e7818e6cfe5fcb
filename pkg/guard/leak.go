package guard

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
)

const (
	// shingle is how many words make one mark of a secret text.
	shingle = 5
	// leakRun is how many words in a row, copied from a secret text, are a leak.
	leakRun = 10
	// leakShare of a reply's marks, of leakMarks at least, is one too: a text copied in pieces.
	leakShare = 0.3
	leakMarks = 6
)

var leakSeed = maphash.MakeSeed()

// Secret knows a text that may not be told, such as a system prompt; it is safe for concurrent use.
type Secret struct {
	canary string
	marks  [][]uint64 // of each text, sorted
	spared []uint64   // sorted
}

// NewSecret keeps the marks of texts, and a canary: a word that stands in them and that nothing else holds. An empty one
// is not looked for.
func NewSecret(canary string, texts ...string) *Secret { return new(Secret).With(canary, texts...) }

// With is the secret with a canary and more texts; what is known of the first ones is shared.
func (s *Secret) With(canary string, texts ...string) *Secret {
	out := &Secret{canary: strings.ToLower(canary), marks: slices.Clone(s.marks), spared: s.spared}
	for _, text := range texts {
		marks := shingles(text)
		slices.Sort(marks)
		out.marks = append(out.marks, marks)
	}
	return out
}

// Sparing is the secret without what it shares with texts that a customer may read: the business's own sentences.
func (s *Secret) Sparing(texts ...string) *Secret {
	out := &Secret{canary: s.canary, marks: s.marks, spared: slices.Clone(s.spared)}
	for _, text := range texts {
		out.spared = append(out.spared, shingles(text)...)
	}
	slices.Sort(out.spared)
	return out
}

// has reports whether a mark is of the secret alone.
func (s *Secret) has(mark uint64) bool {
	if _, spared := slices.BinarySearch(s.spared, mark); spared {
		return false
	}
	return slices.ContainsFunc(s.marks, func(of []uint64) bool {
		_, found := slices.BinarySearch(of, mark)
		return found
	})
}

// Leak says how a reply tells the secret: canary, overlap, or empty where it does not.
func (s *Secret) Leak(reply string) string {
	if s.canary != "" && strings.Contains(strings.ToLower(joined(reply)), s.canary) {
		return "canary"
	}
	marks := shingles(reply)
	run, hits := 0, 0
	for _, mark := range marks {
		if !s.has(mark) {
			run = 0
			continue
		}
		hits++
		if run++; run+shingle-1 >= leakRun {
			return "overlap"
		}
	}
	if len(marks) >= leakMarks && float64(hits) >= leakShare*float64(len(marks)) {
		return "overlap"
	}
	return ""
}

// joined is a text without the marks that a model may put between a canary's letters.
func joined(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// shingles are the hashes of each run of words, folded.
func shingles(text string) []uint64 {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < shingle {
		return nil
	}
	for i, word := range words {
		words[i] = strings.Map(language.Fold, word)
	}
	out := make([]uint64, 0, len(words)-shingle+1)
	var h maphash.Hash
	h.SetSeed(leakSeed)
	for i := range len(words) - shingle + 1 {
		h.Reset()
		for _, word := range words[i : i+shingle] {
			_, _ = h.WriteString(word)
			_ = h.WriteByte(0)
		}
		out = append(out, h.Sum64())
	}
	return out
}
