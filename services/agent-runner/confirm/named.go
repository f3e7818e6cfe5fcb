package confirm

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/rewards"
)

// arguments are those of the writes that need a yes, as a model gives them.
type arguments struct {
	SlotID        string      `json:"slot_id"`
	Date          string      `json:"date"`
	Time          string      `json:"time"`
	ServiceID     string      `json:"service_id"`
	BranchID      string      `json:"branch_id"`
	StaffID       string      `json:"staff_id"`
	PartySize     json.Number `json:"party_size"`
	AppointmentID string      `json:"appointment_id"`
	Notes         string      `json:"notes"`
}

// known is what names can come from: the tenant's settings and what tools have said.
type known struct {
	settings *tenant.Settings
	openings []opening.Opening
	own      []opening.Appointment
}

// The tools that tell what a write would change.
const (
	openingsTool = "get_available_slots"
	ownTool      = "get_appointments"
	servicesTool = "list_services"
)

// Of names what a write would change, by the settings and what tools have answered, and finds the flow that words it. Where something
// has no name yet, missing is the tool that tells it: nobody is asked for a yes to a thing unnamed.
func Of(asked assent.Asked, s *tenant.Settings, results []tool.Result) (n Named, of *flow.Write, missing string) {
	if asked.Tool == ordering.CreateTool || asked.Tool == ordering.CancelTool {
		return ofOrder(asked, s, results)
	}
	if asked.Tool == rewards.RedeemTool {
		return ofReward(asked, s, results)
	}
	var args arguments
	if err := json.Unmarshal(asked.Arguments, &args); err != nil {
		return n, nil, openingsTool
	}
	of = writeOf(asked.Tool, s.Vertical, args.PartySize != "" && args.PartySize != "0")
	if of == nil {
		return n, nil, openingsTool
	}
	k := read(s, results)
	n.Note = args.Notes
	if size, err := strconv.Atoi(args.PartySize.String()); err == nil && size > 0 {
		n.Party = strconv.Itoa(size)
	}
	var ok bool
	if n.Service, ok = nameOf(s.Services, args.ServiceID); !ok {
		return n, of, servicesTool
	}
	if _, changes := of.With["appointment_id"]; changes {
		if n.Own = k.appointment(args.AppointmentID); n.Own == nil {
			return n, of, ownTool
		}
	}
	if asked.Tool == flow.JoinWaiting {
		n.At.Date = args.Date
	}
	if _, takes := of.With["slot_id"]; takes {
		if n.At, ok = k.opening(args, n.Own); !ok {
			return n, of, openingsTool
		}
	}
	return n, of, ""
}

// writeOf is how the flow words it that writes with a tool; a table is one for people.
func writeOf(name string, v tenant.Vertical, people bool) (found *flow.Write) {
	for _, f := range flow.All {
		if f.Write == nil || f.Write.Tool != name || f.Write.Confirm == "" {
			continue
		}
		if found == nil || f.Collects("party") == people && f.In(v) {
			found = f.Write
		}
	}
	return found
}

func read(s *tenant.Settings, results []tool.Result) known {
	k := known{settings: s}
	for _, r := range results {
		switch r.Tool {
		case openingsTool:
			list, _ := tool.Read[[]opening.Opening](r)
			if r.Err != nil {
				list = tool.ReadAllowed[opening.Opening](r.Err.Allowed)
			}
			k.openings = append(k.openings, list...)
		case ownTool:
			list, _ := tool.Read[[]opening.Appointment](r)
			k.own = append(k.own, list...)
		}
	}
	return k
}

// appointment is one of the customer's own: the one with the id, or the only one that is not cancelled.
func (k known) appointment(id string) *opening.Appointment {
	fits := slices.DeleteFunc(slices.Clone(k.own), func(a opening.Appointment) bool {
		return id != "" && a.ID != id || a.Status == "cancelled" || a.Date == ""
	})
	if len(fits) != 1 && (id == "" || len(fits) == 0) {
		return nil
	}
	return &fits[0]
}

// opening is when and where it would be: that of the slot, or the time that is given where there is no doubt about the place.
func (k known) opening(args arguments, own *opening.Appointment) (o opening.Opening, ok bool) {
	if args.SlotID != "" {
		i := slices.IndexFunc(k.openings, func(o opening.Opening) bool { return o.SlotID == args.SlotID })
		if i < 0 {
			return o, false
		}
		return k.openings[i], true
	}
	if _, err := time.Parse("2006-01-02 15:04", args.Date+" "+args.Time); err != nil {
		return o, false
	}
	o.Date, o.Time = args.Date, args.Time
	var branch, staff bool
	o.Branch, branch = nameOf(k.settings.Branches, args.BranchID)
	o.Staff, staff = nameOf(k.settings.Staff, args.StaffID)
	if own != nil && args.BranchID == "" {
		o.Branch = own.Branch
	}
	return o, branch && staff && (o.Branch != "" || len(k.settings.Branches) < 2)
}

// nameOf is the name of an id; an unknown id has none, and no id needs none.
func nameOf(list []tenant.Name, id string) (name string, ok bool) {
	if id == "" {
		return "", true
	}
	i := slices.IndexFunc(list, func(n tenant.Name) bool { return n.ID == id })
	if i < 0 {
		return "", false
	}
	return list[i].Name, true
}
