package apply

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenantfile"
)

const updateWriteSettings = `
UPDATE core.tenants SET booking_hold_minutes = $2, booking_max_holds = $3, write_limits = $4, approvals = $5, approval_hours = $6
WHERE tenant_id = $1`

// threshold is from which total on a write waits for a person, in minor units; zero is every one.
type threshold struct {
	Above int64 `json:"above,omitempty"`
}

// writeWriteSettings says how long a time is kept, how often a contact writes, and what waits for a person.
func writeWriteSettings(ctx context.Context, tx pgx.Tx, t *tenantfile.Tenant) error {
	limits, approvals := map[string]int{}, map[string]threshold{}
	for _, l := range t.Writes.PerDay {
		limits[l.Tool] = l.Max
	}
	for _, a := range t.Writes.Approve {
		var x threshold
		if a.Above != "" {
			x.Above = minor(t, a.Above)
		}
		approvals[a.Tool] = x
	}
	_, err := tx.Exec(ctx, updateWriteSettings, t.ID, or(t.Booking.HoldMinutes, 5), or(t.Booking.MaxHolds, 2), limits, approvals,
		or(t.Writes.ApprovalHours, 20))
	if err != nil {
		return fmt.Errorf("write the settings of writes: %w", err)
	}
	return nil
}
