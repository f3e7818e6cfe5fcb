package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tool"
)

// Of an order that a person of the business has not decided about yet; it has the approval's id and no number.
const (
	PendingApproval = "pending_approval" // how far it is
	Withdrawn       = "withdrawn"        // what cancel_order makes of it
)

// waiting is an order of the contact's own that waits for a person.
type waiting struct {
	id, totalText, currency string
	total                   float64
	asked                   order
}

// pendingSQL reads the named one, else the newest, unless an order that is under way is newer.
const pendingSQL = `SELECT a.id::text, a.arguments, coalesce((a.preview ->> 'total')::float8, 0),
  coalesce(a.preview ->> 'total_text', ''), t.currency
FROM business.approvals a JOIN core.tenants t USING (tenant_id)
WHERE a.tenant_id = $1 AND a.contact_id = $2 AND ($3 = '' OR a.id::text = $3) AND a.tool = 'create_order'
  AND a.state = 'pending' AND a.expires_at > clock_timestamp()
  AND ($3 <> '' OR NOT EXISTS (SELECT FROM business.orders o WHERE o.tenant_id = a.tenant_id AND o.contact_id = a.contact_id
    AND o.status NOT IN ('delivered', 'cancelled') AND o.created_at > a.created_at))
ORDER BY a.created_at DESC LIMIT 1`

// pending reads an order that waits for a person; false where none does.
func (d *data) pending(ctx context.Context, c tool.Call, id string) (w waiting, found bool, err error) {
	var asked json.RawMessage
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(pendingSQL, c.Tenant, c.ContactID, strings.ToLower(id)).Query(func(rows pgx.Rows) error {
			into := []any{&w.id, &asked, &w.total, &w.totalText, &w.currency}
			_, err := pgx.ForEachRow(rows, into, func() error { found = true; return json.Unmarshal(asked, &w.asked) })
			return err
		})
	})
	if err != nil {
		return w, false, fmt.Errorf("read an order that waits: %w", err)
	}
	return w, found, nil
}

func (w waiting) info(lang string) statusInfo {
	out := statusInfo{
		OrderID: w.id, Status: PendingApproval, StatusText: say(PendingApproval, lang), OrderType: w.asked.OrderType,
		Total: w.total, TotalText: w.totalText, Currency: w.currency, Lines: []lineInfo{},
	}
	for _, i := range w.asked.Items {
		options := append([]string{}, i.Options...)
		out.Lines = append(out.Lines, lineInfo{Name: i.Name, Quantity: i.Quantity, Options: options, Allergens: []string{}})
	}
	return out
}

const withdrawSQL = `UPDATE business.approvals SET state = 'withdrawn', decided_at = now()
WHERE tenant_id = $1 AND contact_id = $2 AND id = $3 AND tool = 'create_order' AND state = 'pending'`

// withdraw ends an order that nobody has decided about; false where there is none any more.
func (x *tx) withdraw(ctx context.Context, c tool.Call, id string) (bool, error) {
	done, err := x.tx.Exec(ctx, withdrawSQL, c.Tenant, c.ContactID, id)
	if err != nil {
		return false, fmt.Errorf("withdraw an order: %w", err)
	}
	return done.RowsAffected() > 0, nil
}
