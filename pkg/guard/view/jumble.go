package view

import (
	"slices"
	"strings"
)

// leastJumbled is how many words must be others with their letters in another order.
const leastJumbled = 2

// longestJumbled is how many letters of a word are put in order.
const longestJumbled = 16

// sortedWords holds words by their first and last letters and those between, sorted.
var sortedWords = func() map[[longestJumbled]byte]string {
	m := map[[longestJumbled]byte]string{}
	for w := range strings.FieldsSeq(commonWords + telltaleWords) {
		if len(w) > 3 && len(w) <= longestJumbled {
			m[sortedInside(w)] = w
		}
	}
	return m
}()

// sortedInside is the word in small letters, those between the first and the last sorted.
func sortedInside(w string) (key [longestJumbled]byte) {
	for i := range len(w) {
		key[i] = w[i] | 0x20
	}
	slices.Sort(key[1 : len(w)-1])
	return key
}

// readJumbled writes words whose inner letters are shuffled, or whose letters are turned in pairs, as they are known.
func readJumbled(r *reading, b *Buffer) bool {
	r.kind = Jumbled
	text := r.from.Text
	eachWord(text, func(start, end int) {
		w := text[start:end]
		if len(w) < 4 || len(w) > longestJumbled || wordCost(keyOf(w), len(w)) > 0 {
			return
		}
		if known, ok := sortedWords[sortedInside(w)]; ok {
			r.reword(known, start, end)
			return
		}
		b.out = appendPairs(b.out[:0], w)
		if known := string(b.out); wordCost(keyOf(known), len(known)) > 0 {
			r.reword(known, start, end)
		}
	})
	return r.legible >= leastJumbled
}

func (r *reading) reword(known string, start, end int) {
	r.copyTo(start)
	r.put([]byte(known), end)
	r.legible++
}

// appendPairs writes each two letters of w the other way round.
func appendPairs(out []byte, w string) []byte {
	for i := 0; i < len(w); i += 2 {
		if i+1 < len(w) {
			out = append(out, w[i+1])
		}
		out = append(out, w[i])
	}
	return out
}
