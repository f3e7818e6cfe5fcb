package agentrunner

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const endingSQL = `
SELECT coalesce(m.ended, ''), coalesce(m.turn_id::text, ''), coalesce(t.reason, ''),
       EXISTS (SELECT 1 FROM chat.replies r
                WHERE r.tenant_id = m.tenant_id AND r.conversation_id = m.conversation_id AND r.turn_id = m.turn_id)
  FROM chat.messages m LEFT JOIN chat.turns t ON t.tenant_id = m.tenant_id AND t.id = m.turn_id
 WHERE m.tenant_id = $1 AND m.conversation_id = $2 AND m.message_id = $3`

// Ending is what became of a message; one that is not known has not ended.
func (d *database) Ending(ctx context.Context, q *recadov1.AskTurn) (*recadov1.TurnTold, error) {
	told := &recadov1.TurnTold{TenantId: q.GetTenantId(), MessageId: q.GetMessageId()}
	err := d.db.Batch(ctx, tenant.ID(q.GetTenantId()), func(b *pgx.Batch) {
		b.Queue(endingSQL, q.GetTenantId(), q.GetConversationId(), q.GetMessageId()).QueryRow(func(row pgx.Row) error {
			return row.Scan(&told.Ended, &told.TurnId, &told.Reason, &told.Worded)
		})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return told, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what became of a message: %w", err)
	}
	return told, nil
}
