package orders

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// tx is the transaction of one write.
type tx struct{ tx pgx.Tx }

// once runs a write under the call's key: whoever repeats it gets the first result again.
func (d *data) once(ctx context.Context, c tool.Call, write func(*tx) (tool.Result, error)) (tool.Result, error) {
	return d.ledger.Once(ctx, c, func(in pgx.Tx) (tool.Result, error) { return write(&tx{in}) })
}

// card reads what orders are priced from, within the transaction that is going to write, and what the contact has ordered. The
// ledger lets no other write for the contact pass until the transaction ends.
func (x *tx) card(ctx context.Context, c tool.Call, replaces string) (*card, has, error) {
	var h has
	m, b := &card{calendar: openings.New("")}, &pgx.Batch{}
	b.Queue(hasSQL, c.Tenant, c.ContactID, strings.ToLower(replaces)).QueryRow(func(r pgx.Row) error {
		return r.Scan(&h.open, &h.spent, &h.today)
	})
	m.queue(b, c.Tenant)
	if err := x.tx.SendBatch(ctx, b).Close(); err != nil {
		return nil, h, fmt.Errorf("read menu and kitchen: %w", err)
	}
	m, err := m.ready()
	return m, h, err
}

// settings reads how the business takes orders.
func (x *tx) settings(ctx context.Context, id tenant.ID) (*card, error) {
	m, b := &card{calendar: openings.New("")}, &pgx.Batch{}
	b.Queue(settingsSQL, id).Query(m.scanSettings)
	if err := x.tx.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	return m.ready()
}

// has is what a contact has ordered, without the order whose place is taken.
type has struct {
	open, today int
	spent       int64
}

// An order that nobody marked as delivered is over at last some hours after it was due.
const hasSQL = `SELECT
  count(*) FILTER (WHERE status NOT IN ('delivered', 'cancelled') AND estimated_at > now() - interval '12 hours'),
  coalesce(sum(total) FILTER (WHERE status <> 'cancelled' AND created_at > now() - interval '24 hours'), 0)::bigint,
  count(*) FILTER (WHERE created_at > now() - interval '24 hours')
FROM business.orders WHERE tenant_id = $1 AND contact_id = $2 AND created_at > now() - interval '90 days' AND id::text <> $3`

const visitorsSQL = `SELECT count(*) FROM business.orders
WHERE tenant_id = $1 AND channel = 'webchat' AND created_at > now() - interval '1 hour'`

// maxADay is how many orders one contact makes within 24 hours, those that were cancelled or changed since included.
const maxADay = 20

// room refuses one order too many.
func (x *tx) room(ctx context.Context, c tool.Call, m *card, h has) (*tool.Error, error) {
	tooMany := func(what string, gaps ...string) *tool.Error {
		return &tool.Error{Code: "too_many_orders", Message: say(what, c.Language, gaps...)}
	}
	switch {
	case h.open >= m.maxOpen:
		return tooMany("too_many_open", "{n}", strconv.Itoa(h.open)), nil
	case h.today >= maxADay, m.maxDayTotal != nil && h.spent > *m.maxDayTotal:
		return tooMany("too_many_today"), nil
	case c.Channel != "webchat":
		return nil, nil
	}
	if err := ledger.Lock(ctx, x.tx, c, "orders of visitors"); err != nil {
		return nil, fmt.Errorf("lock orders: %w", err)
	}
	var taken int
	if err := x.tx.QueryRow(ctx, visitorsSQL, c.Tenant).Scan(&taken); err != nil {
		return nil, fmt.Errorf("count orders: %w", err)
	}
	if taken >= m.visitorsPerHour {
		return tooMany("too_many_visitors"), nil
	}
	return nil, nil
}

// ending is an order of the contact's own that is to be cancelled.
type ending struct{ id, field, reason string }

const ownForUpdateSQL = `SELECT number, status FROM business.orders WHERE tenant_id = $1 AND contact_id = $2 AND id = $3 FOR UPDATE`

