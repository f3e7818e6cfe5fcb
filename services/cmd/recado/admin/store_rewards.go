package admin

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// rewardFilter is which rewards are read: the one of a code, those that are open, or the last ones.
type rewardFilter struct {
	Code string
	All  bool
}

const rewardsSQL = `SELECT r.code, r.reward_name,
  CASE WHEN r.used_at IS NOT NULL THEN 'used' WHEN r.expires_at <= now() THEN 'expired' ELSE 'open' END, r.tokens,
  to_char(r.expires_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI'),
  coalesce(to_char(r.used_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI'), ''),
  coalesce(c.name, ''), coalesce(c.phone, ''), r.created_at
FROM business.loyalty_redemptions r JOIN core.tenants t USING (tenant_id)
LEFT JOIN business.contacts c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
WHERE r.tenant_id = $1 AND ($2 = '' OR r.code = $2) AND ($3 OR $2 <> '' OR r.used_at IS NULL AND r.expires_at > now())
ORDER BY CASE WHEN $3 THEN r.created_at END DESC, r.expires_at, r.code LIMIT 200`

func readRewards(ctx context.Context, db *store.Store, id tenant.ID, f rewardFilter) (found []reward, err error) {
	found = []reward{}
	err = db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(rewardsSQL, id, f.Code, f.All).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[reward])
			found = append(found, list...)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read rewards: %w", err)
	}
	return found, nil
}

const lockRewardSQL = `SELECT coalesce(to_char(r.used_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI'), ''),
  CASE WHEN r.expires_at <= clock_timestamp() THEN to_char(r.expires_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI') ELSE '' END
FROM business.loyalty_redemptions r JOIN core.tenants t USING (tenant_id) WHERE r.tenant_id = $1 AND r.code = $2 FOR UPDATE OF r`

const useRewardSQL = `UPDATE business.loyalty_redemptions SET used_at = now() WHERE tenant_id = $1 AND code = $2`

// useReward marks a code as used. The row is locked: of two who take the same code, one is told so.
func useReward(ctx context.Context, db *store.Store, id tenant.ID, code string) (reward, error) {
	err := db.Tenant(ctx, id, func(tx pgx.Tx) error {
		var used, expired string
		err := tx.QueryRow(ctx, lockRewardSQL, id, code).Scan(&used, &expired)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("reward %s: tenant %s has no such code", code, id)
		case err != nil:
			return fmt.Errorf("read reward: %w", err)
		case used != "":
			return fmt.Errorf("reward %s: it was used at %s", code, used)
		case expired != "":
			return fmt.Errorf("reward %s: it expired at %s", code, expired)
		}
		if _, err := tx.Exec(ctx, useRewardSQL, id, code); err != nil {
			return fmt.Errorf("use reward: %w", err)
		}
		return nil
	})
	if err != nil {
		return reward{}, err
	}
	found, err := readRewards(ctx, db, id, rewardFilter{Code: code})
	if err != nil || len(found) != 1 {
		return reward{}, errors.Join(err, fmt.Errorf("reward %s: it is gone", code))
	}
	return found[0], nil
}
