package admin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// costRow is what some calls of models took.
type costRow struct {
	Key       string `json:"key,omitempty"`
	Calls     int64  `json:"calls"`
	Failed    int64  `json:"failed"`
	Input     int64  `json:"input_tokens"`
	Cached    int64  `json:"cached_tokens"`
	Output    int64  `json:"output_tokens"`
	Cost      int64  `json:"cost_micros"` // millionths of a dollar
	Unpriced  int64  `json:"unpriced"`    // calls of which no price is known: the cost is without them
	Estimated int64  `json:"estimated"`   // calls whose tokens the provider did not tell
	Known     int64  `json:"known"`       // turns whose answer was known already: no call was made
	Saved     int64  `json:"saved_micros"`
}

// costs are a tenant's calls in a month.
type costs struct {
	Tenant tenant.ID `json:"tenant"`
	Month  string    `json:"month"`
	By     string    `json:"by"`
	Rows   []costRow `json:"rows"`
	Total  costRow   `json:"total"`
	Limit  *int64    `json:"limit_micros"` // of a month, as the tenant's file has it now; null where nothing bounds it
}

const aboutCost = `Prints what a tenant's calls of models took in a month of its own zone: calls, failures, tokens and what they cost in
dollars by the prices of RECADO_LLM_FILE. A call that was refused costs nothing, one that broke off its prompt. Calls
are kept for 400 days at most.`

// Cost is recado cost.
func Cost(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("cost TENANT [--month YYYY-MM] [--by model|day|conversation] [--json]", aboutCost)
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	month := set.String("month", "", "the `month`, such as 2026-11; this one where it is left out")
	by := set.String("by", "model", "a row for each `kind`: model, day or conversation")
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(rest[0])
	if err != nil {
		return cli.Usagef("cost: %s", err)
	}
	if costKeys[*by] == "" {
		return cli.Usagef("cost: --by %s: expected model, day or conversation", *by)
	}
	if at, err := time.Parse("2006-01", *month); *month != "" && (err != nil || at.Year() < 2000) {
		return cli.Usagef("cost: --month %s: expected a month such as 2026-11", *month)
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
	found, err := readCost(ctx, db, id, *month, *by)
	if err != nil {
		return err
	}
	found.Rows = inOrder(found.Rows, *by)
	if *asJSON {
		return c.JSON(found)
	}
	return printCost(c, found)
}

// inOrder puts days in their order, and all else the dearest first.
func inOrder(rows []costRow, by string) []costRow {
	slices.SortFunc(rows, func(a, b costRow) int {
		if by == "day" {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Key, b.Key))
	})
	return rows[:min(len(rows), maxCostRows)]
}

func printCost(c *cli.CLI, found costs) error {
	total := found.Total
	if total.Calls == 0 && total.Known == 0 {
		fmt.Fprintf(c.Stdout, "%s: no model was called\n", found.Month)
		return nil
	}
	total.Key = "all of " + found.Month
	table := tabwriter.NewWriter(c.Stdout, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "calls\tfailed\tinput\tcached\toutput\tUSD\t  %s\n", found.By)
	for _, r := range append(found.Rows, total) {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%d\t", r.Calls, r.Failed, r.Input, r.Cached, r.Output)
		fmt.Fprintf(table, "%s\t  %s\n", dollars(r), cmp.Or(r.Key, "none"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if found.Limit != nil {
		limit := costRow{Calls: 1, Cost: *found.Limit}
		fmt.Fprintf(c.Stdout, "%d %% of the month's %s USD are spent\n", total.Cost*100/max(*found.Limit, 1), dollars(limit))
	}
	if total.Known > 0 {
		saved := costRow{Calls: 1, Cost: total.Saved}
		fmt.Fprintf(c.Stdout, "%d turns were answered as before, without a call: %s USD saved\n", total.Known, dollars(saved))
	}
	if total.Unpriced > 0 {
		fmt.Fprintf(c.Stdout, "%d calls have no known price: give it in RECADO_LLM_FILE\n", total.Unpriced)
	}
	if total.Estimated > 0 {
		fmt.Fprintf(c.Stdout, "%d calls are estimated: the provider did not tell their tokens\n", total.Estimated)
	}
	return nil
}

// dollars is a cost; a plus follows where calls without a price come on top.
func dollars(r costRow) string {
	if r.Calls > 0 && r.Unpriced == r.Calls {
		return "?"
	}
	return fmt.Sprintf("%d.%06d", r.Cost/1e6, r.Cost%1e6) + strings.Repeat("+", int(min(r.Unpriced, 1)))
}
