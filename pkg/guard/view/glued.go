package view

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

const (
	// minGlued is how many letters a word has that may be several without their blanks.
	minGlued = 12
	// maxGlued bounds the letters of a text that are tried so.
	maxGlued = 640
	// surelyGlued is how many letters no word has by itself.
	surelyGlued = 24
	// maxPiece is the length of the longest word that is looked for.
	maxPiece = 16
)

// Costs of reading letters as words: the cheapest way to cover them wins.
const (
	costWord     = 4 // a common word of three letters or more
	costShort    = 7 // one of two
	costFamiliar = 5 // another word that people write; letters that it has less than six or more than eleven cost more
	costLetter   = 9 // a vowel, or "y", by itself
	costUnknown  = 5 // each letter of no word
	costJoin     = 2 // each blank within a word
	costSeam     = 3 // a word that begins where no blank is, among blanks
	costBreak    = 6 // and within a piece that is a word
)

// seams is the memory of reading letters as words: per letter, what it costs to come there and from where.
type seams struct {
	letters []byte
	at      []int32
	opens   []uint8 // per letter, what stands before it and what it begins
	strange []int32 // per letter, how many strange pieces begin before it
	cost    []int32
	from    []int32
	marks   []uint8
	joins   int // how many blanks within words a passage must have, 0 for all that was gathered
}

// What stands before a letter, in opens.
const (
	inside  = iota
	atWord  // a blank, and it begins a word that people write
	atScrap // a blank, and it begins none
)

// What a letter is in the cheapest cover, in marks.
const (
	loose = iota
	first // of a word
	later
)

// unglue writes the word from start to end apart, if most of it is known words; it returns how many letters it tried.
func (r *reading) unglue(s *seams, start, end int) int {
	s.reset()
	s.read(r.from.Text, start, end)
	n := len(s.letters)
	if n < minGlued || n > maxGlued {
		return min(n, 1)
	}
	s.cover()
	c := s.settle()
	if c.pieces < 3 || 2*c.words <= c.pieces || c.known*10 < n*6 || c.long < 2 && c.known*4 < n*3 || n < surelyGlued && (c.crumbs > 0 || s.adverb()) {
		return n
	}
	for i := 1; i < n; i++ {
		if m := s.marks[i]; m == first || m == loose && s.marks[i-1] != loose {
			at := int(s.at[i])
			r.copyTo(at)
			r.putByte(' ', at)
		}
	}
	return n
}

func (s *seams) reset() { s.letters, s.at, s.opens = s.letters[:0], s.at[:0], s.opens[:0] }

// read folds the letters of the word from start to end, each with its place in the text.
func (s *seams) read(text string, start, end int) {
	for i := start; i < end; {
		c, n := text[i], 1
		if c >= utf8.RuneSelf {
			_, n = utf8.DecodeRuneInString(text[i:])
			if c != 0xC3 {
				i += n
				continue
			}
			c = accentless[text[i+1]&0x3F]
		}
		s.letters, s.at, s.opens = append(s.letters, c), append(s.at, int32(i)), append(s.opens, inside)
		i += n
	}
}

// covered says how letters can be read.
type covered struct {
	pieces int
	words  int // of them those of three letters and more
	long   int // of them those of four and more
	known  int // letters of words
	crumbs int // rows of one or two letters that are none, but for a vowel between words
}

// adverb reports the commonest ending of long words.
func (s *seams) adverb() bool { return bytes.HasSuffix(s.letters, []byte("mente")) }

// cover finds the cheapest way to every letter.
func (s *seams) cover() {
	s.begin()
	whole := false // the piece that i is in is a word
	for i := range s.letters {
		begun := s.cost[i]
		if s.blanks() && s.opens[i] == inside {
			if begun += costSeam; whole {
				begun += costBreak
			}
		} else {
			whole = s.opens[i] == atWord
		}
		s.loosen(i, begun)
		s.words(i, begun)
	}
}

// begin prepares to cover the letters.
func (s *seams) begin() {
	n := len(s.letters)
	s.cost, s.from, s.strange = slices.Grow(s.cost[:0], n+1)[:n+1], slices.Grow(s.from[:0], n+1)[:n+1], slices.Grow(s.strange[:0], n+1)[:n+1]
	s.cost[0], s.from[0], s.strange[0] = 0, 0, 0
	for i := 1; i <= n; i++ {
		s.cost[i], s.from[i] = 1<<30, 0
		s.strange[i] = s.strange[i-1] + int32(s.opens[i-1]/atScrap)
	}
}

