package telemetry

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/subject"
)

// Limits of one answer, so that it fits a NATS message.
const (
	maxAnswerSpans = 2000
	maxAnswerBytes = 900 << 10
)

// acceptance is the span by which a message enters the pipeline.
const acceptance = "publish " + subject.MessageReceived

// Question asks a process's ring; exactly one field is set.
type Question struct {
	// Message asks which traces hold a message.
	Message string `json:"message,omitempty"`
	// Last asks for the newest trace that holds any message.
	Last bool `json:"last,omitempty"`
	// Traces asks for all spans of these traces, and for spans of others that link to them.
	Traces []string `json:"traces,omitempty"`
}

// Answer is what one process knows.
type Answer struct {
	Found []Sighting `json:"found,omitempty"`
	Spans []Span     `json:"spans,omitempty"`
	// Truncated reports whether the answer was too large to send whole.
	Truncated bool `json:"truncated,omitempty"`
}

// Sighting is a trace that holds a message, and when the span that carries it began.
type Sighting struct {
	Trace string    `json:"trace_id"`
	Start time.Time `json:"start"`
}

// Answer answers a question from the spans at hand.
func (r *Ring) Answer(q Question) Answer {
	switch {
	case len(q.Traces) > 0:
		return r.traces(q.Traces)
	case q.Last:
		return r.last()
	case q.Message != "":
		return r.message(q.Message)
	default:
		return Answer{}
	}
}

// AnswerJSON is Answer on the wire; an unreadable question gets an empty answer.
func (r *Ring) AnswerJSON(question []byte) []byte {
	var q Question
	if json.Unmarshal(question, &q) != nil {
		return []byte("{}")
	}
	answer := r.Answer(q)
	data, err := json.Marshal(answer)
	for err == nil && len(data) > maxAnswerBytes {
		answer.Spans, answer.Truncated = answer.Spans[:len(answer.Spans)/2], true
		data, err = json.Marshal(answer)
	}
	if err != nil {
		return []byte("{}")
	}
	return data
}

// message passes over later publishes: what becomes of a reply names the message too, in the traces of status webhooks.
func (r *Ring) message(id string) Answer {
	hash := hashMessage(id)
	found := map[string]Sighting{}
	r.each(func(record []byte, names []string) bool {
		if record[offFlags]&flagMessage == 0 || binary.LittleEndian.Uint64(record[offMessage:]) != hash {
			return true
		}
		span := decode(record, names)
		if span.Text(KeyMessage) != id || (span.Kind == trace.SpanKindProducer.String() && span.Name != acceptance) {
			return true
		}
		if seen, ok := found[span.Trace]; !ok || span.Start.Before(seen.Start) {
			found[span.Trace] = Sighting{Trace: span.Trace, Start: span.Start}
		}
		return len(found) < maxItems
	})
	var answer Answer
	for _, sighting := range found {
		answer.Found = append(answer.Found, sighting)
	}
	return answer
}

// last looks for the newest message that came in: a late receipt belongs to an old one.
func (r *Ring) last() Answer {
	var newest Sighting
	r.each(func(record []byte, names []string) bool {
		if record[offFlags]&flagMessage == 0 || trace.SpanKind(record[offKind]) != trace.SpanKindProducer {
			return true
		}
		if !nanoTime(record[offStart:]).After(newest.Start) {
			return true
		}
		if span := decode(record, names); span.Name == acceptance {
			newest = Sighting{Trace: span.Trace, Start: span.Start}
		}
		return true
	})
	if newest.Trace == "" {
		return Answer{}
	}
	return Answer{Found: []Sighting{newest}}
}

func (r *Ring) traces(ids []string) Answer {
	wanted := make(map[trace.TraceID]bool, len(ids))
	for _, id := range ids[:min(len(ids), maxItems)] {
		if parsed, err := trace.TraceIDFromHex(id); err == nil {
			wanted[parsed] = true
		}
	}
	var answer Answer
	r.each(func(record []byte, names []string) bool {
		own := wanted[trace.TraceID(record[offTrace:offSpan])]
		if !own && record[offFlags]&flagForeign == 0 {
			return true
		}
		if span := decode(record, names); own || linksTo(&span, ids) {
			answer.Spans = append(answer.Spans, span)
		}
		answer.Truncated = len(answer.Spans) >= maxAnswerSpans
		return !answer.Truncated
	})
	return answer
}

func linksTo(s *Span, traces []string) bool {
	return slices.ContainsFunc(s.Links, func(link Link) bool { return slices.Contains(traces, link.Trace) })
}
