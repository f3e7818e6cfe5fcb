package telemetry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

func setup(t testing.TB, env map[string]string) *Telemetry {
	t.Helper()
	tel, err := Setup(t.Context(), Options{
		Service: "ingest", Instance: "ingest-1", Stderr: io.Discard,
		Getenv: func(name string) string { return env[name] },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tel.Shutdown(context.Background()) })
	return tel
}

func message(ctx context.Context, tracer trace.Tracer, id string) context.Context {
	ctx, span := tracer.Start(ctx, "publish message.received", trace.WithSpanKind(trace.SpanKindProducer),
		trace.WithAttributes(attribute.String(KeyMessage, id)))
	span.End()
	return ctx
}

func TestRingGivesBackWhatASpanHeld(t *testing.T) {
	t.Parallel()
	tel := setup(t, nil)
	tracer := tel.For("sanitize").Tracer("test")
	other := message(t.Context(), tracer, "wamid.0")
	ctx := message(t.Context(), tracer, "wamid.1")
	_, span := tracer.Start(ctx, "process message.received", trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.Int64("n", -7), attribute.Bool("b", true), attribute.Float64("f", 1.5)),
		trace.WithLinks(trace.LinkFromContext(other)))
	span.AddEvent("retry")
	span.SetStatus(codes.Error, "unavailable")
	span.End()

	got := tel.Spans.Answer(Question{Traces: []string{span.SpanContext().TraceID().String()}}).Spans
	if len(got) != 2 {
		t.Fatalf("got %d spans, want 2", len(got))
	}
	last := got[1]
	want := Span{
		Trace: span.SpanContext().TraceID().String(), ID: span.SpanContext().SpanID().String(), Parent: got[0].ID,
		Service: "sanitize", Name: "process message.received", Kind: "consumer", Start: last.Start, End: last.End, Error: "unavailable",
		Attributes: map[string]any{"n": int64(-7), "b": true, "f": 1.5},
		Links: []Link{{
			Trace: trace.SpanContextFromContext(other).TraceID().String(),
			ID:    trace.SpanContextFromContext(other).SpanID().String(),
		}},
		Events: []SpanEvent{{Name: "retry", At: last.Events[0].At}},
	}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Error(diff)
	}
}

func TestRingDropsTheOldestWithinItsBytes(t *testing.T) {
	t.Parallel()
	const limit = 64 << 10
	ring := NewRing(limit)
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(ring)).Tracer("test")
	for i := range 5000 {
		message(t.Context(), tracer, fmt.Sprint("wamid.", i))
	}
	if ring.Bytes() > limit {
		t.Errorf("ring holds %d bytes, want at most %d", ring.Bytes(), limit)
	}
	if got := ring.Answer(Question{Message: "wamid.0"}); len(got.Found) != 0 {
		t.Error("the oldest message is still there")
	}
	if got := ring.Answer(Question{Message: "wamid.4999"}); len(got.Found) != 1 {
		t.Error("the newest message is not there")
	}
}

func TestRingNamesStayBounded(t *testing.T) {
	t.Parallel()
	ring := NewRing(4 << 20)
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(ring)).Tracer("test")
	var last trace.Span
	for i := range maxNames + 100 {
		_, last = tracer.Start(t.Context(), fmt.Sprint("name ", i))
		last.End()
	}
	if len(ring.names.names) != maxNames {
		t.Errorf("got %d names, want %d", len(ring.names.names), maxNames)
	}
	spans := ring.Answer(Question{Traces: []string{last.SpanContext().TraceID().String()}}).Spans
	if len(spans) != 1 || spans[0].Name != fmt.Sprint("name ", maxNames+99) {
		t.Errorf("got %v, want the last name written out", spans)
	}
}

func TestCollectFollowsABurstToTheTurnThatAnsweredIt(t *testing.T) {
	t.Parallel()
	ingest, runner := setup(t, nil), setup(t, nil)
	first := message(t.Context(), ingest.For("ingest").Tracer("test"), "wamid.1")
	second := message(t.Context(), ingest.For("ingest").Tracer("test"), "wamid.2")
	turns := runner.For("agent-runner").Tracer("test")
	_, turn := turns.Start(Extract(t.Context(), Inject(second)), "turn", trace.WithLinks(trace.LinkFromContext(first)))
	turn.End()

	ask := func(q Question) (out []Answer, err error) {
		for _, ring := range []*Ring{ingest.Spans, runner.Spans} {
			var answer Answer
			question, _ := json.Marshal(q)
			if err := json.Unmarshal(ring.AnswerJSON(question), &answer); err != nil {
				return nil, err
			}
			out = append(out, answer)
		}
		return out, nil
	}
	for _, q := range []Question{{Message: "wamid.1"}, {Message: "wamid.2"}, {Last: true}} {
		spans, err := Collect(q, ask)
		if err != nil {
			t.Fatal(err)
		}
		if got := spans[len(spans)-1].Name; got != "turn" {
			t.Errorf("%+v ends in %q, want the turn", q, got)
		}
	}
	if _, err := Collect(Question{Message: "wamid.3"}, ask); !errors.Is(err, ErrNoTrace) {
		t.Errorf("got %v, want ErrNoTrace", err)
	}
}

func BenchmarkRingOnEnd(b *testing.B) {
	tel := setup(b, nil)
	tracer := tel.For("ingest").Tracer("test")
	b.ReportAllocs()
	for b.Loop() {
		message(b.Context(), tracer, "wamid.HBgLMTU1NTAxMDEyMzQ")
	}
}
