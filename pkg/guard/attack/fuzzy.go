package attack

import "slices"

// shortestFuzzy is the least length of a core word that is known with a slip of the pen.
const shortestFuzzy = 6

// neighbours finds core words at one slip's distance: a letter wrong, missing, doubled, too many, or two exchanged. It
// holds each core word and what remains of it without one letter, so that a look-up compares deletions only.
type neighbours struct {
	keys []uint64
	at   []uint32 // index in first of the core word, plus one
	list []string
	mask uint64
}

func newNeighbours(core map[string]bool) *neighbours {
	n := &neighbours{}
	for word := range core {
		n.list = append(n.list, word)
	}
	slices.Sort(n.list)
	size, total := 64, 0
	for _, word := range n.list {
		total += len(word) + 1
	}
	for size < 2*total {
		size *= 2
	}
	n.keys, n.at, n.mask = make([]uint64, size), make([]uint32, size), uint64(size-1)
	for i, word := range n.list {
		n.put(hashWord([]byte(word)), i)
		for skip := range len(word) {
			n.put(hashWithout([]byte(word), skip), i)
		}
	}
	return n
}

func (n *neighbours) put(key uint64, word int) {
	at := key & n.mask
	for n.keys[at] != 0 {
		if n.keys[at] == key {
			return // the first word of the list stands for its neighbours
		}
		at = (at + 1) & n.mask
	}
	n.keys[at], n.at[at] = key, uint32(word)
}

func (n *neighbours) get(key uint64) (string, bool) {
	for at := key & n.mask; n.keys[at] != 0; at = (at + 1) & n.mask {
		if n.keys[at] == key {
			return n.list[n.at[at]], true
		}
	}
	return "", false
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

// find returns the core word at distance one of word.
func (n *neighbours) find(word []byte) (string, bool) {
	if len(word) < shortestFuzzy-1 || len(word) > longestWord {
		return "", false
	}
	if near, ok := n.get(hashWord(word)); ok && oneSlip(word, near) {
		return near, true
	}
	for skip := range word {
		if near, ok := n.get(hashWithout(word, skip)); ok && oneSlip(word, near) {
			return near, true
		}
	}
	return "", false
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
