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
	counts  [len(counted)][]int8    // of each class so many times
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

// headBytes is the size of a head as Bytes writes it, and of the number of weights after it.
const headBytes = 20

// Parse reads a model as Bytes writes it.
func Parse(b []byte) (*Model, error) {
	if len(b) < headBytes {
		return nil, fmt.Errorf("guard weights: %d bytes, want %d at least", len(b), headBytes)
	}
	m := &Model{weights: make([]int8, Buckets)}
	for i, f := range m.fields() {
		*f = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b[headBytes:])), 2*Buckets))
	if err != nil {
		return nil, fmt.Errorf("guard weights: %w", err)
	}
	n := binary.LittleEndian.Uint32(b[headBytes-4:])
	if uint64(n) > uint64(len(raw)) {
		return nil, fmt.Errorf("guard weights: %d bytes, want %d at least", len(raw), n)
	}
	gaps := len(raw) - int(n)
	if err := m.scatter(raw[:gaps], raw[gaps:]); err != nil {
		return nil, fmt.Errorf("guard weights: %w", err)
	}
	return m.tabulate(), nil
}

// farGap stands for so many buckets without a weight and none with one after them.
const farGap = 255

// scatter puts each weight after its gap.
func (m *Model) scatter(gaps, weights []byte) error {
	at, n := 0, 0
	for _, gap := range gaps {
		at += int(gap)
		switch {
		case gap == farGap:
			continue
		case at >= Buckets:
			return fmt.Errorf("bucket %d, want less than %d", at, Buckets)
		case n == len(weights):
			return fmt.Errorf("more gaps than weights, of which there are %d", n)
		}
		m.weights[at] = int8(weights[n])
		at, n = at+1, n+1
	}
	if n < len(weights) {
		return fmt.Errorf("%d gaps for %d weights", n, len(weights))
	}
	return nil
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

// Bytes is the form of the model that is embedded: the head, four numbers of 32 bits in little-endian order; the number of weights
// that are not 0, the same; and, deflated by Huffman codes alone since no two of them have to do with each other, a byte for how
// many zeros stand before each such weight, and a byte for each such weight.
func (m *Model) Bytes() []byte {
	var gaps, weights []byte
	gap := 0
	for _, w := range m.weights {
		if w == 0 {
			gap++
			continue
		}
		for ; gap >= farGap; gap -= farGap {
			gaps = append(gaps, farGap)
		}
		gaps, weights, gap = append(gaps, byte(gap)), append(weights, byte(w)), 0
	}
	out := new(bytes.Buffer)
	for _, f := range m.fields() {
		_ = binary.Write(out, binary.LittleEndian, *f)
	}
	_ = binary.Write(out, binary.LittleEndian, uint32(len(weights)))
	w, _ := flate.NewWriter(out, flate.HuffmanOnly) // the level is a valid one, and a buffer takes all
	_, _ = w.Write(gaps)
	_ = w.Flush() // the codes of the weights are others
	_, _ = w.Write(weights)
	_ = w.Close()
	return out.Bytes()
}

// Ceiling is the most that a logit counts for.
const Ceiling = 5

// damping keeps short texts, of which little is known, near the bias.
const damping = 120

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

// Logit is that of a passage, with what the rules found around it.
func (m *Model) Logit(f *Features, p Passage) float32 {
	whole := m.whole(f, p)
	sum, n := m.weigh(f, p.From, p.To)
	return m.Bias + m.Scale*(float32(sum)*Norm(n)+float32(whole)*GlobalWeight) - f.Short(p)
}

// GlobalWeight is the value of a feature of the whole view, where those of words are divided by their number's root.
const GlobalWeight = 0.2

// Points is what a logit adds to a score, or takes from it.
func (m *Model) Points(logit float32) float64 {
	return float64(m.Gain) * float64(max(m.Floor, min(Ceiling, logit)))
}

// tellingWords is the length of the passage that is shown as the model's reason.
const tellingWords = 8

// Telling returns the words, a few in a row, that speak most for an attack within [from, to), of those that count; nil counts all.
func (m *Model) Telling(f *Features, from, to int, counts func(word int) bool) (first, last int) {
	best := int32(math.MinInt32)
	for a := from; a < to; a++ {
		sum := int32(0)
		for b := a; b < min(to, a+tellingWords) && (counts == nil || counts(a)); b++ {
			word, _ := m.weigh(f, b, b+1)
			if sum += word; sum > best && (counts == nil || counts(b)) {
				best, first, last = sum, a, b
			}
		}
	}
	return first, last
}
