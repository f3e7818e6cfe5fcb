package tenants

import (
	"context"
	"errors"
	"fmt"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Config is what applying tenants needs of the environment.
type Config struct {
	Postgres config.Secret `env:"RECADO_POSTGRES_URL" help:"postgres://user:password@host:port/database"`
	Key      seal.Key      `env:"RECADO_SECRET_KEY" help:"32 random bytes in base64 or hex"`
}

// WithApplier opens the database that getenv names.
func WithApplier(ctx context.Context, b *bus.Bus, getenv func(string) string, use func(*apply.Applier) error) error {
	cfg, err := config.Load[Config](getenv)
	if err != nil {
		return err
	}
	return withApplier(ctx, b, cfg, use)
}

// WithSweeper is WithApplier without the master key, which nothing that is swept needs.
func WithSweeper(ctx context.Context, b *bus.Bus, url config.Secret, use func(*apply.Applier) error) error {
	return withApplier(ctx, b, Config{Postgres: url}, use)
}

func withApplier(ctx context.Context, b *bus.Bus, cfg Config, use func(*apply.Applier) error) error {
	db, err := store.Open(ctx, store.Options{URL: cfg.Postgres, Role: "recado_console", MaxConns: 2})
	if err != nil {
		return err
	}
	defer db.Close()
	return use(&apply.Applier{Store: db, Bus: b, Key: cfg.Key})
}

// LoadFiles reads all files before anything is done with one; every problem of every file is reported.
func LoadFiles(files []string, getenv func(string) string) (out []*tenantfile.File, err error) {
	var errs []error
	for _, name := range files {
		file, err := tenantfile.LoadFile(name, getenv)
		errs = append(errs, err)
		out = append(out, file)
	}
	return out, errors.Join(errs...)
}

// ApplyFiles applies tenants' files and prints what each changed.
func ApplyFiles(ctx context.Context, c *cli.CLI, a *apply.Applier, files []string, asJSON bool) error {
	loaded, err := LoadFiles(files, c.Getenv)
	if err != nil {
		return err
	}
	summaries := []apply.Summary{}
	for _, file := range loaded {
		summary, err := a.Apply(ctx, file)
		if err != nil {
			return err
		}
		summaries = append(summaries, summary)
	}
	if asJSON {
		return c.JSON(summaries)
	}
	for i, s := range summaries {
		printSummary(c, s)
		for _, note := range ClosedNotes(loaded[i]) {
			fmt.Fprintln(c.Stdout, "note:", note)
		}
	}
	return nil
}

// ClosedNotes warns of web chats that pages on another host cannot use, as they could before origins had to be named.
func ClosedNotes(file *tenantfile.File) (notes []string) {
	for _, account := range file.Closed() {
		notes = append(notes, fmt.Sprintf(
			"%s: the web chat %s names no origins: only pages of the door's own address may use it; name yours, or \"*\" for every page",
			file.Tenant.ID, account))
	}
	return notes
}

func printSummary(c *cli.CLI, s apply.Summary) {
	if !s.Changed {
		fmt.Fprintf(c.Stdout, "%s: unchanged, version %d\n", s.Tenant, s.Version)
		return
	}
	fmt.Fprintf(c.Stdout, "%s: version %d, %d rows created, %d updated, %d removed, %d documents submitted or removed\n",
		s.Tenant, s.Version, s.Created, s.Updated, s.Removed, s.Published)
}
