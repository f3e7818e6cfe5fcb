package admin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

// Tenant is recado tenant.
func Tenant(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("tenant new|apply|check|list|sweep|disable|enable|remove [FILE…|TENANT] [--every DURATION] [--yes] [--json]",
		"new asks five things, or takes them as flags, and writes a file that works;\n"+
			"apply brings tenants from their YAML files to the database and the bus; the same file again changes nothing.\n"+
			"check only reads the files, and as messages the examples of their routing.phrases, which apply does not read:\n"+
			"it says what is wrong, and notes what has no effect and which variables are not set;\n"+
			"list prints the tenants that services know; sweep makes the bus agree with the database, with --every again and again\n"+
			"until it is interrupted (recado up and recado local do that by themselves): it puts tenants' settings back,\n"+
			"and once an hour drops the keys of contacts of whom nothing is kept and that have not been used for 31 days;\n"+
			"disable answers nobody for a tenant, but in danger: what is written to it is kept and ends in silence, what was begun is\n"+
			"finished, and what was planned is not said; enable ends that. Its file may be applied meanwhile;\n"+
			"remove says what is kept of a tenant, and with --yes removes all of it: settings first, so that its doors close, then what\n"+
			"streams, buckets and tables hold. It takes half a minute, and may be interrupted and done again.\n"+
			"Secrets in a file are variables of this command's environment: ${TENANT_…}.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	every := set.Duration("every", 0, "sweep again after this `duration`, such as 1m")
	yes := set.Bool("yes", false, "remove, not only say what would be removed")
	var fresh newTenant
	fresh.flags(set)
	rest, err := c.Parse(set, args, 1, 1000)
	if err != nil {
		return err
	}
	verb, files := rest[0], rest[1:]
	if !slices.Contains([]string{"apply", "check", "disable", "enable", "remove"}, verb) != (len(files) == 0) {
		return cli.Usagef("usage: recado %s", set.Name())
	}
	switch verb {
	case "remove":
		return withSweeper(ctx, c, *dir, func(a *apply.Applier) error { return removeTenant(ctx, c, a, removing{files, *yes, *asJSON}) })
	case "disable", "enable":
		return withSweeper(ctx, c, *dir, func(a *apply.Applier) error { return disableTenants(ctx, c, a, files, verb == "disable") })
	case "new":
		return fresh.write(c)
	case "check":
		return checkTenants(c, files, *asJSON)
	case "list":
		return listTenants(ctx, c, *dir, *asJSON)
	case "apply":
		return withApplier(ctx, c, *dir, func(a *apply.Applier) error {
			return tenants.ApplyFiles(ctx, c, a, files, *asJSON)
		})
	case "sweep":
		return withSweeper(ctx, c, *dir, func(a *apply.Applier) error {
			return tenants.Sweep(ctx, c, a, *every, *asJSON)
		})
	default:
		return cli.Usagef("tenant: expected new, apply, check, list, sweep, disable, enable or remove, got %q", verb)
	}
}

// disableTenants says of each what it is now.
func disableTenants(ctx context.Context, c *cli.CLI, a *apply.Applier, tenants []string, disabled bool) error {
	state := "enabled"
	if disabled {
		state = "disabled"
	}
	for _, name := range tenants {
		id, err := tenant.ParseID(name)
		if err != nil {
			return cli.Usagef("tenant: %v", err)
		}
		changed, err := a.Disable(ctx, id, disabled)
		if err != nil {
			return err
		}
		if !changed {
			state += " already"
		}
		fmt.Fprintf(c.Stdout, "%s is %s\n", id, state)
		state = strings.TrimSuffix(state, " already")
	}
	return nil
}

func checkTenants(c *cli.CLI, files []string, asJSON bool) error {
	getenv, unset := assumed(c.Getenv)
	loaded, err := tenants.LoadFiles(files, getenv)
	if err != nil {
		return err
	}
	if err := checkPhrases(loaded); err != nil {
		return err
	}
	notes := []string{}
	for name := range unset {
		notes = append(notes, name+" is not set: recado tenant apply needs it")
	}
	slices.Sort(notes)
	var ids []string
	for _, file := range loaded {
		ids = append(ids, file.Tenant.ID)
		idle, err := idleNotes(file)
		if err != nil {
			return err
		}
		notes = append(notes, idle...)
		notes = append(notes, tenants.ClosedNotes(file)...)
	}
	if asJSON {
		return c.JSON(map[string][]string{"correct": ids, "notes": notes})
	}
	fmt.Fprintln(c.Stdout, "correct:", strings.Join(ids, ", "))
	for _, note := range notes {
		fmt.Fprintln(c.Stdout, "note:", note)
	}
	return nil
}

// assumed gives variables that are not set a value that any field accepts, and collects their names.
func assumed(getenv func(string) string) (func(string) string, map[string]bool) {
	unset := map[string]bool{}
	return func(name string) string {
		if value := getenv(name); value != "" {
			return value
		}
		unset[name] = true
		return "https://" + strings.ToLower(strings.ReplaceAll(name, "_", "-")) + ".invalid"
	}, unset
}

// idleNotes says which fields of a file have no effect.
func idleNotes(file *tenantfile.File) (notes []string, err error) {
	nobody, models, err := file.Idle()
	if err != nil {
		return nil, err
	}
	if len(nobody) > 0 {
		notes = append(notes, file.Tenant.ID+": nothing reads "+strings.Join(nobody, ", ")+" yet")
	}
	if len(models) > 0 {
		alone := strings.Join(models, ", ")
		notes = append(notes, file.Tenant.ID+": a language model alone reads "+alone+"; without one they have no effect")
	}
	return notes, nil
}

func withApplier(ctx context.Context, c *cli.CLI, dir string, use func(*apply.Applier) error) error {
	return c.WithBus(ctx, dir, func(b *bus.Bus) error {
		return tenants.WithApplier(ctx, b, c.Environment(dir), use)
	})
}

func withSweeper(ctx context.Context, c *cli.CLI, dir string, use func(*apply.Applier) error) error {
	return c.WithBusAs(ctx, dir, "sweep", func(b *bus.Bus) error {
		url, err := c.Database(dir)
		if err != nil {
			return err
		}
		return tenants.WithSweeper(ctx, b, url, use)
	})
}

func listTenants(ctx context.Context, c *cli.CLI, dir string, asJSON bool) error {
	return c.WithBus(ctx, dir, func(b *bus.Bus) error {
		known, err := tenants.Known(ctx, b)
		if err != nil {
			return err
		}
		if asJSON {
			return c.JSON(known)
		}
		table := tabwriter.NewWriter(c.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(table, "TENANT\tVERSION\tNAME\tVERTICAL\tACCOUNTS")
		for _, t := range known {
			var accounts []string
			for _, account := range t.Accounts {
				accounts = append(accounts, account.Channel+"/"+account.ID)
			}
			fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\n", t.ID, t.Version, t.Name, t.Vertical, strings.Join(accounts, " "))
		}
		return table.Flush()
	})
}
