package sanitize

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
)

// counts are the guard's metrics; their labels are verdicts, codes and types, never texts.
type counts struct {
	messages metric.Int64Counter
	findings metric.Int64Counter
	personal metric.Int64Counter
	sessions metric.Int64Counter
	unsealed metric.Int64Counter
	duration metric.Float64Histogram
}

func newCounts(m metric.Meter) (*counts, error) {
	var c counts
	var errs [6]error
	c.messages, errs[0] = m.Int64Counter("recado.guard.messages", metric.WithDescription("Messages screened, by verdict."))
	c.findings, errs[1] = m.Int64Counter("recado.guard.findings", metric.WithDescription("Reasons of verdicts, by code."))
	c.personal, errs[2] = m.Int64Counter("recado.guard.pii", metric.WithDescription("Personal data found, by type."))
	c.duration, errs[3] = m.Float64Histogram("recado.guard.duration", metric.WithUnit("s"),
		metric.WithDescription("Screening and sealing of one message."),
		metric.WithExplicitBucketBoundaries(0.00001, 0.00002, 0.00005, 0.0001, 0.0002, 0.0003, 0.0005, 0.001, 0.002, 0.005))
	c.sessions, errs[4] = m.Int64Counter("recado.guard.sessions",
		metric.WithDescription("Messages that a conversation's score was about: remembered, raised by it, "+
			"or lost because the score could not be read or written."))
	c.unsealed, errs[5] = m.Int64Counter("recado.guard.vault_full",
		metric.WithDescription("Messages whose personal data was masked for good: the vault, or the tenant's share, had no room"))
	return &c, errors.Join(errs[:]...)
}

// session counts what became of a message in its conversation's session.
func (c *counts) session(ctx context.Context, outcome string) {
	c.sessions.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome)))
}

// judged writes a judgement on the message's span and metrics.
func (c *counts) judged(ctx context.Context, j *judgement, took time.Duration) {
	verdict := attribute.String("recado.guard.verdict", j.verdict.String())
	c.messages.Add(ctx, 1, metric.WithAttributes(verdict))
	c.duration.Record(ctx, took.Seconds())
	codes := make([]string, len(j.findings))
	for i, f := range j.findings {
		codes[i] = f.GetCode()
		c.findings.Add(ctx, 1, metric.WithAttributes(attribute.String("code", f.GetCode())))
	}
	kinds := make([]string, len(j.pii))
	for i, p := range j.pii {
		kinds[i] = p.Type
		c.personal.Add(ctx, 1, metric.WithAttributes(attribute.String("type", p.Type)))
	}
	trace.SpanFromContext(ctx).SetAttributes(verdict,
		attribute.StringSlice("recado.guard.findings", codes), attribute.StringSlice("recado.guard.pii", kinds))
}

func (c *counts) vaultFull(ctx context.Context) { c.unsealed.Add(ctx, 1) }
