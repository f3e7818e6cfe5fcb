package secret

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/rekey"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

// rekeyTenants is recado secret rekey.
func rekeyTenants(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("secret rekey --tenant TENANT | --all [--json]",
		"Gives tenants from before there were identity keys ids of contacts, conversations and messages that say nothing of a\n"+
			"telephone number. Services go on: the tenant's messages wait at the door for some seconds, its web chat asks to try again.\n"+
			"Stopped anywhere, run it again: it goes on where it was. The login of the database is the one that migrates.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	owner := set.String("tenant", "", "the tenant to re-key")
	all := set.Bool("all", false, "re-key every tenant that has bare ids")
	grace := set.Duration("grace", 6*time.Second,
		"longer than services need to hear of a change, and a door to end a request (RECADO_INGEST_PUBLISH_TIMEOUT)")
	wait := set.Duration("wait", 2*time.Minute, "how long what is under way is waited for before the tenant goes on as it was")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	if *all == (*owner != "") {
		return cli.Usagef("secret rekey: expected --tenant TENANT or --all")
	}
	return withRekeyer(ctx, c, *dir, func(r *rekey.Rekeyer) error {
		r.Grace, r.Patience = *grace, *wait
		ids, err := whichTenants(ctx, r.Bus, *owner)
		if err != nil {
			return err
		}
		return rekeyAll(ctx, c, r, ids, *asJSON)
	})
}

func withRekeyer(ctx context.Context, c *cli.CLI, dir string, use func(*rekey.Rekeyer) error) error {
	key, err := rootKey(c, dir)
	if err != nil {
		return err
	}
	url, err := c.Database(dir)
	if err != nil {
		return err
	}
	return c.WithBus(ctx, dir, func(b *bus.Bus) error {
		opts := store.Options{URL: url, Role: "recado_owner", MaxConns: atOnce, StatementTimeout: -1, IdleInTxTimeout: -1}
		db, err := store.Open(ctx, opts)
		if err != nil {
			return err
		}
		defer db.Close()
		return use(&rekey.Rekeyer{Store: db, Bus: b, Key: key})
	})
}

// whichTenants is one, or all.
func whichTenants(ctx context.Context, b *bus.Bus, owner string) ([]tenant.ID, error) {
	if owner != "" {
		id, err := tenant.ParseID(owner)
		if err != nil {
			return nil, cli.Usagef("secret: --tenant: %s", err)
		}
		return []tenant.ID{id}, nil
	}
	known, err := tenants.Known(ctx, b)
	var ids []tenant.ID
	for i := range known {
		ids = append(ids, known[i].ID)
	}
	return ids, err
}

// atOnce is how many tenants are re-keyed at a time: each of them waits for its services most of its time.
const atOnce = 8

// rekeyAll goes on with the others where a tenant is too busy.
func rekeyAll(ctx context.Context, c *cli.CLI, r *rekey.Rekeyer, ids []tenant.ID, asJSON bool) error {
	var mu sync.Mutex
	done, busy := []rekey.Summary{}, []error(nil)
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(atOnce)
	for _, id := range ids {
		work.Go(func() error {
			sum, err := r.Run(ctx, id)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case errors.Is(err, rekey.ErrBusy):
				busy = append(busy, err)
				return nil
			case err != nil:
				return err
			}
			if done = append(done, sum); !asJSON {
				printRekeyed(c, sum)
			}
			return nil
		})
	}
	err := work.Wait()
	if asJSON {
		slices.SortFunc(done, func(a, b rekey.Summary) int { return strings.Compare(string(a.Tenant), string(b.Tenant)) })
		err = errors.Join(err, c.JSON(done))
	}
	return errors.Join(append(busy, err)...)
}

func printRekeyed(c *cli.CLI, s rekey.Summary) {
	if s.Already {
		fmt.Fprintf(c.Stdout, "%s: has its key already\n", s.Tenant)
		return
	}
	fmt.Fprintf(c.Stdout, "%s: re-keyed, %d values rewritten, %d keys of contacts renamed\n", s.Tenant, s.Values, s.Keys)
}
