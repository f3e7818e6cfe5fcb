package view

import (
	"slices"
	"unicode/utf8"
)

const (
	// leastGlued is how many letters a word has that may be several without their blanks.
	leastGlued = 12
	// mostGlued bounds the letters of a text that are tried so.
	mostGlued = 640
	// longestPiece is the length of the longest word that is looked for.
	longestPiece = 14
)

// Costs of reading a glued word: the cheapest way to cover its letters wins.
const (
	costWord    = 4 // a known word of three letters or more
	costShort   = 7 // one of two
	costLetter  = 9 // a vowel, or "y", by itself
	costUnknown = 5 // each letter of no word
)

// seams is the memory of taking a glued word apart: per letter, what it costs to come there and from where.
type seams struct {
	letters []byte
	at      []int32
	cost    []int32
	from    []int32
}

// unglue writes the word from start to end apart, if most of it is known words; it returns how many letters it tried.
func (r *reading) unglue(s *seams, start, end int) int {
	s.read(r.from.Text, start, end)
	n := len(s.letters)
	if n < leastGlued || n > mostGlued {
		return min(n, 1)
	}
	c := s.cut()
	if c.pieces < 3 || 2*c.words <= c.pieces || c.known*10 < n*5 || c.long < 2 && c.known*4 < n*3 {
		return n
	}
	for _, cut := range s.cost[:c.pieces-1] {
		at := int(s.at[cut])
		r.copyTo(at)
		r.putByte(' ', at)
	}
	return n
}

// read folds the letters of the word, each with its place in the text.
func (s *seams) read(text string, start, end int) {
	s.letters, s.at = s.letters[:0], s.at[:0]
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
		s.letters, s.at = append(s.letters, c), append(s.at, int32(i))
		i += n
	}
}

// cover says how a glued word can be read.
type cover struct {
	pieces int
	words  int // of them known ones of three letters and more
	long   int // of them those of four and more
	known  int // letters of words
}

// cut finds the cheapest cover and leaves where its pieces but the first begin in cost.
func (s *seams) cut() cover {
	n := len(s.letters)
	s.cost, s.from = append(s.cost[:0], 0), append(s.from[:0], 0)
	for i := 1; i <= n; i++ {
		s.cost, s.from = append(s.cost, int32(1)<<30), append(s.from, 0)
	}
	for i := range n {
		var key uint64
		for j := i; j < min(n, i+longestPiece); j++ {
			key = letterKey(key, s.letters[j])
			cost, from := s.cost[i]+costUnknown, int32(^i)
			if j > i || lone(s.letters[j]) {
				if lexicon.flags(sealed(key, j-i+1))&wordKnown != 0 {
					cost, from = s.cost[i]+costOf(j-i+1), int32(i)
				} else if j > i {
					continue
				}
			}
			if cost < s.cost[j+1] {
				s.cost[j+1], s.from[j+1] = cost, from
			}
		}
	}
	return s.back(n)
}

func costOf(letters int) int32 {
	switch letters {
	case 1:
		return costLetter
	case 2:
		return costShort
	}
	return costWord
}

func lone(c byte) bool {
	switch c | 0x20 {
	case 'a', 'e', 'i', 'o', 'y':
		return true
	}
	return false
}

// back walks the cheapest cover from its end. Letters of no word are one piece together.
func (s *seams) back(n int) (c cover) {
	loose := false
	cuts := s.cost[:0] // what is written is behind what is still read
	for at := n; at > 0; {
		from := int(s.from[at])
		unknown := from < 0
		if unknown {
			from = ^from
		} else {
			c.count(at - from)
		}
		if !unknown || !loose {
			c.pieces++
			if at < n {
				cuts = append(cuts, int32(at))
			}
		}
		loose, at = unknown, from
	}
	slices.Reverse(cuts)
	return c
}

func (c *cover) count(letters int) {
	if letters > 2 {
		c.words++
		c.known += letters
	}
	if letters > 3 {
		c.long++
	}
}
