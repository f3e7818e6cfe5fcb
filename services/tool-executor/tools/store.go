package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/say"
)

// Store is schema business as the tools use it.
type Store struct{ db *store.Store }

// NewStore reads and writes through db, which must act as recado_tool_executor.
func NewStore(db *store.Store) *Store { return &Store{db: db} }

// pool is nil where only the tools' descriptions are wanted.
func (s *Store) pool() *store.Store {
	if s == nil {
		return nil
	}
	return s.db
}

const offersSQL = `
SELECT 'services' AS kind, slug, name, aliases, category, description, price_min, price_max, currency, price_note, duration_minutes,
       requires_consultation, promotion_active AND (promotion_until IS NULL OR promotion_until >=
         (now() AT TIME ZONE (SELECT zone FROM core.tenants WHERE tenant_id = $1))::date) AS promotion,
       promotion_text, preparation, '{}'::text[] AS allergens, '{}'::text[] AS diets, position
  FROM business.services WHERE tenant_id = $1
UNION ALL
SELECT 'menu_items', slug, name, aliases, category, description, price, price, currency, '', 0, false, false, '', '', allergens, diets,
       position + 100000
  FROM business.menu_items WHERE tenant_id = $1 AND available
ORDER BY position`

// offers are the services, then the dishes that can be had, in the business's order.
func (s *Store) offers(ctx context.Context, id tenant.ID) (out []offer, err error) {
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(offersSQL, id).Query(func(rows pgx.Rows) error {
			out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (o offer, err error) {
				var position int
				err = r.Scan(&o.table, &o.slug, &o.name, &o.aliases, &o.category, &o.description, &o.priceMin, &o.priceMax, &o.currency,
					&o.priceNote, &o.minutes, &o.consultation, &o.promotion, &o.promotionText, &o.preparation, &o.allergens, &o.diets,
					&position)
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

// agenda reads what the openings from a day (today where it is zero) over some days are computed from, for the contact of a call.
func (s *Store) agenda(ctx context.Context, c tool.Call, from time.Time, days int) (*openings.Agenda, error) {
	a := openings.New(c.ContactID)
	if err := s.read(ctx, c.Tenant, func(b *pgx.Batch) { a.Queue(b, c.Tenant, from, days) }); err != nil {
		return nil, fmt.Errorf("read calendar: %w", err)
	}
	return a.Ready()
}

// agenda is the same within a transaction that is going to book.
func (t *Tx) agenda(ctx context.Context, c tool.Call, from time.Time, days int) (*openings.Agenda, error) {
	a, b := openings.New(c.ContactID), &pgx.Batch{}
	a.Queue(b, c.Tenant, from, days)
	if err := t.tx.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("read calendar: %w", err)
	}
	return a.Ready()
}

const staffSQL = `SELECT s.id, s.slug, s.name, s.aliases, s.role, s.specialty, s.bio,
  ARRAY(SELECT b.name FROM business.staff_branches x JOIN business.branches b ON b.tenant_id = x.tenant_id AND b.id = x.branch_id
        WHERE x.tenant_id = s.tenant_id AND x.staff_id = s.id ORDER BY b.position)
FROM business.staff s WHERE s.tenant_id = $1 ORDER BY s.position`

const attendanceSQL = `SELECT h.staff_id, b.name, h.weekday, to_char(h.opens, 'HH24:MI'), to_char(h.closes, 'HH24:MI')
FROM business.staff_hours h JOIN business.branches b ON b.tenant_id = h.tenant_id AND b.id = h.branch_id
WHERE h.tenant_id = $1 ORDER BY h.weekday, h.opens, b.position`

const doneBySQL = `SELECT x.staff_id, s.name, s.aliases FROM business.service_staff x
JOIN business.services s ON s.tenant_id = x.tenant_id AND s.id = x.service_id WHERE x.tenant_id = $1 ORDER BY s.position`

// staff are the people of the business in its order, with their hours and what they do.
func (s *Store) staff(ctx context.Context, id tenant.ID) (out []person, err error) {
	at := map[uuid.UUID]*person{}
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(staffSQL, id).Query(func(rows pgx.Rows) error {
			var ids []uuid.UUID
			out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (p person, err error) {
				var key uuid.UUID
				err = r.Scan(&key, &p.slug, &p.name, &p.aliases, &p.role, &p.specialty, &p.bio, &p.branches)
				ids = append(ids, key)
				return p, err
			})
			for i, key := range ids {
				at[key] = &out[i]
			}
			return err
		})
		b.Queue(attendanceSQL, id).Query(func(rows pgx.Rows) error {
			var key uuid.UUID
			var weekday int
			var a attendance
			_, err := pgx.ForEachRow(rows, []any{&key, &a.Branch, &weekday, &a.Open, &a.Close}, func() error {
				a.Day = weekdayNames[weekday]
				at[key].days = append(at[key].days, a)
				return nil
			})
			return err
		})
		b.Queue(doneBySQL, id).Query(func(rows pgx.Rows) error {
			var key uuid.UUID
			var n match.Name
			_, err := pgx.ForEachRow(rows, []any{&key, &n.Name, &n.Aliases}, func() error {
				at[key].services = append(at[key].services, n)
				return nil
			})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read staff: %w", err)
	}
	return out, nil
}

const templateSQL = `SELECT r.text, t.name, coalesce((SELECT settings.x ->> 'name' FROM
    jsonb_array_elements(t.settings -> 'assistants') AS settings(x) WHERE settings.x ->> 'id' = $4 LIMIT 1), '')
FROM business.response_templates r JOIN core.tenants t USING (tenant_id)
WHERE r.tenant_id = $1 AND r.trigger_type = $2 AND r.language = coalesce(nullif($3, ''), t.language)`

// template reads the text for an occasion in the customer's language; false where the business has none.
func (s *Store) template(ctx context.Context, c tool.Call, trigger string) (out template, found bool, err error) {
	err = s.read(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(templateSQL, c.Tenant, trigger, c.Language, c.AssistantID).Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&out.text, &out.business, &out.assistant}, func() error {
				found = true
				return nil
			})
			return err
		})
	})
	if err != nil {
		return out, false, fmt.Errorf("read template: %w", err)
	}
	return out, found, nil
}

// confirmation is what the business wants said of what was booked. Where its template names no day and hour, or needs what is not
// known, our own sentence stands before it or in its place: what was written is always said.
func (t *Tx) confirmation(ctx context.Context, c tool.Call, booked say.Appointment) (string, error) {
	own := say.Booked(booked, c.Language)
	var found template
	err := t.tx.QueryRow(ctx, templateSQL, c.Tenant, "confirmation", c.Language, c.AssistantID).
		Scan(&found.text, &found.business, &found.assistant)
	if errors.Is(err, pgx.ErrNoRows) {
		return own, nil
	}
	if err != nil {
		return "", fmt.Errorf("read template: %w", err)
	}
	said, missing := found.fill(booked.Values(c.Language))
	switch {
	case len(missing) > 0:
		return own, nil
	case !strings.Contains(found.text, "{date}") || !strings.Contains(found.text, "{time}"):
		return own + "\n\n" + said, nil
	}
	return said, nil
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
