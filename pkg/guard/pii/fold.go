package pii

import (
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language"
)

// openings tells which three characters a word of some list may begin with: letters without case, all else alike.
type openings [28 * 28 * 28 / 64]uint64

// letterOf numbers a letter from 1; all others are 0.
func letterOf(c byte) int {
	if isLetter(c) {
		return int(c & 31)
	}
	return 0
}

func openingOf(a, b, c byte) int { return (letterOf(a)*28+letterOf(b))*28 + letterOf(c) }

// add lets a word through, with accents or without; a short word is followed by no letter.
func (o *openings) add(word string) {
	second, third := byte(' '), byte(' ')
	if len(word) > 1 {
		second = word[1]
	}
	if len(word) > 2 {
		third = word[2]
	}
	for _, b := range [...]byte{second, ' '} {
		o.set(openingOf(word[0], b, third))
		o.set(openingOf(word[0], b, ' '))
		o.set(openingOf(word[0], ' ', b))
	}
}

func (o *openings) set(n int) { o[n/64] |= 1 << (n % 64) }

// has reports whether the word at i may be one.
func (o *openings) has(f *Finder, i int) bool {
	n := openingOf(f.at(i), f.at(i+1), f.at(i+2))
	return o[n/64]&(1<<(n%64)) != 0
}

// openingsOf returns the beginnings of the keys of a map.
func openingsOf[V any](words map[string]V) (o openings) {
	for word := range words {
		o.add(word)
	}
	return o
}

// keycap is what is left of 5️⃣ around its digit.
const keycap = 0x20E3

// longestWord bounds what is folded of one word.
const longestWord = 24

// folded is a word in lower case without accents.
type folded struct {
	buf [longestWord]byte
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
		if w.n == longestWord {
			return false
		}
		w.buf[w.n] = lower(c)
		w.n++
		i += size
	}
	return w.n > 0
}

func (w *folded) bytes() []byte { return w.buf[:w.n] }

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

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
