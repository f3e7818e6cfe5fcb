package tools

import (
	"context"
	"errors"
	"time"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// HoldSlot is hold_slot: while a customer is asked "shall I book it?" the time is kept for them, so that nobody else is offered it. The
// booking, another choice, a call without slot_id and the time itself end it.
type HoldSlot struct{ create CreateAppointment }

type holdArguments struct {
	SlotID    string `json:"slot_id" description:"id of the opening; none gives back what is held"`
	ServiceID string `json:"service_id" description:"the service that is wanted"`
	PartySize int    `json:"party_size" description:"people at the table"`
	Refused   bool   `json:"refused" description:"without slot_id: the customer said no, also to what the waiting list offered"`
}

var holdSchema = wire.SchemaOf[holdArguments]()

// Spec describes the tool.
func (HoldSlot) Spec() tool.Spec {
	return tool.Spec{
		Name: "hold_slot", Write: true, DryRun: true, Turn: true, Inner: true,
		Description: "Keeps an opening for the customer while they are asked for their yes.",
		Parameters:  holdSchema,
		Specialists: tool.Bookers("urgent_care"), Permission: tool.Appointments,
		Examples: tool.Examples(`{"slot_id":"b3BlbmluZw","service_id":"limpieza"}`),
	}
}

// held is what hold_slot answers; until is empty where the time is free but nothing keeps it.
type held struct {
	Success bool   `json:"success"`
	Until   string `json:"held_until,omitempty"`
	Error   string `json:"error,omitempty"`
}

// Call holds once a turn.
func (t HoldSlot) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[holdArguments](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	wanted := bookingArguments{SlotID: args.SlotID, ServiceID: args.ServiceID, PartySize: args.PartySize}
	if args.SlotID != "" {
		if refusal = wanted.check(); refusal != nil {
			return wire.Refuse(refusal)
		}
	}
	return t.create.calendar.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		if args.SlotID == "" {
			return success(tx.giveBack(ctx, c, args.Refused))
		}
		a, b, refused, err := t.create.wanted(ctx, tx, c, wanted)
		if refused != nil || err != nil {
			return refused.or(err)
		}
		return t.hold(ctx, tx, c, a, b)
	})
}

// success is the answer of a write that has nothing to say.
func success(err error) (tool.Result, error) {
	if err != nil {
		return tool.Result{}, err
	}
	return wire.Answer(held{Success: true})
}

// hold keeps what is free at the wished time, the smallest table first; what was kept for another choice is given back.
func (t HoldSlot) hold(ctx context.Context, tx *Tx, c tool.Call, a *openings.Agenda, b booking) (tool.Result, error) {
	free, why := candidates(a, b)
	if len(free) == 0 {
		return wire.Answer(held{Error: why})
	}
	if until, err := tx.offeredUntil(ctx, c, b.starts); !until.IsZero() || err != nil { // from the waiting list
		return untilAnswer(until, a, err)
	}
	if err := tx.dropChoices(ctx, c); err != nil {
		return tool.Result{}, err
	}
	room, err := tx.mayHold(ctx, c, a)
	if err != nil || !room {
		return success(err)
	}
	for _, f := range free {
		h := openings.Hold{
			Tenant: c.Tenant, ContactID: c.ContactID, Conversation: c.ConversationID, Channel: c.Channel,
			Free: f, Wish: b.wish, Life: a.Hold,
		}
		until, err := h.Insert(ctx, tx.tx)
		if !errors.Is(err, openings.ErrTaken) {
			return untilAnswer(until, a, err)
		}
	}
	return wire.Answer(held{Error: why})
}

func untilAnswer(until time.Time, a *openings.Agenda, err error) (tool.Result, error) {
	if err != nil {
		return tool.Result{}, err
	}
	return wire.Answer(held{Success: true, Until: until.In(a.Zone).Format("2006-01-02 15:04")})
}
