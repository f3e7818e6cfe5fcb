package linear

import (
	"encoding/binary"
	"math"

	"github.com/recado/recado/pkg/guard/attack"
)

// weighed is the memory of features that are weighed as they are read.
type weighed struct {
	// by is the model that the memo is of.
	by *Model
	// sum is what the words so far weigh, and n how many features they have.
	sum, n int32
	// sums holds, per word, what the words up to it weigh.
	sums  []int32
	memo  [memoSize]known
	stray known // a word that is not remembered
}

// known is what a word's letters and its meaning tell by themselves.
type known struct {
	first, second uint64 // the letters
	hash          uint64
	sum, n        int32 // of its parts
	concepts      []uint16
}

const (
	memoBits = 9
	memoSize = 1 << memoBits
	// longestKept is how many letters a remembered word can have.
	longestKept = 16
)

func (f *Features) begin() {
	if f.by != f.For {
		f.by, f.memo = f.For, [memoSize]known{}
	}
	f.sum, f.n, f.sums = 0, 0, f.sums[:0]
}

// close ends a word.
func (f *Features) close() {
	if f.For == nil {
		f.Ends = append(f.Ends, int32(len(f.IDs)))
		return
	}
	f.Ends, f.sums = append(f.Ends, f.n), append(f.sums, f.sum)
}

// known returns what word i tells by itself; it is valid until the next word.
func (f *Features) known(r *attack.Reader, i int) *known {
	t := &r.Tokens[i]
	letters := r.Folded[t.From:t.To]
	if f.For == nil || len(letters) > longestKept {
		f.stray = known{concepts: concepts[t.Hash]}
		f.weighParts(&f.stray, letters)
		return &f.stray
	}
	var all [longestKept]byte
	copy(all[:], letters)
	first, second := binary.LittleEndian.Uint64(all[:8]), binary.LittleEndian.Uint64(all[8:])
	k := &f.memo[t.Hash*0x9E3779B97F4A7C15>>(64-memoBits)]
	if k.first != first || k.second != second || k.hash != t.Hash {
		*k = known{first: first, second: second, hash: t.Hash, concepts: concepts[t.Hash]}
		f.weighParts(k, letters)
	}
	return k
}

// weighParts weighs the parts of a word; without a model they are read where the word is.
func (f *Features) weighParts(k *known, letters []byte) {
	if f.For == nil || len(letters) <= shortestWhole {
		return
	}
	sum, n := f.sum, f.n
	f.parts(letters)
	k.sum, k.n = f.sum-sum, f.n-n
	f.sum, f.n = sum, n
}

// aloneKinds are the kinds of features that one class makes.
var aloneKinds = [...]uint64{kindClass, kindOpening, kindAsking}

// alone adds a class by itself.
func (f *Features) alone(kind, c int) {
	if f.For == nil {
		f.add(mix(aloneKinds[kind], uint64(c)))
		return
	}
	f.sum += int32(f.For.alone[kind][c])
	f.n++
}

// pairs adds the pairs of the classes before with a word's own.
func (f *Features) pairs(before, own []uint16) {
	if f.For == nil {
		for _, a := range before {
			h := mix(kindPair, uint64(a))
			for _, b := range own {
				f.add(mix(h, uint64(b)))
			}
		}
		return
	}
	for _, a := range before {
		row := f.For.pairs[int(a)*meanings:][:meanings]
		for _, b := range own {
			f.sum += int32(row[b])
		}
	}
	f.n += int32(len(before) * len(own))
}

// meanings is how many classes and concepts there are, one past the last number.
var meanings = func() int {
	last := attack.MaxClasses - 1
	for _, ids := range concepts {
		for _, id := range ids {
			last = max(last, int(id))
		}
	}
	return last + 1
}()

// tabulate finds the weights of all classes and pairs of them.
func (m *Model) tabulate() *Model {
	for k, kind := range aloneKinds {
		m.alone[k] = make([]int8, meanings)
		for c := range meanings {
			m.alone[k][c] = m.weights[bucket(mix(kind, uint64(c)))]
		}
	}
	m.pairs = make([]int8, meanings*meanings)
	for a := range meanings {
		h := mix(kindPair, uint64(a))
		for b := range meanings {
			m.pairs[a*meanings+b] = m.weights[bucket(mix(h, uint64(b)))]
		}
	}
	return m
}

// weigh returns what the words [from, to) weigh, and how many features they have.
func (m *Model) weigh(f *Features, from, to int) (sum, count int32) {
	start, end := f.Span(from, to)
	if f.For == m {
		if to > 0 {
			sum = f.sums[to-1]
		}
		if from > 0 {
			sum -= f.sums[from-1]
		}
		return sum, end - start
	}
	for _, id := range f.IDs[start:end] {
		sum += int32(m.weights[id])
	}
	return sum, end - start
}

// Norm is what each feature of a window with n of them is multiplied by: nearly their mean, so that a long text is not
// held against its writer, and 1/27 for a text of a dozen words.
func Norm(n int32) float32 {
	if int(n) < len(norms) {
		return norms[n]
	}
	return norm(n)
}

// norms are those of the usual windows.
var norms = func() (t [2048]float32) {
	for n := range t {
		t[n] = norm(int32(n))
	}
	return t
}()

func norm(n int32) float32 {
	return float32(math.Pow((float64(n)+damping)/usual, -0.9) / 27)
}
