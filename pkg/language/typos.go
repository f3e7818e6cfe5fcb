package language

import (
	_ "embed"
	"strconv"
	"strings"
)

// vocabularyText lists the words of the authored messages that occur often enough to be words, one a line with how often,
// the most frequent first. `make retrain` writes it.
//
//go:embed vocabulary.txt
var vocabularyText string

var vocabulary = NewVocabulary(vocabularyText)

// A word that is not known is taken for one that is told apart by sound or by one slip of the keyboard, where that one is
// frequent. Shorter words have too many neighbours.
const (
	minSound = 4
	minSlip  = 5
	// minCount is how often a word occurs that others are corrected to.
	minCount = 8
	// maxCorrections bounds the time that a text of nonsense costs.
	maxCorrections = 48
)

// MaxStem is the longest word that is compared with others.
const MaxStem = 31

// Vocabulary is the words that are known, and those that others are corrected to by sound, and by spelling less one letter (the deletion neighbourhoods of Garbe's SymSpell).
type Vocabulary struct {
	*wordTable
	list    []uint32 // those that others are corrected to, the most frequent first
	bySound map[uint32]uint16
	byLess  map[uint32]uint16
}

// NewVocabulary reads words, one a line with how often it occurs, the most frequent first.
func NewVocabulary(text string) *Vocabulary {
	v := &Vocabulary{wordTable: newWordTable(), bySound: make(map[uint32]uint16), byLess: make(map[uint32]uint16)}
	for line := range strings.Lines(text) {
		w, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		v.add(w).known = true
		if n, err := strconv.Atoi(count); err == nil && n >= minCount && len(w) >= minSound {
			v.target(w)
		}
	}
	v.meanings()
	return v
}

// target makes w a word that others are corrected to; of two that are reached alike, the more frequent is.
func (v *Vocabulary) target(w string) {
	at := uint16(len(v.list))
	v.list = append(v.list, v.find([]byte(w)))
	put := func(m map[uint32]uint16, key uint32) {
		if _, taken := m[key]; !taken {
			m[key] = at
		}
	}
	put(v.bySound, Sound(w))
	if len(w) < minSlip {
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
	if v.of(w).known {
		return "", false
	}
	at := v.nearest(w)
	return v.words[at].text, at != 0
}

// nearest is the number of the word that a word which is not known is meant for, or 0.
func (v *Vocabulary) nearest(w string) uint32 {
	if len(w) < minSound || len(w) > MaxStem {
		return 0
	}
	if at, ok := v.bySound[Sound(w)]; ok {
		return v.list[at]
	}
	if len(w) < minSlip {
		return 0
	}
	best := len(v.list)
	for i := -1; i < len(w); i++ {
		if at, ok := v.byLess[less(w, i)]; ok && int(at) < best && OneSlip(v.words[v.list[at]].text, w) {
			best = int(at)
		}
	}
	if best == len(v.list) {
		return 0
	}
	return v.list[best]
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

// OneSlip reports whether a and b differ by one letter more, less or other, or by two neighbours swapped.
func OneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	p := 0
	for p < len(a) && a[p] == b[p] {
		p++
	}
	if len(a) < len(b) {
		return a[p:] == b[p+1:]
	}
	if p == len(a) || a[p+1:] == b[p+1:] {
		return true
	}
	return p+1 < len(a) && a[p] == b[p+1] && a[p+1] == b[p] && a[p+2:] == b[p+2:]
}
