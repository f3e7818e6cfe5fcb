package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// RescheduleAppointment is reschedule_appointment: the old time is given back and the new one is taken in one transaction, or neither.
type RescheduleAppointment struct{ create CreateAppointment }

// Spec describes the tool.
func (RescheduleAppointment) Spec() tool.Spec {
	return tool.Spec{
		Name: "reschedule_appointment", Write: true, Confirm: true, DryRun: true,
		Description: "Moves the customer's own appointment (by its id, or the only one that is ahead) " +
			"to an opening: its slot_id, or date and time.",
		Parameters:  moveSchema,
		Specialists: tool.Bookers(), Permission: tool.Appointments,
		Examples: tool.Examples(`{"date":"2027-03-05","time":"16:00"}`),
	}
}

type moveArguments struct {
	AppointmentID string `json:"appointment_id" description:"id of the appointment"`
	SlotID        string `json:"slot_id" description:"id of the opening"`
	Date          string `json:"date" description:"day as YYYY-MM-DD, with time, where there is no slot_id"`
	Time          string `json:"time" description:"HH:MM, 24 hours"`
	Reason        string `json:"reason" description:"why, in the customer's words"`
	PartySize     int    `json:"party_size" minimum:"1" maximum:"500" description:"people at the table, where they change"`
}

var moveSchema = wire.SchemaOf[moveArguments]()

// Call moves once a turn.
func (t RescheduleAppointment) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[moveArguments](c)
	if refusal == nil {
		refusal = checkOwn(args.AppointmentID, args.Reason)
	}
	if refusal == nil {
		refusal = bookingArguments{SlotID: args.SlotID, Date: args.Date, Time: args.Time, PartySize: args.PartySize}.check()
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.create.calendar.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		own, why, err := tx.ownAppointment(ctx, c, args.AppointmentID)
		if err != nil || why != "" {
			return result(why, err)
		}
		if refusal, err := tx.tooLate(ctx, c, own, own.moving()); refusal != nil || err != nil {
			return tool.Result{Err: refusal}, err
		}
		return t.move(ctx, tx, c, own, args)
	})
}

// again books the same at another time; a bare date and time keep the branch, and the person who is free then, a slot id names its
// own. What can no longer be booked by its name keeps its length.
func (a appointment) again(args moveArguments) bookingArguments {
	out := bookingArguments{
		SlotID: args.SlotID, Date: args.Date, Time: args.Time, ServiceID: a.service, BranchID: a.branch,
		PartySize: cmp.Or(args.PartySize, a.party),
		Notes:     a.notes,
		minutes:   int(a.ends.Sub(a.starts) / time.Minute), serviceName: a.serviceName, staff: a.staff,
	}
	if args.SlotID != "" {
		out.BranchID = ""
	}
	if !a.bookable {
		out.ServiceID = ""
	}
	return out
}

// errStays: the new time cannot be had, so the old one stays.
var errStays = errors.New("the appointment stays")

// move gives the old time back first, which may be in the way of the new one; the savepoint takes that back where nothing was booked.
func (t RescheduleAppointment) move(
	ctx context.Context, tx *Tx, c tool.Call, own appointment, args moveArguments,
) (out tool.Result, err error) {
	point, err := tx.tx.Begin(ctx)
	if err != nil {
		return tool.Result{}, fmt.Errorf("set savepoint: %w", err)
	}
	err = func() error {
		inner := &Tx{point}
		if err := inner.cancel(ctx, c, own.id, args.Reason); err != nil {
			return err
		}
		wanted := own.again(args)
		wanted.replaces = own.id
		out, err = t.create.book(ctx, inner, c, wanted)
		if err != nil {
			return err
		}
		var done booked
		if out.Err != nil || json.Unmarshal(out.JSON, &done) != nil || !done.Success {
			return errStays
		}
		return nil
	}()
	if err == nil {
		return out, point.Commit(ctx)
	}
	undone := point.Rollback(ctx)
	if errors.Is(err, errStays) {
		return out, undone
	}
	return tool.Result{}, errors.Join(err, undone)
}
