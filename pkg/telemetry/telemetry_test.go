package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/tenant"
)

func TestLogCarriesTraceAndTenant(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	tel, err := Setup(t.Context(), Options{Service: "ingest", Stderr: &out, Getenv: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, span := tel.Tracer.Tracer("test").Start(tenant.NewContext(t.Context(), "clinic"), "work")
	tel.Log.With("service", "ingest").InfoContext(ctx, "routed")
	tel.Log.DebugContext(ctx, "hidden at this level")
	span.End()

	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	if line["trace_id"] != span.SpanContext().TraceID().String() || line["tenant"] != "clinic" {
		t.Errorf("got %v, want the span's trace and the tenant", line)
	}
}

func TestSetupNamesEveryWrongVariable(t *testing.T) {
	t.Parallel()
	_, err := Setup(t.Context(), Options{Service: "ingest", Getenv: func(string) string { return "loud" }})
	for _, name := range []string{"RECADO_LOG_LEVEL", "RECADO_SPANS_MB"} {
		if err == nil || !bytes.Contains([]byte(err.Error()), []byte(name)) {
			t.Errorf("got %v, want it to name %s", err, name)
		}
	}
}

func TestTraceCrossesHeadersAndColumns(t *testing.T) {
	t.Parallel()
	ctx, span := setup(t, nil).Tracer.Tracer("test").Start(t.Context(), "work")
	defer span.End()
	headers := map[string][]string{}
	InjectInto(ctx, headers)
	if headers[HeaderTrace] == nil {
		t.Fatalf("got headers %v, want %s in lower case", headers, HeaderTrace)
	}
	for _, got := range []context.Context{ExtractFrom(t.Context(), headers), Extract(t.Context(), Inject(ctx))} {
		if trace.SpanContextFromContext(got).TraceID() != span.SpanContext().TraceID() {
			t.Error("the trace was lost on the way")
		}
	}
	if trace.SpanContextFromContext(Extract(t.Context(), "nonsense")).IsValid() {
		t.Error("nonsense became a trace")
	}
}

func TestMetricsKeepATenantsTurnsApartAndBounded(t *testing.T) {
	t.Parallel()
	tel := setup(t, nil)
	turns, err := NewTurns(tel.Meter.Meter("agent-runner"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range maxTenants + 5 {
		turns.Record(t.Context(), Turn{Tenant: tenant.ID(fmt.Sprint("t", i)), Latency: time.Second, ToolCalls: 1, InputTokens: 3, FellBack: true})
	}
	turns.Record(t.Context(), Turn{Tenant: "t0", Latency: time.Second, ToolCalls: 1, FellBack: true, Modelled: true})
	turns.Record(t.Context(), Turn{Tenant: "t0", ToolCalls: 1, FellBack: true, Kept: 2, Late: 1}) // nothing was said
	turns.PromptBuilt(t.Context(), "t0", "first")
	turns.PromptBuilt(t.Context(), "t0", "changed")
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(tel.Registry, promhttp.HandlerOpts{}).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	body := answer.Body.Bytes()
	for _, why := range []string{"first", "changed"} {
		if !regexp.MustCompile(`recado_prompt_builds_total\{[^}]*tenant="t0"[^}]*why="` + why + `"[^}]*\} 1\n`).Match(body) {
			t.Errorf("prompts that were built (%s) are not counted", why)
		}
	}
	if got := bytes.Count(body, []byte("recado_turns_total{")); got != maxTenants+1 {
		t.Errorf("got %d series, want %d", got, maxTenants+1)
	}
	for _, want := range []string{`tenant="other"`, "recado_reply_latency_seconds_bucket", "recado_tokens_total", "recado_tool_calls"} {
		if !bytes.Contains(body, []byte(want)) {
			t.Errorf("metrics lack %s", want)
		}
	}
	for kept, want := range map[string]string{"true": "2", "false": "1"} {
		if !regexp.MustCompile(`recado_messages_ended_total\{[^}]*kept="` + kept + `"[^}]*tenant="t0"[^}]*\} ` + want + `\n`).Match(body) {
			t.Errorf("messages that ended in time (%s) are not %s", kept, want)
		}
	}
	for outcome, want := range map[string]string{"rules": "1", "model": "1"} {
		served := regexp.MustCompile(`recado_turns_served_total\{[^}]*outcome="` + outcome + `"[^}]*tenant="t0"[^}]*\} ` + want + `\n`)
		if !served.Match(body) {
			t.Errorf("turns that %s served are not counted: want %s", outcome, want)
		}
	}
}

// The exporters read the process's environment, so this one test sets it.
func TestSpansGoToTheStandardEndpoint(t *testing.T) {
	var posts atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/traces" {
			posts.Add(1)
		}
	}))
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	tel := setup(t, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL})
	_, span := tel.Tracer.Tracer("test").Start(t.Context(), "work")
	span.End()
	if err := tel.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if posts.Load() == 0 {
		t.Error("nothing was exported")
	}
}
