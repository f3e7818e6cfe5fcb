package intentrouter

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// counts are the router's metrics; their labels are names of ours, never texts.
type counts struct {
	messages metric.Int64Counter
	duration metric.Float64Histogram
	// dialogues counts what the memory of conversations did: continued, restored from the bucket, lost because that was unavailable.
	dialogues metric.Int64Counter
}

func newCounts(m metric.Meter) (*counts, error) {
	var c counts
	var errs [3]error
	c.messages, errs[0] = m.Int64Counter("recado.route.messages", metric.WithDescription("Messages routed, by intent and specialist."))
	c.duration, errs[1] = m.Float64Histogram("recado.route.duration", metric.WithUnit("s"),
		metric.WithDescription("Understanding of one message."),
		metric.WithExplicitBucketBoundaries(0.00001, 0.00002, 0.00005, 0.0001, 0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005))
	c.dialogues, errs[2] = m.Int64Counter("recado.route.dialogues",
		metric.WithDescription("Messages with a dialogue before them, by outcome: continued, restored, lost."))
	return &c, errors.Join(errs[:]...)
}

// routed writes how a message was understood on its span and the metrics.
func (c *counts) routed(ctx context.Context, m *recadov1.MessageRouted, took time.Duration) {
	dominant := m.GetIntents()[0]
	labels := []attribute.KeyValue{attribute.String("intent", dominant.GetName()), attribute.String("specialist", m.GetSpecialist())}
	c.messages.Add(ctx, 1, metric.WithAttributes(labels...))
	c.duration.Record(ctx, took.Seconds())
	if m.GetContinued() {
		c.dialogue(ctx, "continued")
	}
	trace.SpanFromContext(ctx).SetAttributes(append(labels,
		attribute.Float64("confidence", float64(dominant.GetConfidence())),
		attribute.Bool("continued", m.GetContinued()),
		attribute.String("language", m.GetLanguage()),
		attribute.Int("urgency", int(m.GetUrgency())))...)
}

func (c *counts) dialogue(ctx context.Context, outcome string) {
	c.dialogues.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome)))
}
