// Package linear judges a text by a linear model over hashed n-grams of its letters, words and lexical classes.
package linear

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/recado/recado/pkg/guard/attack"
)

//go:embed weights.bin
var embedded []byte

// Default is the model that is built in.
var Default = func() *Model {
	m, err := Parse(embedded)
	if err != nil {
		panic(err)
	}
	return m
}()

// Model is a weight for each bucket of features.
type Model struct {
	weights []int8
	pairs   []int8                  // of each two classes
	alone   [len(aloneKinds)][]int8 // of each class
	counts  [often + 1][attack.MaxClasses]int8
	Head
}

// Head is what a model says beside its weights.
type Head struct {
	// Scale is what one step of a weight is worth.
	Scale float32
	// Bias is the logit of a text of which nothing is known.
	Bias float32
	// Gain is what one unit of the logit adds to a score.
	Gain float32
	// Floor is the least logit that counts: the most that the model may take from the rules.
	Floor float32
}

// headBytes is the size of a head as Bytes writes it.
const headBytes = 16

// Parse reads a model as Bytes writes it.
func Parse(b []byte) (*Model, error) {
	if len(b) < headBytes {
		return nil, fmt.Errorf("guard weights: %d bytes, want %d at least", len(b), headBytes)
	}
	m := &Model{weights: make([]int8, Buckets)}
	for i, f := range m.fields() {
		*f = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b[headBytes:])), Buckets+1))
	if err != nil {
		return nil, fmt.Errorf("guard weights: %w", err)
	}
	if len(raw) != Buckets {
		return nil, fmt.Errorf("guard weights: %d, want %d", len(raw), Buckets)
	}
	for i, c := range raw {
		m.weights[i] = int8(c)
	}
	return m.tabulate(), nil
}

func (m *Model) fields() [4]*float32 { return [4]*float32{&m.Scale, &m.Bias, &m.Gain, &m.Floor} }

// New makes a model of the weights, one for each bucket, rounded to so many steps of the head's scale.
func New(weights []float32, head Head) *Model {
	m := &Model{weights: make([]int8, Buckets), Head: head}
	for i, w := range weights {
		m.weights[i] = int8(max(-127, min(127, math.RoundToEven(float64(w/head.Scale)))))
	}
	return m.tabulate()
}

// Bytes is the form of the model that is embedded: the head, four numbers of 32 bits in little-endian order, and a byte for each
// weight, deflated by Huffman codes alone since no two weights have to do with each other.
func (m *Model) Bytes() []byte {
	out := new(bytes.Buffer)
	for _, f := range m.fields() {
		_ = binary.Write(out, binary.LittleEndian, *f)
	}
	raw := make([]byte, Buckets)
	for i, w := range m.weights {
		raw[i] = byte(w)
	}
	w, _ := flate.NewWriter(out, flate.HuffmanOnly) // the level is a valid one, and a buffer takes all
	_, _ = w.Write(raw)
	_ = w.Close()
	return out.Bytes()
}

const (
	// Ceiling is the most that a logit counts for.
	Ceiling = 5
	// windowWords and windowStep: a long text is judged in overlapping windows, so that an order in it is not drowned.
	windowWords = 24
	windowStep  = 12
	// leastSentence is how many words a sentence has that is judged by itself, too, so that an order is found in the midst of
	// pleasantries.
	leastSentence = 4
	// SentenceLess comes off the logit of such a sentence: it must be surer, since what stands around it is not heard.
	SentenceLess = 4
	// Damping keeps short texts, of which little is known, near the bias.
	damping = 120
)

// Windows calls see with the words [from, to) of each window, and whether it is a sentence among others.
func (f *Features) Windows(see func(from, to int, sentence bool)) {
	n := len(f.Ends)
	f.sentences(n, see)
	if n <= windowWords+windowStep/2 {
		see(0, n, false)
		return
	}
	for from := 0; ; from += windowStep {
		if to := from + windowWords; to < n {
			see(from, to, false)
			continue
		}
		see(max(0, n-windowWords), n, false)
		return
	}
}

// sentences calls see with the sentences of a text that has several.
func (f *Features) sentences(n int, see func(from, to int, sentence bool)) {
	if len(f.starts) < 2 {
		return
	}
	for i, from := range f.starts {
		to := n
		if i+1 < len(f.starts) {
			to = int(f.starts[i+1])
		}
		if words := to - int(from); words >= leastSentence && words <= windowWords {
			see(int(from), to, true)
		}
	}
}

// Span returns the bounds in IDs of the words [from, to).
func (f *Features) Span(from, to int) (start, end int32) {
	if to == 0 {
		return 0, 0
	}
	if from > 0 {
		start = f.Ends[from-1]
	}
	return start, f.Ends[to-1]
}

// usual is the number of features of a text of a dozen words, with the damping.
const usual = 720

// Logit returns the greatest logit of the view's windows, and that window.
func (m *Model) Logit(f *Features) (logit float32, from, to int) {
	global := f.whole
	for _, id := range f.Global {
		global += int32(m.weights[id])
	}
	logit = float32(math.Inf(-1))
	f.Windows(func(a, b int, sentence bool) {
		sum, n := m.weigh(f, a, b)
		l := m.Bias + m.Scale*(float32(sum)*Norm(n)+float32(global)*GlobalWeight)
		if sentence {
			l -= SentenceLess
		}
		if l > logit {
			logit, from, to = l, a, b
		}
	})
	return logit, from, to
}

// GlobalWeight is the value of a feature of the whole view, where those of words are divided by their number's root.
const GlobalWeight = 0.2

// Points is what a logit adds to a score, or takes from it.
func (m *Model) Points(logit float32) float64 {
	return float64(m.Gain) * float64(max(m.Floor, min(Ceiling, logit)))
}

// tellingWords is the length of the passage that is shown as the model's reason.
const tellingWords = 8

// Telling returns the words, a few in a row, that speak most for an attack within [from, to).
func (m *Model) Telling(f *Features, from, to int) (first, last int) {
	best := int32(math.MinInt32)
	for a := from; a < to; a++ {
		sum := int32(0)
		for b := a; b < min(to, a+tellingWords); b++ {
			word, _ := m.weigh(f, b, b+1)
			if sum += word; sum > best {
				best, first, last = sum, a, b
			}
		}
	}
	return first, last
}
