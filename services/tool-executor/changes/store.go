package changes

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// row is an event that waits.
type row struct {
	id           int64
	tenant       tenant.ID
	eventID      string
	stage        string
	contact      string
	conversation string
	body         []byte
}

const lockSQL = `SELECT id, tenant_id, event_id, stage, contact_id::text, coalesce(conversation_id::text, ''), body
FROM business.lock_outbox($1, $2)`

const endSQL = `SELECT business.end_outbox($1, $2)`

// take gives the rows that nobody else is publishing to publish, and removes those that it returns. The transaction holds them: they
// are free again when it ends, however it ends.
func take(ctx context.Context, db *store.Store, publish func([]row) []row) error {
	return db.System(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, lockSQL, batch, share)
		if err != nil {
			return fmt.Errorf("read outbox: %w", err)
		}
		found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (one row, err error) {
			err = r.Scan(&one.id, &one.tenant, &one.eventID, &one.stage, &one.contact, &one.conversation, &one.body)
			return one, err
		})
		if err != nil {
			return fmt.Errorf("read outbox: %w", err)
		}
		var tenants []string
		var ids []int64
		for _, one := range publish(found) {
			tenants, ids = append(tenants, string(one.tenant)), append(ids, one.id)
		}
		if len(ids) == 0 {
			return nil
		}
		if _, err := tx.Exec(ctx, endSQL, tenants, ids); err != nil {
			return fmt.Errorf("empty outbox: %w", err)
		}
		return nil
	})
}
