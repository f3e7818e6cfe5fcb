// Package waiting keeps who wants a time that was not to be had, and offers what becomes free to one after the other.
package waiting

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// All lists the tools of the waiting list; db is nil where only their descriptions are wanted.
func All(db *store.Store) []tool.Tool { return []tool.Tool{Join{db}, Leave{db}} }

// Join is join_waiting_list: who found nothing free is told when a time frees up.
type Join struct{ db *store.Store }

// Leave is leave_waiting_list: it ends all that the contact waits for.
type Leave struct{ db *store.Store }

type wish struct {
	ServiceID string `json:"service_id" description:"the service that is wanted"`
	Date      string `json:"date" description:"day as YYYY-MM-DD; any of the next 30 days without it"`
	DateEnd   string `json:"date_end" description:"last day of a range that begins on date"`
	Part      string `json:"part_of_day" description:"morning, afternoon or evening; any without it"`
	BranchID  string `json:"branch_id" description:"only at this branch"`
	PartySize int    `json:"party_size" description:"people at the table"`
}

var (
	wishSchema  = wire.SchemaOf[wish]()
	leaveSchema = wire.SchemaOf[struct{}]()
)

// Spec describes the tool.
func (Join) Spec() tool.Spec {
	return tool.Spec{
		Name: "join_waiting_list", Write: true, Confirm: true, DryRun: true,
		Description: "Puts the customer on the waiting list for a service on a day that is full. " +
			"Nothing is booked: whoever is next is written to when a time frees up, and has ten minutes to say yes.",
		Parameters:  wishSchema,
		Specialists: tool.Bookers(), Permission: tool.Appointments,
		Examples: tool.Examples(`{"service_id":"limpieza","date":"2027-03-04","part_of_day":"morning"}`),
	}
}

// Spec describes the tool.
func (Leave) Spec() tool.Spec {
	return tool.Spec{
		Name: "leave_waiting_list", Write: true, DryRun: true,
		Description: "Takes the customer off the waiting list, where they ask for it.",
		Parameters:  leaveSchema,
		Specialists: tool.Bookers(), Permission: tool.Appointments,
		Examples: tool.Examples(`{}`),
	}
}

type joined struct {
	Success bool   `json:"success"`
	ID      string `json:"waiting_id,omitempty"`
	Left    *int   `json:"left,omitempty"`
}

const (
	anyDays   = 30   // how far ahead who names no day waits
	maxOwn    = 3    // places of one contact
	maxTenant = 1000 // of a tenant
)

// Call joins once a turn; who waits for the same already keeps their place.
func (t Join) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[wish](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return once(ctx, t.db, c, func(x *tx) (tool.Result, error) {
		a, err := x.agenda(ctx, c.Tenant, time.Time{}, 1)
		if err != nil {
			return tool.Result{}, err
		}
		p, refusal := args.place(a)
		if refusal != nil {
			return wire.Refuse(refusal)
		}
		id, refusal, err := x.join(ctx, c, p)
		if refusal != nil || err != nil {
			return tool.Result{Err: refusal}, err
		}
		return wire.Answer(joined{Success: true, ID: id}, wire.Row("waiting_list", id))
	})
}

// Call leaves once a turn.
func (t Leave) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if _, refusal := wire.Arguments[struct{}](c); refusal != nil {
		return wire.Refuse(refusal)
	}
	return once(ctx, t.db, c, func(x *tx) (tool.Result, error) {
		n, err := x.leave(ctx, c)
		if err != nil {
			return tool.Result{}, err
		}
		return wire.Answer(joined{Success: true, Left: &n})
	})
}

// place is what somebody waits for; zero ids are any.
type place struct {
	service, branch *uuid.UUID
	party           *int
	first, last     time.Time
	part            string
}

// place checks what is waited for against the calendar.
func (w wish) place(a *openings.Agenda) (p place, refusal *tool.Error) {
	invalid := func(field, message string) (place, *tool.Error) {
		return place{}, &tool.Error{Code: "invalid_arguments", Field: field, Message: message}
	}
	if w.ServiceID != "" {
		s := a.ServiceBySlug(w.ServiceID)
		if s == nil {
			return place{}, &tool.Error{Code: "not_found", Field: "service_id", Message: "no such id"}
		}
		p.service = &s.ID
	}
	if w.BranchID != "" {
		b := a.BranchBySlug(w.BranchID)
		if b == nil {
			return place{}, &tool.Error{Code: "not_found", Field: "branch_id", Message: "no such id"}
		}
		p.branch = &b.ID
	}
	switch largest := a.LargestTable(openings.Wish{}); {
	case w.PartySize < 0 || w.PartySize > 500:
		return invalid("party_size", "expected 1 to 500")
	case largest > 0 && w.PartySize > largest:
		return place{}, &tool.Error{Code: "party_too_large", Field: "party_size", Message: "no table seats them"}
	case w.PartySize > 0:
		p.party = &w.PartySize
	}
	switch w.Part {
	case "", openings.Morning, openings.Afternoon, openings.Evening:
		p.part = w.Part
	default:
		return invalid("part_of_day", "expected morning, afternoon or evening")
	}
	return w.days(a, p)
}

// days are those that are waited for, today and what can be booked at all.
func (w wish) days(a *openings.Agenda, p place) (place, *tool.Error) {
	p.first, p.last = a.Today(), openings.DayAfter(a.Today(), anyDays)
	if w.Date != "" {
		first, err := time.Parse(time.DateOnly, w.Date)
		if err != nil {
			return p, &tool.Error{Code: "invalid_arguments", Field: "date", Message: "expected a day as YYYY-MM-DD"}
		}
		p.first, p.last = first, first
	}
	if w.DateEnd != "" {
		last, err := time.Parse(time.DateOnly, w.DateEnd)
		if err != nil || last.Before(p.first) {
			return p, &tool.Error{Code: "invalid_arguments", Field: "date_end", Message: "expected a day as YYYY-MM-DD, not before date"}
		}
		p.last = last
	}
	switch {
	case p.last.Before(a.Today()):
		return p, &tool.Error{Code: "past", Field: "date", Message: "the day is over"}
	case p.first.After(a.LastDay()):
		return p, &tool.Error{
			Code: "beyond_horizon", Field: "date", Message: "no day after this one can be booked",
			Allowed: tool.Names(a.LastDay().Format(time.DateOnly)),
		}
	}
	if p.first.Before(a.Today()) {
		p.first = a.Today()
	}
	if p.last.After(a.LastDay()) {
		p.last = a.LastDay()
	}
	return p, nil
}
