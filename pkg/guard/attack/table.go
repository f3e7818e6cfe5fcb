package attack

// table maps hashes of words to classes: open addressing, a power of two of slots, never full.
type table struct {
	keys []uint64
	vals []uint16
	sets []Class
	mask uint64
	may  Sieve
}

func newTable(words map[uint64]Class) *table {
	size := 64
	for size < 2*len(words) {
		size *= 2
	}
	t := &table{keys: make([]uint64, size), vals: make([]uint16, size), sets: []Class{{}}, mask: uint64(size - 1), may: NewSieve(len(words))}
	ids := map[Class]uint16{}
	for key, set := range words {
		t.may.Add(key)
		id, ok := ids[set]
		if !ok {
			id = uint16(len(t.sets))
			ids[set] = id
			t.sets = append(t.sets, set)
		}
		at := key & t.mask
		for t.keys[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.keys[at], t.vals[at] = key, id
	}
	return t
}

func (t *table) get(key uint64) (Class, bool) {
	if !t.may.May(key) {
		return Class{}, false
	}
	for at := key & t.mask; t.keys[at] != 0; at = (at + 1) & t.mask {
		if t.keys[at] == key {
			return t.sets[t.vals[at]], true
		}
	}
	return Class{}, false
}

const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

func hashByte(h uint64, c byte) uint64 { return (h ^ uint64(c)) * hashPrime }

// finish spreads a hash over the low bits that the table reads; it is never 0, the mark of an empty slot.
func finish(h uint64) uint64 {
	h ^= h >> 29
	return h | 1<<63
}

func hashWord(word []byte) uint64 { return finish(letters(word)) }

func letters(word []byte) uint64 {
	h := uint64(hashSeed)
	for _, c := range word {
		h = hashByte(h, c)
	}
	return h
}
