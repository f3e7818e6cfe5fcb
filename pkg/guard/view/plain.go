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

// Plain leaves out hidden characters and stacked marks and resolves compatibility forms; case and accents stay.
func (b *Buffer) Plain(text string) View {
	b.source = text
	if isPlain(text) {
		return View{Text: text}
	}
	b.plain, b.at = b.plain[:0], b.at[:0]
	w := plainWriter{b: b}
	for i, r := range text {
		if r < utf8.RuneSelf && plainByte[r] {
			w.ascii(i, byte(r))
		} else {
			w.rune(text, i, r)
		}
	}
	b.at = append(b.at, int32(len(text)))
	w.v.Text, w.v.At = string(b.plain), b.at
	return w.v
}

// plainWriter writes a plain view.
type plainWriter struct {
	b     *Buffer
	v     View
	seen  Sight
	marks dress
	// marked: the character before has its accent.
	marked bool
}

func (w *plainWriter) ascii(i int, c byte) {
	w.seen.see(rune(c))
	w.marked = false
	w.b.plain, w.b.at = append(w.b.plain, c), append(w.b.at, int32(i))
	w.marks.shown(&w.v, isLatin(c), false)
}

// rune writes r, which stands at i.
func (w *plainWriter) rune(text string, i int, r rune) {
	if shown := w.seen.Shows(r); !shown || Invisible(r) {
		if !shown {
			w.hidden(r)
		}
		if !filler(r) {
			return
		}
		r = ' '
	}
	mark := combining(r)
	if mark {
		if !accent(r) {
			w.marks.lined(&w.v)
			return
		}
		if w.marked {
			return
		}
	}
	w.marked = mark
	b := w.b
	from := len(b.plain)
	b.plain = appendCompatible(b.plain, text[i:], r)
	if !mark {
		letter := len(b.plain) == from+1 && isLatin(b.plain[from])
		w.marks.shown(&w.v, letter || r >= 0xC0 && r < 0x250, letter && r >= 0x250)
	}
	for len(b.at) < len(b.plain) {
		b.at = append(b.at, int32(i))
	}
}

func (w *plainWriter) hidden(r rune) {
	w.v.Hidden++
	if isTag(r) {
		w.v.Tags++
	}
	w.marks.hidden(&w.v, filler(r))
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
	if r >= 0x250 && r < 0x2B0 || r >= 0x410 && r < 0x450 && r != 0x419 && r != 0x439 { // these have no other form
		if c := smallCapital(r); c != 0 {
			return append(b, c)
		}
		return utf8.AppendRune(b, r)
	}
	if c := framed(r); c != 0 {
		return append(b, c)
	}
	if d := norm.NFKD.PropertiesString(rest).Decomposition(); d != nil {
		return append(b, d...)
	}
	return utf8.AppendRune(b, r)
}

func isDash(r rune) bool { return r >= 0x2010 && r <= 0x2015 || r == 0x2212 }

func isLatin(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
