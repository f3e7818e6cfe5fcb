package counsel

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

const competitorsSQL = `SELECT slug, name, aliases, strategy FROM business.competitors WHERE tenant_id = $1 ORDER BY slug`

func (t CompetitorStrategy) competitors(ctx context.Context, id tenant.ID) (out []competitor, err error) {
	err = t.db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(competitorsSQL, id).Query(func(rows pgx.Rows) (err error) {
			out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x competitor, err error) {
				err = r.Scan(&x.slug, &x.called.Name, &x.called.Aliases, &x.strategy)
				return x, err
			})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read competitors: %w", err)
	}
	return out, nil
}
