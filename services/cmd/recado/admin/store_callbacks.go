package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

const callbacksSQL = `SELECT b.id::text, b.created_at, b.wished_time, c.name, c.phone, b.conversation_id::text
FROM business.callbacks b JOIN business.contacts c ON c.tenant_id = b.tenant_id AND c.id = b.contact_id
WHERE b.tenant_id = $1 AND b.done_at IS NULL ORDER BY b.created_at, b.id`

func readCallbacks(ctx context.Context, db *store.Store, id tenant.ID) (found []callback, err error) {
	found = []callback{}
	err = db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(callbacksSQL, id).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[callback])
			found = append(found, list...)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read callbacks: %w", err)
	}
	return found, nil
}

func endCallback(ctx context.Context, db *store.Store, id tenant.ID, call string) error {
	ended := int64(0)
	err := db.Tenant(ctx, id, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx,
			`UPDATE business.callbacks SET done_at = now() WHERE tenant_id = $1 AND id = $2 AND done_at IS NULL`, id, call)
		ended = done.RowsAffected()
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("end callback: %w", err)
	case ended == 0:
		return fmt.Errorf("call %s: nobody of tenant %s waits for it", call, id)
	}
	return nil
}
