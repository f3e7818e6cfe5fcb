package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// DeadLetter is recado deadletter.
func DeadLetter(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("deadletter list|show|retry|drop [ID…] [--json]",
		"list prints what was given up, newest last; show prints one, "+
			"with --payload also the event's outline: ids and sizes, never a text;\n"+
			"retry sends messages through their stage again and removes them here; drop removes them for good.")
	o := deadLetterOptions{}
	dir := cli.DirFlag(set)
	set.StringVar(&o.filter.Stage, "stage", "", "list only this stage, such as message.routed")
	set.StringVar(&o.filter.Tenant, "tenant", "", "list only this tenant")
	set.IntVar(&o.filter.Limit, "limit", 100, "list at most the newest")
	set.BoolVar(&o.payload, "payload", false, "show the event too")
	set.BoolVar(&o.json, "json", false, "print JSON")
	rest, err := c.Parse(set, args, 1, 1000)
	if err != nil {
		return err
	}
	ids, err := deadLetterIDs(rest[0], rest[1:])
	if err != nil {
		return err
	}
	if err := o.filter.Check(); err != nil {
		return cli.Usagef("deadletter: %s", err)
	}
	return c.WithBus(ctx, *dir, func(b *bus.Bus) error {
		switch rest[0] {
		case "list":
			return listDeadLetters(ctx, c, b, o)
		case "show":
			return showDeadLetter(ctx, c, b, ids[0], o)
		case "retry":
			return forEach(ctx, c, ids, o.json, action{"retried", b.RetryDeadLetter})
		default:
			return forEach(ctx, c, ids, o.json, action{"dropped", b.DropDeadLetter})
		}
	})
}

type deadLetterOptions struct {
	filter        bus.DeadLetterFilter
	payload, json bool
}

func deadLetterIDs(verb string, args []string) (ids []uint64, err error) {
	for _, arg := range args {
		id, err := strconv.ParseUint(arg, 10, 64)
		if err != nil {
			return nil, cli.Usagef("deadletter: expected a number from deadletter list, got %q", arg)
		}
		ids = append(ids, id)
	}
	wanted := map[string]bool{"list": len(ids) == 0, "show": len(ids) == 1, "retry": len(ids) > 0, "drop": len(ids) > 0}
	if !wanted[verb] {
		return nil, cli.Usagef("usage: recado deadletter list | show ID | retry ID… | drop ID…")
	}
	return ids, nil
}

func listDeadLetters(ctx context.Context, c *cli.CLI, b *bus.Bus, o deadLetterOptions) error {
	found, err := b.DeadLetters(ctx, o.filter)
	if err != nil {
		return err
	}
	if o.json {
		return c.JSON(append([]bus.DeadLetter{}, found...))
	}
	if len(found) == 0 {
		fmt.Fprintln(c.Stdout, "no dead letters")
		return nil
	}
	table := tabwriter.NewWriter(c.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tSINCE\tSTAGE\tTENANT\tGIVEN UP BY\tATTEMPTS\tREASON")
	for _, l := range found {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n",
			l.ID, l.StoredAt.Format(time.DateTime), l.Stage, cmp.Or(l.Tenant, "-"), l.Consumer, l.Attempts, l.Reason)
	}
	return table.Flush()
}

type shownDeadLetter struct {
	bus.DeadLetter
	Bytes int             `json:"bytes"`
	Event json.RawMessage `json:"event,omitempty"`
}

func showDeadLetter(ctx context.Context, c *cli.CLI, b *bus.Bus, id uint64, o deadLetterOptions) error {
	dead, payload, _, err := b.ShowDeadLetter(ctx, id)
	if err != nil {
		return err
	}
	shown := shownDeadLetter{DeadLetter: dead, Bytes: len(payload)}
	if o.payload {
		shown.Event = outline(dead, payload)
	}
	if o.json {
		return c.JSON(shown)
	}
	line := func(label, format string, args ...any) {
		fmt.Fprintf(c.Stdout, "%-9s "+format+"\n", append([]any{label}, args...)...)
	}
	line("id", "%d", dead.ID)
	line("stage", "%s", dead.Stage)
	line("subject", "%s", cmp.Or(dead.Subject, "-"))
	line("tenant", "%s", cmp.Or(dead.Tenant, "-"))
	line("given up", "%s by %s after %d attempts", dead.StoredAt.Format(time.RFC3339), dead.Consumer, dead.Attempts)
	line("reason", "%s", dead.Reason)
	line("message", "%s", cmp.Or(dead.MessageID, "-"))
	line("trace", "%s", cmp.Or(dead.Trace, "-"))
	line("size", "%d bytes", cmp.Or(dead.Size, len(payload)))
	if dead.Size > 0 {
		line("kept", "the first %d bytes; sha256 of all %s", len(payload), dead.Hash)
	}
	switch {
	case dead.Erased:
		line("sealed", "for good: the contact was erased")
	case dead.Sealed:
		line("sealed", "yes: retry opens it")
	}
	if shown.Event != nil {
		line("event", "%s", shown.Event)
	}
	return nil
}

// action is what is done to a dead letter, and the word for it afterwards.
type action struct {
	word string
	act  func(context.Context, uint64) error
}

// forEach prints what was done even where a later one fails.
func forEach(ctx context.Context, c *cli.CLI, ids []uint64, asJSON bool, do action) (err error) {
	done := []uint64{}
	for _, id := range ids {
		if err = do.act(ctx, id); err != nil {
			break
		}
		done = append(done, id)
		if !asJSON {
			fmt.Fprintln(c.Stdout, id, do.word)
		}
	}
	if asJSON {
		return errors.Join(err, c.JSON(map[string][]uint64{do.word: done}))
	}
	return err
}
