package view

import (
	"strings"
	"unicode/utf8"
)

// uprightOf maps turned characters to letters.
var uprightOf = map[rune]byte{
	'ɐ': 'a', 'ɔ': 'c', 'ǝ': 'e', 'ɟ': 'f', 'ƃ': 'g', 'ɓ': 'g', 'ᵷ': 'g', 'ɥ': 'h', 'ᴉ': 'i', 'ı': 'i', 'ɾ': 'j',
	'ʞ': 'k', 'ʃ': 'l', 'ן': 'l', 'ɯ': 'm', 'ɹ': 'r', 'ʇ': 't', 'ʌ': 'v', 'ʍ': 'w', 'ʎ': 'y', 'ə': 'e', 'ʁ': 'r',
	'∀': 'A', 'Ɔ': 'C', 'Ǝ': 'E',
	'Ⅎ': 'F', '⅁': 'G', '⋊': 'K', '˥': 'L', 'Ԁ': 'P', 'ᴚ': 'R', 'Λ': 'V', '⅄': 'Y', '┴': 'T', '∩': 'U', '¿': '?',
	'¡': '!', '˙': '.',
}

// readFlipped turns upside-down text upright, which reads it backwards.
func readFlipped(r *reading, _ *Buffer) bool {
	r.kind = Flipped
	text := r.from.Text
	for end := len(text); end > 0; {
		c, n := utf8.DecodeLastRuneInString(text[:end])
		end -= n
		if up := upright(c); up != 0 {
			r.text = append(r.text, up)
		} else {
			r.text = utf8.AppendRune(r.text, c)
		}
	}
	r.coarse()
	return wordsIn(string(r.text)) > wordsIn(text)
}

// wordsIn counts the words of three letters and more that people write.
func wordsIn(text string) (n int) {
	eachWord(text, func(start, end int) {
		if end-start > 2 && wordCost(keyOf(text[start:end]), end-start) > 0 {
			n++
		}
	})
	return n
}

func upright(c rune) byte {
	if c < utf8.RuneSelf {
		switch c {
		case 'q', 'p', 'd', 'b', 'u', 'n', 'W', 'M':
			return "bdpqnuMW"[strings.IndexByte("qpdbunWM", byte(c))]
		}
		return 0
	}
	return uprightOf[c]
}

// coarse maps all that is written to the whole of the parent.
func (r *reading) coarse() {
	at := r.from.origin(0)
	for len(r.at) < len(r.text) {
		r.at = append(r.at, at)
	}
	r.done, r.changed = len(r.from.Text), true
}
