package view

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// minJumbled is how many words must be others with their letters in another order.
const minJumbled = 2

// maxJumbled is how many letters of a word are put in order.
const maxJumbled = 16

// sortedWords holds the words that people write by their first and last letters and those between, sorted. Of several with the
// same letters the first counts: the commonest, then by the alphabet.
var sortedWords = func() map[[maxJumbled]byte]string {
	m := map[[maxJumbled]byte]string{}
	add := func(w string) {
		if len(w) < 4 || len(w) > maxJumbled || !written([]byte(w)) {
			return
		}
		if key := sortedInside([]byte(w)); m[key] == "" {
			m[key] = w
		}
	}
	for w := range strings.FieldsSeq(commonWords + telltaleWords) {
		add(w)
	}
	known := language.Words()
	slices.Sort(known)
	for _, w := range known {
		add(w)
	}
	return m
}()

// sortedInside is the word, given in small letters, with those between the first and the last sorted.
func sortedInside(w []byte) (key [maxJumbled]byte) {
	copy(key[:], w)
	slices.Sort(key[1 : len(w)-1])
	return key
}

// readJumbled writes words whose inner letters are shuffled, or whose letters are turned in pairs or repeated, as they are known.
func readJumbled(r *reading, b *Buffer) bool {
	r.kind = Jumbled
	eachLettered(r.from.Text, func(start, end int, letters []byte) {
		if known := b.unjumbled(letters); known != "" {
			r.reword(known, start, end)
		}
	})
	return r.legible >= minJumbled
}

// unjumbled is the known word that w was, or nothing.
func (b *Buffer) unjumbled(w []byte) string {
	if b.out = appendHalf(b.out[:0], w); len(b.out) > 3 && written(b.out) {
		return string(b.out)
	}
	if len(w) < 4 || len(w) > maxJumbled || written(w) {
		return ""
	}
	for _, turn := range [...]func(out, w []byte) []byte{appendOnce, appendPairs} {
		if b.out = turn(b.out[:0], w); written(b.out) {
			return string(b.out)
		}
	}
	for _, turn := range [...]func(out, w []byte) []byte{asIs, appendStart, appendEnd, appendEnds} {
		b.out = turn(b.out[:0], w)
		if known := sortedWords[sortedInside(b.out)]; known != "" {
			return known
		}
	}
	return ""
}

func (r *reading) reword(known string, start, end int) {
	r.copyTo(start)
	r.put([]byte(known), end)
	r.legible++
}

// appendPairs writes each two letters of w the other way round.
func appendPairs(out, w []byte) []byte {
	for i := 0; i < len(w); i += 2 {
		if i+1 < len(w) {
			out = append(out, w[i+1])
		}
		out = append(out, w[i])
	}
	return out
}

func asIs(out, w []byte) []byte { return append(out, w...) }

// appendStart writes w with its first two letters the other way round, appendEnd with its last two, appendEnds with both.
func appendStart(out, w []byte) []byte { return append(append(out, w[1], w[0]), w[2:]...) }

func appendEnd(out, w []byte) []byte {
	end := len(w) - 2
	return append(append(out, w[:end]...), w[end+1], w[end])
}

func appendEnds(out, w []byte) []byte {
	end := len(w) - 2
	return append(append(append(out, w[1], w[0]), w[2:end]...), w[end+1], w[end])
}

// appendOnce writes w with each letter once that is repeated.
func appendOnce(out, w []byte) []byte {
	for i := range w {
		if i == 0 || w[i] != w[i-1] {
			out = append(out, w[i])
		}
	}
	return out
}

// appendHalf writes each second letter of w; nothing unless all come in twos.
func appendHalf(out, w []byte) []byte {
	for i := 0; i < len(w); i += 2 {
		if i+1 == len(w) || w[i] != w[i+1] {
			return out[:0]
		}
		out = append(out, w[i])
	}
	return out
}
