package pii

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language"
)

// class is a set of ASCII characters, as bits of classes.
type class uint8

const (
	digit class = 1 << iota
	letter
	local   // of an e-mail's local part
	base64c // of base64, standard or for URLs, and of what joins tokens
	keyText // of the body of a private key
	linkMark
)

var classes = func() (t [256]class) {
	for c := range 128 {
		switch b := byte(c); {
		case isDigit(b):
			t[c] = digit | local | base64c | keyText
		case isLetter(b):
			t[c] = letter | local | base64c | keyText
		}
	}
	for _, c := range "._%+-" {
		t[c] |= local
	}
	for _, c := range "-_.=+/" {
		t[c] |= base64c
	}
	for _, c := range "+/=\n\r\\" {
		t[c] |= keyText
	}
	return t
}()

func (c class) has(b byte) bool { return classes[b]&c != 0 }

const (
	startLetter = iota + 1
	startDigit
	startSign // of a number: plus and bracket
	startDash
	startRune // of a character beyond ASCII
)

// starts tells the characters at which something may begin.
var starts = func() (t [256]uint8) {
	for c := range t {
		switch b := byte(c); {
		case isDigit(b):
			t[c] = startDigit
		case isLetter(b), b == '_':
			t[c] = startLetter
		case b == '+', b == '(', b == '[':
			t[c] = startSign
		case b == '-':
			t[c] = startDash
		case c >= utf8.RuneSelf:
			t[c] = startRune
		}
	}
	return t
}()

// at returns the byte at i, or 0 past the end; there the step is short where the text may go on.
func (f *Finder) at(i int) byte {
	if i < len(f.text) {
		return f.text[i]
	}
	f.short = f.short || f.open
	return 0
}

// rune returns the rune at i, or 0 past the end, as at does.
func (f *Finder) rune(i int) (r rune, size int) {
	c := f.at(i)
	if c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(f.text[i:])
}

// follows reports whether word stands at i, in any case; word is lower case ASCII.
func (f *Finder) follows(i int, word string) bool {
	for j := range len(word) {
		if lower(f.at(i+j)) != word[j] {
			return false
		}
	}
	return true
}

// exactly is follows with the case given.
func (f *Finder) exactly(i int, word string) bool {
	for j := range len(word) {
		if f.at(i+j) != word[j] {
			return false
		}
	}
	return true
}

// wordEnd returns where the run of letters and digits from i on ends.
func (f *Finder) wordEnd(i int) int {
	for {
		c := f.at(i)
		if c < utf8.RuneSelf {
			if c != '_' && classes[c]&(digit|letter) == 0 {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(f.text[i:])
		if !isWordRune(r) {
			return i
		}
		i += size
	}
}

// lettersEnd is wordEnd without digits and underscores.
func (f *Finder) lettersEnd(i int) int {
	for {
		r, size := f.rune(i)
		if !isLetterRune(r) {
			return i
		}
		i += size
	}
}

// wordAt reports whether the rune at i goes on a word.
func (f *Finder) wordAt(i int) bool {
	r, _ := f.rune(i)
	return isWordRune(r)
}

// blanks returns the end of at most limit blanks from i on.
func (f *Finder) blanks(i, limit int) int {
	for n := 0; n < limit && (f.at(i) == ' ' || f.at(i) == '\t'); n++ {
		i++
	}
	return i
}

func runeAt(text string, i int) (rune, int) {
	if c := text[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(text[i:])
}

// wordBefore reports whether the rune before i belongs to a word.
func wordBefore(text string, i int) bool {
	if i == 0 {
		return false
	}
	if c := text[i-1]; c < utf8.RuneSelf {
		return c == '_' || classes[c]&(digit|letter) != 0
	}
	r, _ := utf8.DecodeLastRuneInString(text[max(0, i-utf8.UTFMax):i])
	return isWordRune(r)
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || classes[byte(r)]&(digit|letter) != 0
	}
	return isLetterRune(r) || unicode.IsDigit(r)
}

func isLetterRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return classes[byte(r)]&letter != 0
	case r < 0x250:
		return r >= 0xC0 && r != 0xD7 && r != 0xF7 || r == 0xAA || r == 0xBA
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) && r != keycap)
}

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

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// atoi reads digits; callers keep them short.
func atoi(digits string) int {
	n := 0
	for i := range len(digits) {
		n = n*10 + int(digits[i]-'0')
	}
	return n
}
