package telemetry

import (
	"context"
	"encoding/binary"
	"sync"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
)

const segmentSize = 1 << 20

// Ring keeps the newest finished spans of a process within a number of bytes and drops the oldest. Writing is one append
// under a lock; questions read without it, as a written record never changes.
type Ring struct {
	segmentSize, maxSegments int

	mu       sync.Mutex
	segments [][]byte // oldest first, each of fixed capacity, only the last one grows
	names    *table
	scratch  []byte
	dropped  uint64
}

// NewRing returns a ring that holds at most limit bytes.
func NewRing(limit int) *Ring {
	size := max(min(segmentSize, limit/4), 4<<10)
	return &Ring{segmentSize: size, maxSegments: max(limit/size, 1), names: newTable()}
}

// OnStart does nothing: only finished spans are kept.
func (*Ring) OnStart(context.Context, sdk.ReadWriteSpan) {}

// OnEnd appends the span.
func (r *Ring) OnEnd(s sdk.ReadOnlySpan) {
	service := serviceName(s)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.scratch = encode(r.scratch[:0], s, service, r.names)
	if len(r.scratch) > r.segmentSize {
		r.dropped++
		return
	}
	last := len(r.segments) - 1
	if last < 0 || len(r.segments[last])+len(r.scratch) > r.segmentSize {
		r.grow()
		last = len(r.segments) - 1
	}
	r.segments[last] = append(r.segments[last], r.scratch...)
}

// grow starts a segment. A dropped one is left to the collector: a question may still be reading it.
func (r *Ring) grow() {
	if len(r.segments) == r.maxSegments {
		r.segments = append([][]byte(nil), r.segments[1:]...)
	}
	r.segments = append(r.segments, make([]byte, 0, r.segmentSize))
}

// Shutdown does nothing: spans stay until the process ends.
func (*Ring) Shutdown(context.Context) error { return nil }

// ForceFlush does nothing: a span is kept as soon as it ends.
func (*Ring) ForceFlush(context.Context) error { return nil }

// Bytes returns how much memory the records hold.
func (r *Ring) Bytes() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.segments) * r.segmentSize
}

// each calls visit with every record, oldest first, until it returns false.
func (r *Ring) each(visit func(record []byte, names []string) bool) {
	r.mu.Lock()
	segments, names := append([][]byte(nil), r.segments...), r.names.names
	r.mu.Unlock()
	for _, segment := range segments {
		for len(segment) > 0 {
			length := binary.LittleEndian.Uint32(segment)
			if !visit(segment[:length], names) {
				return
			}
			segment = segment[length:]
		}
	}
}

func serviceName(s sdk.ReadOnlySpan) string {
	if value, ok := s.Resource().Set().Value(semconv.ServiceNameKey); ok {
		return value.AsString()
	}
	return "unknown"
}
