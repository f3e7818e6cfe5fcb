package store

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/config"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrationLock is the key of the advisory lock that one migrating process holds.
const migrationLock int64 = 0x7265636164_6f // "recado"

var migrationName = regexp.MustCompile(`^[0-9]{4}_[a-z]+(_[a-z0-9]+)+\.sql$`)

type migration struct {
	name, sql, checksum string
}

// Migrate applies the migrations that the database has not, in order, each in its own transaction, and returns their names.
// Processes that migrate at once take turns. A migration that was changed after it was applied is an error that names it.
//
// The URL's login is a superuser (a laptop), or a login with CREATEROLE that may create in the database, where an
// administrator has created the extension vector; it becomes a member of recado_owner, which owns every object.
func Migrate(ctx context.Context, url config.Secret) (applied []string, err error) {
	return migrate(ctx, url, migrationFiles)
}

// Pending names the migrations that the database has not.
func Pending(ctx context.Context, url config.Secret) ([]string, error) {
	all, err := readMigrations(migrationFiles)
	if err != nil {
		return nil, err
	}
	conn, err := connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer closeConn(ctx, conn)
	rest, err := remaining(ctx, conn, all)
	return names(rest), err
}

// MigrationsChecksum identifies the embedded migrations as a whole.
func MigrationsChecksum() string {
	sum := sha256.New()
	all, err := readMigrations(migrationFiles)
	if err != nil {
		return "invalid"
	}
	for _, m := range all {
		sum.Write([]byte(m.name + m.checksum))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func migrate(ctx context.Context, url config.Secret, files fs.FS) ([]string, error) {
	all, err := readMigrations(files)
	if err != nil {
		return nil, err
	}
	conn, err := connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer closeConn(ctx, conn)
	// the lock belongs to the session: closing the connection gives it back
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		return nil, fmt.Errorf("wait for the migration lock: %w", err)
	}
	return applyAll(ctx, conn, all)
}

func applyAll(ctx context.Context, conn *pgx.Conn, all []migration) (applied []string, err error) {
	if _, err := conn.Exec(ctx, createHistory); err != nil {
		return nil, fmt.Errorf("create the table of migrations: %w", err)
	}
	rest, err := remaining(ctx, conn, all)
	if err != nil {
		return nil, err
	}
	for _, m := range rest {
		if err := apply(ctx, conn, m); err != nil {
			return applied, err
		}
		applied = append(applied, m.name)
	}
	return applied, finish(ctx, conn)
}

func readMigrations(files fs.FS) ([]migration, error) {
	paths, err := fs.Glob(files, "migrations/*.sql") // sorted
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	var all []migration
	for _, p := range paths {
		name := path.Base(p)
		if !migrationName.MatchString(name) {
			return nil, fmt.Errorf("migration %s: expected a name such as 0007_add_labels.sql", name)
		}
		if n := len(all); n > 0 && all[n-1].name[:4] == name[:4] {
			return nil, fmt.Errorf("migration %s: has the number of %s", name, all[n-1].name)
		}
		sql, err := fs.ReadFile(files, p)
		if err != nil {
			return nil, fmt.Errorf("read migration %s: %w", name, err)
		}
		sum := sha256.Sum256(sql)
		all = append(all, migration{name: name, sql: string(sql), checksum: hex.EncodeToString(sum[:])})
	}
	return all, nil
}

const createHistory = `CREATE TABLE IF NOT EXISTS public.recado_migrations (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

// remaining returns the migrations that the database has not. What it has must be the beginning of all, unchanged.
func remaining(ctx context.Context, conn *pgx.Conn, all []migration) ([]migration, error) {
	done, err := appliedMigrations(ctx, conn)
	if err != nil {
		return nil, err
	}
	for i, d := range done {
		switch {
		case i == len(all) || all[i].name > d.name:
			return nil, fmt.Errorf("migration %s: was applied to this database and is unknown here; this program is older than the database", d.name)
		case all[i].name < d.name:
			return nil, fmt.Errorf("migration %s: comes before %s, which this database already has; give it a higher number", all[i].name, d.name)
		case all[i].checksum != d.checksum:
			return nil, fmt.Errorf("migration %s: was changed after it was applied to this database; write a new one instead", d.name)
		}
	}
	return all[len(done):], nil
}

// appliedMigrations returns names and checksums in order; none where the database was never migrated.
func appliedMigrations(ctx context.Context, conn *pgx.Conn) ([]migration, error) {
	rows, _ := conn.Query(ctx, `SELECT name, checksum FROM public.recado_migrations ORDER BY name COLLATE "C"`) // CollectRows has its error
	done, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (migration, error) {
		var m migration
		err := row.Scan(&m.name, &m.checksum)
		return m, err
	})
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok && answer.Code == "42P01" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read applied migrations: %w", err)
	}
	return done, nil
}

func names(all []migration) []string {
	var out []string
	for _, m := range all {
		out = append(out, m.name)
	}
	return out
}
