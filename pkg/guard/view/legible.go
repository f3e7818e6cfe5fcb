package view

import (
	"bytes"
	"unicode/utf8"
)

// legible reports letters that are a word that people write, as they are, from their end or thirteen on: they had been hidden.
func (s *spelling) legible() bool {
	if s.n > 1 && s.isWord() {
		return true
	}
	if s.n < 3 {
		return false
	}
	turned := *s
	for i, c := range s.letters[:s.n] {
		turned.letters[s.n-1-i] = c
	}
	if turned.isWord() {
		return true
	}
	for i, c := range s.letters[:s.n] {
		turned.letters[i] = (c+12)%26 + 1
	}
	return turned.isWord()
}

func (s *spelling) isWord() bool { return wordCost(s.key(), s.n) > 0 }

const (
	// minRun is how many letters in a row are tried in a cipher.
	minRun = 8
	// longRun is how many tell a cipher well.
	longRun = 16
	// maxRuns is how many rows of a text are tried in ciphers, longRuns how many of a long one.
	maxRuns, longRuns = 256, 80
	// longWord is more letters than words have on average.
	longWord = 9
)

// runs reports letters that may be words, or such in a cipher: by what four letters cost at most. Where ends of words are among
// them, some of the words must be known ones, or what they cost is less.
func (s *spelling) runs() bool {
	plain, hidden := 33*s.n, 28*s.n
	switch ends := bytes.Count(s.letters[:s.n], []byte{0}); {
	case s.n < minRun:
		plain = 29 * s.n
	case ends*longWord >= s.n:
		if plain, hidden = 23*s.n, 26*s.n; 3*s.known() >= s.n || 4*s.back() <= hidden {
			return true
		}
	case s.n >= longRun:
		hidden = 31 * s.n
	}
	if 4*s.forth() <= plain || 4*s.back() <= plain {
		return true
	}
	if s.n < minRun {
		return false
	}
	for by := 1; by < 26; by++ {
		if 4*s.shifted(by) <= hidden {
			return true
		}
	}
	return 4*s.mirrored() <= hidden
}

// known counts the letters of the words of three letters and more that people write.
func (s *spelling) known() (letters int) {
	start := 0
	var key uint64
	for i := 0; i <= s.n; i++ {
		if i < s.n && s.letters[i] != 0 {
			key = letterKey(key, s.letters[i])
			continue
		}
		if n := i - start; n > 2 && wordCost(sealed(key, n), n) > 0 {
			letters += n
		}
		start, key = i+1, 0
	}
	return letters
}

// mirrored is what the word costs in the alphabet turned round.
func (s *spelling) mirrored() (bits int) {
	key := 0
	for _, c := range s.letters[:s.n] {
		if c > 0 {
			c = 27 - c
		}
		key = key<<5&0x7FFF | int(c)
		bits += int(letterCosts[key])
	}
	return bits + int(letterCosts[key<<5&0x7FFF])
}

// figures reads w like spell, and digits as the letters that they stand for.
func (s *spelling) figures(w []byte) {
	s.n = 0
	for i := 0; i < len(w) && s.n < maxSpelt; {
		c, size := w[i], 1
		switch {
		case c == 0xC3 && i+1 < len(w):
			c, size = accentless[w[i+1]&0x3F], 2
		case c >= utf8.RuneSelf:
			_, size = utf8.DecodeRune(w[i:])
			c = 0
		case leetLetter[c] != 0:
			c = leetLetter[c]
		}
		if i += size; isLatin(c) {
			s.letters[s.n] = c & 31
			s.n++
		}
	}
}

// spells reports pieces that may be words together, in letters that can be judged. Where none of their gaps parts words,
// usual is maxWide.
func (r *reading) spells(row []piece, usual, least int) bool {
	var s spelling
	judged := 0
	for k, p := range row {
		if k > 0 && s.n < maxSpelt && parts(r.from.Text[row[k-1].end:p.start], usual, least) {
			s.letters[s.n] = 0
			s.n++
		}
		for i := p.start; i < p.end && s.n < maxSpelt; i++ {
			c := r.from.Text[i]
			switch {
			case c == 0xC3 && i+1 < p.end:
				c = accentless[r.from.Text[i+1]&0x3F]
			case leetLetter[c] != 0:
				c = leetLetter[c]
			}
			if isLatin(c) {
				s.letters[s.n] = c & 31
				s.n++
			}
		}
		if judged++; s.n == maxSpelt {
			break
		}
	}
	if s.n*4 < judged*3 || s.legible() {
		return true
	}
	r.tries++
	return (r.tries <= longRuns || r.tries <= maxRuns && len(r.from.Text) <= minLong) && s.runs()
}

// minRandom is how many pieces may be letters of base64 one by one.
const minRandom = 16

// random reports a row that changes between small letters and capitals as no words do.
func random(text string, row []piece) bool {
	changes := 0
	for i := 1; i < len(row); i++ {
		if classes[text[row[i-1].start]] == lower && classes[text[row[i].start]] == upper {
			changes++
		}
	}
	return len(row) >= minRandom && changes*8 > len(row)
}
