package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/tenants"
	"github.com/recado/recado/services/cmd/recado/way"
)

// Trace is recado trace.
func Trace(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("trace <message id | trace id | last> [--tenant TENANT] [--json]",
		"Asks every running process for the spans of a message and prints its way: hops, waits, model and tool calls, delivery.\n"+
			"With --tenant the message id is the channel's own, such as a wamid.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	owner := set.String("tenant", "", "the tenant that got the message; its id is then the channel's own")
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	return c.WithBus(ctx, *dir, func(b *bus.Bus) error {
		question := way.Question(rest[0])
		if *owner != "" {
			ids, err := tenants.Identity(ctx, b, c.Environment(*dir), tenant.ID(*owner))
			if err != nil {
				return err
			}
			question = telemetry.Question{Message: ids.MessageID(rest[0])}
		}
		w, err := way.Follow(ctx, b, question)
		if errors.Is(err, telemetry.ErrNoTrace) {
			return fmt.Errorf("%s: %w; spans are kept in memory until their process ends", rest[0], err)
		}
		if err != nil {
			return err
		}
		if *asJSON {
			return c.JSON(w)
		}
		w.Waterfall(c.Stdout)
		if who := cmp.Or(Who(ctx, c, *dir, tenant.ID(w.Tenant), w.Conversation), ownerThen(w)); who != "" {
			fmt.Fprintln(c.Stdout, "\nconversation", w.Conversation+":", who)
		}
		return nil
	})
}
