package language

import "unicode"

// Fold returns the lower-case base letter of c: accents go, and so does the tilde of "ñ".
func Fold(c rune) rune {
	if c < 0x80 {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}
	c = unicode.ToLower(c)
	if c >= 0xE0 && c <= 0xFF {
		return latin1[c-0xE0]
	}
	switch c {
	case 'ª':
		return 'a'
	case 'º', 'ō', 'ő':
		return 'o'
	case 'ā', 'ă':
		return 'a'
	case 'ē', 'ĕ', 'ė':
		return 'e'
	case 'ī', 'ĩ':
		return 'i'
	case 'ū', 'ũ':
		return 'u'
	}
	return c
}

// latin1 holds the base letters of U+00E0 to U+00FF.
var latin1 = [32]rune{
	'a', 'a', 'a', 'a', 'a', 'a', 'æ', 'c', 'e', 'e', 'e', 'e', 'i', 'i', 'i', 'i',
	'ð', 'n', 'o', 'o', 'o', 'o', 'o', '÷', 'o', 'u', 'u', 'u', 'u', 'y', 'þ', 'y',
}

// FoldString folds every letter of s.
func FoldString(s string) string {
	out := make([]rune, 0, len(s))
	for _, c := range s {
		if !ignorable(c) {
			out = append(out, Fold(c))
		}
	}
	return string(out)
}

// ignorable runes have no width of their own: accents written apart, joiners, marks of direction, variants of emoji.
func ignorable(c rune) bool {
	if c < 0x300 {
		return c == 0xAD
	}
	return c <= 0x36F || c >= 0x200B && c <= 0x200F || c >= 0x202A && c <= 0x202E ||
		c >= 0x2060 && c <= 0x2069 || c >= 0xFE00 && c <= 0xFE0F || c == 0xFEFF
}
