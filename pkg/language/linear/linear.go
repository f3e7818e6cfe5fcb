// Package linear is a small linear model of several classes over hashed features, and how it is fitted.
//
// The model is multinomial logistic regression (softmax): the score of a class is its bias and the sum of its weights for
// the features of an example, divided by the root of how many there are; a temperature, fitted on examples that the model
// has not seen, makes the probabilities mean what they say (Guo et al., "On Calibration of Modern Neural Networks", 2017).
package linear

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// MaxClasses bounds the classes of a model.
const MaxClasses = 32

// Model scores examples. It never changes and may be used from many goroutines.
type Model struct {
	classes     int
	temperature float32
	scale       float32
	bias        []float32
	keys        []uint32 // ascending
	weights     []int8   // classes of them for each key
	slots       []uint32 // open addressing by key: its upper bits, and its place in keys plus one
	there       []uint64 // a bit for the upper bits of each key: most features of a text are of none, and go no further
}

// Format: "RLM2", classes and keys (uint32), temperature and scale (float32), a bias a class (float32), little endian; then,
// deflated, the keys in ascending order as differences (uvarint) and the weights of each key (classes of int8).
const magic = "RLM2"

const (
	header  = 20
	maxKeys = placeMask - 1
)

// ErrFormat is what Parse returns for bytes that are no model.
var ErrFormat = errors.New("linear: expected a model in the format " + magic)

// Parse reads a model that Bytes has written.
func Parse(b []byte) (*Model, error) {
	if len(b) < header || string(b[:4]) != magic {
		return nil, ErrFormat
	}
	m := &Model{
		classes:     int(binary.LittleEndian.Uint32(b[4:])),
		temperature: math.Float32frombits(binary.LittleEndian.Uint32(b[12:])),
		scale:       math.Float32frombits(binary.LittleEndian.Uint32(b[16:])),
	}
	keys := int(binary.LittleEndian.Uint32(b[8:]))
	if m.classes < 1 || m.classes > MaxClasses || keys > maxKeys || len(b) < header+4*m.classes || !(m.temperature > 0) {
		return nil, fmt.Errorf("%w: %d bytes for %d classes and %d keys", ErrFormat, len(b), m.classes, keys)
	}
	for c := range m.classes {
		m.bias = append(m.bias, math.Float32frombits(binary.LittleEndian.Uint32(b[header+4*c:])))
	}
	if err := m.inflate(bytes.NewReader(b[header+4*m.classes:]), keys); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	m.index()
	return m, nil
}

func (m *Model) inflate(from io.Reader, keys int) error {
	in := bufio.NewReader(flate.NewReader(from))
	m.keys = make([]uint32, keys)
	last := uint64(0)
	for i := range m.keys {
		by, err := binary.ReadUvarint(in)
		if err != nil {
			return err
		}
		if last += by; last > math.MaxUint32 || i > 0 && by == 0 {
			return errors.New("keys: expected to ascend")
		}
		m.keys[i] = uint32(last)
	}
	raw := make([]byte, keys*m.classes)
	if _, err := io.ReadFull(in, raw); err != nil {
		return err
	}
	m.weights = make([]int8, len(raw))
	for i, w := range raw {
		m.weights[i] = int8(w)
	}
	return nil
}

// MustParse is Parse for a model that is part of the program.
func MustParse(b []byte) *Model {
	m, err := Parse(b)
	if err != nil {
		panic(err)
	}
	return m
}

// Bytes writes the model.
func (m *Model) Bytes() []byte {
	b := append([]byte(nil), magic...)
	b = binary.LittleEndian.AppendUint32(b, uint32(m.classes))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(m.keys)))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(m.temperature))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(m.scale))
	for _, x := range m.bias {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	body := make([]byte, 0, len(m.keys)*(3+m.classes))
	last := uint32(0)
	for _, k := range m.keys {
		body = binary.AppendUvarint(body, uint64(k-last))
		last = k
	}
	for _, w := range m.weights {
		body = append(body, byte(w))
	}
	out := bytes.NewBuffer(b)
	w, _ := flate.NewWriter(out, flate.BestCompression) // the level is a valid one, and a buffer takes all
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}