// words takes the letters from i on for words, as far as that is cheaper than what was found.
func (s *seams) words(i int, begun int32) {
	end := min(len(s.letters), i+maxPiece)
	letters, opens := s.letters[i:end], s.opens[i:end]
	cost, from, strange := s.cost[i:end+1], s.from[i:end+1], s.strange[i:end+1]
	key, joins := letterKey(0, letters[0]), int32(0)
	three := int(letters[0] & 31)
	bits := int(letterCosts[three])
	if c := s.alone(i); c > 0 && begun+c < cost[1] && bits+int(letterCosts[three<<5]) <= 11 {
		cost[1], from[1] = begun+c, int32(i)
	}
	for k := 1; k < len(letters); k++ {
		c := letters[k]
		key = letterKey(key, c)
		three = three<<5&0x7FFF | int(c&31)
		bits += int(letterCosts[three])
		if opens[k] != inside {
			joins++
		}
		switch {
		case joins > 0 && strange[k+1] == strange[0] && k < 5:
			continue
		case bits > 7*maxPiece+4: // it only grows
			return
		case bits+int(letterCosts[three<<5&0x7FFF]) > 7*k+11, begun+joins*costJoin+costWord >= cost[k+1]:
			continue
		}
		if c := wordCost(sealed(key, k+1), k+1); c > 0 && begun+c+joins*costJoin < cost[k+1] {
			cost[k+1], from[k+1] = begun+c+joins*costJoin, int32(i)
		}
	}
}

// alone is what the letter at i costs as a word, 0 where it is none.
func (s *seams) alone(i int) int32 {
	switch {
	case !lone(s.letters[i]):
		return 0
	case s.opens[i] != inside && (i+1 == len(s.letters) || s.opens[i+1] != inside):
		return costWord
	}
	return costLetter
}

// blanks reports letters that stood in several pieces.
func (s *seams) blanks() bool { return s.opens[0] != inside }

// loosen takes the letter at i for one of no word, which costs more where a word has just ended without a blank.
func (s *seams) loosen(i int, begun int32) {
	if s.from[i] < 0 {
		begun = s.cost[i]
	}
	if cost := begun + costUnknown; cost < s.cost[i+1] {
		s.cost[i+1], s.from[i+1] = cost, ^int32(i)
	}
}

// wordCost is what a word of two letters or more costs, 0 where it is none.
func wordCost(key uint64, letters int) int32 {
	switch known := lexicon.flags(key)&wordKnown != 0; {
	case known && letters > 2:
		return costWord
	case known:
		return costShort
	case letters > 2 && familiar(key):
		return costFamiliar + 2*int32(max(0, 6-letters)) + 3*int32(max(0, letters-11))
	}
	return 0
}

func lone(c byte) bool {
	switch c | 0x20 {
	case 'a', 'e', 'i', 'o', 'y':
		return true
	}
	return false
}

// settle walks the cheapest cover from its end and marks each letter. Letters of no word are one piece together.
func (s *seams) settle() (c covered) {
	n := len(s.letters)
	s.marks = slices.Grow(s.marks[:0], n)[:n]
	clear(s.marks)
	wasLoose := 0
	for at := n; at > 0; {
		from := int(s.from[at])
		unknown := from < 0
		if unknown {
			from = ^from
		} else {
			c.count(at - from)
			s.marks[from] = first
			for i := from + 1; i < at; i++ {
				s.marks[i] = later
			}
		}
		if !unknown || wasLoose == 0 {
			c.pieces++
		}
		if wasLoose++; !unknown {
			wasLoose = 0
		}
		switch ended := from == 0 || s.from[from] >= 0; {
		case !ended || wasLoose == 0 || wasLoose > 2:
		case wasLoose == 2 || from == 0 || at == n || !lone(s.letters[from]):
			c.crumbs++
		}
		at = from
	}
	return c
}

func (c *covered) count(letters int) {
	if letters > 2 {
		c.words++
		c.known += letters
	}
	if letters > 3 {
		c.long++
	}
}
