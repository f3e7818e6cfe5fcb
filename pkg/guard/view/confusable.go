package view

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// script is the writing that a letter belongs to; none for what belongs to all.
type script uint8

const (
	none script = iota
	latin
	phonetic // Latin letters of no honest Spanish or English word
	greek
	cyrillic
	armenian
	hebrew
	arabic
	thai
	georgian
	cherokee
	canadian
	coptic
	yi
	lisu
	han
	money
	rare
)

// ranges of the scripts, rising.
var ranges = [...]struct {
	last rune
	of   script
}{
	{'@', none}, {'Z', latin}, {'`', none}, {'z', latin}, {0xA1, none}, {0xA5, money}, {0xA6, none}, {0xA7, money}, {0xA8, none},
	{0xA9, money}, {0xAD, none}, {0xAE, money}, {0xB4, none}, {0xB5, phonetic}, {0xBF, none}, {0xD6, latin}, {0xD7, none},
	{0xF6, latin}, {0xF7, none}, {0xFF, latin}, {0x2AF, phonetic}, {0x36F, none}, {0x3FF, greek}, {0x482, cyrillic}, {0x489, none},
	{0x52F, cyrillic}, {0x58F, armenian}, {0x5CF, none}, {0x5F4, hebrew}, {0x5FF, none}, {0x7BF, arabic}, {0xDFF, rare}, {0xE3E, thai},
	{0xE3F, money}, {0xE7F, thai}, {0x109F, rare}, {0x10FF, georgian}, {0x139F, rare}, {0x13FF, cherokee}, {0x167F, canadian},
	{0x1CFF, rare}, {0x1D7F, phonetic}, {0x1EFF, phonetic}, {0x1FFF, greek}, {0x209F, none}, {0x20BF, money}, {0x213F, none},
	{0x2C5F, none}, {0x2C7F, phonetic}, {0x2CFF, coptic}, {0x2DFF, rare}, {0x2E7F, none}, {0x9FFF, han}, {0xA4CF, yi},
	{0xA4FF, lisu}, {0xA63F, rare}, {0xA69F, cyrillic}, {0xA71F, rare}, {0xA7FF, phonetic}, {0xAB2F, rare}, {0xAB6F, phonetic},
	{0xABBF, cherokee}, {0xD7FF, rare}, {0xFAFF, none}, {0xFDFF, arabic}, {0xFE6F, none}, {0xFEFC, arabic}, {0xFFFF, none},
}

func scriptOf(c rune) script {
	if c > 0xFFFF {
		return none
	}
	low, high := 0, len(ranges)-1
	for low < high {
		if mid := (low + high) / 2; c > ranges[mid].last {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return ranges[low].of
}

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
		if mixed(seen) || seen&^everyday != 0 || seen&^(1<<latin|1<<money) != 0 && guise >= alike {
			r.fold(i, end)
		}
		i = end + 1
	}
	return r.changed
}

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

// twins are the letters of other scripts that look the same as Latin ones.
const twins = "асеорхуіјѕԁһԛԝӏАВЕКМНОРСТХІЈЅУανικορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧοօսհոցզյ"

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
		if s > latin && !unicode.IsMark(u) {
			alike = max(alike, likenessOf(u))
		}
		end += n
	}
	return end, seen &^ (1 << none), alike
}

func likenessOf(c rune) likeness {
	switch {
	case confusables[c] == 0:
		return alien
	case strings.ContainsRune(twins, c):
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

// fold writes the word with its look-alikes as Latin letters.
func (r *reading) fold(start, end int) {
	text := r.from.Text
	for i := start; i < end; {
		c := rune(text[i])
		n := 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(text[i:])
		}
		if f := confusables[c]; c >= utf8.RuneSelf && f != 0 {
			r.copyTo(i)
			r.putByte(f, i+n)
		}
		i += n
	}
}