// Classes is how many classes the model tells apart, and Keys how many features it knows.
func (m *Model) Classes() int { return m.classes }

// Keys is how many features the model knows.
func (m *Model) Keys() int { return len(m.keys) }

// A slot is half place and half tag: most keys that are not there are told by the tag, without a look at the keys.
const (
	placeBits = 20
	placeMask = 1<<placeBits - 1
)

// filterBits of a key are looked up first, in 32 KiB.
const filterBits = 18

func (m *Model) index() {
	m.there = make([]uint64, 1<<filterBits/64)
	for _, k := range m.keys {
		bit := k >> (32 - filterBits)
		m.there[bit/64] |= 1 << (bit % 64)
	}
	size := 16
	for size < 2*len(m.keys) {
		size *= 2
	}
	m.slots = make([]uint32, size)
	for i, k := range m.keys {
		at := k & uint32(size-1)
		for m.slots[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		m.slots[at] = k&^placeMask | uint32(i+1)
	}
}

// find returns the place of a key, or -1.
func (m *Model) find(key uint32) int {
	mask := uint32(len(m.slots) - 1)
	for at := key & mask; ; at = (at + 1) & mask {
		switch slot := m.slots[at]; {
		case slot == 0:
			return -1
		case (slot^key)&^placeMask == 0 && m.keys[slot&placeMask-1] == key:
			return int(slot&placeMask) - 1
		}
	}
}

// mostRows is how many different features of an example count; a text with more is nonsense, or long enough to be told.
const mostRows = 768

// rows is the set of features that an example has, by open addressing.
type rows struct {
	n     int
	slots [1024]uint32
}

// add tells whether a row is new, and has room.
func (s *rows) add(row int) bool {
	if s.n == mostRows {
		return false
	}
	for at := uint32(row) * 0x9E3779B1 >> 22; ; at = (at + 1) & 1023 {
		switch s.slots[at] {
		case 0:
			s.slots[at] = uint32(row + 1)
			s.n++
			return true
		case uint32(row + 1):
			return false
		}
	}
}

// Scores writes the score of each class for an example with these features into out, which has room for all classes. A feature
// that is there twice counts once.
func (m *Model) Scores(keys []uint32, out []float32) {
	var sums [MaxClasses]int32
	var seen rows
	for _, k := range keys {
		if bit := k >> (32 - filterBits); m.there[bit/64]>>(bit%64)&1 == 0 {
			continue
		}
		i := m.find(k)
		if i < 0 || !seen.add(i) {
			continue
		}
		for c, w := range m.weights[i*m.classes:][:m.classes] {
			sums[c] += int32(w)
		}
	}
	by := m.scale * Value(seen.n)
	for c := range m.classes {
		out[c] = (m.bias[c] + float32(sums[c])*by) / m.temperature
	}
}

// Value is how much each of n features of an example counts.
func Value(n int) float32 { return 1 / float32(math.Sqrt(float64(max(n, 16)))) }

// Softmax turns scores into probabilities.
func Softmax(scores []float32) {
	top := scores[0]
	for _, s := range scores {
		top = max(top, s)
	}
	sum := float32(0)
	for i, s := range scores {
		scores[i] = exp(s - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
}

// exp is the exponential of a number that is not above 0, in operations that give the same bits on every machine: math.Exp
// does not, and fitted weights are compared with those in the repository.
func exp(x float32) float32 {
	if x < -60 {
		return 0
	}
	k := math.Round(float64(x) / math.Ln2)
	r := float64(x) - float64(k*math.Ln2)
	e := 1.0
	for i := 10; i > 0; i-- {
		e = 1 + float64(r*e)/float64(i)
	}
	return float32(math.Ldexp(e, int(k)))
}
