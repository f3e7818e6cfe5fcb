package tools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/say"
)

// ownSelect reads appointments of a contact, whoever made them: the desk gives ids, and leaves out the names of the day.
const ownSelect = `SELECT a.id::text, a.status, a.starts_at, a.ends_at, t.zone,
  coalesce(nullif(a.service_name, ''), s.name, ''), coalesce(s.slug, ''), coalesce(s.bookable, false),
  coalesce(nullif(a.branch_name, ''), b.name, ''), coalesce(b.slug, ''),
  coalesce(nullif(a.staff_name, ''), p.name, ''), coalesce(p.slug, ''), coalesce(a.party_size, 0), a.notes,
  CASE WHEN s.cancel_notice_minutes IS NOT NULL THEN s.cancel_notice_minutes
       WHEN a.party_size >= t.booking_large_party THEN t.booking_large_party_cancel_notice_minutes
       ELSE t.booking_cancel_notice_minutes END,
  coalesce(s.move_notice_minutes, t.booking_move_notice_minutes), t.language
FROM business.appointments a JOIN core.tenants t USING (tenant_id)
LEFT JOIN business.services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
LEFT JOIN business.resources r ON r.tenant_id = a.tenant_id AND r.id = a.resource_id
LEFT JOIN business.branches b ON b.tenant_id = a.tenant_id AND b.id = coalesce(a.branch_id, r.branch_id)
LEFT JOIN business.staff p ON p.tenant_id = a.tenant_id AND p.id = coalesce(a.staff_id, r.staff_id)
WHERE a.tenant_id = $1 AND a.contact_id = $2 `

const ownAppointmentSQL = ownSelect + `AND a.status = 'confirmed' AND a.starts_at > now() AND ($3 = '' OR a.id::text = $3)
ORDER BY a.starts_at LIMIT 2 FOR UPDATE OF a`

const aheadSQL = ownSelect + `AND a.status = 'confirmed' AND a.ends_at > now() ORDER BY a.starts_at LIMIT 101`

const appointmentsSQL = ownSelect + `
ORDER BY a.status = 'confirmed' AND a.ends_at > now() DESC,
  CASE WHEN a.status = 'confirmed' AND a.ends_at > now() THEN a.starts_at END, a.starts_at DESC LIMIT 20`

const cancelSQL = `UPDATE business.appointments SET status = 'cancelled', cancel_reason = $4, updated_at = now()
WHERE tenant_id = $1 AND contact_id = $2 AND id = $3`

// appointment is one of the contact's own.
type appointment struct {
	id, status               string
	starts, ends             time.Time // on the tenant's wall
	serviceName, service     string    // service, branch and staff are slugs
	bookable                 bool      // the service still is
	branchName, branch       string
	staffName, staff         string
	party                    int
	notes                    string
	cancelNotice, moveNotice time.Duration
	tenantLanguage           string
}

// ownAppointment finds the one that was named, or the only one that is ahead; why says what stands against it.
func (t *Tx) ownAppointment(ctx context.Context, c tool.Call, id string) (own appointment, why string, err error) {
	found, err := t.own(ctx, ownAppointmentSQL, c.Tenant, c.ContactID, strings.ToLower(id))
	switch {
	case err != nil:
		return own, "", err
	case len(found) == 0:
		return own, "no_appointment", nil
	case len(found) > 1:
		return own, "several_appointments", nil
	}
	return found[0], "", nil
}

// ahead are the contact's appointments that are not over.
func (t *Tx) ahead(ctx context.Context, c tool.Call) ([]appointment, error) {
	return t.own(ctx, aheadSQL, c.Tenant, c.ContactID)
}

func (t *Tx) own(ctx context.Context, sql string, args ...any) ([]appointment, error) {
	rows, err := t.tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read appointments: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanAppointment)
	if err != nil {
		return nil, fmt.Errorf("read appointments: %w", err)
	}
	return found, nil
}

// appointments are the contact's own: those that are ahead, then the others, the newest first.
func (s *Store) appointments(ctx context.Context, id tenant.ID, contact string) (out []appointment, err error) {
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(appointmentsSQL, id, contact).Query(func(rows pgx.Rows) (err error) {
			out, err = pgx.CollectRows(rows, scanAppointment)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read appointments: %w", err)
	}
	return out, nil
}

func scanAppointment(row pgx.CollectableRow) (a appointment, err error) {
	var zone string
	var cancel, move int
	err = row.Scan(&a.id, &a.status, &a.starts, &a.ends, &zone, &a.serviceName, &a.service, &a.bookable, &a.branchName, &a.branch,
		&a.staffName, &a.staff, &a.party, &a.notes, &cancel, &move, &a.tenantLanguage)
	if err != nil {
		return a, err
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		return a, fmt.Errorf("zone %q: %w", zone, err)
	}
	a.starts, a.ends = a.starts.In(at), a.ends.In(at)
	a.cancelNotice, a.moveNotice = time.Duration(cancel)*time.Minute, time.Duration(move)*time.Minute
	return a, nil
}

func (t *Tx) cancel(ctx context.Context, c tool.Call, id, reason string) error {
	if _, err := t.tx.Exec(ctx, cancelSQL, c.Tenant, c.ContactID, id, reason); err != nil {
		return fmt.Errorf("cancel appointment: %w", err)
	}
	return nil
}

// said is the appointment as a sentence names it.
func (a appointment) said() say.Appointment {
	return say.Appointment{Service: a.serviceName, Branch: a.branchName, Party: a.party, Starts: a.starts}
}
