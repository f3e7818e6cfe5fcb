package orders

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// ownSQL reads one of the contact's own orders, a row for each line: the named one, else the newest that has not ended, else the last.
const ownSQL = `SELECT o.id::text, o.number, o.status, o.order_type, o.branch_name, o.zone_name, o.estimated_at, t.zone,
  o.currency, o.total, t.order_cancel_until, i.name, i.quantity, i.options, i.notes, i.unit_price, i.line_total, i.allergens
FROM (SELECT * FROM business.orders WHERE tenant_id = $1 AND contact_id = $2 AND ($3 = '' OR id::text = $3)
      ORDER BY status NOT IN ('delivered', 'cancelled') DESC, created_at DESC LIMIT 1) o
JOIN core.tenants t USING (tenant_id)
JOIN business.order_items i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
ORDER BY i.position`

// own reads an order of the contact's own; false where there is none.
func (d *data) own(ctx context.Context, c tool.Call, id string) (k kept, found bool, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(ownSQL, c.Tenant, c.ContactID, strings.ToLower(id)).Query(k.scan)
	})
	if err != nil {
		return k, false, fmt.Errorf("read order: %w", err)
	}
	return k, k.id != "", nil
}

func (k *kept) scan(rows pgx.Rows) error {
	var place, cancelUntil string
	var l lineInfo
	var unit, total int64
	into := []any{
		&k.id, &k.number, &k.status, &k.orderType, &k.branch, &k.zone, &k.due, &place, &k.currency, &k.total,
		&cancelUntil, &l.Name, &l.Quantity, &l.Options, &l.Notes, &unit, &total, &l.Allergens,
	}
	_, err := pgx.ForEachRow(rows, into, func() error {
		l.UnitPrice, l.LineTotal = wire.Major(unit, k.currency), wire.Major(total, k.currency)
		l.LineTotalText = money.Format(total, k.currency)
		k.lines = append(k.lines, l)
		l = lineInfo{}
		return nil
	})
	if err != nil || k.id == "" {
		return err
	}
	zone, err := time.LoadLocation(place)
	if err != nil {
		return err
	}
	k.due, k.changeable = k.due.In(zone), settings{cancelUntil: cancelUntil}.changeable(k.status)
	return nil
}
