package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/tool-executor/tools/orders"
)

// orderFilter is which orders are read: one, those under way, or the last ones.
type orderFilter struct {
	Which string // an id or a number
	All   bool
}

const ordersSQL = `SELECT o.id::text, o.number, o.status, o.order_type, o.branch_name, o.zone_name, o.address,
  to_char(o.estimated_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI'), coalesce(c.name, ''), coalesce(c.phone, ''), o.currency, o.total,
  o.cancel_reason, o.created_at, (SELECT coalesce(jsonb_agg(jsonb_build_object('quantity', i.quantity, 'name', i.name,
    'options', i.options, 'notes', i.notes, 'allergens', i.allergens) ORDER BY i.position), '[]')
    FROM business.order_items i WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id)
FROM business.orders o JOIN core.tenants t USING (tenant_id)
LEFT JOIN business.contacts c ON c.tenant_id = o.tenant_id AND c.id = o.contact_id
WHERE o.tenant_id = $1 AND ($2 = '' OR o.id::text = lower($2) OR o.number::text = $2)
  AND ($3 OR $2 <> '' OR o.status NOT IN ('delivered', 'cancelled'))
ORDER BY CASE WHEN $3 THEN o.created_at END DESC, o.estimated_at, o.number LIMIT 200`

func readOrders(ctx context.Context, db *store.Store, id tenant.ID, f orderFilter) (found []order, err error) {
	found = []order{}
	err = db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(ordersSQL, id, f.Which, f.All).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, scanOrder)
			found = append(found, list...)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}
	return found, nil
}

func scanOrder(r pgx.CollectableRow) (o order, err error) {
	var lines []byte
	err = r.Scan(&o.ID, &o.Number, &o.Status, &o.Type, &o.Branch, &o.Zone, &o.Address, &o.Due, &o.Name, &o.Phone, &o.Currency, &o.Total,
		&o.Reason, &o.Made, &lines)
	if err != nil {
		return o, err
	}
	o.TotalText = money.Format(o.Total, o.Currency)
	return o, json.Unmarshal(lines, &o.Lines)
}

func readOrder(ctx context.Context, db *store.Store, id tenant.ID, which string) (order, error) {
	found, err := readOrders(ctx, db, id, orderFilter{Which: which})
	if err != nil {
		return order{}, err
	}
	if len(found) != 1 {
		return order{}, fmt.Errorf("order %s: tenant %s has none", which, id)
	}
	return found[0], nil
}

const lockOrderSQL = `SELECT id::text, number, status FROM business.orders
WHERE tenant_id = $1 AND (id::text = lower($2) OR number::text = $2) FOR UPDATE`

const setOrderSQL = `UPDATE business.orders SET status = $3, cancel_reason = $4, updated_at = now() WHERE tenant_id = $1 AND id = $2`

// setOrder says how far an order is, and why it is cancelled. The row is locked, so that a customer who cancels meanwhile comes before or
// after.
func setOrder(ctx context.Context, db *store.Store, id tenant.ID, x decision) (o order, err error) {
	err = db.Tenant(ctx, id, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, lockOrderSQL, id, x.which).Scan(&o.ID, &o.Number, &o.Status)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("order %s: tenant %s has none", x.which, id)
		case err != nil:
			return fmt.Errorf("read order: %w", err)
		case !orders.May(o.Status, x.state):
			return fmt.Errorf("order %s: it is %s, and cannot be %s any more", x.which, o.Status, x.state)
		}
		if _, err := tx.Exec(ctx, setOrderSQL, id, o.ID, x.state, x.reason); err != nil {
			return fmt.Errorf("set order: %w", err)
		}
		return nil
	})
	if err != nil {
		return order{}, err
	}
	return readOrder(ctx, db, id, o.ID)
}
