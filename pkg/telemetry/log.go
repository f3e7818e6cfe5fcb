package telemetry

import (
	"context"
	"io"
	"log/slog"

	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/tenant"
)

// handler adds the trace and the tenant of the context to each record.
type handler struct{ slog.Handler }

func newHandler(w io.Writer, level slog.Level) slog.Handler {
	return handler{slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})}
}

// Handle adds trace_id and tenant where the context has them.
func (h handler) Handle(ctx context.Context, record slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		record.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	if id := tenant.FromContext(ctx); id != "" {
		record.AddAttrs(slog.String("tenant", string(id)))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs keeps the handler around the one it wraps.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps the handler around the one it wraps.
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
