package agentrunner

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/turn"
)

const intakeSQL = `
SELECT wait_ms, mode, reason, opens
  FROM chat.intake($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`

// Intake records a message in one transaction and one round trip; a repetition changes nothing.
func (d *database) Intake(ctx context.Context, in *incoming) (taken, error) {
	m := in.Meta
	nature := in.Nature
	if nature == handoff.Nudge {
		nature = handoff.Plain
	}
	var ended any
	if in.Ended != "" {
		ended = in.Ended
	}
	address := m.GetContact().GetSealedAddress()
	if address == nil {
		address = []byte{}
	}
	var wait *int64
	out := taken{due: -1}
	err := d.db.Batch(ctx, tenant.ID(m.GetTenantId()), func(b *pgx.Batch) {
		b.Queue(intakeSQL, m.GetTenantId(), m.GetConversationKey(), m.GetChannel(), m.GetAccountId(),
			m.GetContact().GetContactId(), address, m.GetContact().GetProfileName(), in.AssistantID, in.Language,
			m.GetMessageId(), in.Sequence, in.Kind, in.Event, in.Traceparent, in.Received,
			ended, in.Takeover, string(nature), in.Quiet, turn.QuietCap).
			QueryRow(func(row pgx.Row) error { return row.Scan(&wait, &out.mode, &out.reason, &out.opens) })
	})
	if err == nil && wait != nil {
		out.due = time.Duration(*wait) * time.Millisecond
	}
	return out, wrap("record message", err)
}
