package ingest

import (
	"context"
	"encoding/json"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
)

// retryAfter is what a sender is asked to wait while something is unavailable, in seconds.
const retryAfter = "5"

// startTrace begins a message's trace at its door. What a stranger's header says of a trace is not taken over.
func startTrace(ctx context.Context, tracer trace.Tracer, route string, ref accountRef) (context.Context, trace.Span) {
	ctx, span := tracer.Start(ctx, "POST "+route, trace.WithNewRoot(),
		trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
			attribute.String("http.request.method", http.MethodPost),
			attribute.String("http.route", route),
			attribute.String("recado.channel", ref.account.Channel),
			attribute.String(telemetry.KeyTenant, string(ref.settings.ID)),
		))
	return tenant.NewContext(ctx, ref.settings.ID), span
}

// answer writes a value as JSON.
func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

// refuse answers with one line of text; 429 and 503 say when to come back.
func refuse(w http.ResponseWriter, status int, reason string) {
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", retryAfter)
	}
	http.Error(w, reason, status)
}
