package telemetry

import (
	"context"
	"fmt"
	"log/slog"

	"go.opentelemetry.io/contrib/bridges/otelslog"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// exporters are nil where no endpoint is set.
type exporters struct {
	spans   sdktrace.SpanExporter
	metrics sdkmetric.Exporter
	logs    sdklog.Exporter
}

func newExporters(ctx context.Context, getenv func(string) string) (out exporters, err error) {
	wanted := func(signal string) bool {
		return getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || getenv("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") != ""
	}
	if wanted("TRACES") {
		if out.spans, err = otlptracehttp.New(ctx); err != nil {
			return out, fmt.Errorf("set up the OTLP trace exporter: %w", err)
		}
	}
	if wanted("METRICS") {
		if out.metrics, err = otlpmetrichttp.New(ctx); err != nil {
			return out, fmt.Errorf("set up the OTLP metric exporter: %w", err)
		}
	}
	if wanted("LOGS") {
		if out.logs, err = otlploghttp.New(ctx); err != nil {
			return out, fmt.Errorf("set up the OTLP log exporter: %w", err)
		}
	}
	return out, nil
}

func (t *Telemetry) setupLog(opts Options, level slog.Level, push sdklog.Exporter) {
	own := newHandler(opts.Stderr, level)
	if push == nil {
		t.Log = slog.New(own)
		return
	}
	provider := sdklog.NewLoggerProvider(
		sdklog.WithResource(t.resource(opts.Service)),
		sdklog.WithProcessor(sdklog.NewBatchProcessor(push)),
	)
	t.shutdown = append(t.shutdown, provider.Shutdown)
	t.Log = slog.New(slog.NewMultiHandler(own, otelslog.NewHandler(opts.Service, otelslog.WithLoggerProvider(provider))))
}
