package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

func runTenant(ctx context.Context, c *cli, args []string) error {
	set := c.flags("tenant apply|check|list|sweep [FILE…] [--every DURATION] [--json]",
		"apply brings tenants from their YAML files to the database and the bus; the same file again changes nothing.\n"+
			"check only reads the files, and as messages the examples of their routing.phrases, which apply does not read;\n"+
			"list prints the tenants that services know; sweep makes the bus agree with the database, with --every again and again\n"+
			"until it is interrupted (recado up and recado local do that by themselves).\n"+
			"Secrets in a file are ${VARIABLE}s of this command's environment.")
	dir, asJSON := dirFlag(set), set.Bool("json", false, "print JSON")
	every := set.Duration("every", 0, "sweep again after this `duration`, such as 1m")
	rest, err := c.parse(set, args, 1, 1000)
	if err != nil {
		return err
	}
	verb, files := rest[0], rest[1:]
	if wanted := verb == "apply" || verb == "check"; wanted != (len(files) > 0) {
		return usageError{"usage: recado " + set.Name()}
	}
	switch verb {
	case "check":
		return c.checkTenants(files, *asJSON)
	case "list":
		return c.listTenants(ctx, *dir, *asJSON)
	case "apply":
		return c.withApplier(ctx, *dir, func(a *tenantfile.Applier) error { return c.applyFiles(ctx, a, files, *asJSON) })
	case "sweep":
		return c.withSweeper(ctx, *dir, func(a *tenantfile.Applier) error { return c.sweepTenants(ctx, a, *every, *asJSON) })
	default:
		return usageError{fmt.Sprintf("tenant: expected apply, check, list or sweep, got %q", verb)}
	}
}

// loadTenants reads all files before anything is done with one; every problem of every file is reported.
func (c *cli) loadTenants(files []string) (out []*tenantfile.File, err error) {
	var errs []error
	for _, name := range files {
		file, err := tenantfile.LoadFile(name, c.getenv)
		errs = append(errs, err)
		out = append(out, file)
	}
	return out, errors.Join(errs...)
}

func (c *cli) checkTenants(files []string, asJSON bool) error {
	loaded, err := c.loadTenants(files)
	if err != nil {
		return err
	}
	if err := checkPhrases(loaded); err != nil {
		return err
	}
	var ids []string
	for _, file := range loaded {
		ids = append(ids, file.Tenant.ID)
	}
	if asJSON {
		return c.json(map[string][]string{"correct": ids})
	}
	fmt.Fprintln(c.stdout, "correct:", strings.Join(ids, ", "))
	return nil
}

func (c *cli) applyFiles(ctx context.Context, a *tenantfile.Applier, files []string, asJSON bool) error {
	loaded, err := c.loadTenants(files)
	if err != nil {
		return err
	}
	summaries := []tenantfile.Summary{}
	for _, file := range loaded {
		summary, err := a.Apply(ctx, file)
		if err != nil {
			return err
		}
		summaries = append(summaries, summary)
	}
	if asJSON {
		return c.json(summaries)
	}
	for _, s := range summaries {
		c.printSummary(s)
	}
	return nil
}

func (c *cli) printSummary(s tenantfile.Summary) {
	if !s.Changed {
		fmt.Fprintf(c.stdout, "%s: unchanged, version %d\n", s.Tenant, s.Version)
		return
	}
	fmt.Fprintf(c.stdout, "%s: version %d, %d rows created, %d updated, %d removed, %d documents submitted or removed\n",
		s.Tenant, s.Version, s.Created, s.Updated, s.Removed, s.Published)
}

// sweepTenants sweeps once, and where every is not 0 again and again until ctx ends: what is away then is said and waited for.
func (c *cli) sweepTenants(ctx context.Context, a *tenantfile.Applier, every time.Duration, asJSON bool) error {
	if err := c.sweepOnce(ctx, a, asJSON); err != nil || every <= 0 {
		return err
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := c.sweepOnce(ctx, a, asJSON); err != nil && ctx.Err() == nil {
			fmt.Fprintln(c.stderr, "recado:", err)
		}
	}
}

func (c *cli) sweepOnce(ctx context.Context, a *tenantfile.Applier, asJSON bool) error {
	repaired, err := a.Sweep(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return c.json(map[string]int{"repaired": repaired})
	}
	fmt.Fprintln(c.stdout, "repaired:", repaired)
	return nil
}

