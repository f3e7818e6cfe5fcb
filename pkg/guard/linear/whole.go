package linear

import (
	"math/bits"

	"github.com/recado/recado/pkg/guard/attack"
)

// sceneWords is how many words a passage is judged with as a whole: a usual message, or as much of a long text.
const sceneWords = 48

// scene returns the words [first, end) around a passage.
func (f *Features) scene(p Passage) (first, end int) {
	n := len(f.Ends)
	first = max(0, min(p.From-(sceneWords-(p.To-p.From))/2, n-sceneWords))
	return first, min(n, first+sceneWords)
}

// Whole appends the buckets of what the words around a passage tell as a whole, with what the rules found there.
func (f *Features) Whole(to []uint32, p Passage) []uint32 {
	first, end := f.scene(p)
	f.whole(end-first, func(h uint64) { to = append(to, bucket(h)) })
	f.count(first, end, func(times, class int) { to = append(to, bucket(countOf(times, class))) })
	return to
}

// whole is the weight of Whole.
func (m *Model) whole(f *Features, p Passage) (sum int32) {
	first, end := f.scene(p)
	f.whole(end-first, func(h uint64) { sum += int32(m.weights[bucket(h)]) })
	f.count(first, end, func(times, class int) { sum += int32(m.counts[times][class]) })
	return sum
}

// whole calls add with what so many words tell as a whole, but for their classes.
func (f *Features) whole(words int, add func(h uint64)) {
	r := f.rules
	r.Families(func(code string, weight float64) {
		h := uint64(seed)
		for _, c := range []byte(code) {
			h = (h ^ uint64(c)) * prime
		}
		add(mix(kindRule, h))
		add(mix(kindRule, h+uint64(weight)))
	})
	for _, frame := range r.Frames() {
		add(mix(kindFrame, uint64(frame)))
	}
	for marks := uint32(r.Marks()); marks != 0; marks &= marks - 1 {
		add(mix(kindMark, uint64(bits.TrailingZeros32(marks))))
	}
	add(mix(kindView, uint64(f.dress.kind)))
	add(mix(kindShape, 100+uint64(min(f.dress.depth, 2))))
	add(mix(kindShape, 110+lengthBin(words)))
	if f.dress.hidden > 0 {
		add(mix(kindShape, 120+lengthBin(f.dress.hidden)))
	}
}

// counted are the numbers of times that a class counts again.
var counted = [...]uint8{1, 2, 4}

// countOf is the feature of a class that the words have counted[times] times.
func countOf(times, class int) uint64 { return mix(kindCount, uint64(counted[times])<<8+uint64(class)) }

// count calls add for the classes of the words [from, to): once, twice and four times there.
func (f *Features) count(from, to int, add func(times, class int)) {
	var seen [attack.MaxClasses]uint8
	for i := from; i < to; i++ {
		for w, rest := range f.rules.Tokens[i].Class {
			for ; rest != 0; rest &= rest - 1 {
				c := w<<6 + bits.TrailingZeros64(rest)
				switch seen[c]++; seen[c] {
				case counted[0]:
					add(0, c)
				case counted[1]:
					add(1, c)
				case counted[2]:
					add(2, c)
				}
			}
		}
	}
}

// lengthBin is the number of binary digits of n, at most 8.
func lengthBin(n int) uint64 { return uint64(min(8, bits.Len(uint(n)))) }
