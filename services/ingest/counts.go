package ingest

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// counts are ingest's metrics. A channel's name is one of ours or of a tenant's gateway account: a bounded set.
type counts struct{ items, limited, keyless metric.Int64Counter }

func newCounts(meter metric.Meter) (*counts, error) {
	items, err := meter.Int64Counter("recado.ingest.items",
		metric.WithDescription("messages and receipts in what channels sent, by outcome: accepted, parked, broken, refused or dead_letter"))
	if err != nil {
		return nil, fmt.Errorf("make the counter of items: %w", err)
	}
	limited, err := meter.Int64Counter("recado.ingest.limited",
		metric.WithDescription("messages that came faster than they may, by outcome (parked, refused, and drained of those parked) "+
			"and by scope: contact, tenant, behind earlier ones, or held while the tenant is re-keyed"))
	if err != nil {
		return nil, fmt.Errorf("make the counter of limited messages: %w", err)
	}
	keyless, err := meter.Int64Counter("recado.ingest.keyless",
		metric.WithDescription("messages whose address is sealed under the tenant's key: the vault has no room for the contact's"))
	if err != nil {
		return nil, fmt.Errorf("make the counter of messages without a contact's key: %w", err)
	}
	return &counts{items, limited, keyless}, nil
}

// What becomes of a part of a body, or of a message that came too fast.
const (
	outcomeAccepted   = "accepted"
	outcomeParked     = "parked"
	outcomeBroken     = "broken"
	outcomeRefused    = "refused"
	outcomeDeadLetter = "dead_letter"
	outcomeDrained    = "drained"
)

func (c *counts) limit(ctx context.Context, outcome, scope string) {
	c.limited.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome), attribute.String("scope", scope)))
}

func (c *counts) item(ctx context.Context, channel, outcome string) {
	c.items.Add(ctx, 1, metric.WithAttributes(attribute.String("channel", channel), attribute.String("outcome", outcome)))
}
