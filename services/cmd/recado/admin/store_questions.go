package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

const unansweredSQL = `SELECT id::text, created_at, language, question, conversation_id::text
FROM business.questions WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC`

func readUnanswered(ctx context.Context, db *store.Store, id tenant.ID) (found []unanswered, err error) {
	found = []unanswered{}
	err = db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(unansweredSQL, id).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[unanswered])
			found = append(found, list...)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read questions: %w", err)
	}
	return found, nil
}

func dropQuestion(ctx context.Context, db *store.Store, id tenant.ID, question string) error {
	dropped := int64(0)
	err := db.Tenant(ctx, id, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, `DELETE FROM business.questions WHERE tenant_id = $1 AND id = $2`, id, question)
		dropped = done.RowsAffected()
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("drop question: %w", err)
	case dropped == 0:
		return fmt.Errorf("question %s: tenant %s has no such question", question, id)
	}
	return nil
}
