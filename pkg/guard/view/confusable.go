package view

import (
	"unicode"
	"unicode/utf8"
)

// everyday scripts have readers among the customers: a word of one of them alone is left as it is, unless the words
// round it are Latin and each of its letters looks like a Latin one.
const everyday = 1<<latin | 1<<greek | 1<<cyrillic | 1<<armenian | 1<<hebrew | 1<<arabic | 1<<thai | 1<<georgian | 1<<han | 1<<rare | 1<<money

// readConfusable folds the letters that look like Latin ones in words that mix scripts.
func readConfusable(r *reading, _ *Buffer) bool {
	r.kind = Confusable
	text := r.from.Text
	guise := disguised(text)
	for i := 0; i < len(text); {
		end, seen, alike := wordAt(text, i)
		if mixed(seen) || seen == 1<<money && costly(text[i:end]) || seen&^everyday != 0 || seen&^(1<<latin|1<<money) != 0 && guise >= alike {
			if r.fold(i, end) && seen&^(1<<latin|1<<phonetic|1<<money) != 0 {
				r.proof++
			}
		}
		i = end + 1
	}
	return r.legible > 0
}

// costly reports a word of signs of money that is no price.
func costly(w string) bool { return utf8.RuneCountInString(w) > 2 && !hasDigit(w) }

// mixed reports more than one script.
func mixed(seen uint32) bool { return seen&(seen-1) != 0 }

// likeness says how much the letters of a word look like Latin ones.
type likeness uint8

const (
	never  likeness = iota
	twin            // each is the same to the eye
	cousin          // each can be read as one
	alien           // some cannot
)

// wordAt returns where the run without blanks that starts at i ends, its scripts, and how much it looks Latin.
func wordAt(text string, i int) (end int, seen uint32, alike likeness) {
	alike = twin
	for end = i; end < len(text); {
		c := text[end]
		if c <= ' ' {
			break
		}
		if c < utf8.RuneSelf {
			if classes[c].letter() {
				seen |= 1 << latin
			}
			end++
			continue
		}
		u, n := utf8.DecodeRuneInString(text[end:])
		s := scriptOf(u)
		seen |= 1 << s
		if s > latin && (u < 0x300 || u >= 0x370 && u < 0x483 || !unicode.IsMark(u)) {
			alike = max(alike, likenessOf(u))
		}
		end += n
	}
	return end, seen &^ (1 << none), alike
}

func likenessOf(c rune) likeness {
	switch letter, same := lookalike(c); {
	case letter == 0:
		return alien
	case same:
		return twin
	}
	return cousin
}

// disguised returns how little a word of another script may look Latin to be taken for Latin: not at all where no words
// are, only its twin among Latin words, and less where a word of mixed scripts shows what the text is up to.
func disguised(text string) likeness {
	latins, others := 0, 0
	for i := 0; i < len(text); {
		end, seen, _ := wordAt(text, i)
		switch {
		case seen == 1<<latin:
			latins++
		case mixed(seen):
			return cousin
		case seen != 0:
			others++
		}
		i = end + 1
	}
	if latins > others {
		return twin
	}
	return never
}

// fold writes the word with its look-alikes as Latin letters and reports whether it is one then.
func (r *reading) fold(start, end int) (legible bool) {
	text := r.from.Text
	r.copyTo(start)
	from := len(r.text)
	for i := start; i < end; {
		c := rune(text[i])
		n := 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(text[i:])
		}
		f, _ := lookalike(c)
		if c == '¡' && i > start { // within a word it begins no question
			f = 'i'
		}
		if f != 0 {
			r.copyTo(i)
			r.putByte(f, i+n)
		}
		i += n
	}
	r.copyTo(end)
	var s spelling
	if s.figures(r.text[from:]); s.legible() {
		r.legible++
		return true
	}
	return false
}
