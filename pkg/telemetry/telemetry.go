// Package telemetry sets up traces, metrics and logs for a process, and keeps its newest spans where `recado trace` can ask for them.
package telemetry

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/config"
)

// Config is what telemetry reads from the environment; OpenTelemetry's own OTEL_ variables are read by its exporters.
type Config struct {
	Level   slog.Level `env:"RECADO_LOG_LEVEL" default:"INFO" help:"DEBUG, INFO, WARN or ERROR"`
	SpansMB int        `env:"RECADO_SPANS_MB" default:"32" min:"1" help:"memory for the newest spans, in MiB"`
}

// Options say whose telemetry it is.
type Options struct {
	// Service names the process: its one service, or recado where it runs several.
	Service string
	// Instance is unique for each start of the process.
	Instance string
	Getenv   func(string) string
	// Stderr takes the log, one JSON object a line.
	Stderr io.Writer
}

// Telemetry is a process's traces, metrics and logs. Each service of the process has its own tracer by For.
type Telemetry struct {
	Tracer trace.TracerProvider
	Meter  metric.MeterProvider
	Log    *slog.Logger
	// Spans holds the newest finished spans of all services of the process.
	Spans *Ring
	// Registry is what /metrics shows.
	Registry *prometheus.Registry

	instance   string
	processors []sdktrace.SpanProcessor
	shutdown   []func(context.Context) error
}

// Setup starts telemetry: spans always to the ring, metrics always to the registry, and all three signals by OTLP where the
// standard OTEL_EXPORTER_OTLP_ variables are set.
func Setup(ctx context.Context, opts Options) (*Telemetry, error) {
	cfg, err := config.Load[Config](opts.Getenv)
	if err != nil {
		return nil, err
	}
	t := &Telemetry{
		Spans:    NewRing(cfg.SpansMB << 20),
		Registry: prometheus.NewRegistry(),
		instance: opts.Instance,
	}
	t.processors = append(t.processors, t.Spans)
	exporters, err := newExporters(ctx, opts.Getenv)
	if err != nil {
		return nil, err
	}
	if err := t.setupMetrics(opts.Service, exporters.metrics); err != nil {
		return nil, err
	}
	t.setupLog(opts, cfg.Level, exporters.logs)
	if exporters.spans != nil {
		batch := sdktrace.NewBatchSpanProcessor(exporters.spans)
		t.processors = append(t.processors, batch)
		t.shutdown = append(t.shutdown, batch.Shutdown)
	}
	t.Tracer = t.For(opts.Service)
	return t, nil
}

// For returns a tracer provider whose spans carry the name of a service.
func (t *Telemetry) For(service string) trace.TracerProvider {
	options := []sdktrace.TracerProviderOption{sdktrace.WithResource(t.resource(service))}
	for _, processor := range t.processors {
		options = append(options, sdktrace.WithSpanProcessor(processor))
	}
	return sdktrace.NewTracerProvider(options...)
}

// Shutdown sends what is left to the exporters, within the context's deadline.
func (t *Telemetry) Shutdown(ctx context.Context) error {
	var errs []error
	for _, shutdown := range t.shutdown {
		errs = append(errs, shutdown(ctx))
	}
	return errors.Join(errs...)
}

func (t *Telemetry) setupMetrics(service string, push sdkmetric.Exporter) error {
	pull, err := otelprometheus.New(otelprometheus.WithRegisterer(t.Registry))
	if err != nil {
		return err
	}
	options := []sdkmetric.Option{sdkmetric.WithResource(t.resource(service)), sdkmetric.WithReader(pull)}
	if push != nil {
		options = append(options, sdkmetric.WithReader(sdkmetric.NewPeriodicReader(push)))
	}
	provider := sdkmetric.NewMeterProvider(options...)
	t.Meter = provider
	t.shutdown = append(t.shutdown, provider.Shutdown)
	return nil
}

func (t *Telemetry) resource(service string) *resource.Resource {
	return resource.NewWithAttributes(semconv.SchemaURL, semconv.ServiceName(service), semconv.ServiceInstanceID(t.instance))
}
