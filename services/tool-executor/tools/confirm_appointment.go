package tools

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/say"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// ConfirmAppointment is confirm_appointment: it keeps that the customer will come to an appointment of theirs. Nothing else changes.
type ConfirmAppointment struct{ db *Store }

// Spec describes the tool.
func (ConfirmAppointment) Spec() tool.Spec {
	return tool.Spec{
		Name: "confirm_appointment", Write: true, DryRun: true,
		Description: "Keeps that the customer will come to their own appointment, after they said so: by its id, or the only one " +
			"that is ahead.",
		Parameters:  attendanceSchema,
		Specialists: tool.Bookers("general"), Permission: tool.Appointments,
		Examples: tool.Examples(`{}`),
	}
}

type attendanceConfirmed struct {
	AppointmentID string `json:"appointment_id" description:"id of the appointment"`
}

var attendanceSchema = wire.SchemaOf[attendanceConfirmed]()

const attendSQL = `UPDATE business.appointments SET confirmed_at = coalesce(confirmed_at, now())
WHERE tenant_id = $1 AND contact_id = $2 AND id = $3`

// Call confirms once a turn.
func (t ConfirmAppointment) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[attendanceConfirmed](c)
	if refusal == nil {
		refusal = checkOwn(args.AppointmentID, "")
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		own, why, err := tx.ownAppointment(ctx, c, args.AppointmentID)
		if err != nil || why != "" {
			return result(why, err)
		}
		if _, err := tx.tx.Exec(ctx, attendSQL, c.Tenant, c.ContactID, own.id); err != nil {
			return tool.Result{}, fmt.Errorf("confirm appointment: %w", err)
		}
		done := booked{Success: true, AppointmentID: own.id, ConfirmationMessage: say.Attending(own.said(), c.Language)}
		return wire.Answer(done, wire.Row("appointments", own.id))
	})
}
