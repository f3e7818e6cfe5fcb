package admin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/erasure"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/known"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

type erased struct {
	Tenant  tenant.ID      `json:"tenant"`
	Contact string         `json:"contact"`
	Key     bool           `json:"key_destroyed"`
	Erased  map[string]int `json:"erased"`
	Events  map[string]int `json:"events"` // destroyed in the streams, by stage
}

// Contact is recado contact.
func Contact(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("contact erase|show --tenant TENANT --contact ID [--json] | id --tenant TENANT --account ID --user USER",
		"id prints the contact that somebody is on an account: a desk that writes an appointment under it lets that customer ask\n"+
			"for it, move it and cancel it. show prints what is kept to serve a contact, such as its temperature.\n\n"+
			"erase destroys the key under which a contact's personal data is sealed, "+
			"so that it opens nowhere any more, removes its events\nand dead letters and what the "+
			"business kept of the contact, and blanks messages and replies. It cannot be undone; doing it again finds nothing more.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	owner := set.String("tenant", "", "the tenant whose contact it is")
	contact := set.String("contact", "", "the contact's `ID`: contact_id of its messages, id in chat.contacts")
	var at place
	set.StringVar(&at.channel, "channel", "whatsapp", "id: the account's channel")
	set.StringVar(&at.account, "account", "", "id: the tenant's account, a phone number `ID` of WhatsApp")
	set.StringVar(&at.user, "user", "", "id: the person's telephone number with its country, or the channel's own id of the person")
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("contact: --tenant: %s", err)
	}
	switch rest[0] {
	case "id":
		if at.channel == "" || at.account == "" || at.user == "" {
			return cli.Usagef("contact: id expects --account and --user")
		}
		return c.WithBus(ctx, *dir, func(b *bus.Bus) error {
			ids, err := tenants.Identity(ctx, b, c.Environment(*dir), id)
			if err != nil {
				return err
			}
			return printContact(c, ids, at)
		})
	case "erase", "show":
	default:
		return cli.Usagef("contact: expected erase, show or id, got %q", rest[0])
	}
	who, err := uuid.Parse(*contact)
	if err != nil {
		return cli.Usagef("contact: --contact: expected a UUID")
	}
	if rest[0] == "show" {
		return known.Show(ctx, c, *dir, known.Contact{Tenant: id, ID: who.String()}, *asJSON)
	}
	done, err := erase(ctx, c, *dir, erased{Tenant: id, Contact: who.String()})
	if err != nil {
		return err
	}
	if *asJSON {
		return c.JSON(done)
	}
	printErasure(c, done)
	return nil
}

// place is where a person writes: whose channel and account, and who they are there.
type place struct{ channel, account, user string }

// printContact prints the id that messages of that person will have. A telephone number is its digits there.
func printContact(c *cli.CLI, ids *identity.Tenant, at place) error {
	user := strings.Map(func(r rune) rune {
		if strings.ContainsRune("+ -.()", r) {
			return -1
		}
		return r
	}, at.user)
	if strings.Trim(user, "0123456789") != "" {
		user = at.user
	}
	if user == "" {
		return cli.Usagef("contact: id expects --account and --user")
	}
	fmt.Fprintln(c.Stdout, ids.ContactID(at.channel, at.account, user))
	return nil
}

// erase destroys the key first: whatever stops it then, nothing opens.
func erase(ctx context.Context, c *cli.CLI, dir string, e erased) (erased, error) {
	url, err := c.Database(dir)
	if err != nil {
		return e, err
	}
	b, err := c.Connect(ctx, dir)
	if err != nil {
		return e, err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	if settings, err := tenants.Read(ctx, b, string(e.Tenant)); err == nil && settings.Identity.Held {
		return e, fmt.Errorf("tenant %s is being re-keyed: end that first (recado secret rekey --tenant %s)", e.Tenant, e.Tenant)
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return e, err
	}
	defer db.Close()
	// first of all its web chat session ends: a page that is open would write and read on
	if err := b.Put(ctx, subject.BucketRevoked, string(e.Tenant)+"."+e.Contact, nil); err != nil {
		return e, err
	}
	conversations, err := db.ConversationsOf(ctx, e.Tenant, e.Contact)
	if err != nil {
		return e, err
	}
	if e.Key, err = vault.Erase(ctx, b, e.Tenant, e.Contact); err != nil {
		return e, err
	}
	e.Events, err = erasure.Messages(ctx, b, erasure.Of{Tenant: e.Tenant, Contact: e.Contact, Conversations: conversations})
	if err != nil {
		return e, err
	}
	var known bool
	if e.Erased, known, err = db.EraseContact(ctx, e.Tenant, e.Contact); err != nil {
		return e, err
	}
	if !known && !e.Key {
		return e, fmt.Errorf("contact %s: tenant %s has no such contact", e.Contact, e.Tenant)
	}
	return e, nil
}

func printErasure(c *cli.CLI, e erased) {
	key := "had none"
	if e.Key {
		key = "destroyed"
	}
	fmt.Fprintf(c.Stdout, "contact   %s of %s\nkey       %s\n", e.Contact, e.Tenant, key)
	for _, kind := range slices.Sorted(maps.Keys(e.Erased)) {
		if n := e.Erased[kind]; n > 0 {
			fmt.Fprintf(c.Stdout, "erased    %d %s\n", n, strings.ReplaceAll(kind, "_", " "))
		}
	}
	for _, stage := range slices.Sorted(maps.Keys(e.Events)) {
		if n := e.Events[stage]; n > 0 {
			fmt.Fprintf(c.Stdout, "erased    %d of %s\n", n, stage)
		}
	}
}
