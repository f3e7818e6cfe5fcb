package telemetry

import (
	"encoding/binary"
	"math"
)

// table gives low-cardinality strings a small number. It is bounded: what comes after the last free number is written out.
type table struct {
	numbers map[string]uint64
	names   []string
}

const maxNames = 4096

func newTable() *table { return &table{numbers: make(map[string]uint64)} }

// append writes the number of a name plus one, or 0 and the name itself when the table is full.
func (t *table) append(buf []byte, name string) []byte {
	number, known := t.numbers[name]
	if !known && len(t.names) < maxNames && len(name) <= maxText {
		number, known = uint64(len(t.names)), true
		t.numbers[name] = number
		t.names = append(t.names, name)
	}
	if known {
		return binary.AppendUvarint(buf, number+1)
	}
	return appendText(binary.AppendUvarint(buf, 0), name)
}

// reader reads what encode wrote; the ring's records are never damaged, so it checks nothing.
type reader struct {
	rest  []byte
	names []string
}

func (r *reader) take(n int) []byte {
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) uvarint() uint64 {
	value, n := binary.Uvarint(r.rest)
	r.rest = r.rest[n:]
	return value
}

func (r *reader) count() int   { return int(r.uvarint()) }
func (r *reader) text() string { return string(r.take(r.count())) }

func (r *reader) name() string {
	if number := r.uvarint(); number > 0 {
		return r.names[number-1]
	}
	return r.text()
}

func (r *reader) value() any {
	switch r.take(1)[0] {
	case kindInt:
		value, n := binary.Varint(r.rest)
		r.rest = r.rest[n:]
		return value
	case kindFloat:
		return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
	case kindBool:
		return r.take(1)[0] == 1
	default:
		return r.text()
	}
}
