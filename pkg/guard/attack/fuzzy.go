package attack

import (
	"cmp"
	"maps"
	"slices"
)

const (
	// minFuzzy is the least length, as heard, of a core word that is known with a slip of the pen; minSharp
	// that of one that only a model is told.
	minFuzzy = 7
	minSharp = 6
	// minHeard is the least length of one that is known by its sound alone.
	minHeard = 4
)

// neighbours finds core words at one slip's distance by their sound: a letter wrong, missing, doubled, too many, or two
// exchanged. It holds the sound of each core word and what remains of it without one letter, so that a look-up
// compares deletions only.
type neighbours struct {
	keys []uint64
	at   []uint32
	list []core
	mask uint64
	// longest is the length of the longest sound of a core word.
	longest int
	// bare finds core words by their consonants, for those who leave the vowels out.
	bare map[string]*core
	// heard finds any word of the lexicon by its sound, unless mayHear tells at once that there is none.
	heard   map[string]*core
	mayHear Sieve
	// may tells at once that there is no key.
	may Sieve
}

// core is a word that is known by its sound.
type core struct {
	sound string
	class Class
	sharp bool
	// hash of the letters
	hash uint64
}

func newNeighbours(words map[string]Class, sharp map[string]bool, all map[string]Class) *neighbours {
	n := &neighbours{bare: map[string]*core{}, heard: make(map[string]*core, len(all))}
	var buf [maxWord]byte
	total := 0
	for word, class := range words {
		n.list = append(n.list, core{string(sound(buf[:0], []byte(word))), class, sharp[word], letters([]byte(word))})
		total += len(word) + 1
	}
	slices.SortFunc(n.list, func(a, b core) int { return compare(a, b) })
	if len(n.list) > 0 {
		n.longest = len(n.list[len(n.list)-1].sound)
	}
	for i := range n.list {
		c := &n.list[i]
		if b := consonants(buf[:0], []byte(c.sound)); len(b) >= minConsonants && n.bare[string(b)] == nil {
			n.bare[string(b)] = c
		}
	}
	n.hear(all)
	size := 64
	for size < 2*total {
		size *= 2
	}
	n.keys, n.at, n.mask, n.may = make([]uint64, size), make([]uint32, size), uint64(size-1), NewSieve(total)
	for i := range n.list {
		n.put(hashWord([]byte(n.list[i].sound)), i)
	}
	for i, c := range n.list {
		if !fuzzy(&c) {
			continue
		}
		for skip := range len(c.sound) {
			n.put(hashWithout([]byte(c.sound), skip), i)
		}
	}
	return n
}

// fuzzy reports whether the word is long or telling enough to be known with a slip.
func fuzzy(c *core) bool {
	return len(c.sound) >= minFuzzy || len(c.sound) >= minSharp && c.sharp
}

// close reports whether a word that begins like c is one slip from it.
func (c *core) close(heard []byte) bool {
	return fuzzy(c) && heard[0] == c.sound[0] && oneSlip(heard, c.sound)
}

// hear makes the table of all words by their sound; of several the first by letters stands for them.
func (n *neighbours) hear(all map[string]Class) {
	var buf [maxWord]byte
	n.mayHear = NewSieve(len(all))
	for _, word := range slices.Sorted(maps.Keys(all)) {
		if len(word) < minHeard || len(word) > maxWord {
			continue
		}
		key := string(sound(buf[:0], []byte(word)))
		if same := n.heard[key]; same != nil {
			same.class = same.class.or(all[word])
			continue
		}
		n.mayHear.Add(hashWord([]byte(key)))
		n.heard[key] = &core{sound: key, class: all[word], hash: letters([]byte(word))}
	}
}

func compare(a, b core) int {
	return cmp.Or(cmp.Compare(len(a.sound), len(b.sound)), cmp.Compare(a.sound, b.sound), cmp.Compare(a.hash, b.hash))
}

