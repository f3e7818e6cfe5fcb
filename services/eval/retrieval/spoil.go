package retrieval

import (
	"hash/fnv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Bare is a question typed without accents, and without the tilde of ñ.
func Bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}

const (
	everyWord = 2 // one of so many words of some length is misspelt
	longWord  = 4 // letters
)

// Mistype misspells every second longer word: two letters swapped, one left out, or one doubled. The same text always comes out
// the same.
func Mistype(text string) string {
	words := strings.Fields(text)
	long := 0
	for i, w := range words {
		runes := []rune(w)
		start, end := letters(runes)
		if end-start < longWord {
			continue
		}
		if long++; long%everyWord == 1 {
			words[i] = string(runes[:start]) + mistyped(runes[start:end]) + string(runes[end:])
		}
	}
	return strings.Join(words, " ")
}

// letters is where a word's letters begin and end, without the marks around them.
func letters(runes []rune) (start, end int) {
	end = len(runes)
	for start < end && !unicode.IsLetter(runes[start]) {
		start++
	}
	for end > start && !unicode.IsLetter(runes[end-1]) {
		end--
	}
	return start, end
}

func mistyped(word []rune) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(string(word)))
	seed := int(h.Sum32() >> 8)
	at := 1 + seed/3%(len(word)-2) // neither the first letter nor the last
	head, tail := string(word[:at]), string(word[at+1:])
	switch seed % 3 {
	case 0:
		return head + tail
	case 1:
		return head + string(word[at]) + string(word[at]) + tail
	default:
		return head + string(word[at+1]) + string(word[at]) + string(word[at+2:])
	}
}
