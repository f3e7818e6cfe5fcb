package linear

import (
	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/view"
)

// Buckets is the number of weights.
const (
	Buckets    = 1 << bucketBits
	bucketBits = 20
)

// Features of one view of a text: hashed n-grams of letters, words and lexical classes.
type Features struct {
	// For is who asks: what the words tell is weighed by it at once and not kept in IDs. Nil keeps it.
	For *Model
	// IDs are the buckets of what the words tell, in order; the first Ends[i] of them belong to the words up to i.
	IDs  []uint32
	Ends []int32
	// starts are the words with which sentences begin.
	starts []int32
	sets   [][]uint16
	spare  []uint16
	rules  *attack.Reader // what was read
	dress  dress
	weighed
}

// dress is what counts of a view beside its words.
type dress struct {
	kind          view.Kind
	depth, hidden int
}

// Cap is how many words the buffer holds features of, about.
func (f *Features) Cap() int { return max(cap(f.IDs)/idsPerWord, cap(f.Ends)) }

const idsPerWord = 32

const (
	seed  = 14695981039346656037
	prime = 1099511628211
)

// The kinds of features; a kind is mixed into the hash, so that they do not meet but by chance.
const (
	kindChars uint64 = iota + 1
	kindWord
	kindWords
	kindSkip
	kindClass
	kindClasses
	kindPair
	kindWordClass
	kindClassWord
	kindRule
	kindMark
	kindView
	kindShape
	kindOpening
	kindAsking
	kindCount
	kindFrame
	kindBehind
	kindBehindWord
	kindBefore
)

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9E3779B97F4A7C15
	return h ^ h>>32
}

func bucket(h uint64) uint32 { return uint32(h * 0x9E3779B97F4A7C15 >> (64 - bucketBits)) }

// Read takes the features of what the reader has read of a view, and looks at it until the next is read.
func (f *Features) Read(r *attack.Reader, v *view.View) {
	f.IDs, f.Ends, f.sets, f.spare, f.starts = f.IDs[:0], f.Ends[:0], f.sets[:0], f.spare[:0], f.starts[:0]
	f.rules, f.dress = r, dress{v.Kind, v.Depth, v.Hidden}
	for i := range r.Tokens {
		if i == 0 || r.Tokens[i].Pos-r.Tokens[i-1].Pos > attack.StopGap {
			f.starts = append(f.starts, int32(i))
		}
	}
	if f.For != nil {
		f.weighWords(r)
	} else {
		f.readWords(r)
	}
}

// readWords takes the features of all words.
func (f *Features) readWords(r *attack.Reader) {
	for i := range r.Tokens {
		if !r.Tokens[i].Foreign { // of a foreign word only the classes count: the letters all look alike
			f.word(r, i)
			f.marks(r, i, f.add)
		}
		f.classes(r, i)
		f.Ends = append(f.Ends, int32(len(f.IDs)))
	}
}

// add takes a feature of the word at hand.
func (f *Features) add(h uint64) { f.IDs = append(f.IDs, bucket(h)) }

// maxNgram is the most letters of a word that count together, its bounds among them.
const (
	minNgram = 3
	maxNgram = 6
	// minWhole is the most letters of a word that has no parts.
	minWhole = 3
)

// word adds the word, its parts, and it with the two words before.
func (f *Features) word(r *attack.Reader, i int) {
	h := r.Tokens[i].Hash
	f.add(mix(kindWord, h))
	before := uint64(0)
	if i > 0 {
		before = r.Tokens[i-1].Hash
	}
	f.add(mix(mix(kindWords, before), h))
	if i > 1 {
		f.add(mix(mix(kindSkip, r.Tokens[i-2].Hash), h))
	}
	f.IDs = parts(f.IDs, r.Folded[r.Tokens[i].From:r.Tokens[i].To])
}

