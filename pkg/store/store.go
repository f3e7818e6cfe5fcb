// Package store reaches PostgreSQL: a pool, transactions that see one tenant's rows only, and the migrations.
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	pgxvec "github.com/pgvector/pgvector-go/pgx"

	"github.com/recado/recado/pkg/config"
)

// Options say where the database is and as whom the store acts. Zero values mean the defaults that are named here.
type Options struct {
	URL  config.Secret // postgres://… or key=value
	Role string        // the service's database role, such as recado_agent_runner; empty keeps the login's own
	Name string        // application_name in pg_stat_activity; default the role

	MaxConns int32 // 8
	MinConns int32 // idle connections kept, 0

	ConnectTimeout   time.Duration // 5 s, also the longest wait for a free connection
	StatementTimeout time.Duration // 10 s, negative for none
	IdleInTxTimeout  time.Duration // 30 s, negative for none

	CustomPlans bool // plan_cache_mode = force_custom_plan, which partial indexes need
}

func (o Options) withDefaults() Options {
	o.MaxConns = orDefault(o.MaxConns, 8)
	o.ConnectTimeout = orDefault(o.ConnectTimeout, 5*time.Second)
	o.StatementTimeout = orDefault(o.StatementTimeout, 10*time.Second)
	o.IdleInTxTimeout = orDefault(o.IdleInTxTimeout, 30*time.Second)
	if o.Name == "" {
		o.Name = o.Role
	}
	return o
}

func orDefault[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}

// Store is a pool of connections that act as one role. It is safe for concurrent use.
type Store struct {
	pool    *pgxpool.Pool
	acquire time.Duration
}

// Open makes the pool and reaches the database once. An unreachable database is an error that IsUnavailable reports; a wrong
// password or role is one for which it is not.
func Open(ctx context.Context, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	cfg, err := poolConfig(opts)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database pool: %w", err)
	}
	s := &Store{pool: pool, acquire: opts.ConnectTimeout}
	if err := s.Ping(ctx); err != nil {
		pool.Close()
		return nil, refused(err)
	}
	return s, nil
}

// errDatabaseURL stands for pgx's error, which may hold the password.
var errDatabaseURL = config.Wrong(errors.New("RECADO_POSTGRES_URL: expected postgres://user:password@host:port/database"))

func poolConfig(opts Options) (*pgxpool.Config, error) {
	cfg, err := pgxpool.ParseConfig(string(opts.URL))
	if file, missing := errors.AsType[*fs.PathError](err); missing {
		return nil, config.Wrong(fmt.Errorf("RECADO_POSTGRES_URL: %w", file))
	}
	if err != nil {
		return nil, errDatabaseURL
	}
	cfg.MaxConns, cfg.MinConns = opts.MaxConns, opts.MinConns
	cfg.HealthCheckPeriod = 15 * time.Second
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.MaxConnLifetime = time.Hour
	cfg.MaxConnLifetimeJitter = 5 * time.Minute
	cfg.ConnConfig.ConnectTimeout = opts.ConnectTimeout
	set := cfg.ConnConfig.RuntimeParams
	set["jit"] = "off" // short statements: compiling costs more than it saves
	set["statement_timeout"] = milliseconds(opts.StatementTimeout)
	set["idle_in_transaction_session_timeout"] = milliseconds(opts.IdleInTxTimeout)
	if opts.Name != "" {
		set["application_name"] = opts.Name
	}
	if opts.CustomPlans {
		set["plan_cache_mode"] = "force_custom_plan"
	}
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error { return prepareConn(ctx, conn, opts) }
	return cfg, nil
}

func milliseconds(d time.Duration) string {
	return strconv.FormatInt(max(0, d.Milliseconds()), 10)
}

func prepareConn(ctx context.Context, conn *pgx.Conn, opts Options) error {
	if opts.Role != "" {
		if _, err := conn.Exec(ctx, "SET ROLE "+pgx.Identifier{opts.Role}.Sanitize()); err != nil {
			return fmt.Errorf("act as role %s (is the login a member, is the database migrated?): %w", opts.Role, err)
		}
	}
	if err := pgxvec.RegisterTypes(ctx, conn); err != nil {
		return fmt.Errorf("register the types of pgvector (is the database migrated?): %w", err)
	}
	return nil
}

// Close waits for running transactions and closes every connection.
func (s *Store) Close() { s.pool.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	return s.withConn(ctx, func(conn *pgxpool.Conn) error {
		if err := conn.Ping(ctx); err != nil {
			return fmt.Errorf("ping database: %w", err)
		}
		return nil
	})
}

// withConn waits for a connection no longer than the acquire time: a full or unreachable pool is an error that IsUnavailable reports.
func (s *Store) withConn(ctx context.Context, fn func(*pgxpool.Conn) error) error {
	wait, cancel := context.WithTimeout(ctx, s.acquire)
	conn, err := s.pool.Acquire(wait)
	cancel()
	if err != nil {
		return acquireError(ctx, err)
	}
	defer conn.Release()
	return fn(conn)
}

func acquireError(ctx context.Context, err error) error {
	err = fmt.Errorf("reach the database: %w", err)
	if errors.Is(ctx.Err(), context.Canceled) {
		return err
	}
	return unavailableError{err}
}
