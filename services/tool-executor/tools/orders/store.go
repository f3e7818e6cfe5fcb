package orders

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// data is the menu and the orders in the database.
type data struct {
	db     *store.Store
	ledger ledger.Ledger
}

const settingsSQL = `SELECT zone, currency, order_pickup, order_delivery, order_minimum, order_preparation_minutes, order_horizon_days,
  order_cancel_until, order_max_open, order_max_day_total, order_web_chat_per_hour
FROM core.tenants WHERE tenant_id = $1`

const dishesSQL = `SELECT id, slug, name, aliases, description, category, currency, price, available, delivery,
  extract(epoch FROM available_from)::int / 60, extract(epoch FROM available_to)::int / 60, allergens, diets
FROM business.menu_items WHERE tenant_id = $1 ORDER BY position`

const optionsSQL = `SELECT dish_id, name, aliases, choice, price, allergens, available
FROM business.menu_options WHERE tenant_id = $1 ORDER BY position`

const zonesSQL = `SELECT id, slug, name, aliases, fee, minimum, free_from, minutes
FROM business.delivery_zones WHERE tenant_id = $1 ORDER BY position`

const kitchenSQL = `SELECT branch_id, weekday, extract(epoch FROM opens)::int / 60, extract(epoch FROM closes)::int / 60
FROM business.kitchen_hours WHERE tenant_id = $1 ORDER BY opens`

// menu are all dishes in the business's order.
func (d *data) menu(ctx context.Context, id tenant.ID) (out []dish, err error) {
	if err = d.db.Batch(ctx, id, func(b *pgx.Batch) { queueDishes(b, id, &out) }); err != nil {
		return nil, fmt.Errorf("read menu: %w", err)
	}
	return out, nil
}

// card reads what orders are priced from.
func (d *data) card(ctx context.Context, id tenant.ID) (*card, error) {
	m := &card{calendar: openings.New("")}
	if err := d.db.Batch(ctx, id, func(b *pgx.Batch) { m.queue(b, id) }); err != nil {
		return nil, fmt.Errorf("read menu and kitchen: %w", err)
	}
	return m.ready()
}

func (m *card) ready() (*card, error) {
	if m.calendar.Zone == nil {
		return nil, errors.New("read menu and kitchen: the tenant has no settings")
	}
	return m, nil
}

func (m *card) queue(b *pgx.Batch, id tenant.ID) {
	today := m.calendar.Now.UTC()
	days := openings.Dates{
		First: today.AddDate(0, 0, -1).Format(time.DateOnly), Last: today.AddDate(0, 0, daysAhead+1).Format(time.DateOnly),
	}
	b.Queue(settingsSQL, id).Query(m.scanSettings)
	queueDishes(b, id, &m.dishes)
	b.Queue(zonesSQL, id).Query(m.scanZones)
	openings.QueueBranches(b, id, &m.calendar.Branches)
	openings.QueueClosures(b, id, days, &m.calendar.Closures)
	b.Queue(kitchenSQL, id).Query(m.scanKitchens)
}

func (m *card) scanSettings(rows pgx.Rows) error {
	var place string
	var minutes int
	into := []any{
		&place, &m.currency, &m.pickup, &m.delivery, &m.minimum, &minutes, &m.horizon, &m.cancelUntil, &m.maxOpen, &m.maxDayTotal,
		&m.visitorsPerHour,
	}
	_, err := pgx.ForEachRow(rows, into, func() (err error) {
		m.preparation = time.Duration(minutes) * time.Minute
		m.calendar.Zone, err = time.LoadLocation(place)
		return err
	})
	return err
}

func (m *card) scanZones(rows pgx.Rows) (err error) {
	m.zones, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (z zone, err error) {
		err = r.Scan(&z.id, &z.slug, &z.called.Name, &z.called.Aliases, &z.fee, &z.minimum, &z.freeFrom, &z.minutes)
		return z, err
	})
	return err
}

// scanKitchens puts a kitchen's own hours in the place of its branch's.
func (m *card) scanKitchens(rows pgx.Rows) error {
	kitchens := map[uuid.UUID]openings.Hours{}
	var branch uuid.UUID
	var weekday int
	var s openings.Span
	_, err := pgx.ForEachRow(rows, []any{&branch, &weekday, &s.Opens, &s.Closes}, func() error {
		week := kitchens[branch]
		week[weekday] = append(week[weekday], s)
		kitchens[branch] = week
		return nil
	})
	for i := range m.calendar.Branches {
		if week, own := kitchens[m.calendar.Branches[i].ID]; own {
			m.calendar.Branches[i].Hours = week
		}
	}
	return err
}

func queueDishes(b *pgx.Batch, id tenant.ID, out *[]dish) {
	b.Queue(dishesSQL, id).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (d dish, err error) {
			var from, to *int
			err = r.Scan(&d.id, &d.slug, &d.called.Name, &d.called.Aliases, &d.description, &d.category, &d.currency, &d.price,
				&d.available, &d.travels, &from, &to, &d.allergens, &d.diets)
			if from != nil && to != nil {
				d.hours = &openings.Span{Opens: *from, Closes: *to}
			}
			return d, err
		})
		return err
	})
	b.Queue(optionsSQL, id).Query(func(rows pgx.Rows) error {
		at := map[uuid.UUID]*dish{}
		for i := range *out {
			at[(*out)[i].id] = &(*out)[i]
		}
		var of uuid.UUID
		var o option
		into := []any{&of, &o.called.Name, &o.called.Aliases, &o.group, &o.price, &o.allergens, &o.available}
		_, err := pgx.ForEachRow(rows, into, func() error {
			if d := at[of]; d != nil {
				d.options = append(d.options, o)
			}
			o = option{}
			return nil
		})
		return err
	})
}
