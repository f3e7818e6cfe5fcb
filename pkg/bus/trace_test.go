package bus_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func recorder(t testing.TB) (*tracetest.SpanRecorder, trace.Tracer) {
	t.Helper()
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	t.Cleanup(func() { _ = provider.Shutdown(context.Background()) })
	return spans, provider.Tracer("bus")
}

// named waits for n ended spans of a name.
func named(t *testing.T, spans *tracetest.SpanRecorder, name string, n int) []sdktrace.ReadOnlySpan {
	t.Helper()
	var got []sdktrace.ReadOnlySpan
	bustest.Eventually(t, name, func() bool {
		got = nil
		for _, s := range spans.Ended() {
			if s.Name() == name {
				got = append(got, s)
			}
		}
		return len(got) >= n
	})
	return got
}

func attr(s sdktrace.ReadOnlySpan, key string) attribute.Value {
	for _, a := range s.Attributes() {
		if string(a.Key) == key {
			return a.Value
		}
	}
	return attribute.Value{}
}

func TestOneTraceCrossesHopsByParentAndLink(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	spans, tracer := recorder(t)
	b := s.Open(t, bus.Options{Service: "sanitize", Tracer: tracer})
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		return b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta()})
	}))
	ctx, root := tracer.Start(t.Context(), "webhook")
	if err := b.Publish(ctx, received("c", 1)); err != nil {
		t.Fatal(err)
	}
	root.End()
	second := named(t, spans, "publish message.screened", 1)[0]
	process := named(t, spans, "process message.received", 1)[0]
	first := named(t, spans, "publish message.received", 1)[0]
	if process.Parent().SpanID() != first.SpanContext().SpanID() || second.Parent().SpanID() != process.SpanContext().SpanID() {
		t.Error("the spans are not parent and child")
	}
	if len(process.Links()) != 1 || process.Links()[0].SpanContext.SpanID() != first.SpanContext().SpanID() {
		t.Errorf("links %v", process.Links())
	}
	if second.SpanContext().TraceID() != root.SpanContext().TraceID() {
		t.Error("another trace")
	}
	if first.SpanKind() != trace.SpanKindProducer || process.SpanKind() != trace.SpanKindConsumer {
		t.Errorf("kinds %s, %s", first.SpanKind(), process.SpanKind())
	}
	for _, key := range []string{"recado.attempt", "messaging.destination.partition.id", "recado.buffer_wait_ms", "messaging.consumer.group.name", "recado.tenant"} {
		if attr(process, key).Type() == attribute.EMPTY {
			t.Errorf("no attribute %s", key)
		}
	}
}

func TestRedeliveriesAreSiblings(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	spans, tracer := recorder(t)
	b := s.Open(t, bus.Options{Service: "embedding-indexer", Tracer: tracer})
	var n atomic.Int64
	start(t, b, bus.Hop[*recadov1.DocumentSubmitted]{Name: "embedding-indexer", From: subject.DocumentSubmitted, Handle: func(context.Context, *recadov1.DocumentSubmitted) error {
		if n.Add(1) < 3 {
			return bus.Later(errors.New("embedder unavailable"), 0)
		}
		return nil
	}})
	publish(t, b, &recadov1.DocumentSubmitted{Meta: meta("", 1)})
	got := named(t, spans, "process document.submitted", 3)
	origin := named(t, spans, "publish document.submitted", 1)[0]
	for i, s := range got {
		if s.Parent().SpanID() != origin.SpanContext().SpanID() || attr(s, "recado.attempt").AsInt64() != int64(i+1) {
			t.Errorf("delivery %d: parent %s, attempt %d", i+1, s.Parent().SpanID(), attr(s, "recado.attempt").AsInt64())
		}
	}
}
