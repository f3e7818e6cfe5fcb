package ingest

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// counts are ingest's metrics. A channel's name is one of ours or of a tenant's gateway account: a bounded set.
type counts struct{ items metric.Int64Counter }

func newCounts(meter metric.Meter) (*counts, error) {
	items, err := meter.Int64Counter("recado.ingest.items",
		metric.WithDescription("messages and receipts in what channels sent, by outcome: accepted, broken, refused or dead_letter"))
	if err != nil {
		return nil, fmt.Errorf("make the counter of items: %w", err)
	}
	return &counts{items}, nil
}

func (c *counts) item(ctx context.Context, channel, outcome string) {
	c.items.Add(ctx, 1, metric.WithAttributes(attribute.String("channel", channel), attribute.String("outcome", outcome)))
}
