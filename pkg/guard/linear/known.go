package linear

import "github.com/recado/recado/pkg/guard/attack"

// known is what a word and its meaning tell by themselves: 64 bytes, a line of the cache.
type known struct {
	// stamp is the word's, as its reader remembers it.
	stamp uint32
	// sum is of the word, its parts, its classes and its concepts, and n how many these are.
	sum int32
	n   int16
	// opening and asking are of its classes where it opens a clause or stands in a question; classes is how many it has.
	opening, asking int16
	classes         uint8
	// The meanings that make pairs are the first size of them.
	size     uint8
	meanings [maxMeanings]uint16
	telling
}

// telling is how the features of a word with those after it begin: with the next, with the next but one, with a class of the
// next.
type telling struct{ next, skip, class uint64 }

func tellingOf(h uint64) telling {
	return telling{mix(kindWords, h), mix(kindSkip, h), mix(kindWordClass, h)}
}

// maxMeanings is how many a word has that is remembered.
const maxMeanings = 12

// known returns what a word tells by itself, and its meanings that make pairs; both are valid until the next word.
func (f *Features) known(r *attack.Reader, t *attack.Token) (k *known, own []uint16) {
	k = &f.stray
	if t.Stamp != 0 {
		if k = &f.memo[t.Slot]; k.stamp == t.Stamp {
			return k, k.meanings[:k.size]
		}
	}
	*k = known{stamp: t.Stamp, telling: tellingOf(t.Hash)}
	f.weighParts(k, r.Folded[t.From:t.To])
	k.sum += int32(f.For.weights[bucket(mix(kindWord, t.Hash))])
	k.n++
	own = f.weighMeanings(k, t)
	if k.size = uint8(copy(k.meanings[:], own)); int(k.size) < len(own) {
		k.stamp = 0
	}
	return k, own
}

func (f *Features) weighParts(k *known, letters []byte) {
	f.IDs = parts(f.IDs[:0], letters)
	for _, id := range f.IDs {
		k.sum += int32(f.For.weights[id])
	}
	k.n = int16(len(f.IDs))
	f.IDs = f.IDs[:0]
}

// weighMeanings weighs the classes and concepts of a word, and returns those that make pairs.
func (f *Features) weighMeanings(k *known, t *attack.Token) []uint16 {
	f.weighClasses(k, t)
	meant := conceptsOf(t.Hash)
	for _, c := range meant {
		k.sum += int32(f.For.alone[0][c])
	}
	k.n += int16(k.classes) + int16(len(meant))
	f.own = append(f.own, meant...)
	return f.own
}

// weighClasses weighs the classes of a word, and returns those that make pairs.
func (f *Features) weighClasses(k *known, t *attack.Token) []uint16 {
	f.own = f.own[:0]
	alone := &f.For.alone
	for c := t.Class.Next(0); c < attack.MaxClasses; c = t.Class.Next(c + 1) {
		k.sum += int32(alone[0][c])
		k.opening += int16(alone[1][c])
		k.asking += int16(alone[2][c])
		k.classes++
		if pairing[c] {
			f.own = append(f.own, uint16(c))
		}
	}
	return f.own
}

// aloneKinds are the kinds of features that one class makes.
var aloneKinds = [...]uint64{kindClass, kindOpening, kindAsking}
