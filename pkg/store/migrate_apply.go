package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/config"
)

func connect(ctx context.Context, url config.Secret) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(string(url))
	if err != nil {
		return nil, errDatabaseURL
	}
	cfg.ConnectTimeout = 5 * time.Second
	cfg.RuntimeParams["application_name"] = "recado-migrate"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, unavailableError{fmt.Errorf("reach the database: %w", err)}
	}
	return conn, nil
}

func closeConn(ctx context.Context, conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = conn.Close(ctx)
}

// apply runs one file and its record in one transaction. The first file creates recado_owner; the others run as that role.
func apply(ctx context.Context, conn *pgx.Conn, m migration) error {
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if !strings.HasPrefix(m.name, "0001_") {
			if _, err := tx.Exec(ctx, "SET LOCAL ROLE recado_owner"); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, m.sql); err != nil {
			return place(m.sql, err)
		}
		if _, err := tx.Exec(ctx, "RESET ROLE"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO public.recado_migrations (name, checksum) VALUES ($1, $2)", m.name, m.checksum)
		return err
	})
	if err != nil {
		return fmt.Errorf("migration %s: %w", m.name, err)
	}
	return nil
}

// place adds the line of the file that the server complains about.
func place(sql string, err error) error {
	answer, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err
	}
	if position := int(answer.Position); position > 0 {
		text := []rune(sql)
		return fmt.Errorf("line %d: %w", 1+strings.Count(string(text[:min(position, len(text))]), "\n"), err)
	}
	if answer.Where != "" {
		return fmt.Errorf("%w (%s)", err, answer.Where)
	}
	return err
}

// finish repeats what no dump and no upgrade of PostgreSQL keeps, after the migrations of each start.
func finish(ctx context.Context, conn *pgx.Conn) error {
	var version string
	var super bool
	err := conn.QueryRow(ctx, `SELECT e.extversion, r.rolsuper FROM pg_extension e, pg_roles r
		WHERE e.extname = 'vector' AND r.rolname = session_user`).Scan(&version, &super)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // a test's own migrations
	}
	if err != nil {
		return fmt.Errorf("read the version of pgvector: %w", err)
	}
	if !vectorVersionUsable(version) {
		return fmt.Errorf("pgvector is %s, 0.8 or newer is needed: run scripts/setup.sh, then ALTER EXTENSION vector UPDATE", version)
	}
	const grants = "GRANT SELECT ON public.recado_migrations TO PUBLIC; GRANT ALL ON public.recado_migrations TO recado_owner"
	if _, err := conn.Exec(ctx, grants); err != nil {
		return fmt.Errorf("grant the table of migrations: %w", err)
	}
	if !super {
		return nil
	}
	// without it row-level security keeps the full-text index from being used (0.7 ms becomes 102 ms at 20,000 chunks)
	if _, err := conn.Exec(ctx, "ALTER FUNCTION pg_catalog.ts_match_vq(tsvector, tsquery) LEAKPROOF"); err != nil {
		return fmt.Errorf("mark full-text matching leakproof: %w", err)
	}
	return nil
}

func vectorVersionUsable(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > 0 || minor >= 8
}

// Exec runs SQL as the URL's login on a connection of its own, outside any pool and scope: set-up and tests only.
func Exec(ctx context.Context, url config.Secret, sql string) error {
	conn, err := connect(ctx, url)
	if err != nil {
		return err
	}
	defer closeConn(ctx, conn)
	_, err = conn.Exec(ctx, sql)
	return err
}
