package pii

import (
	"unicode"
	"unicode/utf8"
)

// class is a set of ASCII characters, as bits of classes.
type class uint8

const (
	digit class = 1 << iota
	letter
	local   // of an e-mail's local part
	base64c // of base64, standard or for URLs, and of what joins tokens
	keyText // of the body of a private key
	breaks  // between two words: a comma, a stop, a line's end
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
	for _, c := range ",@;!?\n." {
		t[c] |= breaks
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
	startKey  // of a keypad: star and hash
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
		case isKey(b):
			t[c] = startKey
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
		for i < len(f.text) && classes[f.text[i]]&letter != 0 {
			i++
		}
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
