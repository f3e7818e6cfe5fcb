package admin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/removal"
)

// removing is what recado tenant remove was asked.
type removing struct {
	tenants []string
	yes     bool
	json    bool
}

func removeTenant(ctx context.Context, c *cli.CLI, a *apply.Applier, asked removing) error {
	b, ok := a.Bus.(*bus.Bus)
	if len(asked.tenants) != 1 || !ok {
		return cli.Usagef("tenant remove: expected one tenant, got %d", len(asked.tenants))
	}
	id, err := tenant.ParseID(asked.tenants[0])
	if err != nil {
		return cli.Usagef("tenant remove: %v", err)
	}
	r := &removal.Remover{Store: a.Store, Bus: b, Settle: removal.Settle}
	do := r.Look
	if asked.yes {
		do = r.Remove
	}
	report, err := do(ctx, id)
	if err != nil {
		return fmt.Errorf("tenant %s: %w", id, err)
	}
	if asked.json {
		return c.JSON(report)
	}
	printRemoval(c, report, asked.yes)
	return nil
}

func printRemoval(c *cli.CLI, report removal.Report, done bool) {
	did := "would be removed (--yes does it)"
	if done {
		did = "removed"
	}
	fmt.Fprintf(c.Stdout, "%s: %s\n", report.Tenant, did)
	table := tabwriter.NewWriter(c.Stdout, 0, 4, 2, ' ', 0)
	for _, kind := range slices.Sorted(maps.Keys(report.Removed)) {
		fmt.Fprintf(table, "  %s\t%d\n", kind, report.Removed[kind])
	}
	_ = table.Flush()
	fmt.Fprintln(c.Stdout, "what remains, and until when:")
	for _, rest := range report.Remains {
		fmt.Fprintf(table, "  %s\t%s\n", rest.What, rest.Until)
	}
	_ = table.Flush()
}
