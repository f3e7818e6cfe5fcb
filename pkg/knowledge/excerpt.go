package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// shortSentence is how long a sentence may be, in characters, that is not understood without the next one.
const shortSentence = 60

// Excerpt is the part of a passage that answers a question: the sentence that has most of its words, with a second one where that has
// what the first lacks, or the first says little. It is cut at the limit, in characters.
func Excerpt(content, question string, limit int) string {
	all := Sentences(content)
	if len(all) == 0 {
		return ""
	}
	first := best(all, func(s string) float64 { return Covers(question, s) })
	carried := strings.Join(Carrying(question), " ")
	second := best(all, func(s string) float64 { return Covers(carried, all[first]+" "+s) })
	said := all[first]
	switch {
	case Covers(carried, said+" "+all[second]) > Covers(carried, said):
		said = all[min(first, second)] + " " + all[max(first, second)]
	case utf8.RuneCountInString(said) < shortSentence && first+1 < len(all):
		said += " " + all[first+1]
	}
	return Whole(said, limit)
}

// best is the place of the first text of the highest score.
func best(all []string, score func(string) float64) (at int) {
	for i := range all {
		if score(all[i]) > score(all[at]) {
			at = i
		}
	}
	return at
}

// Whole cuts a text at the end of a sentence within the limit, in characters.
func Whole(s string, limit int) string {
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	cut := clip(s, limit)
	if i := strings.LastIndexAny(cut, ".!?\n"); i > len(cut)/3 {
		return strings.TrimSpace(cut[:i+1])
	}
	return cut + "…"
}

// Sentences cuts a text after full stops, question marks and at new lines.
func Sentences(text string) (out []string) {
	for line := range strings.Lines(text) {
		rest := strings.TrimSpace(strings.TrimLeft(line, " \t-*•"))
		for rest != "" {
			end := sentenceEnd(rest)
			out, rest = append(out, strings.TrimSpace(rest[:end])), strings.TrimSpace(rest[end:])
		}
	}
	return out
}

// sentenceEnd is the place after the first sentence of a text: a mark that a space and a capital follow.
func sentenceEnd(s string) int {
	for i := 0; i+2 < len(s); i++ {
		ends := s[i] == '.' || s[i] == '!' || s[i] == '?' || s[i] == ';'
		if ends && s[i+1] == ' ' && startsSentence(s[i+2:]) {
			return i + 1
		}
	}
	return len(s)
}

func startsSentence(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first) || first == '¿' || first == '¡' || unicode.IsDigit(first)
}
