package turn

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/telemetry"
)

// startSpan continues the trace of the newest message and links those of the others.
func (e *Engine) startSpan(ctx context.Context, c *Conversation) (context.Context, trace.Span) {
	opts := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindInternal), trace.WithAttributes(
		attribute.String(telemetry.KeyTenant, string(c.Tenant)),
		attribute.String(telemetry.KeyConversation, c.ID),
		attribute.String(telemetry.KeyTurn, c.TurnID),
		attribute.Int(telemetry.KeyAttempt, c.Attempts),
		attribute.Int("recado.messages", len(c.Messages)),
	)}
	for i, m := range c.Messages {
		if i == len(c.Messages)-1 {
			ctx = telemetry.Extract(ctx, m.Traceparent)
			opts = append(opts, trace.WithAttributes(attribute.String(telemetry.KeyMessage, m.ID)))
			continue
		}
		if l, ok := linkTo(ctx, m); ok {
			opts = append(opts, trace.WithLinks(l))
		}
	}
	return e.deps.Tracer.Start(ctx, "turn", opts...)
}

func linkTo(ctx context.Context, m Message) (trace.Link, bool) {
	link := trace.LinkFromContext(telemetry.Extract(ctx, m.Traceparent), attribute.String(telemetry.KeyMessage, m.ID))
	return link, m.Traceparent != "" && link.SpanContext.IsValid()
}
