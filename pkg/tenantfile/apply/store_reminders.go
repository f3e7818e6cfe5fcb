package apply

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenantfile"
)

const updateReminders = `
UPDATE core.tenants SET remind_day_before = $2, remind_hours_before = $3, quiet_from = $4::time, quiet_to = $5::time, no_show_minutes = $6,
  reminded_zone = zone
WHERE tenant_id = $1 AND (remind_day_before, remind_hours_before, quiet_from, quiet_to, reminded_zone)
  IS DISTINCT FROM ($2, $3, $4::time, $5::time, zone)`

const updateNoShow = `UPDATE core.tenants SET no_show_minutes = $2 WHERE tenant_id = $1 AND no_show_minutes IS DISTINCT FROM $2`

// writeReminders says when customers are reminded; what is planned already follows where that changed.
func writeReminders(ctx context.Context, tx pgx.Tx, t *tenantfile.Tenant) error {
	r := t.Reminders
	changed, err := tx.Exec(ctx, updateReminders, t.ID, or(r.DayBefore, true), or(r.HoursBefore, true),
		cmp.Or(r.QuietFrom, "21:00"), cmp.Or(r.QuietTo, "08:00"), r.NoShowMinutes)
	if err == nil {
		_, err = tx.Exec(ctx, updateNoShow, t.ID, r.NoShowMinutes)
	}
	if err == nil && changed.RowsAffected() > 0 {
		_, err = tx.Exec(ctx, `SELECT business.replan_reminders($1)`, t.ID)
	}
	if err != nil {
		return fmt.Errorf("write reminders: %w", err)
	}
	return nil
}
