package view

import (
	"strings"
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

// Plain leaves out hidden characters and stacked marks and resolves compatibility forms; case and accents stay.
func (b *Buffer) Plain(text string) View {
	b.source = text
	if isPlain(text) {
		return View{Text: text}
	}
	var v View
	var seen Sight
	b.plain, b.at = b.plain[:0], b.at[:0]
	marked := false
	for i, r := range text {
		if shown := seen.Shows(r); !shown || Invisible(r) {
			if !shown {
				v.Hidden++
				if isTag(r) {
					v.Tags++
				}
			}
			if !filler(r) {
				continue
			}
			r = ' '
		}
		if combining(r) {
			if marked || !accent(r) {
				continue
			}
			marked = true
		} else {
			marked = false
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

// isPlain reports a text that Plain would not change: it is returned as it is, without a copy.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		if plainByte[text[i]] {
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if r < utf8.RuneSelf || !ordinary(r) {
			return false
		}
		i += n - 1
	}
	return true
}

var plainByte = func() (t [256]bool) {
	for c := range utf8.RuneSelf {
		t[c] = c >= ' ' && c != 0x7F || c == '\n' || c == '\t' || c == '\r'
	}
	return t
}()

// ordinary reports characters that have no other form, of those that messages are full of.
func ordinary(r rune) bool {
	switch {
	case r < 0xC0:
		return r == 0xA1 || r == 0xBF || r == 0xB0 || r == 0xAB || r == 0xBB
	case r < 0x180:
		return true
	}
	return r >= 0x2018 && r <= 0x201E || r == 0x20AC || r >= 0x1F300 && r < 0x1FB00 && r != 0x1F3F4
}

// filler reports characters without ink that are as wide as a letter.
func filler(r rune) bool { return r == 0x2800 || r == 0x3164 || r == 0x115F || r == 0xFFA0 }

// combining reports marks that stand on the character before them.
func combining(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r <= 0x36F:
		return true
	}
	return r >= 0x483 && r <= 0x489 || r >= 0x1AB0 && r <= 0x1AFF || r >= 0x1DC0 && r <= 0x1DFF || r >= 0x20D0 && r <= 0x20FF || r >= 0xFE20 && r <= 0xFE2F
}

// accent reports the marks that letters of European languages have, one each; more are an ornament, or a disguise.
func accent(r rune) bool {
	switch r {
	case 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30A, 0x30B, 0x30C, 0x323, 0x327, 0x328:
		return true
	}
	return false
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
	case r == 0x1680, r == 0x2028, r == 0x2029:
		return append(b, ' ')
	}
	if c := framed(r); c != 0 {
		return append(b, c)
	}
	if d := norm.NFKD.PropertiesString(rest).Decomposition(); d != nil {
		return append(b, d...)
	}
	return utf8.AppendRune(b, r)
}

// framed returns the letter in a circle, square or brackets, or the small capital, that Unicode leaves undecomposed or
// decomposes with its brackets; 0 for what is none.
func framed(r rune) byte {
	switch {
	case r >= 0x249C && r <= 0x24B5:
		return 'a' + byte(r-0x249C)
	case r >= 0x1F110 && r <= 0x1F129:
		return 'A' + byte(r-0x1F110)
	case r >= 0x1F150 && r <= 0x1F169:
		return 'A' + byte(r-0x1F150)
	case r >= 0x1F170 && r <= 0x1F189:
		return 'A' + byte(r-0x1F170)
	case r >= 0x250 && r <= 0x2AF || r >= 0x1D00 && r <= 0x1D22 || r >= 0xA730 && r <= 0xA7AF:
		return smallCapital(r)
	}
	return 0
}

func smallCapital(r rune) byte {
	if i := strings.IndexRune(smallCapitals, r); i >= 0 {
		return smallCapitalOf[utf8.RuneCountInString(smallCapitals[:i])]
	}
	return 0
}

const (
	smallCapitals  = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ"
	smallCapitalOf = "abcdefghijklmnopqrstuvwyz"
)

func isDash(r rune) bool { return r >= 0x2010 && r <= 0x2015 || r == 0x2212 }
