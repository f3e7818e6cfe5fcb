package telemetry

import (
	"time"
)

// Span is a finished span as the ring gives it back and as it travels in answers to `recado trace`.
type Span struct {
	Trace      string         `json:"trace_id"`
	ID         string         `json:"span_id"`
	Parent     string         `json:"parent_id,omitempty"`
	Service    string         `json:"service"`
	Name       string         `json:"name"`
	Kind       string         `json:"kind"` // server, client, producer, consumer or internal
	Start      time.Time      `json:"start"`
	End        time.Time      `json:"end"`
	Error      string         `json:"error,omitempty"`
	Attributes map[string]any `json:"attributes,omitempty"`
	Links      []Link         `json:"links,omitempty"`
	Events     []SpanEvent    `json:"events,omitempty"`
}

// Link points to a span that also caused this one.
type Link struct {
	Trace string `json:"trace_id"`
	ID    string `json:"span_id"`
}

// SpanEvent is something that happened within a span.
type SpanEvent struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// Duration is the span's length.
func (s *Span) Duration() time.Duration { return s.End.Sub(s.Start) }

// Text returns a string attribute, empty where it is missing or of another type.
func (s *Span) Text(key string) string {
	text, _ := s.Attributes[key].(string)
	return text
}

// Number returns a numeric attribute, 0 where it is missing; JSON turns whole numbers into float64, so both are read.
func (s *Span) Number(key string) float64 {
	switch n := s.Attributes[key].(type) {
	case int64:
		return float64(n)
	case float64:
		return n
	default:
		return 0
	}
}
