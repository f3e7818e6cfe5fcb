package way_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/services/cmd/recado/way"
)

func TestQuestionKnowsATraceFromAMessage(t *testing.T) {
	t.Parallel()
	trace := strings.Repeat("0af", 10) + "12"
	for what, want := range map[string]telemetry.Question{
		"last":                    {Last: true},
		trace:                     {Traces: []string{trace}},
		strings.ToUpper(trace):    {Message: strings.ToUpper(trace)},
		trace[:31]:                {Message: trace[:31]},
		strings.Repeat("wxyz", 8): {Message: strings.Repeat("wxyz", 8)},
		"wamid.1":                 {Message: "wamid.1"},
	} {
		if diff := cmp.Diff(want, way.Question(what)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
}

var start = time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)

// process answers questions for spans as a process of that service that holds one span of the trace.
func process(t *testing.T, server *bustest.Server, service string, after time.Duration) {
	t.Helper()
	span := telemetry.Span{
		Trace: strings.Repeat("a", 32), ID: service, Service: service, Name: "process", Kind: "consumer",
		Start: start.Add(after), End: start.Add(after + time.Millisecond),
	}
	answer, err := json.Marshal(telemetry.Answer{
		Found: []telemetry.Sighting{{Trace: span.Trace, Start: span.Start}}, Spans: []telemetry.Span{span},
	})
	if err != nil {
		t.Fatal(err)
	}
	respond(t, server.Bus(t, service), answer)
}

func respond(t *testing.T, b *bus.Bus, answer []byte) {
	t.Helper()
	stop, err := b.Respond(subject.Spans, func([]byte) []byte { return answer })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
}

func TestFollowPutsTheSpansOfAllProcessesInOrder(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	process(t, server, "sanitize", time.Second)
	process(t, server, "ingest", 0)
	w, err := way.Follow(t.Context(), server.Bus(t, "recado"), way.Question("wamid.1"))
	if err != nil {
		t.Fatal(err)
	}
	var hops []string
	for _, hop := range w.Hops {
		hops = append(hops, hop.Service)
	}
	if diff := cmp.Diff([]string{"ingest", "sanitize"}, hops); diff != "" || w.TotalMS != 1001 || w.Sent() {
		t.Errorf("%+v (-want +got):\n%s", w, diff)
	}
}

func TestFollowHereAsksOneProcess(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	process(t, server, "ingest", 0)
	w, err := way.FollowHere(t.Context(), server.Bus(t, "recado"), way.Question("last"))
	if err != nil || len(w.Spans) != 1 || w.Spans[0].Service != "ingest" {
		t.Errorf("got %+v, %v", w, err)
	}
}

func TestFollowOfWhatNobodyHoldsIsAnError(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	b := server.Bus(t, "recado")
	if _, err := way.Follow(t.Context(), b, way.Question("last")); !errors.Is(err, telemetry.ErrNoTrace) {
		t.Errorf("got %v", err)
	}
	respond(t, server.Bus(t, "ingest"), []byte("no JSON"))
	if _, err := way.Follow(t.Context(), b, way.Question("last")); err == nil || !strings.Contains(err.Error(), "read an answer") {
		t.Errorf("got %v", err)
	}
}
