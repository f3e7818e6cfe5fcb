package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

const handoffUsage = "handoff list [TENANT] | take|back TENANT CONVERSATION | say TENANT CONVERSATION TEXT | test TENANT [--json]"

// handoffVerbs says how many arguments follow each verb.
var handoffVerbs = map[string]struct{ low, high int }{
	"list": {0, 1}, "take": {2, 2}, "back": {2, 2}, "say": {3, 3}, "test": {1, 1},
}

// Handoff is recado handoff.
func Handoff(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(handoffUsage,
		"list prints who waits for a person, since when and why, and which conversations a person has;\n"+
			"take gives a conversation to a person: the assistant is silent in it, dangers apart;\n"+
			"say writes to the customer, and takes it;\n"+
			"back gives it to the assistant, which answers what nobody has answered; test sends the tenant's business a trial notice.\n"+
			"CONVERSATION is an id or at least its first 6 characters.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	rest, err := c.Parse(set, args, 1, 4)
	if err != nil {
		return err
	}
	verb, known := handoffVerbs[rest[0]]
	if n := len(rest) - 1; !known || n < verb.low || n > verb.high {
		return cli.Usagef("usage: recado %s", handoffUsage)
	}
	if len(rest) > 1 {
		if _, err := tenant.ParseID(rest[1]); err != nil {
			return cli.Usagef("handoff: %s", err)
		}
	}
	return c.WithBus(ctx, *dir, func(b *bus.Bus) error {
		return withDesk(ctx, c, *dir, b, func(d *desk) error { return d.run(ctx, rest, *asJSON) })
	})
}

// desk is the desk of a running recado.
type desk struct {
	handoff.Desk
	cli *cli.CLI
	bus *bus.Bus
}

func withDesk(ctx context.Context, c *cli.CLI, dir string, b *bus.Bus, use func(*desk) error) error {
	url, err := c.Database(dir)
	if err != nil {
		return err
	}
	key, err := seal.ParseKey(c.Environment(dir)("RECADO_SECRET_KEY"))
	if err != nil {
		return fmt.Errorf("RECADO_SECRET_KEY: %w", err)
	}
	sealed, err := vault.New(key, b)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	return use(&desk{Desk: handoff.Desk{Store: db, Texts: handoff.Sealing{Vault: sealed}}, cli: c, bus: b})
}

func (d *desk) run(ctx context.Context, args []string, asJSON bool) error {
	switch args[0] {
	case "list":
		return d.list(ctx, args[1:], asJSON)
	case "test":
		return d.test(ctx, tenant.ID(args[1]), asJSON)
	}
	id, conversation := tenant.ID(args[1]), args[2]
	conversation, err := d.Find(ctx, id, conversation)
	if err != nil {
		return d.explain(err, args[2])
	}
	done := map[string]any{"tenant": id, "conversation_id": conversation}
	if err := d.act(ctx, args, conversation, done); err != nil {
		return d.explain(err, conversation)
	}
	if asJSON {
		return d.cli.JSON(done)
	}
	fmt.Fprintf(d.cli.Stdout, "%s: %s\n", conversation, done["result"])
	return nil
}

// act takes, answers or gives back, and notes what came of it.
func (d *desk) act(ctx context.Context, args []string, conversation string, done map[string]any) (err error) {
	var changed bool
	id := tenant.ID(args[1])
	switch args[0] {
	case "take":
		changed, err = d.Take(ctx, id, conversation)
		done["result"] = outcome(changed, "taken: the assistant is silent in it", "a person has it already")
	case "back":
		changed, err = d.Back(ctx, id, conversation)
		done["result"] = outcome(changed, "back with the assistant", "the assistant has it already")
	default:
		done["reply_id"], err = d.Say(ctx, id, conversation, args[3])
		changed, done["result"] = true, "said, and taken: the reply is on its way"
	}
	done["changed"] = changed
	return err
}

func outcome(changed bool, yes, no string) string {
	if changed {
		return yes
	}
	return no
}

// explain names the conversation in the errors that a person can mend.
func (d *desk) explain(err error, conversation string) error {
	if errors.Is(err, handoff.ErrText) || errors.Is(err, handoff.ErrUnsayable) {
		return cli.Usagef("handoff say: %s", err)
	}
	return fmt.Errorf("conversation %s: %w", conversation, err)
}

// list prints the cases of one tenant, or of all.
func (d *desk) list(ctx context.Context, of []string, asJSON bool) error {
	var ids []tenant.ID
	if len(of) > 0 {
		ids = []tenant.ID{tenant.ID(of[0])}
	} else {
		known, err := tenants.Known(ctx, d.bus)
		if err != nil {
			return err
		}
		for _, t := range known {
			ids = append(ids, t.ID)
		}
	}
	cases := []handoff.Case{}
	for _, id := range ids {
		list, err := d.List(ctx, id)
		if err != nil {
			return err
		}
		cases = append(cases, list...)
	}
	if asJSON {
		return d.cli.JSON(cases)
	}
	if len(cases) == 0 {
		fmt.Fprintln(d.cli.Stdout, "nobody waits for a person, and no person has a conversation")
		return nil
	}
	return d.print(cases, time.Now())
}

func (d *desk) print(cases []handoff.Case, now time.Time) error {
	out := tabwriter.NewWriter(d.cli.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "TENANT\tCONVERSATION\tWHO HAS IT\tSINCE\tWHY\tUNANSWERED\tCHANNEL\tCONTACT")
	for _, k := range cases {
		who := "waits for a person"
		if k.Mode == "human" {
			who = "a person"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n",
			k.Tenant, k.Conversation, who, ago(now.Sub(k.Since)), k.Reason, k.Unanswered, k.Channel, printable(k.Contact))
	}
	return out.Flush()
}

// ago says how long something lasts as one says it.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}

// printable is a name without what a terminal would obey: a stranger chose it.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r <= 0x9f {
			return -1
		}
		return r
	}, name)
}
