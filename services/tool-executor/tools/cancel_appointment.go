package tools

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/say"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// CancelAppointment is cancel_appointment: it drops an appointment of the contact's own that has not begun, whoever made it.
type CancelAppointment struct{ db *Store }

// Spec describes the tool.
func (CancelAppointment) Spec() tool.Spec {
	return tool.Spec{
		Name: "cancel_appointment", Write: true, Confirm: true, DryRun: true,
		Description: "Cancels the customer's own appointment: by its id, or the only one that is ahead.",
		Parameters:  cancellationSchema,
		Specialists: tool.Bookers(), Permission: tool.Appointments,
		Examples: tool.Examples(`{"reason":"salgo de viaje"}`),
	}
}

type cancellation struct {
	AppointmentID string `json:"appointment_id" description:"id of the appointment"`
	Reason        string `json:"reason" description:"why, in the customer's words"`
}

var cancellationSchema = wire.SchemaOf[cancellation]()

// Call cancels once a turn.
func (t CancelAppointment) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[cancellation](c)
	if refusal == nil {
		refusal = checkOwn(args.AppointmentID, args.Reason)
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		own, why, err := tx.ownAppointment(ctx, c, args.AppointmentID)
		if err != nil || why != "" {
			return result(why, err)
		}
		if refusal, err := tx.tooLate(ctx, c, own, own.cancelling()); refusal != nil || err != nil {
			return tool.Result{Err: refusal}, err
		}
		if err := tx.cancel(ctx, c, own.id, args.Reason); err != nil {
			return tool.Result{}, err
		}
		done := booked{Success: true, AppointmentID: own.id, ConfirmationMessage: say.Cancelled(own.said(), c.Language)}
		return wire.Answer(done, wire.Row("appointments", own.id))
	})
}

// checkOwn refuses what cannot name an appointment, and reasons that are too long to keep.
func checkOwn(id, reason string) *tool.Error {
	if _, err := uuid.Parse(id); id != "" && err != nil {
		return &tool.Error{Code: "invalid_arguments", Field: "appointment_id", Message: "expected the id that create_appointment gave"}
	}
	if len(reason) > maxNotes {
		return &tool.Error{Code: "invalid_arguments", Field: "reason", Message: "expected at most 500 bytes"}
	}
	return nil
}

// result is a refusal of the calendar, or an error.
func result(why string, err error) (tool.Result, error) {
	if err != nil {
		return tool.Result{}, err
	}
	return wire.Answer(booked{Error: why})
}

// change is a change of an appointment that a policy may forbid.
type change struct {
	policy string // whose words explain the refusal
	notice time.Duration
	say    func(notice time.Duration, lang string) string // where the policy has no words, or in another language
}

func (a appointment) cancelling() change {
	return change{"cancellation", a.cancelNotice, say.TooLateToCancel}
}

func (a appointment) moving() change { return change{"rescheduling", a.moveNotice, say.TooLateToMove} }

// tooLate refuses a change that is nearer to the appointment than the business wants, in the words of its policy.
func (t *Tx) tooLate(ctx context.Context, c tool.Call, a appointment, x change) (*tool.Error, error) {
	if time.Until(a.starts) >= x.notice {
		return nil, nil
	}
	text := x.say(x.notice, c.Language)
	if c.Language == a.tenantLanguage || c.Language == "" {
		policy, err := t.policyWords(ctx, c.Tenant, x.policy)
		if err != nil {
			return nil, err
		}
		if policy != "" {
			text = policy
		}
	}
	return &tool.Error{Code: "outside_policy_window", Field: "appointment_id", Message: text}, nil
}
