package fill_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/fill"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/subject"
)

func TestFillOfEveryStreamAndBucketIsMeasured(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(bus.Topology{Partitions: 1, MaxBytes: 1 << 20}))
	var log strings.Builder
	reader := metric.NewManualReader()
	b := s.Open(t, bus.Options{Service: "ingest"})
	for _, key := range []string{"a", "b", "c"} {
		if err := b.Put(t.Context(), subject.BucketTenants, key, make([]byte, 36<<10)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- fill.Watch(ctx, b.Conn(), metric.NewMeterProvider(metric.WithReader(reader)).Meter("test"), slog.New(slog.NewTextHandler(&log, nil)))
	}()
	fills := map[string]float64{}
	bustest.Eventually(t, "a measure of everything", func() bool {
		var all metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &all); err != nil || len(all.ScopeMetrics) == 0 {
			return false
		}
		for _, point := range all.ScopeMetrics[0].Metrics[0].Data.(metricdata.Gauge[float64]).DataPoints {
			name, _ := point.Attributes.Value("stream")
			full, _ := point.Attributes.Value("full")
			fills[name.AsString()+" "+full.AsString()] = point.Value
		}
		return len(fills) == len(topology.Rooms())
	})
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got := fills["KV_tenants refuses"]; got < .8 || got > 1 {
		t.Errorf("the bucket of tenants is at %v", got)
	}
	if got, ok := fills["DEADLETTERS drops"]; !ok || got != 0 {
		t.Errorf("dead letters are at %v, %v", got, ok)
	}
	if text := log.String(); strings.Count(text, "nearly full") != 1 || !strings.Contains(text, "KV_tenants") {
		t.Errorf("the log says %s", text)
	}
}
