package channel

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Split cuts a text into parts of at most limit UTF-16 units: at a paragraph where one ends in the second half of a part,
// else at a line, a sentence, a word, and a single word that is too long anywhere between two characters.
// White space at the cuts is dropped, nothing else is.
func Split(text string, limit int) []string {
	var parts []string
	text = strings.TrimSpace(text)
	for text != "" {
		cut := cutPoint(text, limit)
		if part := strings.TrimSpace(text[:cut]); part != "" {
			parts = append(parts, part)
		}
		text = strings.TrimSpace(text[cut:])
	}
	return parts
}

// splitTail returns a text's last part of at most limit units, and what stands before it.
func splitTail(text string, limit int) (head, tail string) {
	parts := Split(text, limit)
	if len(parts) == 0 {
		return "", ""
	}
	tail = parts[len(parts)-1]
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), tail)), tail
}

func cutPoint(text string, limit int) int {
	end := prefix(text, limit)
	if end == len(text) {
		return end
	}
	window := text[:end]
	for _, find := range []func(string) int{lastParagraph, lastLine, lastSentence} {
		if at := find(window); at > end/2 {
			return at
		}
	}
	if next, _ := utf8.DecodeRuneInString(text[end:]); unicode.IsSpace(next) {
		return end
	}
	if at := strings.LastIndexFunc(window, unicode.IsSpace); at > 0 {
		return at
	}
	return wholeCharacter(text, end)
}

func lastParagraph(s string) int { return strings.LastIndex(s, "\n\n") }

func lastLine(s string) int { return strings.LastIndexByte(s, '\n') }

// lastSentence returns the end of the last sentence that white space follows.
func lastSentence(s string) int {
	best := -1
	for _, mark := range []string{". ", "! ", "? ", "… "} {
		if at := strings.LastIndex(s, mark); at >= 0 {
			best = max(best, at+len(mark)-1)
		}
	}
	return best
}

// wholeCharacter moves a cut back so that no combining mark, emoji joiner or modifier is torn from its base.
func wholeCharacter(text string, cut int) int {
	for at := cut; at > 0 && cut-at < maxCharacter; {
		next, _ := utf8.DecodeRuneInString(text[at:])
		last, size := utf8.DecodeLastRuneInString(text[:at])
		if !joins(next) && last != zeroWidthJoiner {
			return at
		}
		at -= size
	}
	return cut
}

const (
	zeroWidthJoiner = '\u200d'
	// maxCharacter is where a pile of marks is torn after all, in bytes.
	maxCharacter = 64
)

func joins(r rune) bool {
	return r == zeroWidthJoiner || unicode.Is(unicode.M, r) || r >= 0x1F3FB && r <= 0x1F3FF
}

// prefix returns the length in bytes of the longest prefix of at most limit UTF-16 units, one rune at least.
func prefix(text string, limit int) int {
	used := 0
	for i, r := range text {
		used += utf16.RuneLen(unicodeOrReplacement(r))
		if used > limit && i > 0 {
			return i
		}
	}
	return len(text)
}

// units counts UTF-16 units, the widest of the ways in which platforms count characters.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(unicodeOrReplacement(r))
	}
	return n
}

func unicodeOrReplacement(r rune) rune {
	if utf16.RuneLen(r) < 0 {
		return utf8.RuneError
	}
	return r
}

// clip returns at most limit units of a text.
func clip(s string, limit int) string { return s[:prefix(s, limit)] }
