package budget

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// reached is a month of which a share is spent and nobody was told.
type reached struct {
	Tenant       tenant.ID
	Month        time.Time
	Percent      int
	Limit, Spent int64
}

// untold lists months of every tenant, the oldest first.
func untold(ctx context.Context, db *store.Store, limit int) (out []reached, err error) {
	err = db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT tenant_id, month, reached, limit_micros, spent_micros FROM chat.untold_budgets($1)`, limit).
			Query(func(rows pgx.Rows) error {
				out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[reached])
				return err
			})
	})
	if err != nil {
		return nil, fmt.Errorf("list budgets: %w", err)
	}
	return out, nil
}

// told notes that a share was told of.
func told(ctx context.Context, db *store.Store, r reached) error {
	err := db.Batch(ctx, r.Tenant, func(b *pgx.Batch) {
		b.Queue(`UPDATE chat.budgets SET told = $3 WHERE tenant_id = $1 AND month = $2 AND reached >= $3 AND told < $3`,
			string(r.Tenant), r.Month, r.Percent)
	})
	if err != nil {
		return fmt.Errorf("mark budget: %w", err)
	}
	return nil
}
