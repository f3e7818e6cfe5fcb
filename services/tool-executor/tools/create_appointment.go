package tools

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/say"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// CreateAppointment is create_appointment. The calendar decides, not the prompt: a slot id and a bare date and time are checked
// alike, and the table's own constraint has the last word.
type CreateAppointment struct{ calendar *book }

// Spec describes the tool.
func (CreateAppointment) Spec() tool.Spec {
	return tool.Spec{
		Name: "create_appointment", Write: true, Confirm: true, DryRun: true,
		Description: "Books an opening, by the slot_id that get_available_slots gave or by date and time.",
		Parameters:  bookingSchema,
		Specialists: tool.Bookers("urgent_care"), Permission: tool.Appointments,
		Examples: tool.Examples(`{"date":"2027-03-04","time":"10:30","service_id":"limpieza"}`),
	}
}

const (
	maxParty = 500
	maxNotes = 500
)

var bookingSchema = wire.SchemaOf[bookingArguments]()

type bookingArguments struct {
	SlotID    string `json:"slot_id" description:"id of the opening"`
	Date      string `json:"date" description:"day as YYYY-MM-DD, with time, where there is no slot_id"`
	Time      string `json:"time" description:"HH:MM, 24 hours"`
	ServiceID string `json:"service_id" description:"the service that is wanted"`
	BranchID  string `json:"branch_id" description:"branch"`
	StaffID   string `json:"staff_id" description:"person"`
	PartySize int    `json:"party_size" minimum:"1" maximum:"500" description:"people at the table"`
	Notes     string `json:"notes" description:"what the business should know"`

	// of an appointment that is moved, where no service says
	minutes     int
	serviceName string
	staff       string // who is asked first
	replaces    string // its id
}

type booked struct {
	Success             bool   `json:"success"`
	AppointmentID       string `json:"appointment_id,omitempty"`
	ConfirmationMessage string `json:"confirmation_message,omitempty"`
	Error               string `json:"error,omitempty"`
}

// Call books once a turn; a refusal of the calendar is a result with an error code.
func (t CreateAppointment) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[bookingArguments](c)
	if refusal == nil {
		refusal = args.check()
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.calendar.db.once(ctx, c, func(tx *Tx) (tool.Result, error) { return t.book(ctx, tx, c, args) })
}

func (b bookingArguments) check() *tool.Error {
	invalid := func(field, message string) *tool.Error {
		return &tool.Error{Code: "invalid_arguments", Field: field, Message: message}
	}
	if b.SlotID == "" {
		if _, err := time.Parse(time.DateOnly, b.Date); err != nil {
			return invalid("date", "expected a day as YYYY-MM-DD, or a slot_id")
		}
		if _, err := time.Parse("15:04", b.Time); err != nil {
			return invalid("time", "expected HH:MM, or a slot_id")
		}
	}
	if b.PartySize < 0 || b.PartySize > maxParty {
		return invalid("party_size", "expected 1 to "+strconv.Itoa(maxParty))
	}
	if len(b.Notes) > maxNotes {
		return invalid("notes", "expected at most "+strconv.Itoa(maxNotes)+" bytes")
	}
	return nil
}

func (t CreateAppointment) book(ctx context.Context, tx *Tx, c tool.Call, args bookingArguments) (tool.Result, error) {
	a, b, refused, err := t.wanted(ctx, tx, c, args)
	if refused != nil || err != nil {
		return refused.or(err)
	}
	if refusal, err := tx.room(ctx, c, a, b); refusal != nil || err != nil {
		return tool.Result{Err: refusal}, err
	}
	return t.take(ctx, tx, c, a, b)
}

// refused is the answer to a booking that cannot be read or is of nothing that there is.
type refused tool.Result

func (r *refused) or(err error) (tool.Result, error) {
	if err != nil {
		return tool.Result{}, err
	}
	return tool.Result(*r), nil
}

// wanted reads what is to be booked, and the calendar of its day.
func (t CreateAppointment) wanted(
	ctx context.Context, tx *Tx, c tool.Call, args bookingArguments,
) (a *openings.Agenda, b booking, no *refused, err error) {
	var s openings.Slot
	from, _ := time.Parse(time.DateOnly, args.Date)
	if args.SlotID != "" {
		if s, err = openings.OpenSlot(t.calendar.key, c.Tenant, args.SlotID, time.Now()); err != nil {
			answer, err := wire.Answer(booked{Error: slotError(err)})
			return nil, b, (*refused)(&answer), err
		}
		from = s.Starts.UTC() // the agenda is read with a day's margin, so that it covers the slot's day in any zone
	}
	if a, err = tx.agenda(ctx, c, from, 1); err != nil {
		return nil, b, nil, err
	}
	w, refusal := wishOf(a, slotArguments{
		BranchID: args.BranchID, StaffID: args.StaffID, ServiceID: args.ServiceID, PartySize: args.PartySize,
	})
	if refusal == nil && args.SlotID != "" {
		s.Narrow(&w)
		refusal = seats(a, w)
	}
	if refusal != nil {
		return nil, b, &refused{Err: refusal}, nil
	}
	if args.minutes > 0 && args.ServiceID == "" {
		w.Minutes = args.minutes
	}
	return a, booking{args: args, wish: w, starts: startOf(a, s, args)}, nil, nil
}

