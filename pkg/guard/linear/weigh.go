package linear

import (
	"math"

	"github.com/recado/recado/pkg/guard/attack"
)

// weighed is the memory of features that are weighed as they are read.
type weighed struct {
	// by is the model that the memo is of, and of whose words.
	by *Model
	of *attack.Reader
	// n is how many features the words so far have.
	sum, n int32
	// sums holds, per word, what the words up to it weigh.
	sums []int32
	// from holds, per word, where its meanings begin in spare.
	from  []int32
	memo  *[attack.MemoSize]known
	stray known    // a word that is not remembered
	own   []uint16 // meanings of the word at hand
}

func (f *Features) begin(r *attack.Reader) {
	if f.by != f.For || f.of != r {
		f.by, f.of, f.memo = f.For, r, new([attack.MemoSize]known)
	}
	f.sum, f.n, f.sums, f.from = 0, 0, f.sums[:0], f.from[:0]
}

// weighWords weighs what readWords takes.
func (f *Features) weighWords(r *attack.Reader) {
	f.begin(r)
	last, second := telling{next: mix(kindWords, 0)}, telling{}
	near := 0 // the first word whose classes make pairs with the one at hand
	for i := range r.Tokens {
		t := &r.Tokens[i]
		for t.Pos-r.Tokens[near].Pos > pairReach {
			near++
		}
		if t.Foreign {
			last, second = tellingOf(t.Hash), last
			f.weighForeign(t, near)
			continue
		}
		k, own := f.known(r, t)
		f.weighMeant(k, t, int32(k.n))
		f.weigh(mix(last.next, t.Hash))
		if i > 1 {
			f.weigh(mix(second.skip, t.Hash))
		}
		f.marks(r, i, f.weigh)
		from := len(f.spare)
		f.from, f.spare = append(f.from, int32(from)), append(f.spare, own...)
		if i > 0 && len(own) > 0 {
			f.weighPairs(int(f.from[near]), from)
			f.weighBeside(last.class, int(f.from[i-1]), from, t.Hash)
		}
		last, second = k.telling, last
		f.Ends, f.sums = append(f.Ends, f.n), append(f.sums, f.sum)
	}
}

// weighForeign weighs the classes of a word of another script, alone and after those from the word near on.
func (f *Features) weighForeign(t *attack.Token, near int) {
	k := known{}
	own := f.weighClasses(&k, t)
	f.weighMeant(&k, t, int32(k.classes))
	from := len(f.spare)
	f.from, f.spare = append(f.from, int32(from)), append(f.spare, own...)
	f.weighPairs(int(f.from[near]), from)
	f.Ends, f.sums = append(f.Ends, f.n), append(f.sums, f.sum)
}

// weighMeant adds n features of a word by itself, and its classes once more where it opens a clause or stands in a question.
func (f *Features) weighMeant(k *known, t *attack.Token, n int32) {
	f.sum, f.n = f.sum+k.sum, f.n+n
	if t.Opens {
		f.sum, f.n = f.sum+int32(k.opening), f.n+int32(k.classes)
	}
	if t.Asks {
		f.sum, f.n = f.sum+int32(k.asking), f.n+int32(k.classes)
	}
}

// weigh adds a feature of the word at hand.
func (f *Features) weigh(h uint64) {
	f.sum += int32(f.For.weights[bucket(h)])
	f.n++
}

// weighPairs adds the pairs of the classes from near on with the word's own, which begin at from.
func (f *Features) weighPairs(near, from int) {
	before, own := f.spare[near:from], f.spare[from:]
	sum := int32(0)
	for _, b := range own {
		row := f.For.pairs[int(b)*meanings:][:meanings]
		for _, a := range before {
			sum += int32(row[a])
		}
	}
	f.sum, f.n = f.sum+sum, f.n+int32(len(before)*len(own))
}

// weighBeside adds the word's classes, which begin at from, with the word before, and its classes, which begin at last, with
// the word.
func (f *Features) weighBeside(before uint64, last, from int, h uint64) {
	for _, b := range f.spare[from:] {
		f.weigh(mix(before, uint64(b)))
	}
	for _, a := range f.spare[last:from] {
		f.weigh(mix(classWords[a], h))
	}
}

// classWords is where the features of a class with the word after it begin.
var classWords = func() (t [attack.MaxClasses + maxConcepts + 1]uint64) {
	for a := range t {
		t[a] = mix(kindClassWord, uint64(a))
	}
	return t
}()

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

// tabulate finds the weights of all classes, of how often they are met, and of pairs of them.
func (m *Model) tabulate() *Model {
	for k, kind := range aloneKinds {
		m.alone[k] = make([]int8, meanings)
		for c := range meanings {
			m.alone[k][c] = m.weights[bucket(mix(kind, uint64(c)))]
		}
	}
	for t := range counted {
		m.counts[t] = make([]int8, attack.MaxClasses)
		for c := range m.counts[t] {
			m.counts[t][c] = m.weights[bucket(countOf(t, c))]
		}
	}
	m.pairs = make([]int8, meanings*meanings)
	for a := range meanings {
		h := mix(kindPair, uint64(a))
		for b := range meanings {
			m.pairs[b*meanings+a] = m.weights[bucket(mix(h, uint64(b)))]
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
