package way

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/recado/recado/pkg/telemetry"
)

var update = flag.Bool("update", false, "rewrite golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; -update rewrites it. Got:\n%s", path, got)
	}
}

// journey is a message's way with a tool round, a redelivery, and a receipt that comes long after.
func journey() []telemetry.Span {
	start := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	span := func(id, parent, service, name, kind string, from, to float64, attributes map[string]any) telemetry.Span {
		at := func(ms float64) time.Time { return start.Add(time.Duration(ms * float64(time.Millisecond))) }
		return telemetry.Span{
			Trace: "4bf92f3577b34da6a3ce929d0e0e4736", ID: id, Parent: parent, Service: service, Name: name, Kind: kind,
			Start: at(from), End: at(to), Attributes: attributes,
		}
	}
	type attributes = map[string]any
	spans := []telemetry.Span{
		span("01", "", "ingest", "POST /webhooks/{channel}/{account}", "server", 0, 3.2, attributes{telemetry.KeyMessage: "wamid.42", telemetry.KeyTenant: "clinic"}),
		span("02", "01", "ingest", "publish message.received", "producer", 1, 3, nil),
		span("03", "02", "sanitize", "process message.received", "consumer", 3.4, 3.9, attributes{"recado.queue_wait_ms": 0.4}),
		span("04", "03", "intent-router", "process message.screened", "consumer", 4.4, 5, attributes{
			"recado.queue_wait_ms": 0.3, telemetry.KeyAttempt: float64(2), "intent": "pricing", "specialist": "pricing", "language": "es", "urgency": float64(1),
		}),
		span("05", "04", "agent-runner", "process message.routed", "consumer", 5.2, 9, attributes{"recado.queue_wait_ms": 0.2}),
		span("06", "05", "agent-runner", "turn", "internal", 1009.1, 1022, attributes{"recado.outcome": "degraded", "recado.reason": "llm_unavailable"}),
		span("07", "06", "agent-runner", "chat rules", "internal", 1010, 1010.2, attributes{"gen_ai.operation.name": "chat", "gen_ai.request.model": "rules"}),
		span("08", "06", "agent-runner", "call get_service_info", "internal", 1011, 1015, attributes{"gen_ai.tool.name": "get_service_info"}),
		span("09", "08", "tool-executor", "execute_tool get_service_info", "internal", 1012, 1014, attributes{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get_service_info"}),
		span("10", "06", "outbound-sender", "send whatsapp", "client", 1024, 1030.5, nil),
		span("11", "10", "outbound-sender", "receipt delivered", "internal", 1310, 1310.1, nil),
	}
	spans[3].Error = "the database is away"
	return spans
}

func TestWaterfallShowsHopsToolsAndDelivery(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	New(journey()).Waterfall(&out)
	golden(t, "waterfall.golden", out.Bytes())
}

func TestWaterfallTellsWhenSpansAreMissing(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	spans := journey()
	w := New(append(spans[:3:3], spans[4:]...))
	w.Waterfall(&out)
	if got := w.orphans(); len(got) != 1 || got[0].ID != "05" {
		t.Errorf("got orphans %v, want the span whose parent is missing", got)
	}
	if !bytes.Contains(out.Bytes(), []byte("1 spans have no parent here")) {
		t.Error("the waterfall hides that a span is missing")
	}
}

func TestWayInOneLine(t *testing.T) {
	t.Parallel()
	const want = "ingest 3.2 · sanitize 0.5 · intent-router 0.6 · agent-runner 3.8 · agent-runner 12.9 · get_service_info 4.0 · total 1030.5 ms"
	if got := New(journey()).Line(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAWayTellsHowItWasReadAndAnswered(t *testing.T) {
	t.Parallel()
	w := New(journey())
	if want := (Reading{Intent: "pricing", Specialist: "pricing", Language: "es", Urgency: 1}); w.Read != want {
		t.Errorf("read %+v, want %+v", w.Read, want)
	}
	if want := (Answer{Outcome: "degraded", Reason: "llm_unavailable"}); w.Answer != want {
		t.Errorf("answered %+v, want %+v", w.Answer, want)
	}
	var out bytes.Buffer
	(&Way{}).judgement(&out)
	(&Way{Answer: Answer{Outcome: "replied"}}).judgement(&out)
	if got := out.String(); got != "answer  replied\n" {
		t.Errorf("got %q", got)
	}
}

func TestAModelThatAnsweredForAnotherSaysWhy(t *testing.T) {
	t.Parallel()
	for want, call := range map[string]ModelCall{
		"":                             {},
		"  balanced":                   {Tier: "balanced"},
		"  fast, the one before: open": {Tier: "fast", Fallback: "open"},
	} {
		if got := call.chain(); got != want {
			t.Errorf("%+v is %q, want %q", call, got, want)
		}
	}
}
