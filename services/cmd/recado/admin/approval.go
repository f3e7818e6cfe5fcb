package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// approval is a write that a person of the business decides about. Personal data stands as tokens in its arguments.
type approval struct {
	ID        string          `json:"approval_id"`
	State     string          `json:"state"`
	Tool      string          `json:"tool"`
	Subject   string          `json:"subject,omitempty"`
	Name      string          `json:"name,omitempty"`
	Phone     string          `json:"phone,omitempty"`
	Contact   string          `json:"contact_id"`
	Arguments json.RawMessage `json:"arguments"`
	Reason    string          `json:"reason,omitempty"`
	Outcome   json.RawMessage `json:"outcome,omitempty"`
	Asked     time.Time       `json:"asked_at"`
	Expires   time.Time       `json:"expires_at"`
}

const approvalUsage = "approval list [--all] | show ID | approve ID | refuse ID [--reason TEXT] --tenant TENANT [--json]"

// maxReason bounds why something is refused, in characters.
const maxReason = 300

// Approval is recado approval.
func Approval(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(approvalUsage,
		"list prints what waits, what expires first at the top; with --all the last 200, whatever became of them; show prints one.\n"+
			"approve lets exactly what was asked for run, once; where a price has changed meanwhile it is not done;\n"+
			"refuse ends it. The customer is told either way, and so where nobody answers before it expires (writes.approval_hours).")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	all := set.Bool("all", false, "with list: those that were decided about, too")
	owner := set.String("tenant", "", "whose approvals (required)")
	reason := set.String("reason", "", "with refuse: why, as the customer is told it")
	rest, err := c.Parse(set, args, 1, 2)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("approval: --tenant: %s", err)
	}
	if utf8.RuneCountInString(*reason) > maxReason {
		return cli.Usagef("approval: --reason: expected at most %d characters", maxReason)
	}
	if err := checkApproval(rest); err != nil {
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
	d := approvalDesk{cli: c, db: db, tenant: id, json: *asJSON}
	switch rest[0] {
	case "list":
		return d.list(ctx, *all)
	case "show":
		return d.show(ctx, rest[1])
	case "approve":
		return d.decide(ctx, rest[1], "approved", "")
	}
	return d.decide(ctx, rest[1], "refused", *reason)
}

func checkApproval(args []string) error {
	switch {
	case args[0] == "list" && len(args) == 1:
		return nil
	case len(args) != 2 || !slices.Contains([]string{"show", "approve", "refuse"}, args[0]):
		return cli.Usagef("usage: recado %s", approvalUsage)
	case uuid.Validate(args[1]) != nil || len(args[1]) != 36:
		return cli.Usagef("approval: %q is no approval: expected its id", args[1])
	}
	return nil
}

// approvalDesk is where somebody of a business decides.
type approvalDesk struct {
	cli    *cli.CLI
	db     *store.Store
	tenant tenant.ID
	json   bool
}

func (d approvalDesk) list(ctx context.Context, all bool) error {
	found, err := readApprovals(ctx, d.db, d.tenant, approvalFilter{All: all})
	switch {
	case err != nil:
		return err
	case d.json:
		return d.cli.JSON(found)
	case len(found) == 0:
		fmt.Fprintln(d.cli.Stdout, "nothing waits for a person")
	}
	for _, a := range found {
		fmt.Fprintf(d.cli.Stdout, "%s  %s  %s  until %s  %s\n    %s\n",
			a.State, a.Tool, printable(a.Subject), a.Expires.Format("2006-01-02 15:04 MST"), printable(a.Name), a.ID)
	}
	return nil
}

func (d approvalDesk) show(ctx context.Context, which string) error {
	a, err := readApproval(ctx, d.db, d.tenant, which)
	if err != nil {
		return err
	}
	if d.json {
		return d.cli.JSON(a)
	}
	fmt.Fprintf(d.cli.Stdout, "%s  %s  %s\nfor: %s  %s\narguments: %s\n",
		a.State, a.Tool, printable(a.Subject), printable(a.Name), printable(a.Phone), printable(string(a.Arguments)))
	if a.Reason != "" {
		fmt.Fprintf(d.cli.Stdout, "reason: %s\n", printable(a.Reason))
	}
	return nil
}

func (d approvalDesk) decide(ctx context.Context, which, state, reason string) error {
	a, err := decideApproval(ctx, d.db, d.tenant, decision{which, state, reason})
	if err != nil {
		return err
	}
	if d.json {
		return d.cli.JSON(a)
	}
	fmt.Fprintf(d.cli.Stdout, "%s  %s  %s\n", a.State, a.Tool, a.ID)
	return nil
}
