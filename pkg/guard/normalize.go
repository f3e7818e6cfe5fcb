package guard

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// view is a text as a rule reads it, with the way back to the original.
type view struct {
	text string
	// at holds, per byte of text and one past it, the byte offset in the original; nil where both are equal.
	at []int32
	// hidden counts the characters without width that were left out and that no honest text needs.
	hidden int
	// tags counts those among hidden that spell invisible ASCII.
	tags int
}

// original returns the byte span of the original text that v.text[start:end] came from.
func (v *view) original(start, end int) (int, int) {
	if v.at == nil || start >= end {
		return start, end
	}
	next := end
	for next < len(v.text) && v.at[next] == v.at[end-1] {
		next++ // one character of the original became several: it is taken whole
	}
	return int(v.at[start]), int(v.at[next])
}

// scratch is the memory of one screening.
type scratch struct {
	plain  []byte
	at     []int32
	folded []byte
	tokens []token
	spans  []span
	groups []group
	joined []byte // digits of the groups
}

var scratchPool = sync.Pool{New: func() any { return new(scratch) }}

// maxKept bounds the memory that waits in the pool after a huge text.
const maxKept = 64 << 10

func (s *scratch) release() {
	if max(cap(s.plain), cap(s.joined), cap(s.tokens)) > maxKept {
		return
	}
	scratchPool.Put(s)
}

// plainView leaves out hidden characters and resolves compatibility forms; case and accents stay.
func (s *scratch) plainView(text string) view {
	if isPlain(text) {
		return view{text: text}
	}
	var v view
	var seen sight
	s.plain, s.at = s.plain[:0], s.at[:0]
	for i, r := range text {
		if shown := seen.shows(r); !shown || invisible(r) {
			if !shown {
				v.hidden++
				if isTag(r) {
					v.tags++
				}
			}
			continue
		}
		s.plain = appendCompatible(s.plain, text[i:], r)
		for len(s.at) < len(s.plain) {
			s.at = append(s.at, int32(i))
		}
	}
	s.at = append(s.at, int32(len(text)))
	v.text, v.at = string(s.plain), s.at
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

// invisible reports characters that have no width: a view never holds them.
func invisible(r rune) bool {
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

// sight decides, rune by rune, which characters a reader needs: an emoji keeps its joiners, selectors and flags.
type sight struct {
	prev rune
	flag int // tags still allowed after a black flag
}

// shows reports whether r stays in the masked text.
func (s *sight) shows(r rune) bool {
	if r < utf8.RuneSelf && r >= ' ' && r != 0x7F {
		s.prev, s.flag = r, 0
		return true
	}
	if !invisible(r) {
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
		ok = s.prev >= 0x80 && !invisible(s.prev) || s.prev >= '0' && s.prev <= '9' || s.prev == '#' || s.prev == '*'
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
