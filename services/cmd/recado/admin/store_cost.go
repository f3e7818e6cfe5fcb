package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// costKeys are what usage may be grouped by, each with its SQL.
var costKeys = map[string]string{
	"model":        `u.provider || '/' || u.model`,
	"day":          `to_char(u.created_at AT TIME ZONE s.zone, 'YYYY-MM-DD')`,
	"conversation": `coalesce(u.conversation_id::text, '')`,
}

// maxCostRows bounds what is printed of a month: its dearest conversations.
const maxCostRows = 1000

// costSQL sums by a key, %s; the last row is the sum of all. The month is the tenant's own.
const costSQL = `
WITH s AS (
  SELECT t.zone, $2::timestamp AT TIME ZONE t.zone AS low, ($2::timestamp + interval '1 month') AT TIME ZONE t.zone AS high
    FROM core.tenants t WHERE t.tenant_id = $1
), calls AS (
  SELECT u.*, %s AS key FROM chat.usage u, s WHERE u.tenant_id = $1 AND u.created_at >= s.low AND u.created_at < s.high
)
SELECT coalesce(key, ''), count(*) FILTER (WHERE kind <> 'cached'), count(*) FILTER (WHERE outcome <> 'ok'),
       coalesce(sum(input_tokens), 0)::bigint,
       coalesce(sum(cached_tokens), 0)::bigint, coalesce(sum(output_tokens), 0)::bigint, coalesce(sum(cost_micros), 0)::bigint,
       count(*) FILTER (WHERE cost_micros IS NULL), count(*) FILTER (WHERE estimated),
       count(*) FILTER (WHERE kind = 'cached'), coalesce(sum(saved_micros), 0)::bigint
  FROM calls GROUP BY GROUPING SETS ((key), ()) ORDER BY grouping(key)`

const monthSQL = `
SELECT to_char(now() AT TIME ZONE zone, 'YYYY-MM'), (settings -> 'budget' ->> 'month_micros')::bigint
  FROM core.tenants WHERE tenant_id = $1`

// readCost sums a tenant's calls of models in a month, a row for each key, and all of them; without a month it is the one that the tenant
// is in.
func readCost(ctx context.Context, db *store.Store, id tenant.ID, month, by string) (found costs, err error) {
	found = costs{Tenant: id, Month: month, By: by}
	err = db.Tenant(ctx, id, func(tx pgx.Tx) error {
		var now string
		err := tx.QueryRow(ctx, monthSQL, id).Scan(&now, &found.Limit)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("there is no tenant %s", id)
		}
		if err != nil {
			return err
		}
		found.Month = cmp.Or(found.Month, now)
		rows, err := tx.Query(ctx, fmt.Sprintf(costSQL, costKeys[by]), id, found.Month+"-01")
		if err != nil {
			return err
		}
		found.Rows, err = pgx.CollectRows(rows, pgx.RowToStructByPos[costRow])
		return err
	})
	if err != nil {
		return costs{}, fmt.Errorf("read usage: %w", err)
	}
	last := len(found.Rows) - 1
	found.Rows, found.Total = found.Rows[:last], found.Rows[last]
	return found, nil
}