const endSQL = `UPDATE business.orders SET status = 'cancelled', cancel_reason = $4, updated_at = now()
WHERE tenant_id = $1 AND contact_id = $2 AND id = $3`

// end cancels an order while the business allows it.
func (x *tx) end(ctx context.Context, c tool.Call, m *card, e ending) (number int, refusal *tool.Error, err error) {
	var state string
	err = x.tx.QueryRow(ctx, ownForUpdateSQL, c.Tenant, c.ContactID, e.id).Scan(&number, &state)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return 0, notFound(e.field, c.Language), nil
	case err != nil:
		return 0, nil, fmt.Errorf("read order: %w", err)
	case !m.changeable(state):
		return 0, notChangeable(e.field, c.Language, number, state), nil
	}
	if _, err := x.tx.Exec(ctx, endSQL, c.Tenant, c.ContactID, e.id, e.reason); err != nil {
		return 0, nil, fmt.Errorf("cancel order: %w", err)
	}
	return number, nil, nil
}

// Numbers count up within a tenant; the lock keeps two from being the same.
const orderSQL = `INSERT INTO business.orders (tenant_id, id, number, contact_id, conversation_id, turn_id, channel, order_type, branch_id,
  branch_name, zone_id, zone_name, address, scheduled_at, estimated_at, currency, subtotal, delivery_fee, total, replaces)
SELECT $1, $2, coalesce((SELECT number FROM business.orders WHERE tenant_id = $1 ORDER BY number DESC LIMIT 1), 0) + 1,
  $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
RETURNING number`

const linesSQL = `INSERT INTO business.order_items
  (tenant_id, order_id, position, dish_id, name, quantity, options, allergens, notes, unit_price, line_total)
SELECT $1, $2, position, dish_id, name, quantity, options, allergens, notes, unit_price, line_total FROM jsonb_to_recordset($3) AS x
  (position int, dish_id uuid, name text, quantity int, options text[], allergens text[], notes text, unit_price bigint, line_total bigint)`

// row is a line as the table has it.
type row struct {
	Position  int       `json:"position"`
	DishID    uuid.UUID `json:"dish_id"`
	Name      string    `json:"name"`
	Quantity  int       `json:"quantity"`
	Options   []string  `json:"options"`
	Allergens []string  `json:"allergens"`
	Notes     string    `json:"notes"`
	UnitPrice int64     `json:"unit_price"`
	LineTotal int64     `json:"line_total"`
}

func rowsOf(lines []line) []row {
	out := make([]row, len(lines))
	for i, l := range lines {
		out[i] = row{i, l.dish.id, l.dish.name(), l.quantity, l.optionNames(), l.allergens(), l.notes, l.unit, l.total}
	}
	return out
}

// insert writes an order with its lines and returns its number.
func (x *tx) insert(ctx context.Context, c tool.Call, o made) (number int, err error) {
	m, bill := o.card, o.bill
	var zoneID *uuid.UUID
	zoneName, address := "", ""
	if bill.zone != nil {
		zoneID, zoneName, address = &bill.zone.id, bill.zone.name(), o.order.Address
	}
	b := &pgx.Batch{}
	ledger.QueueLock(b, c, "order numbers")
	b.Queue(orderSQL, c.Tenant, o.id, c.ContactID, ledger.ID(c.ConversationID), ledger.ID(c.TurnID), c.Channel, bill.orderType,
		bill.slot.branch.ID, bill.slot.branch.Name, zoneID, zoneName, address, bill.slot.scheduled(), bill.due, m.currency,
		bill.subtotal, bill.fee, bill.total, ledger.ID(o.order.Replaces)).QueryRow(func(r pgx.Row) error { return r.Scan(&number) })
	b.Queue(linesSQL, c.Tenant, o.id, rowsOf(bill.lines))
	if err := x.tx.SendBatch(ctx, b).Close(); err != nil {
		return 0, fmt.Errorf("write order: %w", err)
	}
	return number, nil
}
