package view

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Buffer is the memory of one text's views. Its zero value is ready; not for concurrent use.
type Buffer struct {
	source string // the text of the last Plain
	plain  []byte
	at     []int32
	derived
}

// Cap is how many bytes the buffer holds on to.
func (b *Buffer) Cap() int { return max(cap(b.plain), cap(b.at)) }

// Plain leaves out hidden characters and resolves compatibility forms; case and accents stay.
func (b *Buffer) Plain(text string) View {
	b.source = text
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
