package admin

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// callback is a call that a customer waits for. Phone is what the customer gave; without one they wrote from the number to call.
type callback struct {
	ID           string    `json:"id"`
	Asked        time.Time `json:"asked_at"`
	When         string    `json:"when"`
	Name         string    `json:"name"`
	Phone        string    `json:"phone"`
	Conversation string    `json:"conversation_id"`
}

// Callbacks is recado callbacks.
func Callbacks(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("callbacks [done ID] --tenant TENANT [--json]",
		"Prints the calls that customers asked for and that nobody has made yet, oldest first. done takes one off the list. A tenant\n"+
			"keeps the newest 5,000, for 90 days.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	owner := set.String("tenant", "", "whose customers (required)")
	rest, err := c.Parse(set, args, 0, 2)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("callbacks: --tenant: %s", err)
	}
	if len(rest) > 0 && (rest[0] != "done" || len(rest) != 2 || uuid.Validate(rest[1]) != nil) {
		return cli.Usagef("callbacks: expected nothing, or done and the id of a call")
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
		if err := endCallback(ctx, db, id, rest[1]); err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "done      %s\n", rest[1])
		return nil
	}
	found, err := readCallbacks(ctx, db, id)
	switch {
	case err != nil:
		return err
	case *asJSON:
		return c.JSON(found)
	}
	printCallbacks(c, found)
	return nil
}

func printCallbacks(c *cli.CLI, found []callback) {
	if len(found) == 0 {
		fmt.Fprintln(c.Stdout, "nobody waits for a call")
	}
	for _, b := range found {
		fmt.Fprintf(c.Stdout, "%s  %s  %s  %s\n    %s\n", b.Asked.Local().Format("2006-01-02 15:04"), b.ID,
			cmp.Or(b.Phone, "the number of the chat"), b.Name, cmp.Or(b.When, "at any time"))
	}
}
