// Package admin is the commands that change what a running recado keeps: its tenants, its contacts, its schema.
package admin

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Migrate is recado migrate.
func Migrate(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("migrate [--pending] [--json]",
		"Applies the migrations that the database at RECADO_POSTGRES_URL has not. Several at once take turns.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	pending := set.Bool("pending", false, "only list them")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	url, err := c.Database(*dir)
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
		return c.JSON(map[string][]string{verb: append([]string{}, names...)})
	}
	for _, name := range names {
		fmt.Fprintln(c.Stdout, verb, name)
	}
	if len(names) == 0 {
		fmt.Fprintln(c.Stdout, "the schema is up to date")
	}
	return nil
}
