package tools

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// Store is schema business as the tools use it.
type Store struct{ db *store.Store }

// NewStore reads and writes through db, which must act as recado_tool_executor.
func NewStore(db *store.Store) *Store { return &Store{db: db} }

const offersSQL = `
SELECT 'services' AS kind, slug, name, aliases, category, description, price_min, price_max, currency, price_note, duration_minutes,
       requires_consultation, promotion_active AND (promotion_until IS NULL OR promotion_until >=
         (now() AT TIME ZONE (SELECT zone FROM core.tenants WHERE tenant_id = $1))::date) AS promotion,
       promotion_text, position
  FROM business.services WHERE tenant_id = $1
UNION ALL
SELECT 'menu_items', slug, name, aliases, category, description, price, price, currency, '', 0, false, false, '', position + 100000
  FROM business.menu_items WHERE tenant_id = $1 AND available
ORDER BY position`

// offers are the services, then the dishes that can be had, in the business's order.
func (s *Store) offers(ctx context.Context, id tenant.ID) (out []offer, err error) {
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(offersSQL, id).Query(func(rows pgx.Rows) error {
			out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (o offer, err error) {
				var position int
				err = r.Scan(&o.table, &o.slug, &o.name, &o.aliases, &o.category, &o.description, &o.priceMin, &o.priceMax, &o.currency,
					&o.priceNote, &o.minutes, &o.consultation, &o.promotion, &o.promotionText, &position)
				return o, err
			})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read services: %w", err)
	}
	return out, nil
}

// read sends queries as one transaction in one round trip.
func (s *Store) read(ctx context.Context, id tenant.ID, fill func(*pgx.Batch)) error {
	return s.db.Batch(ctx, id, fill)
}

const branchesSQL = `SELECT id, slug, name, aliases, address, city, phone, whatsapp, google_maps_url, directions
FROM business.branches WHERE tenant_id = $1 ORDER BY position`

const branchHoursSQL = `SELECT branch_id, weekday, extract(epoch FROM opens)::int / 60, extract(epoch FROM closes)::int / 60
FROM business.branch_hours WHERE tenant_id = $1 ORDER BY opens`

// closuresAhead is how many days of special hours are listed.
const closuresAhead = 120

// branches are the places of the business with their weekly hours and the special ones of the next days, the main one first.
func (s *Store) branches(ctx context.Context, id tenant.ID) (out []branch, err error) {
	var closures []closure
	first := time.Now().UTC().AddDate(0, 0, -1)
	err = s.read(ctx, id, func(b *pgx.Batch) {
		queueBranches(b, id, &out)
		b.Queue(closuresSQL, id, first.Format(time.DateOnly), first.AddDate(0, 0, closuresAhead).Format(time.DateOnly)).
			Query(func(rows pgx.Rows) (err error) {
				closures, err = readClosures(rows)
				return err
			})
	})
	if err != nil {
		return nil, fmt.Errorf("read branches: %w", err)
	}
	for i := range out {
		for _, c := range closures {
			if c.branch == nil || *c.branch == out[i].id {
				out[i].closures = append(out[i].closures, c)
			}
		}
	}
	return out, nil
}

func queueBranches(b *pgx.Batch, id tenant.ID, out *[]branch) {
	b.Queue(branchesSQL, id).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x branch, err error) {
			err = r.Scan(&x.id, &x.slug, &x.name, &x.aliases, &x.address, &x.city, &x.phone, &x.whatsapp, &x.maps, &x.directions)
			return x, err
		})
		return err
	})
	b.Queue(branchHoursSQL, id).Query(func(rows pgx.Rows) error {
		var branchID uuid.UUID
		var weekday int
		var s span
		_, err := pgx.ForEachRow(rows, []any{&branchID, &weekday, &s.opens, &s.closes}, func() error {
			for i := range *out {
				if (*out)[i].id == branchID {
					(*out)[i].hours[weekday] = append((*out)[i].hours[weekday], s)
				}
			}
			return nil
		})
		return err
	})
}

const policySQL = `SELECT title, policy, short_version FROM business.policies WHERE tenant_id = $1 AND policy_type = $2`

// policy reads one policy; false when the business has none of that type.
func (s *Store) policy(ctx context.Context, id tenant.ID, kind string) (p policyInfo, found bool, err error) {
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(policySQL, id, kind).Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&p.Title, &p.Policy, &p.ShortVersion}, func() error {
				found = true
				return nil
			})
			return err
		})
	})
	if err != nil {
		return p, false, fmt.Errorf("read policy: %w", err)
	}
	return p, found, nil
}
