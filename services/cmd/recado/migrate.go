package main

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/store"
)

func runMigrate(ctx context.Context, c *cli, args []string) error {
	set := c.flags("migrate [--pending] [--json]", "Applies the migrations that the database at RECADO_POSTGRES_URL has not. Several at once take turns.")
	dir, pending, asJSON := dirFlag(set), set.Bool("pending", false, "only list them"), set.Bool("json", false, "print JSON")
	if _, err := c.parse(set, args, 0, 0); err != nil {
		return err
	}
	url, err := c.database(*dir)
	if err != nil {
		return err
	}
	act, verb := store.Migrate, "applied"
	if *pending {
		act, verb = store.Pending, "pending"
	}
	names, err := act(ctx, url)
	if err != nil {
		return err
	}
	if *asJSON {
		return c.json(map[string][]string{verb: append([]string{}, names...)})
	}
	for _, name := range names {
		fmt.Fprintln(c.stdout, verb, name)
	}
	if len(names) == 0 {
		fmt.Fprintln(c.stdout, "the schema is up to date")
	}
	return nil
}
