package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// visitFilter is which appointments are read: one, those that are confirmed, or the last ones.
type visitFilter struct {
	Which string
	All   bool
}

const visitsSQL = `SELECT a.id::text, a.status, to_char(a.starts_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI'),
  to_char(a.ends_at AT TIME ZONE t.zone, 'HH24:MI'), a.service_name, a.staff_name, a.branch_name, coalesce(a.party_size, 0),
  coalesce(c.name, ''), coalesce(c.phone, ''), a.notes, a.cancel_reason,
  a.confirmed_at IS NOT NULL,
  coalesce((SELECT string_agg(m.kind || ' ' || to_char(m.due_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI') || ' ' || m.state
      || CASE WHEN m.reason <> ''
      THEN ' (' || m.reason || ')' ELSE '' END, ', ' ORDER BY m.due_at, m.version)
    FROM business.scheduled_messages m WHERE m.tenant_id = a.tenant_id AND m.subject_id = a.id), ''),
  coalesce((SELECT s.name FROM core.assistants s WHERE s.tenant_id = a.tenant_id AND s.id::text = a.assistant_id), ''),
  coalesce(a.confidence, 0)
FROM business.appointments a JOIN core.tenants t USING (tenant_id)
LEFT JOIN business.contacts c ON c.tenant_id = a.tenant_id AND c.id = a.contact_id
WHERE a.tenant_id = $1 AND ($2 = '' OR a.id::text = lower($2)) AND ($3 OR $2 <> '' OR a.status = 'confirmed')
ORDER BY CASE WHEN $3 THEN a.starts_at END DESC, a.starts_at, a.id LIMIT 200`

func readVisits(ctx context.Context, db *store.Store, id tenant.ID, f visitFilter) (found []visit, err error) {
	found = []visit{}
	err = db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(visitsSQL, id, f.Which, f.All).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, scanVisit)
			found = append(found, list...)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read appointments: %w", err)
	}
	return found, nil
}

func scanVisit(r pgx.CollectableRow) (v visit, err error) {
	err = r.Scan(&v.ID, &v.Status, &v.Starts, &v.Ends, &v.What, &v.Staff, &v.Branch, &v.Party, &v.Name, &v.Phone, &v.Notes, &v.Reason,
		&v.Attends, &v.Reminders, &v.Assistant, &v.Confidence)
	return v, err
}

func readVisit(ctx context.Context, db *store.Store, id tenant.ID, which string) (visit, error) {
	found, err := readVisits(ctx, db, id, visitFilter{Which: which})
	if err != nil {
		return visit{}, err
	}
	if len(found) != 1 {
		return visit{}, fmt.Errorf("appointment %s: tenant %s has none", which, id)
	}
	return found[0], nil
}

// Whether its day has come is asked on the tenant's wall: who came early may be done before the hour.
const lockVisitSQL = `SELECT a.id::text, a.status, a.starts_at <= now(),
  (now() AT TIME ZONE t.zone)::date >= (a.starts_at AT TIME ZONE t.zone)::date
FROM business.appointments a JOIN core.tenants t USING (tenant_id)
WHERE a.tenant_id = $1 AND a.id::text = lower($2) FOR UPDATE OF a`

const setVisitSQL = `UPDATE business.appointments SET status = $3, updated_at = now() WHERE tenant_id = $1 AND id = $2`

const exclusionViolation = "23P01"

// visitChange is what somebody says became of an appointment.
type visitChange struct {
	tenant       tenant.ID
	which, state string
}

// setVisit says what became of an appointment; saying it again changes nothing. The row is locked, so that a customer who cancels
// meanwhile comes before or after.
func setVisit(ctx context.Context, db *store.Store, x visitChange) (visit, error) {
	err := db.Tenant(ctx, x.tenant, func(tx pgx.Tx) error {
		var id, status string
		var begun, itsDay bool
		err := tx.QueryRow(ctx, lockVisitSQL, x.tenant, x.which).Scan(&id, &status, &begun, &itsDay)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("appointment %s: tenant %s has none", x.which, x.tenant)
		case err != nil:
			return fmt.Errorf("read appointment: %w", err)
		case status == x.state:
			return nil
		}
		if err := x.check(status, begun, itsDay); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, setVisitSQL, x.tenant, id, x.state)
		if taken, ok := errors.AsType[*pgconn.PgError](err); ok && taken.Code == exclusionViolation {
			return fmt.Errorf("appointment %s: its time is taken by another one", x.which)
		}
		if err != nil {
			return fmt.Errorf("set appointment: %w", err)
		}
		return nil
	})
	if err != nil {
		return visit{}, err
	}
	return readVisit(ctx, db, x.tenant, x.which)
}

// check refuses what a state cannot become, and names what it can.
func (x visitChange) check(status string, begun, itsDay bool) error {
	next := nextStates[status]
	switch {
	case !slices.Contains(next, x.state):
		return fmt.Errorf("appointment %s: it is %s, and can only be %s", x.which, status, strings.Join(next, " or "))
	case x.state == "completed" && !itsDay:
		return fmt.Errorf("appointment %s: its day has not come, so it cannot be completed", x.which)
	case x.state == "no_show" && !begun:
		return fmt.Errorf("appointment %s: it has not begun, so nobody failed to come", x.which)
	}
	return nil
}
