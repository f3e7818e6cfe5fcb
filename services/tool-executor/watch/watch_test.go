package watch_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/metric/noop"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/services/tool-executor/watch"
)

type fixed struct {
	found knowledge.Result
	err   error
}

func (f fixed) Search(context.Context, knowledge.Query) (knowledge.Result, error) {
	return f.found, f.err
}

func TestASearchIsToldInOneLineWithoutWhatWasAsked(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	hits := []knowledge.Hit{{Content: "quetzal", Title: "tucán", Relevance: 0.5}, {Relevance: 1}}
	x, err := watch.New(fixed{found: knowledge.Result{Hits: hits, Degraded: true, Reason: "colibrí", Searching: 3 * time.Millisecond}},
		noop.Meter{}, slog.New(slog.NewTextHandler(&out, nil)))
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.Search(t.Context(), knowledge.Query{Tenant: "clinic", Assistant: "sofia", Contact: "ana", Text: "guacamaya"})
	if err != nil || len(got.Hits) != 2 {
		t.Fatalf("%v %v", got, err)
	}
	line := out.String()
	for _, want := range []string{"tenant=clinic", "assistant=sofia", "chunks=2", "relevance=0.75", "search_ms=3", "degraded=true"} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	for _, secret := range []string{"quetzal", "tucán", "colibrí", "guacamaya", "contact=ana"} {
		if strings.Contains(line, secret) {
			t.Errorf("%s stands in %s", secret, line)
		}
	}
	if strings.Count(line, "\n") != 1 {
		t.Errorf("more than a line: %s", line)
	}
}

func TestTheTokensThatAModelReadsAreCountedWithTheirNeighbours(t *testing.T) {
	t.Parallel()
	reader := sdk.NewManualReader()
	hits := []knowledge.Hit{{Content: strings.Repeat("a", 400), Before: strings.Repeat("b", 80), After: strings.Repeat("c", 120)}}
	x, err := watch.New(fixed{found: knowledge.Result{Hits: hits}}, sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("test"),
		slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Search(t.Context(), knowledge.Query{}); err != nil {
		t.Fatal(err)
	}
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	for _, m := range all.ScopeMetrics[0].Metrics {
		if m.Name != "recado.knowledge.context.tokens" {
			continue
		}
		if sum := m.Data.(metricdata.Histogram[float64]).DataPoints[0].Sum; sum != 150 {
			t.Errorf("%v tokens, want 150", sum)
		}
		return
	}
	t.Error("no tokens are counted")
}

func TestASearchThatFailsIsItsCallersToTell(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	x, err := watch.New(fixed{err: errors.New("away")}, noop.Meter{}, slog.New(slog.NewTextHandler(&out, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Search(t.Context(), knowledge.Query{}); err == nil || out.Len() != 0 {
		t.Errorf("%v, told %s", err, &out)
	}
}