// withApplier opens what runs, for a command that changes tenants.
func (c *cli) withApplier(ctx context.Context, dir string, use func(*tenantfile.Applier) error) error {
	b, err := c.connect(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	return applier(ctx, b, c.environment(dir), use)
}

// withSweeper is withApplier without the master key, which nothing that is swept needs.
func (c *cli) withSweeper(ctx context.Context, dir string, use func(*tenantfile.Applier) error) error {
	b, err := c.connect(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	url, err := c.database(dir)
	if err != nil {
		return err
	}
	return withConsole(ctx, b, url, seal.Key{}, use)
}

type consoleConfig struct {
	Postgres config.Secret `env:"RECADO_POSTGRES_URL" help:"postgres://user:password@host:port/database"`
	Key      seal.Key      `env:"RECADO_SECRET_KEY" help:"32 random bytes in base64 or hex"`
}

func applier(ctx context.Context, b *bus.Bus, getenv func(string) string, use func(*tenantfile.Applier) error) error {
	cfg, err := config.Load[consoleConfig](getenv)
	if err != nil {
		return err
	}
	return withConsole(ctx, b, cfg.Postgres, cfg.Key, use)
}

func withConsole(ctx context.Context, b *bus.Bus, url config.Secret, key seal.Key, use func(*tenantfile.Applier) error) error {
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 2})
	if err != nil {
		return err
	}
	defer db.Close()
	return use(&tenantfile.Applier{Store: db, Bus: b, Key: key})
}

// applyTenants makes the bus agree with the database, then applies the files that the command names.
func (c *cli) applyTenants(ctx context.Context, s *stack, files []string) error {
	return s.withBus(ctx, func(b *bus.Bus) error {
		return applier(ctx, b, s.getenv, func(a *tenantfile.Applier) error {
			if _, err := a.Sweep(ctx); err != nil {
				return err
			}
			if err := c.applyFiles(ctx, a, files, false); err != nil {
				return err
			}
			known, err := knownTenants(ctx, b)
			if err == nil && len(known) == 0 {
				fmt.Fprintln(c.stdout, "no tenant yet: recado tenant apply FILE adds one; recado demo brings three invented ones")
			}
			return err
		})
	})
}

func (c *cli) listTenants(ctx context.Context, dir string, asJSON bool) error {
	b, err := c.connect(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	tenants, err := knownTenants(ctx, b)
	if err != nil {
		return err
	}
	if asJSON {
		return c.json(tenants)
	}
	table := tabwriter.NewWriter(c.stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "TENANT\tVERSION\tNAME\tVERTICAL\tACCOUNTS")
	for _, t := range tenants {
		var accounts []string
		for _, account := range t.Accounts {
			accounts = append(accounts, account.Channel+"/"+account.ID)
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\n", t.ID, t.Version, t.Name, t.Vertical, strings.Join(accounts, " "))
	}
	return table.Flush()
}

// knownTenants is readTenants without the sealed secrets, for what is printed.
func knownTenants(ctx context.Context, b *bus.Bus) ([]tenant.Settings, error) {
	out, err := readTenants(ctx, b)
	for _, settings := range out {
		for i := range settings.Accounts {
			settings.Accounts[i].Secrets = nil
		}
	}
	return out, err
}

// readTenants reads the settings as services see them, by id.
func readTenants(ctx context.Context, b *bus.Bus) ([]tenant.Settings, error) {
	keys, err := b.Keys(ctx, subject.BucketTenants)
	if err != nil {
		return nil, err
	}
	slices.Sort(keys)
	out := []tenant.Settings{}
	for _, key := range keys {
		settings, err := readTenant(ctx, b, key)
		if errors.Is(err, bus.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, *settings)
	}
	return out, nil
}

// readTenant reads the settings of one as services see them.
func readTenant(ctx context.Context, b *bus.Bus, key string) (*tenant.Settings, error) {
	value, err := b.Get(ctx, subject.BucketTenants, key)
	if err != nil {
		return nil, err
	}
	var settings tenant.Settings
	if err := json.Unmarshal(value, &settings); err != nil {
		return nil, fmt.Errorf("read the settings of %s: %w", key, err)
	}
	return &settings, nil
}
