// Package view reads one text in several ways, each with the way back to the original: plain, and with its disguises taken off.
package view

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// View is a text as a rule reads it, with the way back to the original.
type View struct {
	Text string
	// At holds, per byte of Text and one past it, the byte offset in the original; nil where both are equal.
	At []int32
	// Hidden counts the characters without width that were left out and that no honest text needs.
	Hidden int
	// Tags counts those among Hidden that spell invisible ASCII.
	Tags int
}

// Original returns the byte span of the original text that v.Text[start:end] came from.
func (v *View) Original(start, end int) (int, int) {
	if v.At == nil || start >= end {
		return start, end
	}
	next := end
	for next < len(v.Text) && v.At[next] == v.At[end-1] {
		next++ // one character of the original became several: it is taken whole
	}
	return int(v.At[start]), int(v.At[next])
}

// Buffer is the memory of one text's views. Its zero value is ready; not for concurrent use.
type Buffer struct {
	plain []byte
	at    []int32
}

// Cap is how many bytes the buffer holds on to.
func (b *Buffer) Cap() int { return max(cap(b.plain), cap(b.at)) }

// Plain leaves out hidden characters and resolves compatibility forms; case and accents stay.
func (b *Buffer) Plain(text string) View {
	if isPlain(text) {
		return View{Text: text}
	}
	var v View
	var seen Sight
	b.plain, b.at = b.plain[:0], b.at[:0]
	for i, r := range text {
		if shown := seen.Shows(r); !shown || Invisible(r) {
			if !shown {
				v.Hidden++
				if isTag(r) {
					v.Tags++
				}
			}
			continue
		}
		b.plain = appendCompatible(b.plain, text[i:], r)
		for len(b.at) < len(b.plain) {
			b.at = append(b.at, int32(i))
		}
	}
	b.at = append(b.at, int32(len(text)))
	v.Text, v.At = string(b.plain), b.at
	return v
}

func isPlain(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c >= utf8.RuneSelf || c == 0x7F || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// appendCompatible writes r, the first rune of rest, in its compatibility form.
func appendCompatible(b []byte, rest string, r rune) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(b, byte(r))
	case r >= 0xC0 && r < 0x250 && r != 0x17F:
		return utf8.AppendRune(b, r) // letters with accents: folded where words are read
	case isDash(r):
		return append(b, '-')
	case r >= 0x1F150 && r <= 0x1F169: // negative circled and squared letters, which Unicode leaves undecomposed
		return append(b, 'A'+byte(r-0x1F150))
	case r >= 0x1F170 && r <= 0x1F189:
		return append(b, 'A'+byte(r-0x1F170))
	}
	if d := norm.NFKD.PropertiesString(rest).Decomposition(); d != nil {
		return append(b, d...)
	}
	return utf8.AppendRune(b, r)
}

func isDash(r rune) bool { return r >= 0x2010 && r <= 0x2015 || r == 0x2212 }

func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// Invisible reports characters that have no width: a view never holds them.
func Invisible(r rune) bool {
	switch {
	case r < ' ' || r == 0x7F:
		return r != '\n' && r != '\t' && r != '\r'
	case r < 0xAD:
		return r >= 0x80 && r < 0xA0
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF: // variation selectors
		return true
	case r == 0x34F, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r == 0x2800: // joiner and fillers
		return true
	}
	return isTag(r) || unicode.Is(unicode.Cf, r)
}

// Sight decides, rune by rune, which characters a reader needs: an emoji keeps its joiners, selectors and flags.
type Sight struct {
	prev rune
	flag int // tags still allowed after a black flag
}

// Shows reports whether r stays in the masked text.
func (s *Sight) Shows(r rune) bool {
	if r < utf8.RuneSelf && r >= ' ' && r != 0x7F {
		s.prev, s.flag = r, 0
		return true
	}
	if !Invisible(r) {
		s.prev, s.flag = r, 0
		if r == 0x1F3F4 {
			s.flag = 7 // five letters of a region at most, a spare, and the cancel tag
		}
		return true
	}
	ok := false
	switch {
	case isTag(r):
		ok, s.flag = s.flag > 0, max(0, s.flag-1)
		if ok {
			return true
		}
	case r == 0xFE0E || r == 0xFE0F:
		ok = s.prev >= 0x80 && !Invisible(s.prev) || s.prev >= '0' && s.prev <= '9' || s.prev == '#' || s.prev == '*'
	case r == 0x200D || r == 0x200C: // joiners: in emoji and in scripts that need them
		ok = s.prev >= 0x80 && !unicode.In(s.prev, unicode.Latin, unicode.Greek, unicode.Cyrillic) && s.prev != 0x200D
	}
	if !ok {
		s.prev = 0
		return false
	}
	s.prev = r
	return true
}

// Skip goes past r without judging it.
func (s *Sight) Skip(r rune) { s.prev = r }
