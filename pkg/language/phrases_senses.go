package language

import (
	"math/bits"
	"slices"
)

// senses are the words and beginnings of patterns that a token is; 0 is none, and none follow it.
type senses [4]uint16

func (s *senses) any(ids []uint16) bool {
	for _, have := range s {
		if have != 0 && slices.Contains(ids, have) {
			return true
		}
	}
	return false
}

// markOfSense is one of 64 marks that a sense shares with others.
func markOfSense(id uint16) uint64 { return 1 << (id % 64) }

// sensesTable holds the senses of the words that are known, by their number, in open addressing. It is empty where no word has any.
type sensesTable struct {
	slots []sensesSlot
	shift uint8
}

// sensed is the senses of a token with their marks.
type sensed struct {
	senses
	marks uint64
}

func (s senses) marked() sensed {
	m := sensed{senses: s}
	for _, id := range s {
		if id != 0 {
			m.marks |= markOfSense(id)
		}
	}
	return m
}

// sensesSlot is empty where word is 0.
type sensesSlot struct {
	word uint32
	sensed
}

func newSensesTable(p *Phrases) sensesTable {
	var found []sensesSlot
	for i := 1; i < len(vocabulary.words); i++ {
		if s := p.sensesOf(vocabulary.words[i].text); s[0] != 0 {
			found = append(found, sensesSlot{uint32(i), s.marked()})
		}
	}
	size := bits.Len(uint(2 * len(found)))
	t := sensesTable{make([]sensesSlot, 1<<size), uint8(32 - size)}
	for _, slot := range found {
		at := t.at(slot.word)
		for t.slots[at].word != 0 {
			at = (at + 1) & uint32(len(t.slots)-1)
		}
		t.slots[at] = slot
	}
	return t
}

// at is where the search for a word begins.
func (t *sensesTable) at(word uint32) uint32 {
	return word * 0x9E3779B1 >> t.shift
}

func (t *sensesTable) of(word uint32) (none sensed) {
	for at := t.at(word); ; at++ {
		switch slot := &t.slots[at&uint32(len(t.slots)-1)]; slot.word {
		case word:
			return slot.sensed
		case 0:
			return none
		}
	}
}

// senses returns those of a token.
func (p *Phrases) senses(t *Token) sensed {
	s := p.sensesRead(t)
	if !p.said || t.Said == "" || t.Said == t.Norm {
		return s
	}
	for _, id := range p.sensesOf(t.Said) {
		if at := slices.Index(s.senses[:], 0); id != 0 && at >= 0 && !slices.Contains(s.senses[:], id) {
			s.senses[at] = id
		}
	}
	return s.marked()
}

// sensesRead returns those of a token as it is read.
func (p *Phrases) sensesRead(t *Token) (none sensed) {
	switch {
	case t.word != 0:
		return p.known.of(t.word)
	case t.Kind == Word:
		return p.sensesOf(t.Norm).marked()
	case t.Kind == Number:
		return senses{p.words[t.Norm]}.marked()
	}
	return none
}

// sensesOf returns those of a word.
func (p *Phrases) sensesOf(w string) (s senses) {
	n := 0
	if id := p.words[w]; id != 0 {
		s[0], n = id, 1
	}
	for _, l := range p.lengths {
		if l > len(w) || n == len(s) {
			break
		}
		if id := p.prefixes[w[:l]]; id != 0 {
			s[n] = id
			n++
		}
	}
	return s
}
