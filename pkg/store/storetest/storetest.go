// Package storetest gives each test a fresh, migrated PostgreSQL database of its own.
//
// The databases live in a cluster that the first test on a machine starts and that later runs find again, or at
// RECADO_TEST_POSTGRES_URL (a superuser's).
package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/store"
)

// DB is one test's database.
type DB struct {
	URL string // as a superuser, for services and tools that open it themselves

	name string
}

// New clones the migrated template into a database that is dropped when the test ends. Where no server can be had the test
// fails and names the command that helps.
func New(t testing.TB) *DB {
	t.Helper()
	return create(t, true)
}

// NewEmpty is New without any migration, for tests of the migrations themselves.
func NewEmpty(t testing.TB) *DB {
	t.Helper()
	return create(t, false)
}

// Open opens a store that acts as role, or as the superuser where role is empty, and closes it when the test ends.
func (db *DB) Open(t testing.TB, role string) *store.Store {
	t.Helper()
	return db.OpenWith(t, store.Options{Role: role})
}

// OpenWith is Open with other options than the defaults; the URL is filled in.
func (db *DB) OpenWith(t testing.TB, opts store.Options) *store.Store {
	t.Helper()
	opts.URL = config.Secret(db.URL)
	s, err := store.Open(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Exec runs SQL as the superuser, who sees every tenant's rows: to prepare what a test starts from.
func (db *DB) Exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	db.connect(t, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql, args...)
		return err
	})
}

// QueryRow scans one row of a superuser's query into dest: to see what a test has done.
func (db *DB) QueryRow(t testing.TB, sql string, args []any, dest ...any) {
	t.Helper()
	db.connect(t, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, sql, args...).Scan(dest...)
	})
}

func (db *DB) connect(t testing.TB, fn func(context.Context, *pgx.Conn) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, db.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := fn(ctx, conn); err != nil {
		t.Fatal(err)
	}
}

// server is the machine's test server, as this process sees it.
type server struct {
	url  string // of a database that is never dropped
	pool *pgxpool.Pool

	mu       sync.Mutex
	template string // its name, once it is known
}

var connected = sync.OnceValues(func() (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	base, err := serverURL(ctx)
	if err != nil {
		return nil, err
	}
	cfg, err := pgxpool.ParseConfig(base)
	if err != nil {
		return nil, errors.New("RECADO_TEST_POSTGRES_URL: expected postgres://user:password@host:port/database")
	}
	cfg.MaxConns = 4
	cfg.MaxConnIdleTime = 5 * time.Second
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s := &server{url: base, pool: pool}
	if err := pool.Ping(ctx); err != nil {
		return nil, fmt.Errorf("reach the test server: %w", err)
	}
	return s, nil
})

func create(t testing.TB, migrated bool) *DB {
	t.Helper()
	s, err := connected()
	if err != nil {
		t.Fatalf("no PostgreSQL for tests: %v", err)
	}
	from := "template0"
	if migrated {
		if from, err = s.templateName(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	name := "recado_test_" + strings.ToLower(rand.Text()[:12])
	if err := s.clone(t.Context(), name, from); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.drop(t, name) })
	return &DB{URL: withDatabase(s.url, name), name: name}
}

// clone repeats while another process looks into the template, or has replaced it.
func (s *server) clone(ctx context.Context, name, from string) error {
	sql := fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s", name, from)
	for attempt := 0; ; attempt++ {
		_, err := s.pool.Exec(ctx, sql)
		var answer *pgconn.PgError
		switch {
		case err == nil:
			return nil
		case attempt == 100 || !errors.As(err, &answer):
			return fmt.Errorf("clone %s: %w", from, err)
		case answer.Code == "3D000": // dropped by a run with other migrations
			if _, err := s.ensureTemplate(ctx); err != nil {
				return err
			}
		case answer.Code != "55006": // being accessed by other users
			return fmt.Errorf("clone %s: %w", from, err)
		}
		if !retry.Sleep(ctx, 50*time.Millisecond) {
			return ctx.Err()
		}
	}
}

func (s *server) drop(t testing.TB, name string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 30*time.Second)
	defer cancel()
	if _, err := s.pool.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
		t.Errorf("drop the test's database: %v", err)
	}
}

// withDatabase changes the database of a URL.
func withDatabase(base, name string) string {
	u, err := url.Parse(base)
	if err != nil {
		return base
	}
	u.Path = "/" + name
	return u.String()
}
