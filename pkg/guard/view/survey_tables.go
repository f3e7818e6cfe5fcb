package view

// class sorts bytes by what they may be a part of.
type class uint8

const (
	space class = iota
	lower
	upper
	accented // of the Latin-1 letters
	digit
	symbol // stands for a letter in leet
	dot
	dash
	join // other marks that may join letters
	score
	percent
	ampersand
	backslash
	other
	foreign // the first byte of a character beyond Latin-1
	within  // a later byte of one
)

func (c class) letter() bool { return c-lower <= accented-lower }

func (c class) joins() bool { return c-dot <= score-dot }

var classes = func() (t [256]class) {
	for c := range t {
		switch {
		case c <= ' ':
			t[c] = space
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= '0' && c <= '9':
			t[c] = digit
		case c < 0x80:
			t[c] = other
		case c < 0xC0:
			t[c] = within
		default:
			t[c] = foreign
		}
	}
	for _, c := range "@$!|+" {
		t[c] = symbol
	}
	for _, c := range "*~/,:;^#=<>" {
		t[c] = join
	}
	t['.'], t['-'], t['_'], t['%'], t['&'], t['\\'], t[0xC3] = dot, dash, score, percent, ampersand, backslash, accented
	return t
}()

// vowels has a bit for each letter that a word of more than two letters does not do without.
const vowels = 1<<('a'&31) | 1<<('e'&31) | 1<<('i'&31) | 1<<('o'&31) | 1<<('u'&31) | 1<<('y'&31)

// accentless holds the base letters of U+00C0 to U+00FF by their second byte in UTF-8, and 0 for the signs among them.
var accentless = [64]byte{
	'a', 'a', 'a', 'a', 'a', 'a', 'a', 'c', 'e', 'e', 'e', 'e', 'i', 'i', 'i', 'i',
	'd', 'n', 'o', 'o', 'o', 'o', 'o', 'x', 'o', 'u', 'u', 'u', 'u', 'y', 'p', 's',
	'a', 'a', 'a', 'a', 'a', 'a', 'a', 'c', 'e', 'e', 'e', 'e', 'i', 'i', 'i', 'i',
	'd', 'n', 'o', 'o', 'o', 'o', 'o', 'x', 'o', 'u', 'u', 'u', 'u', 'y', 'p', 'y',
}
