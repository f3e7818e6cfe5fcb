package answers

import (
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/language"
)

// Guard is what embeddings hardly tell apart in a question: its numbers and codes, its negations, days and opposites, its names. Two
// questions with other ones are two questions, however near they are. It is false where only the same words are the same question.
func Guard(text string) (apart string, ok bool) {
	said := Normal(text)
	if said == "" || holds(said, "exact") {
		return "", false
	}
	parts := names(text)
	for w := range strings.FieldsSeq(said) {
		if tells(w) {
			parts = append(parts, w)
		}
	}
	for _, phrase := range groups["apart"] {
		if n := strings.Count(" "+said+" ", phrase); n > 0 {
			parts = append(parts, strings.Repeat(phrase, n))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "\n"), true
}

// order is a hash of the words that carry a question's meaning, sorted, and one of them as they stand: embeddings hardly tell who goes
// before whom.
func order(text string) (bag, line []byte) {
	words := knowledge.Carrying(text)
	said := sha256.New()
	add(said, words...)
	slices.Sort(words)
	sorted := sha256.New()
	add(sorted, slices.Compact(words)...)
	return sorted.Sum(nil), said.Sum(nil)
}

// tells reports whether a word is a number or a code: any digit or sign, a letter by itself that is no word, a shortened "not".
func tells(w string) bool {
	switch {
	case strings.ContainsFunc(w, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsSymbol(r) || r == '%' }):
		return true
	case strings.HasSuffix(w, "n't"):
		return true
	}
	return len(w) == 1 && !strings.Contains("aeoyui", w)
}

// names are the words of a text that are written as names are: with a capital that begins no sentence.
func names(text string) (out []string) {
	begins := true
	for w := range strings.FieldsSeq(text) {
		word := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		first := []rune(word + " ")[0]
		if !begins && unicode.IsUpper(first) {
			out = append(out, "="+language.FoldString(word))
		}
		begins = word == "" && begins || strings.ContainsAny(w[len(w)-1:], ".?!:")
	}
	return out
}
