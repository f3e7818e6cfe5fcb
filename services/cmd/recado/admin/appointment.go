package admin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// visit is an appointment as the people of the business see it. Its times are on the tenant's wall.
type visit struct {
	ID     string `json:"appointment_id"`
	Status string `json:"status"`
	Starts string `json:"starts"`
	Ends   string `json:"ends"`
	What   string `json:"service,omitempty"`
	Staff  string `json:"staff,omitempty"`
	Branch string `json:"branch"`
	Party  int    `json:"party_size,omitempty"`
	Name   string `json:"name,omitempty"`
	Phone  string `json:"phone,omitempty"`
	Notes  string `json:"notes,omitempty"`
	Reason string `json:"cancel_reason,omitempty"`
	// Attends is true where the customer answered a reminder with yes.
	Attends bool `json:"attends,omitempty"`
	// Reminders are what became of them, in a line.
	Reminders string `json:"reminders,omitempty"`
	// Assistant booked it, and Confidence is how sure the router was of what the customer wanted then; both are empty where nobody knows.
	Assistant  string  `json:"assistant,omitempty"`
	Confidence float32 `json:"confidence,omitempty"`
}

const appointmentUsage = "appointment list [--all] | show APPOINTMENT | APPOINTMENT STATE --tenant TENANT [--json]"

// nextStates are what each state of an appointment may become. A cancelled one comes back only where its time is still free.
var nextStates = map[string][]string{
	"confirmed": {"completed", "no_show", "cancelled"},
	"completed": {"confirmed", "no_show"},
	"no_show":   {"confirmed", "completed"},
	"cancelled": {"confirmed"},
}

// visitStates are all of them.
var visitStates = []string{"completed", "no_show", "cancelled", "confirmed"}

// Appointment is recado appointment.
func Appointment(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(appointmentUsage,
		"list prints the appointments that are confirmed, the earliest first, those among them whose time is over and of which nobody\n"+
			"has said yet what became; with --all the last 200, whatever became of them; show prints one with its notes;\n"+
			"APPOINTMENT STATE says what became of it: completed, no_show, cancelled, or confirmed again where that was a mistake.\n"+
			"APPOINTMENT is an id.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	all := set.Bool("all", false, "with list: whatever became of them")
	owner := set.String("tenant", "", "whose appointments (required)")
	rest, err := c.Parse(set, args, 1, 2)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("appointment: --tenant: %s", err)
	}
	if err := checkAppointment(rest); err != nil {
		return err
	}
	url, err := c.Database(*dir)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	desk := visitDesk{cli: c, db: db, tenant: id, json: *asJSON}
	switch rest[0] {
	case "list":
		return desk.list(ctx, *all)
	case "show":
		return desk.show(ctx, rest[1])
	}
	return desk.set(ctx, rest[0], rest[1])
}

// checkAppointment refuses what is no appointment and no state.
func checkAppointment(args []string) error {
	switch {
	case args[0] == "list" && len(args) == 1:
		return nil
	case args[0] == "list", len(args) != 2:
		return cli.Usagef("usage: recado %s", appointmentUsage)
	case args[0] == "show":
		return checkAppointmentID(args[1])
	case !slices.Contains(visitStates, args[1]):
		return cli.Usagef("appointment: %q is no state: expected one of %s", args[1], strings.Join(visitStates, ", "))
	}
	return checkAppointmentID(args[0])
}

func checkAppointmentID(s string) error {
	if uuid.Validate(s) == nil && len(s) == 36 {
		return nil
	}
	return cli.Usagef("appointment: %q is no appointment: expected an id, as list prints it", s)
}

// visitDesk is where somebody of a business looks after its appointments.
type visitDesk struct {
	cli    *cli.CLI
	db     *store.Store
	tenant tenant.ID
	json   bool
}

func (d visitDesk) list(ctx context.Context, all bool) error {
	found, err := readVisits(ctx, d.db, d.tenant, visitFilter{All: all})
	if err != nil {
		return err
	}
	if d.json {
		return d.cli.JSON(found)
	}
	if len(found) == 0 {
		fmt.Fprintln(d.cli.Stdout, "no appointment is confirmed")
	}
	for _, v := range found {
		fmt.Fprintf(d.cli.Stdout, "%s  %s  %s  %s\n    %s\n", v.Starts, v.Status, v.about(), printable(v.Name), v.ID)
	}
	return nil
}

// about is what it is for, with whom and where.
func (v visit) about() string {
	parts := []string{v.What, v.Staff, v.Branch}
	if v.Party > 0 {
		parts = append(parts, fmt.Sprintf("party of %d", v.Party))
	}
	if v.Attends {
		parts = append(parts, "the customer will come")
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func (d visitDesk) show(ctx context.Context, which string) error {
	v, err := readVisit(ctx, d.db, d.tenant, which)
	if err != nil {
		return err
	}
	if d.json {
		return d.cli.JSON(v)
	}
	out := d.cli.Stdout
	fmt.Fprintf(out, "appointment  %s  %s to %s  %s\n%s\n", v.Status, v.Starts, v.Ends, v.about(), v.ID)
	for _, x := range []struct{ name, text string }{
		{"for", strings.TrimSpace(v.Name + "  " + v.Phone)},
		{"notes", v.Notes},
		{"reason", v.Reason},
		{"reminders", v.Reminders},
		{"booked by", v.booker()},
	} {
		if x.text != "" {
			fmt.Fprintf(out, "%s: %s\n", x.name, printable(x.text))
		}
	}
	return nil
}

// booker is the assistant that booked it, with how sure the router was.
func (v visit) booker() string {
	if v.Assistant == "" || v.Confidence == 0 {
		return v.Assistant
	}
	return fmt.Sprintf("%s (%.2f)", v.Assistant, v.Confidence)
}

func (d visitDesk) set(ctx context.Context, which, state string) error {
	v, err := setVisit(ctx, d.db, visitChange{d.tenant, which, state})
	if err != nil {
		return err
	}
	if d.json {
		return d.cli.JSON(v)
	}
	fmt.Fprintf(d.cli.Stdout, "appointment %s: %s\n", v.Starts, v.Status)
	return nil
}
