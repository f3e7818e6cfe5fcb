package admin

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// worklist is a command that prints what waits for somebody of a business, and takes one off the list.
type worklist[T any] struct {
	name, verb, item, about, whose string
	none                           string // said where nothing waits
	read                           func(context.Context, *store.Store, tenant.ID) ([]T, error)
	end                            func(context.Context, *store.Store, tenant.ID, string) error
	line                           func(T) string
}

func (w worklist[T]) run(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(fmt.Sprintf("%s [%s ID] --tenant TENANT [--json]", w.name, w.verb), w.about)
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	owner := set.String("tenant", "", w.whose+" (required)")
	rest, err := c.Parse(set, args, 0, 2)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("%s: --tenant: %s", w.name, err)
	}
	if len(rest) > 0 && (rest[0] != w.verb || len(rest) != 2 || uuid.Validate(rest[1]) != nil) {
		return cli.Usagef("%s: expected nothing, or %s and the id of a %s", w.name, w.verb, w.item)
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
	if len(rest) == 2 {
		if err := w.end(ctx, db, id, rest[1]); err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "off the list  %s\n", rest[1])
		return nil
	}
	found, err := w.read(ctx, db, id)
	switch {
	case err != nil:
		return err
	case *asJSON:
		return c.JSON(found)
	case len(found) == 0:
		fmt.Fprintln(c.Stdout, w.none)
	}
	for _, one := range found {
		fmt.Fprintln(c.Stdout, w.line(one))
	}
	return nil
}
