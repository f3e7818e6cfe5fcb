package pii

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// packed is a word of at most maxListed letters in lower case without accents, the first letter lowest.
type packed struct{ low, high uint64 }

// maxListed is the most letters of a word in a list.
const maxListed = 16

// packable gives a letter in lower case, or 0 for what needs more than that.
var packable = func() (t [256]byte) {
	for c := 1; c < utf8.RuneSelf; c++ {
		t[c] = lower(byte(c))
	}
	return t
}()

// pack folds a word; what no list can hold is the zero.
func pack(word string) (p packed) {
	if len(word) > maxListed {
		return packFolded(word)
	}
	low := min(len(word), 8)
	for i := range low {
		c := packable[word[i]]
		if c == 0 {
			return packFolded(word)
		}
		p.low |= uint64(c) << (8 * i)
	}
	for i := low; i < len(word); i++ {
		c := packable[word[i]]
		if c == 0 {
			return packFolded(word)
		}
		p.high |= uint64(c) << (8 * (i - 8))
	}
	return p
}

// packFolded packs a word with letters from À to ÿ, or what is no word of a list.
func packFolded(word string) (p packed) {
	n := 0
	for i := 0; i < len(word); i++ {
		c := packable[word[i]]
		if word[i] == latinLead && i+1 < len(word) {
			i++
			c = latin[word[i]]
		}
		if c == 0 {
			return packRare(word)
		}
		if n == maxListed {
			return packed{}
		}
		p.add(n, c)
		n++
	}
	return p
}

// packRare packs a word with other letters, or with accents written apart.
func packRare(word string) (p packed) {
	var w folded
	if !w.fold(word) || w.n > maxListed {
		return p
	}
	for i, c := range w.bytes() {
		if c == 0 {
			return packed{}
		}
		p.add(i, c)
	}
	return p
}

// add puts letter i.
func (p *packed) add(i int, c byte) {
	if i < 8 {
		p.low |= uint64(c) << (8 * i)
	} else {
		p.high |= uint64(c) << (8 * (i - 8))
	}
}

// words is a list of words with what each says: open addressing, a power of two of slots, half of them empty.
type words[T any] struct {
	keys  []packed
	vals  []T
	shift int
}

func newWords[T any](list map[string]T) *words[T] {
	size := bits.Len(uint(2*len(list))) + 1
	w := &words[T]{keys: make([]packed, 1<<size), vals: make([]T, 1<<size), shift: 64 - size}
	for word, value := range list {
		if len(word) > maxListed {
			panic(fmt.Sprintf("guard: word %q is too long for a list", word))
		}
		p := pack(word)
		if !plain(word) {
			continue // texts are folded before they are looked up
		}
		at := w.slot(p)
		for w.keys[at] != (packed{}) {
			at = (at + 1) & (len(w.keys) - 1)
		}
		w.keys[at], w.vals[at] = p, value
	}
	return w
}

// flagged gives the words of some lists the flags of all that hold them.
func flagged[T ~uint8 | ~uint16 | ~uint32](lists map[T]string) map[string]T {
	out := map[string]T{}
	for flag, list := range lists {
		for word := range strings.FieldsSeq(list) {
			out[word] |= flag
		}
	}
	return out
}

func plain(word string) bool {
	for i := range len(word) {
		if packable[word[i]] != word[i] {
			return false
		}
	}
	return true
}

func (w *words[T]) slot(p packed) int {
	return int((p.low ^ bits.RotateLeft64(p.high, 29)) * 0x9E3779B97F4A7C15 >> w.shift)
}

// get returns what a word says, in any case and with accents or without.
func (w *words[T]) get(word string) (value T, ok bool) {
	p := pack(word)
	if p.low == 0 {
		return value, false
	}
	for at := w.slot(p); ; at = (at + 1) & (len(w.keys) - 1) {
		switch w.keys[at] {
		case p:
			return w.vals[at], true
		case packed{}:
			return value, false
		}
	}
}
