package agentrunner

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/turn"
)

const keepUsageSQL = `SELECT chat.keep_usage($1, $2, $3, $4, $5, $6)`

// batch runs a turn's write, and keeps the calls of models that it has made since the last one, in the same transaction and round trip.
func (d *database) batch(ctx context.Context, c *turn.Conversation, write func(*pgx.Batch)) error {
	return d.batchOf(ctx, c, c.ID, write)
}

// batchOf is batch for a call about a conversation, of no turn where the turn has no id.
func (d *database) batchOf(ctx context.Context, c *turn.Conversation, conversation string, write func(*pgx.Batch)) error {
	var of any
	if c.TurnID != "" {
		of = c.TurnID
	}
	calls, err := usageRows(c.Calls)
	if err != nil {
		return err
	}
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		write(b) // the conversation's row is locked first
		if calls != nil {
			b.Queue(keepUsageSQL, string(c.Tenant), conversation, of, calls, c.Month, c.Limit)
		}
	})
	if err == nil {
		c.Calls = nil
	}
	return err
}

// keepReported keeps calls that were made for no conversation.
func (d *database) keepReported(ctx context.Context, c *turn.Conversation) error {
	calls, err := usageRows(c.Calls)
	if err != nil || calls == nil {
		return err
	}
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(keepUsageSQL, string(c.Tenant), nil, nil, calls, c.Month, c.Limit)
	})
	return wrap("keep usage", err)
}

// holdFor is how long a call that died keeps its room in a budget: longer than any call takes.
const holdFor = 5 * time.Minute

const spentSQL = `
SELECT coalesce((SELECT spent_micros FROM chat.budgets WHERE tenant_id = $1 AND month = $2), 0) +
       coalesce((SELECT sum(micros) FROM chat.budget_holds WHERE tenant_id = $1 AND month = $2 AND expires_at > now()), 0)::bigint`

// Spent is what a tenant has spent and holds of its month.
func (d *database) Spent(ctx context.Context, c *turn.Conversation) (micros int64, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(spentSQL, string(c.Tenant), c.Month).QueryRow(func(row pgx.Row) error { return row.Scan(&micros) })
	})
	return micros, wrap("read budget", err)
}

// Hold keeps room for a call in the tenant's month, once what was held for the turn's calls before it is settled.
func (d *database) Hold(ctx context.Context, c *turn.Conversation, call string, micros int64) (fits bool, err error) {
	calls, err := usageRows(c.Calls)
	if err != nil {
		return false, err
	}
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		if calls != nil {
			b.Queue(keepUsageSQL, string(c.Tenant), c.ID, c.TurnID, calls, c.Month, c.Limit)
		}
		b.Queue(`SELECT chat.hold_budget($1, $2, $3, $4, $5, $6)`, string(c.Tenant), c.Month, c.Limit, call, micros, holdFor).
			QueryRow(func(row pgx.Row) error { return row.Scan(&fits) })
	})
	if err == nil && calls != nil {
		c.Calls = nil
	}
	return fits, wrap("hold budget", err)
}

// usageRow is a call as chat.keep_usage reads it.
type usageRow struct {
	ID         string    `json:"id"`
	Kind       string    `json:"kind"`
	Provider   string    `json:"provider"`
	Model      string    `json:"model"`
	Tier       llm.Tier  `json:"tier"`
	Outcome    string    `json:"outcome"`
	Fallback   string    `json:"fallback"`
	Input      int       `json:"input_tokens"`
	Cached     int       `json:"cached_tokens"`
	Output     int       `json:"output_tokens"`
	Estimated  bool      `json:"estimated"`
	Cost       *int64    `json:"cost_micros"`
	DurationMS int64     `json:"duration_ms"`
	Saved      int64     `json:"saved_micros"`
	TraceID    string    `json:"trace_id"`
	At         time.Time `json:"at"`
}

func usageRows(calls []llm.Call) (json.RawMessage, error) {
	if len(calls) == 0 {
		return nil, nil
	}
	rows := make([]usageRow, len(calls))
	for i, c := range calls {
		rows[i] = usageRow{
			ID: c.ID, Kind: c.Kind, Provider: c.Provider, Model: c.Model, Tier: c.Tier, Outcome: c.Outcome, Fallback: c.Fallback,
			Input: c.Usage.Input, Cached: c.Usage.CachedInput, Output: c.Usage.Output, Estimated: c.Usage.Estimated,
			Cost: c.Cost, Saved: c.Saved, DurationMS: c.Duration.Milliseconds(), TraceID: c.TraceID, At: c.At,
		}
	}
	body, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("encode usage: %w", err)
	}
	return body, nil
}
