package storetest

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/store"
)

// templateLock is the advisory lock under which processes make templates in turn.
const templateLock int64 = 0x7265636164_6f74

func (s *server) templateName(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.template != "" {
		return s.template, nil
	}
	name, err := s.ensureTemplate(ctx)
	if err == nil {
		s.template = name
	}
	return name, err
}

// ensureTemplate returns the name of the database that has this binary's migrations, and makes it where it is missing.
func (s *server) ensureTemplate(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return "", fmt.Errorf("reach the test server: %w", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return "", fmt.Errorf("wait for the template lock: %w", err)
	}
	name := "recado_template_" + store.MigrationsChecksum()[:16]
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return "", fmt.Errorf("look for the template: %w", err)
	}
	if exists {
		return name, nil
	}
	sweep(ctx, conn)
	return name, s.makeTemplate(ctx, conn, name)
}

// makeTemplate migrates under another name: a template that has its name is complete.
func (s *server) makeTemplate(ctx context.Context, conn *pgx.Conn, name string) error {
	draft := name + "_draft"
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + draft + " WITH (FORCE)", "CREATE DATABASE " + draft + " TEMPLATE template0"} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("make the template: %w", err)
		}
	}
	if _, err := store.Migrate(ctx, config.Secret(withDatabase(s.url, draft))); err != nil {
		return fmt.Errorf("migrate the template: %w", err)
	}
	for _, sql := range []string{
		"ALTER DATABASE " + draft + " WITH ALLOW_CONNECTIONS false",
		"ALTER DATABASE " + draft + " RENAME TO " + name,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("finish the template: %w", err)
		}
	}
	return nil
}

// sweep drops what killed runs and older migrations left behind. Somebody may still use a young one.
func sweep(ctx context.Context, conn *pgx.Conn) {
	rows, err := conn.Query(ctx, `SELECT datname FROM pg_database
		WHERE datname ~ '^recado_(test|template)_' AND (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification < now() - interval '2 hours'`)
	if err != nil {
		return
	}
	old, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return
	}
	for _, name := range old {
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)") // the next sweep tries again
	}
}
