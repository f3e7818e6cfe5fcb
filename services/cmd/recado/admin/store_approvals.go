package admin

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// approvalFilter is which approvals are read: one, those that wait, or the last ones.
type approvalFilter struct {
	Which string
	All   bool
}

const approvalsSQL = `SELECT a.id::text, a.state, a.tool, coalesce(a.preview ->> 'subject', ''), coalesce(c.name, ''),
  coalesce(c.phone, ''), a.contact_id::text, a.arguments, a.reason, a.outcome, a.created_at, a.expires_at
FROM business.approvals a LEFT JOIN business.contacts c ON c.tenant_id = a.tenant_id AND c.id = a.contact_id
WHERE a.tenant_id = $1 AND ($2 = '' OR a.id::text = lower($2))
  AND ($3 OR $2 <> '' OR a.state = 'pending' AND a.expires_at > now())
ORDER BY CASE WHEN $3 THEN a.created_at END DESC, a.expires_at LIMIT 200`

func readApprovals(ctx context.Context, db *store.Store, id tenant.ID, f approvalFilter) (found []approval, err error) {
	found = []approval{}
	err = db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(approvalsSQL, id, f.Which, f.All).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[approval])
			found = append(found, list...)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read approvals: %w", err)
	}
	return found, nil
}

func readApproval(ctx context.Context, db *store.Store, id tenant.ID, which string) (approval, error) {
	found, err := readApprovals(ctx, db, id, approvalFilter{Which: which})
	if err != nil {
		return approval{}, err
	}
	if len(found) != 1 {
		return approval{}, fmt.Errorf("approval %s: tenant %s has none", which, id)
	}
	return found[0], nil
}

// decision is what somebody of the business says.
type decision struct{ which, state, reason string }

const lockApprovalSQL = `SELECT state, expires_at <= clock_timestamp() FROM business.approvals
WHERE tenant_id = $1 AND id::text = lower($2) FOR UPDATE`

const decideSQL = `UPDATE business.approvals SET state = $3, reason = $4, decided_at = now()
WHERE tenant_id = $1 AND id::text = lower($2)`

// decideApproval keeps the decision; tool-executor runs what was approved, and tells the customer. The first decision stands.
func decideApproval(ctx context.Context, db *store.Store, id tenant.ID, x decision) (approval, error) {
	err := db.Tenant(ctx, id, func(tx pgx.Tx) error {
		var state string
		var late bool
		err := tx.QueryRow(ctx, lockApprovalSQL, id, x.which).Scan(&state, &late)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("approval %s: tenant %s has none", x.which, id)
		case err != nil:
			return fmt.Errorf("read approval: %w", err)
		case state == "pending" && late:
			return fmt.Errorf("approval %s: it has expired", x.which)
		case state != "pending":
			return fmt.Errorf("approval %s: it is %s, and cannot be %s any more", x.which, state, x.state)
		}
		if _, err := tx.Exec(ctx, decideSQL, id, x.which, x.state, x.reason); err != nil {
			return fmt.Errorf("decide: %w", err)
		}
		return nil
	})
	if err != nil {
		return approval{}, err
	}
	return readApproval(ctx, db, id, x.which)
}
