package mcp

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// counts say what programs did, without saying who they are.
type counts struct{ calls, refusals metric.Int64Counter }

func newCounts(m metric.Meter) (*counts, error) {
	calls, err := m.Int64Counter("recado.mcp.calls", metric.WithDescription("calls of programs, by tool and outcome"))
	refusals, err2 := m.Int64Counter("recado.mcp.refused",
		metric.WithDescription("requests of programs that were not let in, by door and reason"))
	return &counts{calls: calls, refusals: refusals}, errors.Join(err, err2)
}

// called counts a call of a tool; one that there is not has no name.
func (c *counts) called(ctx context.Context, tool, outcome string) {
	c.calls.Add(ctx, 1, metric.WithAttributes(attribute.String("tool", tool), attribute.String("outcome", outcome)))
}

func (c *counts) refused(ctx context.Context, door, reason string) {
	c.refusals.Add(ctx, 1, metric.WithAttributes(attribute.String("door", door), attribute.String("reason", reason)))
}
