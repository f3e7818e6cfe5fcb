package telemetry

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"math"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// A record is one span in the ring: a fixed header that queries compare, then the rest. It holds no pointer, so the
// collector never walks the ring.
//
//	length u32 | flags u8 | kind u8 | trace 16 | span 8 | parent 8 | start i64 | end i64 | message hash u64 | body
const (
	offFlags   = 4
	offKind    = 5
	offTrace   = 6
	offSpan    = 22
	offParent  = 30
	offStart   = 38
	offEnd     = 46
	offMessage = 54
	headerSize = 62

	flagMessage = 1 << 0 // carries a message id
	flagForeign = 1 << 1 // links to another trace
	flagError   = 1 << 2

	maxText  = 512
	maxItems = 64
)

const (
	kindText byte = iota
	kindInt
	kindFloat
	kindBool
)

var messageSeed = maphash.MakeSeed()

func hashMessage(id string) uint64 { return maphash.String(messageSeed, id) }

// encode appends a span to buf. Names and attribute keys go through the table, so that they cost two bytes.
func encode(buf []byte, s sdk.ReadOnlySpan, service string, names *table) []byte {
	begin := len(buf)
	buf = append(buf, make([]byte, headerSize)...)
	buf = names.append(buf, service)
	buf = names.append(buf, s.Name())
	buf = appendText(buf, s.Status().Description)
	buf, message := encodeAttributes(buf, s.Attributes(), names)
	buf, foreign := encodeLinks(buf, s.Links(), s.SpanContext().TraceID())
	buf = encodeEvents(buf, s.Events(), names)

	head := buf[begin:]
	binary.LittleEndian.PutUint32(head, uint32(len(head)))
	head[offKind] = byte(s.SpanKind())
	traceID, spanID, parent := s.SpanContext().TraceID(), s.SpanContext().SpanID(), s.Parent().SpanID()
	copy(head[offTrace:], traceID[:])
	copy(head[offSpan:], spanID[:])
	copy(head[offParent:], parent[:])
	binary.LittleEndian.PutUint64(head[offStart:], uint64(s.StartTime().UnixNano()))
	binary.LittleEndian.PutUint64(head[offEnd:], uint64(s.EndTime().UnixNano()))
	if message != "" {
		head[offFlags] |= flagMessage
		binary.LittleEndian.PutUint64(head[offMessage:], hashMessage(message))
	}
	if foreign {
		head[offFlags] |= flagForeign
	}
	if s.Status().Code == codes.Error {
		head[offFlags] |= flagError
	}
	return buf
}

func encodeAttributes(buf []byte, attrs []attribute.KeyValue, names *table) (_ []byte, message string) {
	attrs = attrs[:min(len(attrs), maxItems)]
	buf = binary.AppendUvarint(buf, uint64(len(attrs)))
	for _, kv := range attrs {
		buf = names.append(buf, string(kv.Key))
		switch kv.Value.Type() {
		case attribute.INT64:
			buf = binary.AppendVarint(append(buf, kindInt), kv.Value.AsInt64())
		case attribute.FLOAT64:
			buf = binary.LittleEndian.AppendUint64(append(buf, kindFloat), math.Float64bits(kv.Value.AsFloat64()))
		case attribute.BOOL:
			buf = append(buf, kindBool, boolByte(kv.Value.AsBool()))
		case attribute.STRING:
			buf = appendText(append(buf, kindText), kv.Value.AsString())
		default:
			buf = appendText(append(buf, kindText), kv.Value.String())
		}
		if kv.Key == KeyMessage {
			message = kv.Value.AsString()
		}
	}
	return buf, message
}

func encodeLinks(buf []byte, links []sdk.Link, own trace.TraceID) (_ []byte, foreign bool) {
	links = links[:min(len(links), maxItems)]
	buf = binary.AppendUvarint(buf, uint64(len(links)))
	for _, link := range links {
		traceID, spanID := link.SpanContext.TraceID(), link.SpanContext.SpanID()
		buf = append(append(buf, traceID[:]...), spanID[:]...)
		foreign = foreign || traceID != own
	}
	return buf, foreign
}

func encodeEvents(buf []byte, events []sdk.Event, names *table) []byte {
	events = events[:min(len(events), maxItems)]
	buf = binary.AppendUvarint(buf, uint64(len(events)))
	for _, event := range events {
		buf = names.append(buf, event.Name)
		buf = binary.LittleEndian.AppendUint64(buf, uint64(event.Time.UnixNano()))
	}
	return buf
}

func appendText(buf []byte, text string) []byte {
	text = text[:min(len(text), maxText)]
	return append(binary.AppendUvarint(buf, uint64(len(text))), text...)
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// decode reads a whole record back.
func decode(record []byte, names []string) Span {
	r := reader{rest: record[headerSize:], names: names}
	span := Span{
		Trace:   trace.TraceID(record[offTrace:offSpan]).String(),
		ID:      trace.SpanID(record[offSpan:offParent]).String(),
		Kind:    trace.SpanKind(record[offKind]).String(),
		Start:   nanoTime(record[offStart:]),
		End:     nanoTime(record[offEnd:]),
		Service: r.name(),
		Name:    r.name(),
	}
	if parent := trace.SpanID(record[offParent:offStart]); parent.IsValid() {
		span.Parent = parent.String()
	}
	if description := r.text(); record[offFlags]&flagError != 0 {
		span.Error = cmp.Or(description, "error")
	}
	if n := r.count(); n > 0 {
		span.Attributes = make(map[string]any, n)
		for range n {
			key := r.name()
			span.Attributes[key] = r.value()
		}
	}
	for range r.count() {
		span.Links = append(span.Links, Link{Trace: trace.TraceID(r.take(16)).String(), ID: trace.SpanID(r.take(8)).String()})
	}
	for range r.count() {
		span.Events = append(span.Events, SpanEvent{Name: r.name(), At: nanoTime(r.take(8))})
	}
	return span
}

func nanoTime(b []byte) time.Time {
	return time.Unix(0, int64(binary.LittleEndian.Uint64(b))).UTC()
}
