package admin

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/tool-executor/tools"
)

// keys is a command line of recado key.
type keys struct {
	c      *cli.CLI
	dir    *string
	json   bool
	tenant tenant.ID
	id     uuid.UUID // revoke
	wish   apikey.Wish
}

// madeKey is a key that was made, told once.
type madeKey struct {
	apikey.Key
	Tenant tenant.ID `json:"tenant"`
	Secret string    `json:"key"`
}

// Key is recado key.
func Key(ctx context.Context, c *cli.CLI, args []string) error {
	k := keys{c: c}
	set := c.Flags("key create TENANT --name NAME [--writes dry_run|allowed|none] [--tools A,B] [--days N] "+
		"| list TENANT | revoke TENANT ID [--json]",
		"A program of the business uses its tools (docs/mcp.md) and writes to its customers (docs/send.md) with a key. create prints\n"+
			"the key, once: only a hash is kept.\n"+
			"A key reads; what it writes is executed and rolled back, but for one that was made with --writes allowed. revoke ends\n"+
			"a key at once, list prints them all. A tenant has at most 50 that are valid.")
	only := k.flags(set)
	rest, err := c.Parse(set, args, 2, 3)
	if err != nil {
		return err
	}
	run, err := k.verb(rest, *only)
	if err != nil {
		return err
	}
	url, err := c.Database(*k.dir)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	return run(ctx, db)
}

func (k *keys) flags(set *flag.FlagSet) (only *string) {
	k.dir = cli.DirFlag(set)
	set.BoolVar(&k.json, "json", false, "print JSON")
	set.StringVar(&k.wish.Name, "name", "", "create: what uses the key, for whoever reads the list (required)")
	set.StringVar((*string)(&k.wish.Writes), "writes", string(apikey.DryRun), "create: what becomes of a write: dry_run, allowed or none")
	set.IntVar(&k.wish.Days, "days", 0, "create: how many days the key is valid (default no end)")
	return set.String("tools", "",
		"create: the tools that the key may use, with commas; send_message: it may write to customers (default all)")
}

// verb reads what is wanted, and of whom.
func (k *keys) verb(rest []string, only string) (run func(context.Context, *store.Store) error, err error) {
	if k.tenant, err = tenant.ParseID(rest[1]); err != nil {
		return nil, cli.Usagef("key: %s", err)
	}
	switch verb := rest[0]; {
	case verb == "revoke" && len(rest) == 3:
		if k.id, err = uuid.Parse(rest[2]); err != nil {
			return nil, cli.Usagef("key: revoke expects the id of a key: recado key list %s", k.tenant)
		}
		return k.revoke, nil
	case verb == "list" && len(rest) == 2:
		return k.list, nil
	case verb == "create" && len(rest) == 2:
		if only != "" {
			k.wish.Tools = strings.Split(only, ",")
		}
		if err := k.wish.Check(toolNames()); err != nil {
			return nil, cli.Usagef("key: --%s", err)
		}
		return k.create, nil
	}
	return nil, cli.Usagef("key: expected create TENANT, list TENANT or revoke TENANT ID")
}

// toolNames are what a key may name.
func toolNames() []string {
	names := []string{apikey.SendMessage, apikey.ManageDocuments, apikey.SearchDocuments}
	for _, spec := range tools.Specs() {
		names = append(names, spec.Name)
	}
	return names
}

func (k *keys) create(ctx context.Context, db *store.Store) error {
	secret, made, err := apikey.Create(ctx, db, k.tenant, k.wish)
	if err != nil {
		return err
	}
	if k.json {
		return k.c.JSON(madeKey{Key: made, Tenant: k.tenant, Secret: secret})
	}
	fmt.Fprintln(k.c.Stdout, secret)
	fmt.Fprintf(k.c.Stderr, "key %s of %s: keep it now, it is not told again\n", made.ID, k.tenant)
	return nil
}

func (k *keys) list(ctx context.Context, db *store.Store) error {
	found, err := apikey.List(ctx, db, k.tenant)
	switch {
	case err != nil:
		return err
	case k.json:
		return k.c.JSON(found)
	case len(found) == 0:
		fmt.Fprintf(k.c.Stdout, "tenant %s has no key\n", k.tenant)
	}
	for _, one := range found {
		fmt.Fprintf(k.c.Stdout, "%s  %-7s  %-16s  %s\n", one.ID, one.Writes, stateOf(one, time.Now()), one.Name)
		if len(one.Tools) > 0 {
			fmt.Fprintf(k.c.Stdout, "    only %s\n", strings.Join(one.Tools, ", "))
		}
	}
	return nil
}

// stateOf is whether a key is valid, else the day that it was last used.
func stateOf(k apikey.Key, now time.Time) string {
	switch {
	case k.Revoked != nil:
		return "revoked"
	case !k.Valid(now):
		return "over"
	case k.Used == nil:
		return "never used"
	}
	return "used " + k.Used.Format(time.DateOnly)
}

func (k *keys) revoke(ctx context.Context, db *store.Store) error {
	if err := apikey.Revoke(ctx, db, k.tenant, k.id); err != nil {
		return err
	}
	if k.json {
		return k.c.JSON(map[string]any{"id": k.id, "revoked": true})
	}
	fmt.Fprintf(k.c.Stdout, "revoked  %s\n", k.id)
	return nil
}
