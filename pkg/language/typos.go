package language

import (
	_ "embed"
	"strconv"
	"strings"
)

// vocabularyText lists the words of the authored messages that occur often enough to be words, one a line with how often,
// the most frequent first. `make generate` writes it.
//
//go:embed vocabulary.txt
var vocabularyText string

var vocabulary = NewVocabulary(vocabularyText)

// A word that is not known is taken for one that is told apart by sound or by one slip of the keyboard, where that one is
// frequent. Shorter words have too many neighbours.
const (
	leastSound = 4
	leastSlip  = 5
	// leastCount is how often a word occurs that others are corrected to.
	leastCount = 8
	// maxCorrections bounds the time that a text of nonsense costs.
	maxCorrections = 48
)

// Vocabulary is words by spelling, by sound, and by spelling less one letter (the deletion neighbourhoods of Garbe's SymSpell).
type Vocabulary struct {
	known   map[string]struct{}
	list    []string // those that others are corrected to, the most frequent first
	bySound map[uint32]uint16
	byLess  map[uint32]uint16
}

// NewVocabulary reads words, one a line with how often it occurs, the most frequent first.
func NewVocabulary(text string) *Vocabulary {
	v := &Vocabulary{known: make(map[string]struct{}, 8192), bySound: make(map[uint32]uint16), byLess: make(map[uint32]uint16)}
	for line := range strings.Lines(text) {
		w, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		v.known[w] = struct{}{}
		if n, err := strconv.Atoi(count); err == nil && n >= leastCount && len(w) >= leastSound {
			v.target(w)
		}
	}
	for w := range lexicon {
		v.known[w] = struct{}{}
	}
	for w := range wordLangs {
		v.known[w] = struct{}{}
	}
	return v
}

// target makes w a word that others are corrected to; of two that are reached alike, the more frequent is.
func (v *Vocabulary) target(w string) {
	at := uint16(len(v.list))
	v.list = append(v.list, w)
	put := func(m map[uint32]uint16, key uint32) {
		if _, taken := m[key]; !taken {
			m[key] = at
		}
	}
	put(v.bySound, Sound(w))
	if len(w) < leastSlip {
		return
	}
	put(v.byLess, less(w, -1))
	for i := range len(w) {
		put(v.byLess, less(w, i))
	}
}

// less is the hash of a word without byte i.
func less(w string, i int) uint32 {
	h := uint32(hashSeed)
	for k := range len(w) {
		if k != i {
			h = (h ^ uint32(w[k])) * 16777619
		}
	}
	return h ^ h>>15
}

// Correct returns the word that w is meant for; false where w is a word itself, or like none.
func (v *Vocabulary) Correct(w string) (string, bool) {
	if len(w) < leastSound || len(w) > maxStem {
		return "", false
	}
	if _, ok := v.known[w]; ok {
		return "", false
	}
	if at, ok := v.bySound[Sound(w)]; ok {
		return v.list[at], true
	}
	if len(w) < leastSlip {
		return "", false
	}
	best := len(v.list)
	for i := -1; i < len(w); i++ {
		if at, ok := v.byLess[less(w, i)]; ok && int(at) < best && oneSlip(v.list[at], w) {
			best = int(at)
		}
	}
	if best == len(v.list) {
		return "", false
	}
	return v.list[best], true
}

// Sound is the hash of how a word sounds, in Spanish.
func Sound(w string) uint32 {
	h, last := uint32(hashSeed), byte(0)
	for i := range len(w) {
		c := soundOf(w, i)
		if c == 0 || c == last {
			continue
		}
		last = c
		h = (h ^ uint32(c)) * 16777619
	}
	return h ^ h>>15
}
