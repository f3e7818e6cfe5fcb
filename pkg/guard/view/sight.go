package view

import (
	"unicode"
	"unicode/utf8"
)

func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// Invisible reports characters that have no width: a view never holds them.
func Invisible(r rune) bool {
	switch {
	case r < ' ' || r == 0x7F:
		return r != '\n' && r != '\t' && r != '\r'
	case r < 0xAD:
		return r >= 0x80 && r < 0xA0
	case r > 0xAD && r < 0x600 && r != 0x34F:
		return false
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
		s.see(r)
		return true
	}
	if !Invisible(r) {
		s.see(r)
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

// see goes past a character that is no hidden one.
func (s *Sight) see(r rune) { s.prev, s.flag = r, 0 }

// Skip goes past r without judging it.
func (s *Sight) Skip(r rune) { s.prev = r }
