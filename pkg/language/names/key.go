package names

import (
	"cmp"
	"strings"

	"github.com/recado/recado/pkg/language"
)

const (
	// maxKey is the longest key; what a longer word has after it does not count.
	maxKey = language.MaxStem
	// Words of fewer letters are compared as they are written, without slips.
	minFuzzy = 5
	// Words of so many letters may have two slips.
	minTwoSlips = 9
)

// soundKey appends how a word sounds to out, which has room for maxKey: "cebiche", "zeviche" and "ceviches" have one key.
// Plurals are singular, and an e after a last consonant goes, so that "flan" and "flanes" agree.
func soundKey(w string, out []byte) []byte { return singularSound(w, sounds(w, out)) }

// sounds is soundKey with the plural: a surname such as "Mendes" is none.
func sounds(w string, out []byte) []byte {
	if strings.HasPrefix(w, "ps") {
		w = w[1:]
	}
	for i := 0; i < len(w) && len(out) < maxKey; {
		c, n := w[i], 1
		if unsure[c] {
			c, n = soundAt(w, i)
		}
		if c != 0 && (len(out) == 0 || out[len(out)-1] != c || language.IsDigit(rune(c))) {
			out = append(out, c)
		}
		i += n
	}
	return out
}

// unsure are the letters that are not always their own sound.
var unsure = [256]bool{'h': true, 'v': true, 'z': true, 'x': true, 'c': true, 'q': true, 'g': true, 'l': true, 'y': true, 'u': true, 'n': true}

// soundAt returns the sound at byte i of a word, 0 for none, and how many bytes write it.
func soundAt(w string, i int) (c byte, n int) {
	next, after := byteAt(w, i+1), byteAt(w, i+2)
	switch c = w[i]; c {
	case 'h':
		if next == 'u' && isVowel(after) {
			return 'w', 2
		}
		return 0, 1
	case 'v':
		return 'b', 1
	case 'z', 'x':
		return 's', 1
	case 'c':
		return soundC(next)
	case 'q':
		return 'k', 1
	case 'g':
		return softG(next, after)
	case 'l':
		if next == 'l' {
			return 'y', 2
		}
	case 'y':
		if !isVowel(next) {
			return 'i', 1
		}
	case 'u':
		if i > 0 && w[i-1] == 'q' {
			return 0, 1
		}
	case 'n':
		if next == 'b' || next == 'p' || next == 'v' {
			return 'm', 1
		}
	}
	return c, 1
}

func soundC(next byte) (c byte, n int) {
	switch next {
	case 'h':
		return 'C', 2
	case 'e', 'i':
		return 's', 1
	}
	return 'k', 1
}

func softG(next, after byte) (c byte, n int) {
	switch {
	case next == 'u' && (after == 'e' || after == 'i'):
		return 'g', 2
	case next == 'u' && (after == 'a' || after == 'o'):
		return 'w', 2
	case next == 'e' || next == 'i':
		return 'j', 1
	}
	return 'g', 1
}

// singularSound takes the plural off a key of w.
func singularSound(w string, key []byte) []byte {
	n := len(key)
	if len(w) >= 4 && n > 2 && w[len(w)-1] == 's' && key[n-1] == 's' {
		n--
		switch {
		case n > 2 && (strings.HasSuffix(w, "oes") || strings.HasSuffix(w, "aes")):
			key[n-2], key[n-1] = 'a', 'o'
		case len(w) > 5 && (strings.HasSuffix(w, "ais") || strings.HasSuffix(w, "eis")):
			key[n-1] = 'l'
		case len(w) > 4 && strings.HasSuffix(w, "ies"):
			n--
		}
	}
	if n > 3 && key[n-1] == 'e' && !isVowel(key[n-2]) {
		n--
	}
	return key[:n]
}

// singular is how many letters a word has without the s of a plural.
func singular(w string) int {
	if len(w) >= 4 && w[len(w)-1] == 's' {
		return len(w) - 1
	}
	return len(w)
}

// anySpelling is the hash of a word that names write in several ways.
const anySpelling = 0

// spelledHash is a hash of how a word is written, without plural; never anySpelling.
func spelledHash(w string) uint16 {
	n := singular(w)
	if n > 3 && w[n-1] == 'e' && !isVowel(w[n-2]) {
		n--
	}
	h := uint32(2166136261)
	if strings.HasSuffix(w, "oes") || strings.HasSuffix(w, "aes") {
		n, h = len(w)-3, 'a'<<8|'o'
	} else if strings.HasSuffix(w, "ao") {
		n, h = len(w)-2, 'a'<<8|'o'
	}
	for i := range n {
		h = (h ^ uint32(w[i])) * 16777619
	}
	return uint16(h^h>>16) | 1
}

// longWord marks words that may have a slip; the other bits of a mask are letters.
const longWord = 1 << 15

// maskOf has a bit for each letter of a key: keys of few slips differ in few bits.
func maskOf[T string | []byte](key T) uint16 {
	var mask uint16
	for i := range len(key) {
		mask |= 1 << (key[i] % 15)
	}
	return mask
}

func byteAt(w string, i int) byte {
	if i < len(w) {
		return w[i]
	}
	return 0
}

func isVowel(c byte) bool { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' }

func byLength(a, b string) int {
	if len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return strings.Compare(a, b)
}