func slotError(err error) string {
	if errors.Is(err, openings.ErrSlotExpired) {
		return "slot_expired"
	}
	return "invalid_slot"
}

// startOf is the wished moment on the tenant's wall; zero where a clock change skips it.
func startOf(a *openings.Agenda, s openings.Slot, args bookingArguments) time.Time {
	if !s.Starts.IsZero() {
		return s.Starts.In(a.Zone)
	}
	said, err := time.Parse(time.DateOnly+" 15:04", args.Date+" "+args.Time)
	if err != nil {
		return time.Time{}
	}
	at, exists := a.Moment(said, said.Hour()*60+said.Minute())
	if !exists {
		return time.Time{}
	}
	return at
}

type booking struct {
	args   bookingArguments
	wish   openings.Wish
	starts time.Time
}

// rank puts the person first who had the appointment.
func (b booking) rank(f openings.Free) int {
	if b.args.staff != "" && f.Resource.Slug == b.args.staff {
		return 0
	}
	return 1
}

// take tries what is free at the wished time, the smallest table first, until the constraint lets one stand.
func (t CreateAppointment) take(ctx context.Context, tx *Tx, c tool.Call, a *openings.Agenda, b booking) (tool.Result, error) {
	candidates, why := candidates(a, b)
	waited, err := tx.dropHolds(ctx, c, b)
	if err != nil {
		return tool.Result{}, err
	}
	slices.SortStableFunc(candidates, func(x, y openings.Free) int { return b.rank(x) - b.rank(y) })
	for _, f := range candidates {
		id, err := tx.insertAppointment(ctx, c, b, f, a)
		switch {
		case errors.Is(err, openings.ErrTaken):
			continue
		case err != nil:
			return tool.Result{}, err
		}
		if err := tx.endWaiting(ctx, c, b, waited); err != nil {
			return tool.Result{}, err
		}
		words, err := tx.confirmation(ctx, c, appointmentOf(a, b, f))
		if err != nil {
			return tool.Result{}, err
		}
		return wire.Answer(booked{Success: true, AppointmentID: id, ConfirmationMessage: words}, wire.Row("appointments", id))
	}
	return wire.Answer(booked{Error: why})
}

// candidates are what could be booked at exactly the wished time; why names the reason when there is none or all are lost.
func candidates(a *openings.Agenda, b booking) (out []openings.Free, why string) {
	if b.starts.IsZero() || a.TooSoonOrLate(b.starts) {
		return nil, "outside_booking_window"
	}
	out, open := a.At(b.starts, b.wish)
	if !open {
		return nil, "outside_hours"
	}
	return out, "slot_taken"
}

func appointmentOf(a *openings.Agenda, b booking, f openings.Free) say.Appointment {
	out := say.Appointment{Service: serviceName(a, b), Branch: f.Branch.Name, Staff: f.Resource.Name, Starts: f.Starts}
	if f.Resource.Table {
		out.Staff, out.Party = "", b.wish.Party
	}
	return out
}

func serviceName(a *openings.Agenda, b booking) string {
	if s := a.ServiceBySlug(b.args.ServiceID); s != nil {
		return s.Name
	}
	return b.args.serviceName
}

// room refuses one appointment too many, and one at a time at which the contact has another.
func (t *Tx) room(ctx context.Context, c tool.Call, a *openings.Agenda, b booking) (*tool.Error, error) {
	ahead, err := t.ahead(ctx, c)
	if err != nil {
		return nil, err
	}
	ends := b.starts.Add(time.Duration(b.wish.Minutes) * time.Minute)
	for _, other := range ahead {
		if !other.starts.Before(ends) || !b.starts.Before(other.ends) {
			continue
		}
		allowed, err := tool.Values([]appointmentInfo{other.info()})
		return &tool.Error{
			Code: "already_booked", Field: "time", Message: say.AlreadyBooked(other.said(), c.Language), Allowed: allowed,
		}, err
	}
	if len(ahead) >= a.MaxAhead {
		return &tool.Error{Code: "too_many_ahead", Message: say.TooMany(a.MaxAhead, c.Language)}, nil
	}
	return t.visitorsRoom(ctx, c, a)
}

// visitorsRoom refuses what visitors of a page would book beyond their share of an hour. A page gives whoever asks a new contact, so
// only all of them together can be bounded; bookings that were cancelled or moved since count too.
func (t *Tx) visitorsRoom(ctx context.Context, c tool.Call, a *openings.Agenda) (*tool.Error, error) {
	if c.Channel != channelPage {
		return nil, nil
	}
	taken, err := t.takenByVisitors(ctx, c)
	if err != nil || taken < a.VisitorsPerHour {
		return nil, err
	}
	return &tool.Error{Code: "too_many_ahead", Message: say.TooManyVisitors(c.Language)}, nil
}
