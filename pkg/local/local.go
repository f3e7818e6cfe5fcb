// Package local runs what Recado needs on one machine: an embedded NATS server and a private PostgreSQL cluster.
//
// Everything lives in one directory, .recado by default:
//
//	lock         held by the process that runs here
//	secret.key   the master key of sealed values, mode 0600
//	nats/        streams, password, port
//	postgres/    data, log, password, port (a link to /var/lib/recado where root's directories bar the user postgres)
//	pgsql/       PostgreSQL itself, where scripts/setup.sh had no root to install it
//	env          variables for other processes, mode 0600, written where TCP was asked for
package local

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/recado/recado/pkg/seal"
)

// Options choose where the state lives and who reaches it. The zero value is .recado and no listener.
type Options struct {
	Dir string // default .recado
	TCP bool   // both listen on 127.0.0.1, for other processes

	NATSPort     int // of TCP; 0 keeps the last one, or takes a free one
	PostgresPort int

	PostgresURL string // a server of the user's own: no private cluster is started
	// Restarted is NATSOptions.Restarted.
	Restarted func(ctx context.Context) error
	Log       *slog.Logger
}

// Local is a running NATS server and PostgreSQL cluster.
type Local struct {
	Dir         string
	NATSURL     string // empty where NATS does not listen: connect with NATS.Options
	PostgresURL string // of the database recado, as its superuser
	SecretKey   string // as RECADO_SECRET_KEY takes it

	NATS     *NATS
	Postgres *Postgres // nil where Options.PostgresURL was given

	lock *os.File
}

// Start starts both in a directory that no other process may use until Close or this process's end.
func Start(ctx context.Context, opts Options) (*Local, error) {
	dir, err := filepath.Abs(orDefault(opts.Dir, ".recado"))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	l := &Local{Dir: dir}
	l.lock, err = lockFile(filepath.Join(dir, "lock"))
	if errors.Is(err, errLocked) {
		return nil, fmt.Errorf("%s is %w: stop it, or use another directory", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if err := l.start(ctx, opts); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (l *Local) start(ctx context.Context, opts Options) (err error) {
	if l.SecretKey, err = SecretKey(l.Dir); err != nil {
		return err
	}
	l.PostgresURL = opts.PostgresURL
	if opts.PostgresURL == "" {
		l.Postgres, err = StartPostgres(ctx, filepath.Join(l.Dir, "postgres"), PostgresOptions{
			TCP: opts.TCP, Port: opts.PostgresPort, Log: opts.Log,
		})
		if err != nil {
			return err
		}
		l.PostgresURL = l.Postgres.URL()
	}
	l.NATS, err = StartNATS(ctx, filepath.Join(l.Dir, "nats"), NATSOptions{
		TCP: opts.TCP, Port: opts.NATSPort, Restarted: opts.Restarted, Log: opts.Log,
	})
	if err != nil {
		return err
	}
	l.NATSURL = l.NATS.URL()
	if !opts.TCP {
		return nil
	}
	return l.writeEnv()
}

// Env lists the variables that a process needs to use what runs here.
func (l *Local) Env() []string {
	return []string{
		"RECADO_NATS_URL=" + l.NATSURL,
		"RECADO_POSTGRES_URL=" + l.PostgresURL,
		"RECADO_SECRET_KEY=" + l.SecretKey,
	}
}

// writeEnv replaces the file env in one step; a shell reads it with `set -a; . .recado/env`.
func (l *Local) writeEnv() error {
	var text strings.Builder
	for _, v := range l.Env() {
		text.WriteString(shellQuote(v) + "\n")
	}
	next := filepath.Join(l.Dir, ".env.new")
	if err := os.WriteFile(next, []byte(text.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(next, filepath.Join(l.Dir, "env"))
}

// Close stops both, the clients' side first: services have ended before.
func (l *Local) Close() error {
	if l.NATS != nil {
		l.NATS.Close()
	}
	var err error
	if l.Postgres != nil {
		err = l.Postgres.Close()
	}
	return errors.Join(err, unlockFile(l.lock))
}

// SecretKey returns the master key that dir keeps, which it makes the first time. Losing the file loses what was sealed.
func SecretKey(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	key, err := keepFile(filepath.Join(dir, "secret.key"), seal.Generate)
	if err != nil {
		return "", fmt.Errorf("secret key: %w", err)
	}
	if _, err := seal.ParseKey(key); err != nil {
		return "", fmt.Errorf("secret key in %s: %w", filepath.Join(dir, "secret.key"), err)
	}
	return key, nil
}
