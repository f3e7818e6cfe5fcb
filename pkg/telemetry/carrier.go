package telemetry

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
)

// HeaderTrace is the one header that carries a trace, in lower case everywhere: NATS headers are case-sensitive.
const HeaderTrace = "traceparent"

// Carrier carries a trace in headers; it changes no key's case. A nats.Header converts to it.
type Carrier map[string][]string

// Get returns the first value of a key, empty when there is none.
func (c Carrier) Get(key string) string {
	if values := c[key]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// Set replaces the values of a key.
func (c Carrier) Set(key, value string) { c[key] = []string{value} }

// Keys lists the keys, in no order.
func (c Carrier) Keys() []string {
	keys := make([]string, 0, len(c))
	for key := range c {
		keys = append(keys, key)
	}
	return keys
}

// Baggage is left out on purpose: every consumer can read it, and it would invite personal data.
var propagator propagation.TraceContext

// InjectInto writes the trace of a context into headers, which must not be nil.
func InjectInto(ctx context.Context, headers map[string][]string) {
	propagator.Inject(ctx, Carrier(headers))
}

// ExtractFrom returns a context whose remote parent is the trace in the headers; without one it is ctx.
func ExtractFrom(ctx context.Context, headers map[string][]string) context.Context {
	return propagator.Extract(ctx, Carrier(headers))
}

// Inject returns the trace of a context as a traceparent, for a column or a header; empty without a trace.
func Inject(ctx context.Context) string {
	carrier := Carrier{}
	propagator.Inject(ctx, carrier)
	return carrier.Get(HeaderTrace)
}

// Extract returns a context whose remote parent is the traceparent's span; a wrong or empty one leaves ctx as it is.
func Extract(ctx context.Context, traceparent string) context.Context {
	return propagator.Extract(ctx, Carrier{HeaderTrace: {traceparent}})
}