func (n *neighbours) put(key uint64, word int) {
	at := key & n.mask
	for n.keys[at] != 0 {
		if n.keys[at] == key {
			if same := &n.list[n.at[at]]; same.sound == n.list[word].sound {
				same.class = same.class.or(n.list[word].class)
			}
			return // the first word of the list stands for its neighbours
		}
		at = (at + 1) & n.mask
	}
	n.keys[at], n.at[at] = key, uint32(word)
	n.may.Add(key)
}

func (n *neighbours) get(key uint64) (*core, bool) {
	if !n.may.May(key) {
		return nil, false
	}
	for at := key & n.mask; n.keys[at] != 0; at = (at + 1) & n.mask {
		if n.keys[at] == key {
			return &n.list[n.at[at]], true
		}
	}
	return nil, false
}

func hashWithout(word []byte, skip int) uint64 {
	h := uint64(hashSeed)
	for i, c := range word {
		if i != skip {
			h = hashByte(h, c)
		}
	}
	return finish(h)
}

// find returns the word that word sounds like, or a core word at distance one.
func (n *neighbours) find(word []byte) *core {
	if len(word) < minHeard || len(word) > maxWord {
		return nil
	}
	var buf, bare [maxWord]byte
	heard := sound(buf[:0], word)
	hash := hashWord(heard)
	if n.mayHear.May(hash) {
		if c := n.heard[string(heard)]; c != nil {
			return c
		}
	}
	if b := consonants(bare[:0], heard); len(b) >= minConsonants && len(heard)-len(b) <= 1 {
		if c := n.bare[string(b)]; c != nil {
			return c
		}
	}
	if len(heard) < minSharp-1 || len(heard) > n.longest+1 {
		return nil
	}
	if near, ok := n.get(hash); ok && near.close(heard) {
		return near
	}
	for skip := range heard {
		if near, ok := n.get(hashWithout(heard, skip)); ok && near.close(heard) {
			return near
		}
	}
	return nil
}

// minConsonants are enough to know a word by.
const minConsonants = 4

// consonants appends the letters of word that are no vowels.
func consonants(out, word []byte) []byte {
	for _, c := range word {
		switch c {
		case 'a', 'e', 'i', 'o', 'u':
		default:
			out = append(out, c)
		}
	}
	return out
}

// sound appends word as it is heard in Spanish, in one letter a sound.
func sound(out, word []byte) []byte {
	for i, c := range word {
		next := byte(0)
		if i+1 < len(word) {
			next = word[i+1]
		}
		switch soft := next == 'e' || next == 'i'; {
		case c == 'h' || c == 'u' && i > 0 && (word[i-1] == 'q' || word[i-1] == 'g' && soft):
			continue
		case c == 'v' || c == 'w':
			c = 'b'
		case c == 'z', c == 'c' && soft, c == 'x', c == '5':
			c = 's'
		case c == 'c' && next == 'h':
			c = 'C'
		case c == 'c', c == 'q':
			c = 'k'
		case c == 'y':
			c = 'i'
		case c == 'j', c == 'g' && soft:
			c = 'g'
		}
		if c == 'l' && next == 'l' {
			c = 'i'
		}
		if n := len(out); n > 0 && (out[n-1] == c || c == 'l' && word[i-1] == 'l') || c == 's' && n > 0 && out[n-1] == 'k' && word[i] == 'c' {
			if c == 's' && n > 0 && out[n-1] == 'k' {
				out[n-1] = 's' // "cc" before e and i
			}
			continue
		}
		out = append(out, c)
	}
	return out
}

// oneSlip reports a distance of at most one: substitution, deletion, insertion or the exchange of two neighbours.
func oneSlip(word []byte, near string) bool {
	i := 0
	for i < len(word) && i < len(near) && word[i] == near[i] {
		i++
	}
	j, k := len(word), len(near)
	for j > i && k > i && word[j-1] == near[k-1] {
		j, k = j-1, k-1
	}
	switch {
	case j-i <= 1 && k-i <= 1:
		return true
	case j-i == 2 && k-i == 2:
		return word[i] == near[i+1] && word[i+1] == near[i]
	}
	return false
}
