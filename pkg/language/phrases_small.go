package language

import (
	"errors"
	"math"
	"slices"
)

// SmallPhrases is Phrases for sets of which there are many, one a tenant: it takes some ten bytes a word, and no more. What it
// looks for need not be in the vocabulary, so that a word of a text counts as it was written too, not only as it was set right.
type SmallPhrases struct {
	patterns []smallPattern
	elements []smallElement
	stems    []smallStem
	// firsts says what the first words of patterns may hash to, a bit each, so that most words of a text cost one look.
	firsts [firstBits / 64]uint64
	// lengths are those of the beginnings, ascending.
	lengths []uint8
}

const firstBits = 256

// smallPattern is its elements from place from on.
type smallPattern struct {
	list, from uint16
	n          uint8
	start, end bool
}

// smallElement is its words from place from on.
type smallElement struct {
	from   uint16
	n, gap uint8
}

// smallStem is a word, or where begins is not 0 the beginning of one, of that many bytes. Two words in four billion hash alike.
type smallStem struct {
	hash   uint32
	begins uint8
}

// NewSmallPhrases compiles lists of patterns, which read as those of Phrases do.
func NewSmallPhrases(lists []string) (*SmallPhrases, error) {
	all, err := compilePhrases(lists)
	if err != nil {
		return nil, err
	}
	return all.small()
}

// small rewrites phrases in the form that takes little room.
func (p *Phrases) small() (*SmallPhrases, error) {
	words := make([]smallStem, len(p.byFirst))
	for w, id := range p.words {
		words[id] = smallStem{hash: Hash(w)}
	}
	for w, id := range p.prefixes {
		words[id] = smallStem{hash: Hash(w), begins: uint8(min(len(w), math.MaxUint8))}
	}
	out := &SmallPhrases{}
	for i := range p.patterns {
		if err := out.add(&p.patterns[i], words); err != nil {
			return nil, err
		}
	}
	for _, l := range p.lengths {
		out.lengths = append(out.lengths, uint8(min(l, math.MaxUint8)))
	}
	out.patterns, out.elements, out.stems = slices.Clip(out.patterns), slices.Clip(out.elements), slices.Clip(out.stems)
	return out, nil
}

var errTooLong = errors.New("expected shorter phrases")

func (s *SmallPhrases) add(p *pattern, words []smallStem) error {
	if max(len(p.elements), len(s.elements)/math.MaxUint8, len(s.patterns)/math.MaxUint8) > math.MaxUint8 {
		return errTooLong
	}
	s.patterns = append(s.patterns, smallPattern{
		list: uint16(p.list), from: uint16(len(s.elements)), n: uint8(len(p.elements)), start: p.start, end: p.end,
	})
	for k, e := range p.elements {
		if max(len(e.ids), len(s.stems)/math.MaxUint8) > math.MaxUint8 {
			return errTooLong
		}
		s.elements = append(s.elements, smallElement{from: uint16(len(s.stems)), n: uint8(len(e.ids)), gap: uint8(e.gap)})
		for _, id := range e.ids {
			s.stems = append(s.stems, words[id])
			if k == 0 {
				at := words[id].hash % firstBits
				s.firsts[at/64] |= 1 << (at % 64)
			}
		}
	}
	return nil
}

// Find appends the patterns that stand in a text to hits.
func (s *SmallPhrases) Find(t Text, hits []Hit) []Hit {
	if s == nil || len(s.patterns) == 0 {
		return hits
	}
	var room [64]smallWord
	words := room[:0]
	for i := range t.Tokens {
		words = append(words, smallWordOf(&t.Tokens[i]))
	}
	for i := range words {
		if !s.mayBegin(&words[i]) {
			continue
		}
		for n := range s.patterns {
			p := &s.patterns[n]
			if to := s.match(p, t, words, i); to > i {
				hits = append(hits, Hit{List: int(p.list), From: i, To: to})
			}
		}
	}
	return hits
}

// match returns the token after the pattern that begins at i, or 0.
func (s *SmallPhrases) match(p *smallPattern, t Text, words []smallWord, i int) int {
	elements := s.elements[p.from:][:p.n]
	if p.start && t.firstWord() != i || !s.holds(elements[0], &words[i]) {
		return 0
	}
	at := i + 1
	for _, e := range elements[1:] {
		if at = s.seek(e, t, words, at); at == 0 {
			return 0
		}
	}
	if p.end && t.wordAfter(at) < len(t.Tokens) {
		return 0
	}
	return at
}

// seek returns the token after the first one that is the element, not further from at than its gap, or 0.
func (s *SmallPhrases) seek(e smallElement, t Text, words []smallWord, at int) int {
	for left := e.gap; at < len(words); at++ {
		if s.holds(e, &words[at]) {
			return at + 1
		}
		if t.Tokens[at].Kind == Mark {
			if t.endsClause(at) {
				return 0
			}
			continue
		}
		if left == 0 {
			return 0
		}
		left--
	}
	return 0
}

func (s *SmallPhrases) holds(e smallElement, w *smallWord) bool {
	return slices.ContainsFunc(s.stems[e.from:][:e.n], w.is)
}

// mayBegin reports whether a pattern may begin with a word.
func (s *SmallPhrases) mayBegin(w *smallWord) bool {
	if w.norm == "" {
		return false
	}
	if s.isFirst(w.normHash) || s.isFirst(w.saidHash) {
		return true
	}
	for _, l := range s.lengths {
		if int(l) <= len(w.norm) && s.isFirst(Hash(w.norm[:l])) || int(l) <= len(w.said) && s.isFirst(Hash(w.said[:l])) {
			return true
		}
	}
	return false
}

func (s *SmallPhrases) isFirst(hash uint32) bool {
	return s.firsts[hash%firstBits/64]>>(hash%64)&1 != 0
}

// smallWord is a word of a text as patterns see it; it is empty for a mark.
type smallWord struct {
	norm, said         string
	normHash, saidHash uint32
}

func smallWordOf(t *Token) (w smallWord) {
	if t.Kind == Mark {
		return w
	}
	w.norm, w.normHash = t.Norm, Hash(t.Norm)
	w.said, w.saidHash = w.norm, w.normHash
	if t.Said != "" && t.Said != t.Norm {
		w.said, w.saidHash = t.Said, Hash(t.Said)
	}
	return w
}

func (w *smallWord) is(stem smallStem) bool {
	n := int(stem.begins)
	switch {
	case w.norm == "":
		return false
	case n == 0:
		return w.normHash == stem.hash || w.saidHash == stem.hash
	}
	return n <= len(w.norm) && Hash(w.norm[:n]) == stem.hash || n <= len(w.said) && Hash(w.said[:n]) == stem.hash
}
