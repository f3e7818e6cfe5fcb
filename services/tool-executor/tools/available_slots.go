package tools

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// AvailableSlots is get_available_slots: the openings of a day, or of the next days.
type AvailableSlots struct{ calendar *calendar }

const (
	// daysAhead is how many days are listed when none is named.
	daysAhead = 7
	// perDay bounds the openings of one of several days; a day that was asked for is listed whole.
	perDay = 12
)

// Spec describes the tool.
func (AvailableSlots) Spec() tool.Spec {
	return tool.Spec{
		Name:        "get_available_slots",
		Description: "Free times for an appointment or a table, on a day or in the next 7 days. Book one with its slot_id.",
		Parameters: schema(nil, map[string]any{
			"date": text("day as YYYY-MM-DD; the next 7 days without it"), "branch_id": text("only at this branch"),
			"staff_id": text("only with this person"), "service_id": text("the service that is wanted"),
			"party_size": map[string]any{"type": "integer", "minimum": 1, "maximum": maxParty, "description": "people at the table"},
		}),
	}
}

type openingInfo struct {
	SlotID    string `json:"slot_id"`
	Date      string `json:"date"`
	Time      string `json:"time"`
	Branch    string `json:"branch_name"`
	Staff     string `json:"staff_name"`
	Available bool   `json:"available"`
}

type slotArguments struct {
	Date      string `json:"date"`
	BranchID  string `json:"branch_id"`
	StaffID   string `json:"staff_id"`
	ServiceID string `json:"service_id"`
	PartySize int    `json:"party_size"`
}

// Call answers with free times only, in order.
func (t AvailableSlots) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := arguments[slotArguments](c)
	if refusal != nil {
		return refuse(refusal)
	}
	if args.Date != "" {
		if _, err := time.Parse(time.DateOnly, args.Date); err != nil {
			return refuse(&tool.Error{Code: "invalid_arguments", Field: "date", Message: "expected a day as YYYY-MM-DD"})
		}
	}
	a, err := t.calendar.db.agenda(ctx, c.Tenant, args.Date, daysAhead)
	if err != nil {
		return tool.Result{}, err
	}
	w, refusal := a.wish(args)
	if refusal == nil {
		refusal = a.seats(w)
	}
	if refusal != nil {
		return refuse(refusal)
	}
	list, evidence := t.list(c.Tenant, a, w, args.Date)
	return answer(list, evidence...)
}

func (t AvailableSlots) list(id tenant.ID, a *agenda, w wish, date string) ([]openingInfo, []tool.Evidence) {
	list := []openingInfo{}
	days := []time.Time{}
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		days = append(days, day)
	} else {
		today := a.now.In(a.zone)
		for i := range daysAhead {
			days = append(days, dayAfter(today, i))
		}
	}
	key := slotKey(t.calendar.key, id)
	var evidence []tool.Evidence
	for _, day := range days {
		for _, f := range thin(oneEach(a.openings(day, w)), len(days) > 1) {
			list = append(list, info(key, a, f, w))
		}
		evidence = append(evidence, row("appointments", "openings/"+day.Format(time.DateOnly)))
	}
	return list, evidence
}

// oneEach keeps one resource for each time and branch: the one with the least to do that day is not worth another query.
func oneEach(all []free) []free {
	type place struct {
		starts int64
		branch uuid.UUID
	}
	seen := map[place]bool{}
	out := all[:0]
	for _, f := range all {
		if p := (place{f.starts.Unix(), f.branch.id}); !seen[p] {
			seen[p] = true
			out = append(out, f)
		}
	}
	return out
}

// thin spreads the openings of one of several days.
func thin(all []free, several bool) []free {
	if !several || len(all) <= perDay {
		return all
	}
	out := make([]free, 0, perDay)
	for i := range perDay {
		out = append(out, all[i*(len(all)-1)/(perDay-1)])
	}
	return out
}

func info(key seal.Key, a *agenda, f free, w wish) openingInfo {
	s := slot{starts: f.starts, minutes: w.minutes, branch: f.branch.id, resource: f.resource.id, expires: a.now.Add(slotLife)}
	out := openingInfo{
		Date: f.starts.Format(time.DateOnly), Time: f.starts.Format("15:04"),
		Branch: f.branch.name, Staff: f.resource.name, Available: true,
	}
	if f.resource.table {
		s.resource, out.Staff = uuid.Nil, ""
	}
	out.SlotID = s.sign(key)
	return out
}

// wish checks the ids that a call names.
func (a *agenda) wish(args slotArguments) (w wish, refusal *tool.Error) {
	if args.PartySize < 0 || args.PartySize > maxParty {
		return w, &tool.Error{Code: "invalid_arguments", Field: "party_size", Message: "expected 1 to " + strconv.Itoa(maxParty)}
	}
	w.minutes, w.party = a.minutes, max(args.PartySize, 1)
	if args.BranchID != "" {
		b := a.branchBySlug(args.BranchID)
		if b == nil {
			return w, unknown("branch_id", a.branchSlugs())
		}
		w.branch = b.id
	}
	if args.StaffID != "" {
		s := a.staffBySlug(args.StaffID)
		if s == nil {
			return w, unknown("staff_id", a.staffSlugs())
		}
		w.staff = s.id
	}
	if args.ServiceID != "" {
		s := a.serviceBySlug(args.ServiceID)
		if s == nil {
			return w, unknown("service_id", a.serviceSlugs())
		}
		w.service, w.minutes = s.id, s.minutes
	}
	return w, nil
}

func unknown(field string, allowed []string) *tool.Error {
	return &tool.Error{Code: "not_found", Field: field, Message: "no such id", Allowed: allowed[:min(len(allowed), namesListed)]}
}

func (a *agenda) branchSlugs() (out []string) {
	for _, b := range a.branches {
		out = append(out, b.slug)
	}
	return out
}

func (a *agenda) staffSlugs() (out []string) {
	for _, r := range a.resources {
		if !r.table {
			out = append(out, r.slug)
		}
	}
	return out
}

func (a *agenda) serviceSlugs() (out []string) {
	for _, s := range a.services {
		out = append(out, s.slug)
	}
	return out
}
