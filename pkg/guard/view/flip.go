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

// maxUpright is how many words in a row that stand on their feet may be among words that do not.
const maxUpright = 1

// readFlipped turns upside-down passages upright, which reads them backwards.
func readFlipped(r *reading, b *Buffer) bool {
	r.kind = Flipped
	text := r.from.Text
	from, to, honest := -1, 0, 0
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] > ' ' {
			end++
		}
		switch turned := onHead(text[start:end]); {
		case turned && from < 0:
			from, to, honest = start, end, 0
		case turned:
			to, honest = end, 0
		case from >= 0 && !turnable(text[start:end]):
			if honest++; honest > maxUpright {
				r.upright(from, to, b)
				from = -1
			}
		}
		start = end + 1
	}
	if from >= 0 {
		r.upright(from, to, b)
	}
	return r.changed
}

// onHead reports a letter beyond ASCII that stands on its head.
func onHead(w string) bool {
	for _, c := range w {
		if c >= 0xC0 && uprightOf[c] != 0 {
			return true
		}
	}
	return false
}

// turnable reports a word that reads the other way up, too.
func turnable(w string) bool {
	for i := range len(w) {
		if c := w[i]; classes[c].letter() && upright(rune(c)) == 0 && strings.IndexByte("oslxzi", c|0x20) < 0 {
			return false
		}
	}
	return true
}

// upright turns what stands from from to to, with what can be turned before and after it, if that gives more words.
func (r *reading) upright(from, to int, b *Buffer) {
	text := r.from.Text
	from, to = r.turnableFrom(from), turnableTo(text, to)
	b.out = b.out[:0]
	for end := to; end > from; {
		c, n := utf8.DecodeLastRuneInString(text[from:end])
		end -= n
		if up := upright(c); up != 0 {
			b.out = append(b.out, up)
		} else {
			b.out = utf8.AppendRune(b.out, c)
		}
	}
	if wordsIn(string(b.out)) > wordsIn(text[from:to]) {
		r.copyTo(from)
		r.put(b.out, to)
	}
}

// turnableFrom returns where the words before i begin that can be turned.
func (r *reading) turnableFrom(i int) int {
	text := r.from.Text
	for i > r.done {
		start := i - 1
		for start > r.done && text[start-1] > ' ' {
			start--
		}
		if !turnable(text[start:i]) {
			break
		}
		i = start
	}
	return i
}

// turnableTo returns where the words after i end that can be turned.
func turnableTo(text string, i int) int {
	for i < len(text) {
		end := i + 1
		for end < len(text) && text[end] > ' ' {
			end++
		}
		if !turnable(text[i:end]) {
			break
		}
		i = end
	}
	return i
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
