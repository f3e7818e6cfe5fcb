package view

import (
	_ "embed"
	"unicode/utf8"
)

// lettersFile holds four bits for each three letters, of 27 with the word's end: the bits that the third costs after the
// others in Spanish, English and Portuguese. Command letters writes it.
//
//go:embed letters.bin
var lettersFile string

// letterCosts is lettersFile by five bits for each letter.
var letterCosts = func() (t [1 << 15]uint8) {
	for i := range 27 * 27 * 27 {
		t[i/729<<10|i/27%27<<5|i%27] = lettersFile[i/2] >> (i % 2 * 4) & 15
	}
	for c := range 27 {
		t[c<<10] = 0 // no word goes on after its end
	}
	return t
}()

// maxSpelt is how many letters of a word are weighed.
const maxSpelt = 24

// spelling is the letters of a word, from 1 to 26.
type spelling struct {
	letters [maxSpelt]byte
	n       int
}

// spell reads the Latin letters of w, without accents; other characters are left out.
func (s *spelling) spell(w string) {
	s.n = 0
	s.add(w)
}

// add reads those of w after those before.
func (s *spelling) add(w string) {
	for i := 0; i < len(w) && s.n < maxSpelt; {
		c, size := w[i], 1
		if c >= utf8.RuneSelf {
			_, size = utf8.DecodeRuneInString(w[i:])
			if c = 0; w[i] == 0xC3 {
				c = accentless[w[i+1]&0x3F]
			}
		}
		if i += size; isLatin(c) && (s.n < 2 || c&31 != s.letters[s.n-1] || c&31 != s.letters[s.n-2]) {
			s.letters[s.n] = c & 31
			s.n++
		}
	}
}

// forth is what the word costs as it is.
func (s *spelling) forth() (bits int) {
	key := 0
	for _, c := range s.letters[:s.n] {
		key = key<<5&0x7FFF | int(c)
		bits += int(letterCosts[key])
	}
	return bits + int(letterCosts[key<<5&0x7FFF])
}

// back is what it costs from its end.
func (s *spelling) back() (bits int) {
	key := 0
	for i := s.n - 1; i >= 0; i-- {
		key = key<<5&0x7FFF | int(s.letters[i])
		bits += int(letterCosts[key])
	}
	return bits + int(letterCosts[key<<5&0x7FFF])
}

// shifted is what it costs so many letters back in the alphabet.
func (s *spelling) shifted(by int) (bits int) {
	key := 0
	for _, c := range s.letters[:s.n] {
		if c > 0 {
			c = (c+25-byte(by))%26 + 1
		}
		key = key<<5&0x7FFF | int(c)
		bits += int(letterCosts[key])
	}
	return bits + int(letterCosts[key<<5&0x7FFF])
}

// wordsFile is a filter of four bits a word, of the words of three letters and more that people write to businesses: of
// others it knows one in twenty thousand. Command letters writes it.
//
//go:embed words.bin
var wordsFile string

// familiar reports a word that people write, by its key.
func familiar(key uint64) bool {
	a, b := key*0x9E3779B97F4A7C15, key*0xC2B2AE3D27D4EB4F
	return listed(a>>44) && listed(b>>44) && listed(a>>24&0xFFFFF) && listed(b>>24&0xFFFFF)
}

func listed(at uint64) bool { return wordsFile[at>>3]>>(at&7)&1 != 0 }
