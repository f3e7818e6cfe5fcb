package tools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/say"
)

const ownAppointmentSQL = `SELECT a.id::text, a.service_name, a.staff_name, a.branch_name, coalesce(a.party_size, 0), a.notes,
       a.starts_at, t.zone,
  coalesce(s.slug, ''), coalesce(b.slug, '')
FROM business.appointments a JOIN core.tenants t USING (tenant_id)
LEFT JOIN business.services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
LEFT JOIN business.branches b ON b.tenant_id = a.tenant_id AND b.id = a.branch_id
WHERE a.tenant_id = $1 AND a.contact_id = $2 AND a.status = 'confirmed' AND a.starts_at > now() AND ($3 = '' OR a.id::text = $3)
ORDER BY a.starts_at LIMIT 2 FOR UPDATE OF a`

const cancelSQL = `UPDATE business.appointments SET status = 'cancelled', cancel_reason = $4, updated_at = now()
WHERE tenant_id = $1 AND contact_id = $2 AND id = $3`

// appointment is one of the contact's own that is ahead.
type appointment struct {
	id, serviceName, staff, branch string
	party                          int
	notes                          string
	starts                         time.Time // on the tenant's wall
	service, branchSlug            string
}

// ownAppointment finds the one that was named, or the only one; why says what stands against it.
func (t *Tx) ownAppointment(ctx context.Context, c tool.Call, id string) (own appointment, why string, err error) {
	rows, err := t.tx.Query(ctx, ownAppointmentSQL, c.Tenant, c.ContactID, strings.ToLower(id))
	if err != nil {
		return own, "", fmt.Errorf("read appointments: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanAppointment)
	switch {
	case err != nil:
		return own, "", fmt.Errorf("read appointments: %w", err)
	case len(found) == 0:
		return own, "no_appointment", nil
	case len(found) > 1:
		return own, "several_appointments", nil
	}
	return found[0], "", nil
}

func scanAppointment(row pgx.CollectableRow) (a appointment, err error) {
	var zone string
	err = row.Scan(&a.id, &a.serviceName, &a.staff, &a.branch, &a.party, &a.notes, &a.starts, &zone, &a.service, &a.branchSlug)
	if err != nil {
		return a, err
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		return a, fmt.Errorf("zone %q: %w", zone, err)
	}
	a.starts = a.starts.In(at)
	return a, nil
}

func (t *Tx) cancel(ctx context.Context, c tool.Call, id, reason string) error {
	if _, err := t.tx.Exec(ctx, cancelSQL, c.Tenant, c.ContactID, id, reason); err != nil {
		return fmt.Errorf("cancel appointment: %w", err)
	}
	return nil
}

// branchFor keeps a bare date and time at the appointment's branch; a slot id names its own.
func (a appointment) branchFor(args moveArguments) string {
	if args.SlotID != "" {
		return ""
	}
	return a.branchSlug
}

// said is the appointment as a sentence names it.
func (a appointment) said() say.Appointment {
	return say.Appointment{Service: a.serviceName, Branch: a.branch, Party: a.party, Starts: a.starts}
}
