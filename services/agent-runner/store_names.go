package agentrunner

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/services/agent-runner/turn"
)

// Names returns a conversation's tokens.
func (d *database) Names(ctx context.Context, c *turn.Conversation) (names json.RawMessage, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(`SELECT names FROM chat.names WHERE tenant_id = $1 AND conversation_id = $2`, string(c.Tenant), c.ID).
			QueryRow(func(row pgx.Row) error { return row.Scan(&names) })
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return names, wrap("read tokens", err)
}
