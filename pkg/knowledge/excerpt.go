package knowledge

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Excerpt is the part of a passage that answers a question: all that is within the limit (in characters), else the paragraph that
// has most of its words, cut at the ends of sentences.
func Excerpt(content, question string, limit int) string {
	content = strings.TrimSpace(content)
	if utf8.RuneCountInString(content) <= limit {
		return content
	}
	blocks := slices.DeleteFunc(strings.Split(content, "\n\n"), func(b string) bool { return strings.TrimSpace(b) == "" })
	best := slices.MaxFunc(blocks, func(a, b string) int {
		return cmp.Compare(Covers(question, a), Covers(question, b))
	})
	if utf8.RuneCountInString(best) <= limit {
		return strings.TrimSpace(best)
	}
	return whole(from(best, question), limit)
}

// from is a text from the first sentence on that has most of a question's words.
func from(text, question string) string {
	all := Sentences(text)
	first := 0
	for i := range all {
		if Covers(question, all[i]) > Covers(question, all[first]) {
			first = i
		}
	}
	return strings.Join(all[first:], " ")
}

// whole cuts a text at the end of a sentence within the limit.
func whole(s string, limit int) string {
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
		rest := strings.TrimSpace(line)
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
