package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

type meters struct {
	sent        metric.Int64Counter
	sending     metric.Float64Histogram
	consumed    metric.Int64Counter
	processing  metric.Float64Histogram
	waiting     metric.Float64Histogram
	deadLetters metric.Int64Counter
	crowded     metric.Int64Counter
	lost        metric.Int64Counter
	redelivered metric.Int64Counter
	sets        sync.Map // series by its key
}

var secondsBuckets = metric.WithExplicitBucketBoundaries(.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30)

func newMeters(m metric.Meter) (*meters, error) {
	var out meters
	var errs [9]error
	out.sent, errs[0] = m.Int64Counter("messaging.client.sent.messages", metric.WithDescription("Messages published"))
	out.sending, errs[1] = m.Float64Histogram("messaging.client.operation.duration", metric.WithUnit("s"), secondsBuckets)
	out.consumed, errs[2] = m.Int64Counter("messaging.client.consumed.messages", metric.WithDescription("Messages with a verdict"))
	out.processing, errs[3] = m.Float64Histogram("messaging.process.duration", metric.WithUnit("s"), secondsBuckets)
	out.waiting, errs[4] = m.Float64Histogram("recado.bus.wait", metric.WithUnit("s"),
		metric.WithDescription("From stored to handled"), secondsBuckets)
	out.deadLetters, errs[5] = m.Int64Counter("recado.bus.dead_letters")
	out.redelivered, errs[6] = m.Int64Counter("recado.bus.redeliveries")
	out.crowded, errs[7] = m.Int64Counter("recado.bus.dead_letters_dropped",
		metric.WithDescription("Dead letters that gave way to younger ones, by stage and by what was full: a tenant's share or the stream"))
	out.lost, errs[8] = m.Int64Counter("recado.bus.dead_letters_lost",
		metric.WithDescription("Messages given up of which no dead letter could be stored in time, by stage"))
	if err := errors.Join(errs[:]...); err != nil {
		return nil, fmt.Errorf("create bus metrics: %w", err)
	}
	return &out, nil
}

// sent and ended name a series of publishes and of verdicts.
type (
	sent struct {
		root   string
		failed bool
	}
	ended struct {
		stage, service string
		verdict        verdict
	}
)

// series returns the attributes of a series, which are few: making a set costs more than counting with it.
func (m *meters) series(key any, attributes func() []attribute.KeyValue) metric.MeasurementOption {
	if known, ok := m.sets.Load(key); ok {
		return known.(metric.MeasurementOption)
	}
	set := metric.WithAttributeSet(attribute.NewSet(attributes()...))
	m.sets.Store(key, set)
	return set
}

func (m *meters) published(ctx context.Context, subj string, took time.Duration, err error) {
	key := sent{rootOf(subj), err != nil}
	set := m.series(key, func() []attribute.KeyValue {
		return []attribute.KeyValue{attribute.String("messaging.destination.name", key.root), attribute.Bool("error", key.failed)}
	})
	m.sent.Add(ctx, 1, set)
	m.sending.Record(ctx, took.Seconds(), set)
}

func (m *meters) handled(ctx context.Context, d *delivery, v verdict, took time.Duration) {
	key := ended{d.stage.Name, d.service, v}
	set := m.series(key, func() []attribute.KeyValue {
		return []attribute.KeyValue{
			attribute.String("messaging.destination.name", key.stage),
			attribute.String("messaging.consumer.group.name", key.service),
			attribute.String("verdict", string(key.verdict)),
		}
	})
	m.consumed.Add(ctx, 1, set)
	m.processing.Record(ctx, took.Seconds(), set)
	m.waiting.Record(ctx, d.Wait.Seconds(), set)
	if d.Attempt > 1 {
		m.redelivered.Add(ctx, 1, set)
	}
}

func (m *meters) buried(ctx context.Context, stage string) {
	m.deadLetters.Add(ctx, 1, metric.WithAttributes(attribute.String("stage", stage)))
}

func (m *meters) dropped(ctx context.Context, stage, full string) {
	m.crowded.Add(ctx, 1, metric.WithAttributes(attribute.String("stage", stage), attribute.String("full", full)))
}

func (m *meters) unburied(ctx context.Context, stage string) {
	m.lost.Add(ctx, 1, metric.WithAttributes(attribute.String("stage", stage)))
}
