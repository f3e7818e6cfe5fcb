package linear

import (
	"math/bits"
	"slices"

	"github.com/recado/recado/pkg/guard/attack"
)

// Passage is the words [From, To) of a view, which are judged by themselves.
type Passage struct {
	From, To int
	// Sentence: one among others, which the window around it holds, too.
	Sentence bool
}

const (
	// windowWords and windowStep: a long text is judged in overlapping windows, so that an order in it is not drowned. They are
	// wide, as what stands around an order decides whether it is one.
	windowWords = 80
	windowStep  = 40
	// maxWhole is how many words a text has at most that is one window.
	maxWhole = windowWords + windowStep/2
	// minSentence is how many words a sentence has that is judged by itself, too, so that an order is found in the midst of
	// pleasantries.
	minSentence = 4
)

// What comes off the logit of a passage, which must be surer than a whole text.
const (
	// aSentence may be an order for anybody: what stands around it is not heard.
	aSentence = 3
	// aDoubling comes off each time that a long text is twice as long: it has as many more chances to sound like an attack.
	aDoubling = 1
)

// Short is what a passage is short of. Where the rules are firm they have picked the passage, and the length is no matter.
func (f *Features) Short(p Passage) (less float32) {
	if p.Sentence {
		less = aSentence
	}
	if n := len(f.Ends); n > maxWhole {
		if rules, _ := f.rules.Weight(); rules < attack.FlagAt {
			less += aDoubling * float32(bits.Len(uint(n/windowWords))-1)
		}
	}
	return less
}

// Passages calls see with each window and each sentence, when the rules have looked around it.
func (f *Features) Passages(see func(p Passage)) {
	n := len(f.Ends)
	f.sentences(n, see)
	if n <= maxWhole {
		f.show(Passage{To: n}, see)
		return
	}
	for from := 0; ; from = f.border(from+windowStep/2, from+windowStep) {
		to := min(n, from+windowWords)
		if _, whole := slices.BinarySearch(f.starts, int32(from)); whole && to < n {
			to = f.border(from+windowStep, to)
		}
		if f.show(Passage{From: from, To: to}, see); to == n {
			return
		}
	}
}

func (f *Features) show(p Passage, see func(p Passage)) {
	f.rules.Around(p.From, p.To)
	see(p)
}

// border returns the last word after low, and at most high, that begins a sentence, so that few are cut; or else high.
func (f *Features) border(low, high int) int {
	i, ok := slices.BinarySearch(f.starts, int32(high))
	if ok || i == 0 || int(f.starts[i-1]) < low {
		return high
	}
	return int(f.starts[i-1])
}

// sentences calls see with the sentences of a text that has several.
func (f *Features) sentences(n int, see func(p Passage)) {
	if len(f.starts) < 2 {
		return
	}
	for i, from := range f.starts {
		to := n
		if i+1 < len(f.starts) {
			to = int(f.starts[i+1])
		}
		if words := to - int(from); words >= minSentence && words <= windowWords {
			f.show(Passage{int(from), to, true}, see)
		}
	}
}
