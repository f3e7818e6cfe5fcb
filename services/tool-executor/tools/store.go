package tools

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/tool-executor/tools/openings"
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

// closuresAhead is how many days of special hours are listed.
const closuresAhead = 120

// branches are the places of the business with their weekly hours and the special ones of the next days, the main one first.
func (s *Store) branches(ctx context.Context, id tenant.ID) (out []openings.Branch, err error) {
	var closures []openings.Closure
	first := time.Now().UTC().AddDate(0, 0, -1)
	listed := openings.Dates{First: first.Format(time.DateOnly), Last: first.AddDate(0, 0, closuresAhead).Format(time.DateOnly)}
	err = s.read(ctx, id, func(b *pgx.Batch) {
		openings.QueueBranches(b, id, &out)
		openings.QueueClosures(b, id, listed, &closures)
	})
	if err != nil {
		return nil, fmt.Errorf("read branches: %w", err)
	}
	for i := range out {
		for _, c := range closures {
			if c.Branch == nil || *c.Branch == out[i].ID {
				out[i].Closures = append(out[i].Closures, c)
			}
		}
	}
	return out, nil
}

// agenda reads what the openings from a day (today where it is zero) over some days are computed from.
func (s *Store) agenda(ctx context.Context, id tenant.ID, from time.Time, days int) (*openings.Agenda, error) {
	a := openings.New()
	if err := s.read(ctx, id, func(b *pgx.Batch) { a.Queue(b, id, from, days) }); err != nil {
		return nil, fmt.Errorf("read calendar: %w", err)
	}
	return a.Ready()
}

// agenda is the same within a transaction that is going to book.
func (t *Tx) agenda(ctx context.Context, id tenant.ID, from time.Time, days int) (*openings.Agenda, error) {
	a, b := openings.New(), &pgx.Batch{}
	a.Queue(b, id, from, days)
	if err := t.tx.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("read calendar: %w", err)
	}
	return a.Ready()
}

// policyWords is the short version of a policy; empty where the business has none.
func (t *Tx) policyWords(ctx context.Context, id tenant.ID, kind string) (words string, err error) {
	err = t.tx.QueryRow(ctx, `SELECT coalesce((SELECT short_version FROM business.policies WHERE tenant_id = $1 AND policy_type = $2), '')`,
		id, kind).Scan(&words)
	if err != nil {
		return "", fmt.Errorf("read policy: %w", err)
	}
	return words, nil
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
