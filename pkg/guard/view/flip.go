package view

import "unicode/utf8"

// uprightOf maps turned characters to letters.
var uprightOf = map[rune]byte{
	'ɐ': 'a', 'ɔ': 'c', 'ǝ': 'e', 'ɟ': 'f', 'ƃ': 'g', 'ɓ': 'g', 'ᵷ': 'g', 'ɥ': 'h', 'ᴉ': 'i', 'ı': 'i', 'ɾ': 'j',
	'ʞ': 'k', 'ʃ': 'l', 'ן': 'l', 'ɯ': 'm', 'ɹ': 'r', 'ʇ': 't', 'ʌ': 'v', 'ʍ': 'w', 'ʎ': 'y', 'ə': 'e', 'ʁ': 'r',
	'q': 'b', 'p': 'd', 'd': 'p', 'b': 'q', 'u': 'n', 'n': 'u', 'W': 'M', 'M': 'W', '∀': 'A', 'Ɔ': 'C', 'Ǝ': 'E',
	'Ⅎ': 'F', '⅁': 'G', '⋊': 'K', '˥': 'L', 'Ԁ': 'P', 'ᴚ': 'R', 'Λ': 'V', '⅄': 'Y', '┴': 'T', '∩': 'U', '¿': '?',
	'¡': '!', '˙': '.',
}

// readFlipped turns upside-down text upright, which reads it backwards.
func readFlipped(r *reading, _ *Buffer) bool {
	r.kind = Flipped
	text := r.from.Text
	turned := 0
	for end := len(text); end > 0; {
		c, n := utf8.DecodeLastRuneInString(text[:end])
		end -= n
		up, ok := uprightOf[c]
		if ok && c >= 0x250 {
			turned++
		}
		if ok {
			r.text = append(r.text, up)
		} else {
			r.text = utf8.AppendRune(r.text, c)
		}
	}
	r.coarse()
	return turned > 2
}

// coarse maps all that is written to the whole of the parent.
func (r *reading) coarse() {
	at := r.from.origin(0)
	for len(r.at) < len(r.text) {
		r.at = append(r.at, at)
	}
	r.done, r.changed = len(r.from.Text), true
}
