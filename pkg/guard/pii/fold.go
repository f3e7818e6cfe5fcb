package pii

import (
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language"
)

// What the first three characters of a word say that it may be.
const (
	mayBeNumber uint8 = 1 << iota
	mayBeLink
	mayBeCue
	mayBeKey
	mayBeAbout
	mayBeLetter // the name of one
	mayBeFirst  // such a name that no common word begins as
)

// openings tells, by the first three bytes of a word, what it may be: letters without case, those that are no ASCII alike,
// and all else alike.
var openings = func() (t [28 * 28 * 28]uint8) {
	for word := range saidNumbers {
		mark(&t, word, mayBeNumber)
	}
	for word := range cueWords {
		mark(&t, word, mayBeCue)
	}
	for word := range aboutList {
		mark(&t, word, mayBeAbout)
	}
	for _, l := range saidLinks {
		mark(&t, l.word, mayBeLink)
	}
	for _, word := range append([]string{"con guion", "y guion"}, checkNames[:]...) {
		mark(&t, word, mayBeLink)
	}
	for name := range letterNames {
		mark(&t, name, mayBeLetter)
	}
	for _, name := range [...]string{"jota", "uve", "zeta", "xis", "efe", "eme", "ene", "ele"} {
		mark(&t, name, mayBeFirst)
	}
	for _, s := range keyShapes {
		markKey(&t, s.prefix)
	}
	return t
}()

// markKey lets through what begins with these very characters.
func markKey(t *[28 * 28 * 28]uint8, prefix string) {
	if len(prefix) > 2 {
		t[opening(prefix[0], prefix[1], prefix[2])] |= mayBeKey
		return
	}
	t[opening(prefix[0], prefix[1], ' ')] |= mayBeKey
	for c := byte('a'); c <= 'z'; c++ {
		t[opening(prefix[0], prefix[1], c)] |= mayBeKey
	}
}

// mark lets a word through, with accents or without; a short word is followed by no letter.
func mark(t *[28 * 28 * 28]uint8, word string, flag uint8) {
	padded := word + "  "
	a, b, c := padded[0], padded[1], padded[2]
	for _, n := range [...]int{opening(a, b, c), opening(a, b, accent), opening(a, accent, accent)} {
		t[n] |= flag
	}
}

// accent is a byte of a letter that is no ASCII.
const accent = utf8.RuneSelf

// letterNumber numbers a letter from 1, and the bytes of those that are no ASCII alike; all else is 0.
var letterNumber = func() (t [256]uint8) {
	for c := accent; c < len(t); c++ {
		t[c] = 27
	}
	for c := byte('a'); c <= 'z'; c++ {
		t[c], t[upper(c)] = c-'a'+1, c-'a'+1
	}
	return t
}()

func opening(a, b, c byte) int {
	return (int(letterNumber[a])*28+int(letterNumber[b]))*28 + int(letterNumber[c])
}

// openingOf is the opening of a word of two letters at least.
func openingOf(word string) int {
	if len(word) == 2 {
		return opening(word[0], word[1], ' ')
	}
	return opening(word[0], word[1], word[2])
}

// mayBe returns what the word at i may be.
func (f *Finder) mayBe(i int) uint8 {
	if i+2 < len(f.text) {
		return openings[opening(f.text[i], f.text[i+1], f.text[i+2])]
	}
	return openings[opening(f.at(i), f.at(i+1), f.at(i+2))]
}

// keycap is what is left of 5️⃣ around its digit.
const keycap = 0x20E3

// maxWord bounds what is folded of one word.
const maxWord = 24

// folded is a word in lower case without accents.
type folded struct {
	buf [maxWord]byte
	n   int
}

// fold returns false for words too long, and for those with other letters than a-z.
func (w *folded) fold(word string) bool {
	w.n = 0
	for i := 0; i < len(word); {
		c := word[i]
		size := 1
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(word[i:])
			if size = n; unicode.IsMark(r) {
				i += size
				continue
			}
			if r = language.Fold(r); r >= utf8.RuneSelf {
				return false
			}
			c = byte(r)
		}
		if w.n == maxWord {
			return false
		}
		w.buf[w.n] = lower(c)
		w.n++
		i += size
	}
	return w.n > 0
}

// latinLead is the first byte of the letters from À to ÿ, and latin the plain letter of each, by its second.
const latinLead = 0xC3

var latin = func() (t [256]byte) {
	for r := 'À'; r <= 'ÿ'; r++ {
		if plain := language.Fold(r); plain < utf8.RuneSelf {
			t[string(r)[1]] = byte(plain)
		}
	}
	return t
}()

func (w *folded) bytes() []byte { return w.buf[:w.n] }

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isSmall(c byte) bool { return c >= 'a' && c <= 'z' }

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
