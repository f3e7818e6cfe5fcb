package view

import (
	"unicode"
	"unicode/utf8"
)

// maxSource is how much of the original is searched for what it hides, at its head and at its tail each.
const maxSource = 2 * MaxView

// hiddenParts calls found with each rune of the original's head and tail and its offset.
func (b *Buffer) hiddenParts(found func(at int, c rune)) {
	tail := max(maxSource, len(b.source)-maxSource)
	for i, c := range b.source[:min(maxSource, len(b.source))] {
		found(i, c)
	}
	if tail < len(b.source) {
		for i, c := range b.source[tail:] {
			found(tail+i, c)
		}
	}
}

// insert writes the parent up to the source offset at, then text that the original hides there, with blanks round it.
func (r *reading) insert(text []byte, at int) {
	i := r.done
	for i < len(r.from.Text) && int(r.from.origin(i)) < at {
		i++
	}
	r.copyTo(i)
	from := len(r.text)
	if len(r.text) > 0 && r.text[len(r.text)-1] > ' ' {
		r.text, r.at = append(r.text, ' '), append(r.at, int32(at))
	}
	r.text = append(r.text, text...)
	for range text {
		r.at = append(r.at, int32(at))
	}
	if len(text) > 0 && i < len(r.from.Text) && r.from.Text[i] > ' ' {
		r.text, r.at = append(r.text, ' '), append(r.at, int32(at))
	}
	r.spot(from)
}

// readTags writes what tag characters spell where they stand.
func readTags(r *reading, b *Buffer) bool {
	r.kind = Tags
	b.out = b.out[:0]
	start, next := 0, 0
	b.hiddenParts(func(at int, c rune) {
		if !isTag(c) || at != next {
			flush(r, b, start, 1)
			start = at
		}
		if isTag(c) {
			if c >= 0xE0020 && c < 0xE007F {
				b.out = append(b.out, byte(c-0xE0000))
			}
			next = at + utf8.RuneLen(c)
			return
		}
		next = at + utf8.RuneLen(c)
		start = next
	})
	flush(r, b, start, 1)
	return r.changed
}

// flush inserts what was gathered from offset at on, if it is at least least bytes of readable text.
func flush(r *reading, b *Buffer, at, least int) {
	if len(b.out) >= least && readable(b.out) {
		r.insert(b.out, at)
	}
	b.out = b.out[:0]
}

// readSelectors writes the bytes that rows of variation selectors carry.
func readSelectors(r *reading, b *Buffer) bool {
	r.kind = Selectors
	b.out = b.out[:0]
	start := 0
	b.hiddenParts(func(at int, c rune) {
		v, ok := selector(c)
		if !ok {
			flush(r, b, start, 4)
			return
		}
		if len(b.out) == 0 {
			start = at
		}
		b.out = append(b.out, v)
	})
	flush(r, b, start, 4)
	return r.changed
}

func selector(c rune) (byte, bool) {
	switch {
	case c >= 0xFE00 && c <= 0xFE0F:
		return byte(c - 0xFE00), true
	case c >= 0xE0100 && c <= 0xE01EF:
		return byte(c-0xE0100) + 16, true
	}
	return 0, false
}

const softHyphen = 0xAD

// readGaps writes blanks for characters without width that stand between two Latin letters: they may part words.
func readGaps(r *reading, b *Buffer) bool {
	r.kind = Gaps
	last, gap := rune(0), -1
	b.hiddenParts(func(at int, c rune) {
		if Invisible(c) {
			if gap < 0 && c != softHyphen {
				gap = at
			}
			return
		}
		if gap >= 0 && unicode.Is(unicode.Latin, last) && unicode.Is(unicode.Latin, c) {
			r.insert(nil, gap)
		}
		last, gap = c, -1
	})
	return r.changed
}

// bitRunes are characters without width that carry bits.
var bitRunes = [...]rune{0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x2061, 0x2062, 0x2063, 0x2064, 0x180E, 0x3164, 0xFFA0, 0x200E, 0x200F}

// readBits writes what rows of two characters without width spell in bits of either value.
func readBits(r *reading, b *Buffer) bool {
	r.kind = Bits
	b.symbols = b.symbols[:0]
	var seen [len(bitRunes)]int
	start := 0
	b.hiddenParts(func(at int, c rune) {
		for i, z := range bitRunes {
			if c == z {
				if len(b.symbols) == 0 {
					start = at
				}
				seen[i]++
				b.symbols = append(b.symbols, byte(i))
			}
		}
	})
	zero, one := maxSeen(seen[:])
	for _, pair := range [...][2]int{{zero, one}, {one, zero}} {
		for _, width := range [...]int{8, 7, 16} {
			if b.bits(pair[0], pair[1], width) && wordlike(b.out) && ascii(b.out)*2 > len(b.out) {
				r.insert(b.out, start)
				return true
			}
		}
	}
	return false
}

// ascii counts the bytes that are characters by themselves.
func ascii(text []byte) (n int) {
	for _, c := range text {
		if c < utf8.RuneSelf {
			n++
		}
	}
	return n
}

func maxSeen(seen []int) (first, second int) {
	first, second = 0, 1
	if seen[1] > seen[0] {
		first, second = 1, 0
	}
	for i := 2; i < len(seen); i++ {
		switch {
		case seen[i] > seen[first]:
			first, second = i, first
		case seen[i] > seen[second]:
			second = i
		}
	}
	return first, second
}

// bits decodes the symbols into b.out; others than zero and one only part them.
func (b *Buffer) bits(zero, one, width int) bool {
	b.out = b.out[:0]
	value, n := 0, 0
	for _, s := range b.symbols {
		switch int(s) {
		case zero:
			value <<= 1
		case one:
			value = value<<1 | 1
		default:
			continue
		}
		if n++; n == width {
			b.out = appendCode(b.out, value, width == 8)
			value, n = 0, 0
		}
	}
	return n == 0 && len(b.out) >= 2
}

// appendCode writes a code as a byte of UTF-8 or as a character.
func appendCode(out []byte, code int, raw bool) []byte {
	if raw {
		return append(out, byte(code))
	}
	return utf8.AppendRune(out, rune(code))
}

// readable reports text: UTF-8, nearly all of it printable and most of it letters, digits or blanks.
func readable(text []byte) bool {
	total, printable, letters := 0, 0, 0
	for len(text) > 0 {
		c, n := utf8.DecodeRune(text)
		if c == utf8.RuneError && n <= 1 {
			return false
		}
		text = text[n:]
		total++
		switch {
		case c == ' ', c == '\n', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c >= 0x80 && unicode.IsLetter(c):
			letters++
			printable++
		case c == '\t', c == '\r', c > ' ' && c < 0x7F, c > 0xA0 && unicode.IsPrint(c):
			printable++
		}
	}
	return total > 0 && printable*100 >= total*85 && letters*100 >= total*55
}
