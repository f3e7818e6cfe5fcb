package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/bus"
)

func runDeadletter(ctx context.Context, c *cli, args []string) error {
	set := c.flags("deadletter list|show|retry|drop [ID…] [--json]",
		"list prints what was given up, newest last; show prints one, with --payload also the event's outline: ids and sizes, never a text;\n"+
			"retry sends messages through their stage again and removes them here; drop removes them for good.")
	o := letterOptions{}
	dir := dirFlag(set)
	set.StringVar(&o.filter.Stage, "stage", "", "list only this stage, such as message.routed")
	set.StringVar(&o.filter.Tenant, "tenant", "", "list only this tenant")
	set.IntVar(&o.filter.Limit, "limit", 100, "list at most the newest")
	set.BoolVar(&o.payload, "payload", false, "show the event too")
	set.BoolVar(&o.json, "json", false, "print JSON")
	rest, err := c.parse(set, args, 1, 1000)
	if err != nil {
		return err
	}
	ids, err := letterIDs(rest[0], rest[1:])
	if err != nil {
		return err
	}
	if err := o.filter.Check(); err != nil {
		return usageError{"deadletter: " + err.Error()}
	}
	b, err := c.connect(ctx, *dir)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	switch rest[0] {
	case "list":
		return c.listLetters(ctx, b, o)
	case "show":
		return c.showLetter(ctx, b, ids[0], o)
	case "retry":
		return c.eachLetter(ctx, ids, o.json, deed{"retried", b.RetryDeadLetter})
	default:
		return c.eachLetter(ctx, ids, o.json, deed{"dropped", b.DropDeadLetter})
	}
}

type letterOptions struct {
	filter        bus.DeadLetterFilter
	payload, json bool
}

func letterIDs(verb string, args []string) (ids []uint64, err error) {
	for _, arg := range args {
		id, err := strconv.ParseUint(arg, 10, 64)
		if err != nil {
			return nil, usageError{fmt.Sprintf("deadletter: expected a number from deadletter list, got %q", arg)}
		}
		ids = append(ids, id)
	}
	wanted := map[string]bool{"list": len(ids) == 0, "show": len(ids) == 1, "retry": len(ids) > 0, "drop": len(ids) > 0}
	if !wanted[verb] {
		return nil, usageError{"usage: recado deadletter list | show ID | retry ID… | drop ID…"}
	}
	return ids, nil
}

func (c *cli) listLetters(ctx context.Context, b *bus.Bus, o letterOptions) error {
	letters, err := b.DeadLetters(ctx, o.filter)
	if err != nil {
		return err
	}
	if o.json {
		return c.json(append([]bus.DeadLetter{}, letters...))
	}
	if len(letters) == 0 {
		fmt.Fprintln(c.stdout, "no dead letters")
		return nil
	}
	table := tabwriter.NewWriter(c.stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tSINCE\tSTAGE\tTENANT\tGIVEN UP BY\tATTEMPTS\tREASON")
	for _, l := range letters {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n", l.ID, l.StoredAt.Format(time.DateTime), l.Stage, orDash(l.Tenant), l.Consumer, l.Attempts, l.Reason)
	}
	return table.Flush()
}

type shownLetter struct {
	bus.DeadLetter
	Bytes int             `json:"bytes"`
	Event json.RawMessage `json:"event,omitempty"`
}

func (c *cli) showLetter(ctx context.Context, b *bus.Bus, id uint64, o letterOptions) error {
	letter, payload, _, err := b.ShowDeadLetter(ctx, id)
	if err != nil {
		return err
	}
	shown := shownLetter{DeadLetter: letter, Bytes: len(payload)}
	if o.payload {
		shown.Event = letterOutline(letter, payload)
	}
	if o.json {
		return c.json(shown)
	}
	fmt.Fprintf(c.stdout, "id        %d\nstage     %s\nsubject   %s\ntenant    %s\ngiven up  %s by %s after %d attempts\nreason    %s\nmessage   %s\ntrace     %s\nsize      %d bytes\n",
		letter.ID, letter.Stage, orDash(letter.Subject), orDash(letter.Tenant), letter.StoredAt.Format(time.RFC3339), letter.Consumer, letter.Attempts,
		letter.Reason, orDash(letter.MessageID), orDash(letter.Trace), len(payload))
	if letter.Sealed {
		fmt.Fprintln(c.stdout, "sealed    yes: retry opens it")
	}
	if shown.Event != nil {
		fmt.Fprintf(c.stdout, "event     %s\n", shown.Event)
	}
	return nil
}

// letterOutline is an event as JSON with its ids and without anything that somebody said; nil where it is no event, or cannot be
// opened here.
func letterOutline(letter bus.DeadLetter, payload []byte) json.RawMessage {
	event, err := bus.DecodeDeadLetter(letter, payload)
	if err != nil || len(payload) == 0 {
		return nil
	}
	if contact := event.GetMeta().GetContact(); contact != nil {
		contact.ProfileName, contact.SealedAddress = "", nil
	}
	err = protorange.Range(event.ProtoReflect(), func(p protopath.Values) error {
		last := p.Index(-1)
		if p.Len() > 1 && p.Index(1).Step.Kind() == protopath.FieldAccessStep && p.Index(1).Step.FieldDescriptor().Name() == "meta" {
			return protorange.Break
		}
		switch v := last.Value.Interface().(type) {
		case string:
			return blank(p, protoreflect.ValueOfString(fmt.Sprintf("(%d bytes)", len(v))), v == "")
		case []byte:
			return blank(p, protoreflect.ValueOfBytes(nil), false)
		}
		return nil
	})
	if err != nil {
		return nil
	}
	out, err := protojson.Marshal(event)
	if err != nil {
		return nil
	}
	return out
}

// blank replaces the value that a path ends in, where it stands in a message or a list.
func blank(p protopath.Values, with protoreflect.Value, empty bool) error {
	parent, step := p.Index(-2).Value, p.Index(-1).Step
	switch step.Kind() {
	case protopath.FieldAccessStep:
		if !empty {
			parent.Message().Set(step.FieldDescriptor(), with)
		}
	case protopath.ListIndexStep:
		parent.List().Set(step.ListIndex(), with)
	default:
	}
	return nil
}

// deed is what is done to a letter, and the word for it afterwards.
type deed struct {
	word string
	act  func(context.Context, uint64) error
}

// eachLetter tells what was done even where a later one fails.
func (c *cli) eachLetter(ctx context.Context, ids []uint64, asJSON bool, d deed) (err error) {
	done := []uint64{}
	for _, id := range ids {
		if err = d.act(ctx, id); err != nil {
			break
		}
		done = append(done, id)
		if !asJSON {
			fmt.Fprintln(c.stdout, id, d.word)
		}
	}
	if asJSON {
		return errors.Join(err, c.json(map[string][]uint64{d.word: done}))
	}
	return err
}