// marks adds the punctuation around word i, with the words beside it.
func (f *Features) marks(r *attack.Reader, i int, add func(h uint64)) {
	h := r.Tokens[i].Hash
	if behind := uint64(r.Tokens[i].Marks); behind != 0 {
		add(mix(kindBehind, behind))
		add(mix(mix(kindBehindWord, behind), h))
	}
	if i == 0 {
		return
	}
	if before := uint64(r.Tokens[i-1].Marks); before != 0 {
		add(mix(mix(kindBefore, before), h))
	}
}

// parts appends the features of the parts of a word.
func parts(ids []uint32, letters []byte) []uint32 {
	if len(letters) <= minWhole {
		return ids
	}
	for from := -1; from <= len(letters)-minNgram+1; from++ {
		h := kindChars
		for n := range maxNgram {
			at := from + n
			if at > len(letters) {
				break
			}
			c := byte(' ')
			if at >= 0 && at < len(letters) {
				c = letters[at]
			}
			h = (h ^ uint64(c)) * prime
			if n+1 >= minNgram {
				ids = append(ids, bucket(h^uint64(n)))
			}
		}
	}
	return ids
}

// pairReach is how many words apart the classes of a pair stand at most.
const pairReach = 6

// classes adds the classes of word i, alone and after those of the words before it.
func (f *Features) classes(r *attack.Reader, i int) {
	t := &r.Tokens[i]
	own := f.alone(t)
	f.sets = append(f.sets, own)
	if len(own) == 0 {
		return
	}
	for j := i - 1; j >= 0 && t.Pos-r.Tokens[j].Pos <= pairReach; j-- {
		for _, a := range f.sets[j] {
			h := mix(kindPair, uint64(a))
			for _, b := range own {
				f.add(mix(h, uint64(b)))
			}
		}
	}
	if i == 0 || t.Foreign {
		return
	}
	for _, b := range own {
		f.add(mix(mix(kindWordClass, r.Tokens[i-1].Hash), uint64(b)))
	}
	for _, a := range f.sets[i-1] {
		f.add(mix(mix(kindClassWord, uint64(a)), r.Tokens[i].Hash))
	}
}

// alone adds the classes and concepts of a word, and returns those that make pairs.
func (f *Features) alone(t *attack.Token) []uint16 {
	from := len(f.spare)
	for c := t.Class.Next(0); c < attack.MaxClasses; c = t.Class.Next(c + 1) {
		f.add(mix(kindClass, uint64(c)))
		if t.Opens {
			f.add(mix(kindOpening, uint64(c)))
		}
		if t.Asks {
			f.add(mix(kindAsking, uint64(c)))
		}
		if pairing[c] {
			f.spare = append(f.spare, uint16(c))
		}
	}
	if !t.Foreign {
		for _, c := range conceptsOf(t.Hash) {
			f.add(mix(kindClass, uint64(c)))
			f.spare = append(f.spare, c)
		}
	}
	return f.spare[from:]
}

// plainWords are classes of words that any text has: they tell something alone, and nothing in pairs.
var plainWords = map[string]bool{
	"ART": true, "AND": true, "LEAD": true, "THAT": true, "LIKE": true, "MODAL": true, "CLITIC": true, "GENERIC": true,
	"FAVORITE": true, "OPEN": true, "WITH": true, "SKIPWORD": true, "HUMANLY": true, "THIRD": true, "KEPT": true,
	"EACH": true, "TIMES": true, "HERE": true, "BEFORE": true, "FIRSTP": true, "LEGAL": true, "STEP": true, "WIFI": true,
	"ANYTHING": true, "CAN": true, "LITANS": true, "SAFE": true, "PLACEH": true, "SURE": true, "NOTOLD": true,
	"PURPOSE": true, "SPEAKER": true, "TOOLNAME": true, "CONDIF": true, "DO": true, "POLITE": true,
}

var pairing = func() (out [attack.MaxClasses]bool) {
	for i, name := range attack.ClassNames() {
		out[i] = !plainWords[name]
	}
	return out
}()
