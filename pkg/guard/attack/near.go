package attack

import (
	"slices"
)

// hit is a rule that holds of the words from first to last.
type hit struct {
	*rule
	frame       *frame // nil of a literal
	weight      float64
	first, last int32
	start, end  int32 // bytes of the text
}

// near is what the rules found around a passage: weak findings far apart have nothing to do with each other.
type near struct {
	heaviest [maxFamilies]*hit
	families []uint8
	frames   []uint16 // each once
	seen     [maxFrames / 64]uint64
	marks    Marks
}

// place is where a mark stands.
type place struct {
	mark Marks
	word int32
}

// mark remembers that a literal stands at a word.
func (s *Reader) mark(l *literal, word int32) {
	s.marks |= l.mark
	if n := len(s.live.marks); n == 0 || s.live.marks[n-1] != (place{l.mark, word}) {
		s.live.marks = append(s.live.marks, place{l.mark, word})
	}
}

// marksIn returns the marks from word least up to but without most.
func (l *live) marksIn(least, most int32) (m Marks) {
	i, _ := slices.BinarySearchFunc(l.marks, least, func(p place, at int32) int { return int(p.word - at) })
	for ; i < len(l.marks) && l.marks[i].word < most; i++ {
		m |= l.marks[i].mark
	}
	return m
}

// beyond is how many words before and after a passage still belong to what it says.
const beyond = 6

// add keeps a hit.
func (s *Reader) add(h hit) {
	if s.foreign {
		h.weight *= h.abroad
	}
	s.hits, s.span = append(s.hits, h), max(s.span, h.last-h.first)
}

// wordAt returns the first word that ends after a byte of the text.
func (s *Reader) wordAt(at int) int32 {
	i, _ := slices.BinarySearchFunc(s.Tokens, int32(at), func(t Token, at int32) int { return int(t.End - at - 1) })
	return int32(i)
}

// Around looks at the words [from, to) and what stands near them; the methods below tell what the rules found there.
func (s *Reader) Around(from, to int) {
	s.near.reset()
	least, most := int32(from-beyond), int32(to+beyond)
	i, _ := slices.BinarySearchFunc(s.hits, least-s.span, func(h hit, at int32) int { return int(h.first - at) })
	for ; i < len(s.hits) && s.hits[i].first < most; i++ {
		if s.hits[i].last >= least {
			s.near.take(&s.hits[i])
		}
	}
	s.near.marks = s.live.marksIn(least, most)
}

func (n *near) reset() {
	for _, f := range n.families {
		n.heaviest[f] = nil
	}
	for _, f := range n.frames {
		n.seen[f/64] = 0
	}
	n.families, n.frames = n.families[:0], n.frames[:0]
}

// take counts a hit: each family by its heaviest.
func (n *near) take(h *hit) {
	switch best := &n.heaviest[h.family]; {
	case *best == nil:
		n.families = append(n.families, h.family)
		*best = h
	case (*best).weight < h.weight:
		*best = h
	}
	if h.frame == nil {
		return
	}
	if f := h.frame.number; n.seen[f/64]>>(f%64)&1 == 0 {
		n.seen[f/64] |= 1 << (f % 64)
		n.frames = append(n.frames, f)
	}
}

// Weight is that of the findings, and whether one of them is enough to block: of that the model takes nothing away.
func (s *Reader) Weight() (sum float64, sure bool) {
	for _, f := range s.near.families {
		w := s.near.heaviest[f].weight
		sum, sure = sum+w, sure || w >= BlockAt
	}
	return sum, sure
}

// Marks are the kinds of the literals.
func (s *Reader) Marks() Marks { return s.near.marks }

// Frames are the numbers of the frames, each once.
func (s *Reader) Frames() []uint16 { return s.near.frames }

// Families calls see with the code and the weight of each family's heaviest finding.
func (s *Reader) Families(see func(code string, weight float64)) {
	for _, f := range s.near.families {
		h := s.near.heaviest[f]
		see(h.code, h.weight)
	}
}

// Found appends the findings; their spans are bytes of the text.
func (s *Reader) Found(to []Finding) []Finding {
	for _, f := range s.near.families {
		h := s.near.heaviest[f]
		to = append(to, Finding{Code: h.code, OWASP: h.owasp, Start: int(h.start), End: int(h.end), Weight: h.weight})
	}
	return to
}
