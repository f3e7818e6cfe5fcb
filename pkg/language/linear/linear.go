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
	"math/bits"
	"slices"
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
	blocks      []block
	table       []uint64 // for each key, stride of them: its weights with levels added, a byte each, and its lower bits last
	stride      int
}

// block says which of 64 upper bits are those of a key, and how many keys lie below them all: so the place of a key is counted,
// not sought (a rank directory, Jacobson 1989). Most features of a text are of no key, and go no further.
type block struct {
	there  uint64
	before uint32
}

// upperBits of a key are its own: of two keys that share them, a model has one.
const upperBits = 19

func upper(key uint32) uint32 { return key >> (32 - upperBits) }

// lower is the bits of a key that its place does not tell. They stand in the last two bytes of its row.
func lower(key uint32) uint64 { return uint64(key & (1<<(32-upperBits) - 1)) }

const lowerShift = 48

// Format: "RLM2", classes and keys (uint32), temperature and scale (float32), a bias a class (float32), little endian; then,
// deflated, the keys in ascending order (no two with the same upper bits) as differences (uvarint) and the weights of each key
// (classes of int8).
const magic = "RLM2"

const (
	header  = 20
	maxKeys = 1 << upperBits
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
		last += by
		if by > math.MaxUint32 || last > math.MaxUint32 || i > 0 && upper(uint32(last)) == upper(m.keys[i-1]) {
			return fmt.Errorf("keys: expected to ascend, each with its own upper %d bits", upperBits)
		}
		m.keys[i] = uint32(last)
	}
	raw := make([]byte, keys*m.classes)
	if _, err := io.ReadFull(in, raw); err != nil {
		return err
	}
	m.weights = make([]int8, len(raw))
	for i, w := range raw {
		if m.weights[i] = int8(w); int8(w) < -levels || int8(w) > levels {
			return fmt.Errorf("weights: expected none above %d", levels)
		}
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

func (m *Model) index() {
	m.blocks = make([]block, 1<<upperBits/64)
	for _, k := range m.keys {
		m.blocks[upper(k)/64].there |= 1 << (upper(k) % 64)
	}
	before := uint32(0)
	for i := range m.blocks {
		m.blocks[i].before = before
		before += uint32(bits.OnesCount64(m.blocks[i].there))
	}
	m.lay()
}

// lay puts the lower bits of each key beside its weights.
func (m *Model) lay() {
	m.stride = (m.classes + 2 + 7) / 8
	m.table = make([]uint64, m.stride*len(m.keys))
	for i, k := range m.keys {
		row := m.table[i*m.stride:][:m.stride]
		for c, w := range m.weights[i*m.classes:][:m.classes] {
			row[c/8] |= uint64(int(w)+levels) << (8 * (c % 8))
		}
		row[m.stride-1] |= lower(k) << lowerShift
	}
}

// mostRows is how many different features of an example count; a text with more is nonsense, or long enough to be told.
const mostRows = 768

// levels is how many steps a weight may be from 0: few, for they are stored packed, and more tell no better.
const levels = 24

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

// sums are the weights of the classes added up, four to a number: those of each eight classes in even and odd places. What the
// lower bits of keys add up to stands above all others, and spills over into nothing.
type sums [2*MaxClasses/8 + 2]uint64

// evenBytes are every second byte of eight. A sum of mostRows weights, levels added to each, fits in the room of two.
const evenBytes = 0x00FF00FF00FF00FF

func (s *sums) add(row []uint64) {
	for i, w := range row {
		s[2*i] += w & evenBytes
		s[2*i+1] += w >> 8 & evenBytes
	}
}

// of returns the sum of the weights of a class in so many rows.
func (s *sums) of(class, rows int) int {
	return int(s[class/8*2+class%2]>>(16*(class%8/2))&0xFFFF) - rows*levels
}

// batch is how many features are looked up at a time.
const batch = 256

// likely is features whose upper bits are those of a key, with the places of these.
type likely struct {
	keys, places [batch]uint32
}

// sift keeps the keys that may be of the model, without a branch that a processor could guess wrong.
func (m *Model) sift(keys []uint32, l *likely) (n int) {
	for _, k := range keys {
		b := &m.blocks[upper(k)/64]
		bit := upper(k) % 64
		l.keys[n&(batch-1)] = k
		l.places[n&(batch-1)] = b.before + uint32(bits.OnesCount64(b.there&(1<<bit-1)))
		n += int(b.there >> bit & 1)
	}
	return n
}

// Scores writes the score of each class for an example with these features into out, which has room for all classes. A feature
// that is there twice counts once.
func (m *Model) Scores(keys []uint32, out []float32) {
	var sum sums
	var seen rows
	var l likely
	for part := range slices.Chunk(keys, batch) {
		for i := range m.sift(part, &l) {
			row := m.table[int(l.places[i])*m.stride:][:m.stride]
			if row[len(row)-1]>>lowerShift == lower(l.keys[i]) && seen.add(int(l.places[i])) {
				sum.add(row)
			}
		}
	}
	by := m.scale * Value(seen.n)
	for c := range m.classes {
		out[c] = (m.bias[c] + float32(sum.of(c, seen.n))*by) / m.temperature
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

// inverses are 1/i.
var inverses = [...]float64{0, 1, 1. / 2, 1. / 3, 1. / 4, 1. / 5, 1. / 6, 1. / 7}

// exp is the exponential of a number that is not above 0, in operations that give the same bits on every machine: math.Exp
// does not, and fitted weights are compared with those in the repository.
func exp(x float32) float32 {
	if x < -60 {
		return 0
	}
	k := math.Round(float64(float64(x) * (1 / math.Ln2)))
	r := float64(x) - float64(k*math.Ln2)
	e := 1.0
	for i := len(inverses) - 1; i > 0; i-- {
		e = 1 + float64(float64(r*e)*inverses[i])
	}
	return float32(float64(e * math.Float64frombits(uint64(int(k)+1023)<<52)))
}
