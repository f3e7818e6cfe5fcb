package attack

import "strings"

// tellers tell where a literal may stand: each holds two or three bytes in a row that words seldom have.
type tellers struct {
	// pairs says of two bytes, by their classes, that they tell, or that the third decides.
	pairs [1 << (2 * classBits)]uint8
	// triples are three bytes that tell, as bits by their hashes.
	triples [tripleSpace / 64]uint64
	// longest is the most bytes of a literal.
	longest int
}

const (
	classBits   = 7 // number the classes of bytes of the literals
	tripleSpace = 1 << 12

	tells        = 1 // a pair
	thirdDecides = 2
)

func (a *automaton) pair(b, c byte) int {
	return int(a.class[b]&(1<<classBits-1))<<classBits | int(a.class[c]&(1<<classBits-1))
}

func triple(pair int, class uint8) (word, bit int) {
	n := (uint32(pair)<<classBits | uint32(class)) * 0x9E3779B1 >> 20
	return int(n >> 6), int(n & 63)
}

// tells reports whether the bytes around i, which is not the first, are of a literal.
func (a *automaton) tells(text string, i int) bool {
	n := a.pair(text[i-1], text[i])
	if a.pairs[n] != thirdDecides || i+1 == len(text) {
		return a.pairs[n] == tells
	}
	word, bit := triple(n, a.class[text[i+1]])
	return a.triples[word]>>bit&1 != 0
}

// chooseTellers marks of each literal the bytes that are seldomest in the words of a list, so that ordinary texts have few.
func (a *automaton) chooseTellers(list string) {
	if a.width > 1<<classBits {
		panic("guard: the literals have too many kinds of bytes")
	}
	times := make([]int, len(a.pairs))
	for line := range strings.Lines(list) {
		for i := 1; i < len(line) && line[0] == ' '; i++ {
			times[a.pair(line[i-1], line[i])]++
		}
	}
	for accented := 0xC2; accented <= 0xC3; accented++ { // the words of the list have none
		for b := range 256 {
			times[a.pair(byte(b), byte(accented))] += len(list)
		}
	}
	for i := range a.list {
		text := a.list[i].text
		a.longest = max(a.longest, len(text))
		best := 1
		for j := 2; j+1 < len(text); j++ {
			if times[a.pair(text[j-1], text[j])] < times[a.pair(text[best-1], text[best])] {
				best = j
			}
		}
		a.mark(text, best)
	}
}

func (a *automaton) mark(text string, at int) {
	n := a.pair(text[at-1], text[at])
	if len(text) == 2 {
		a.pairs[n] = tells
		return
	}
	if a.pairs[n] == 0 {
		a.pairs[n] = thirdDecides
	}
	word, bit := triple(n, a.class[text[at+1]])
	a.triples[word] |= 1 << bit
}
