package chain

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/llm"
)

// meter counts calls, and shows which models rest.
type meter struct {
	calls metric.Int64Counter
	spent metric.Float64Counter
	took  metric.Float64Histogram
}

func newMeter(m metric.Meter, rungs map[string]*rung) (*meter, error) {
	var out meter
	var errs [4]error
	var state metric.Int64ObservableGauge
	out.calls, errs[0] = m.Int64Counter("recado.model.calls", metric.WithDescription("Attempts at a model, by outcome."))
	out.spent, errs[1] = m.Float64Counter("recado.model.cost", metric.WithUnit("{USD}"),
		metric.WithDescription("Cost of model calls in dollars, where a price is known."))
	out.took, errs[2] = m.Float64Histogram("recado.model.duration", metric.WithUnit("s"),
		metric.WithDescription("How long an attempt at a model took."),
		metric.WithExplicitBucketBoundaries(.05, .1, .25, .5, 1, 2, 4, 8, 16, 32, 64))
	state, errs[3] = m.Int64ObservableGauge("recado.model.breaker",
		metric.WithDescription("State of a model's breaker: 0 closed, 1 half open, 2 open."))
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	_, err := m.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		for _, r := range rungs {
			o.ObserveInt64(state, int64(r.breaker.State()), metric.WithAttributes(
				attribute.String("provider", r.provider.Name), attribute.String("model", r.model.Name)))
		}
		return nil
	}, state)
	return &out, err
}

func (m *meter) record(ctx context.Context, c llm.Call) {
	which := metric.WithAttributes(attribute.String("provider", c.Provider), attribute.String("model", c.Model),
		attribute.String("tier", string(c.Tier)), attribute.String("outcome", c.Outcome))
	m.calls.Add(ctx, 1, which)
	m.took.Record(ctx, c.Duration.Seconds(), which)
	if c.Cost != nil {
		m.spent.Add(ctx, float64(*c.Cost)/1e6, which)
	}
}
