package pii

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language"
)

// pairs tells which second letters may follow a first one; letters count without case, and all others as one.
type pairs [256]uint32

func pairBit(c byte) uint32 {
	if isLetter(c) {
		return 1 << (c & 31)
	}
	return 1
}

// add lets a lower case beginning through.
func (p *pairs) add(word string) {
	if len(word) < 2 {
		return
	}
	bit := pairBit(word[1])
	p[word[0]] |= bit
	p[upper(word[0])] |= bit
	if strings.IndexByte("aeioucn", word[1]) >= 0 {
		p[word[0]] |= 1 // may bear an accent
		p[upper(word[0])] |= 1
	}
}

func (p *pairs) has(first, second byte) bool { return p[first]&pairBit(second) != 0 }

// pairsOf returns the beginnings of the keys of a map.
func pairsOf[V any](words map[string]V) (p pairs) {
	for word := range words {
		p.add(word)
	}
	return p
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
