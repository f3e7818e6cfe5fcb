package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/recado/recado/pkg/tenant"
)

// Tenant runs fn in one transaction that sees and writes the rows of this tenant only. An error of fn rolls back and is
// returned as it is. Three round trips and those of fn: hot paths use Batch.
func (s *Store) Tenant(ctx context.Context, id tenant.ID, fn func(tx pgx.Tx) error) error {
	return s.User(ctx, id, "", fn)
}

// User is Tenant for one user or contact too, whose personal rows become visible.
func (s *Store) User(ctx context.Context, id tenant.ID, user string, fn func(tx pgx.Tx) error) error {
	begin, err := beginFor(id, user)
	if err != nil {
		return err
	}
	return s.transact(ctx, pgx.TxOptions{BeginQuery: begin}, fn)
}

// beginFor opens and scopes a transaction in one round trip: without arguments pgx sends it as one simple query.
func beginFor(id tenant.ID, user string) (string, error) {
	if _, err := tenant.ParseID(string(id)); err != nil {
		return "", fmt.Errorf("tenant transaction: %w", err)
	}
	begin := "begin; select set_config('recado.tenant', '" + string(id) + "', true)"
	if user == "" {
		return begin, nil
	}
	if err := checkUser(user); err != nil {
		return "", err
	}
	return begin + ", set_config('recado.user', '" + user + "', true)", nil
}

// checkUser keeps what is not an id out of the simple query.
func checkUser(user string) error {
	if len(user) > 128 || strings.ContainsFunc(user, func(r rune) bool { return r < ' ' || r > '~' || r == '\'' || r == '\\' }) {
		return errors.New("user transaction: expected an id of at most 128 plain ASCII characters")
	}
	return nil
}

// System runs fn in one transaction without a tenant: no row of any table is visible, only the named security-definer
// functions that this role may execute do anything.
func (s *Store) System(ctx context.Context, fn func(tx pgx.Tx) error) error {
	return s.transact(ctx, pgx.TxOptions{}, fn)
}

func (s *Store) transact(ctx context.Context, opts pgx.TxOptions, fn func(tx pgx.Tx) error) error {
	return s.withConn(ctx, func(conn *pgxpool.Conn) error {
		tx, err := conn.BeginTx(ctx, opts)
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
		if err := fn(tx); err != nil {
			return err
		}
		if err := tx.Commit(ctx); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
		return nil
	})
}

// Batch sends the statements that fill queues as one transaction for this tenant in one round trip: they commit together or
// not at all. Results are read by the queued statements' callbacks (Query, QueryRow, Exec), which run after the commit was
// sent: an error of theirs is returned but undoes nothing.
func (s *Store) Batch(ctx context.Context, id tenant.ID, fill func(b *pgx.Batch)) error {
	if _, err := tenant.ParseID(string(id)); err != nil {
		return fmt.Errorf("tenant batch: %w", err)
	}
	b := &pgx.Batch{}
	b.Queue("select set_config('recado.tenant', $1, true)", string(id))
	fill(b)
	return s.send(ctx, b)
}

// SystemBatch is Batch without a tenant, for calls of security-definer functions.
func (s *Store) SystemBatch(ctx context.Context, fill func(b *pgx.Batch)) error {
	b := &pgx.Batch{}
	fill(b)
	return s.send(ctx, b)
}

// send relies on the pipeline's own transaction, which lasts from the first statement to the one Sync at its end: an error
// rolls back and leaves the connection usable, where an explicit begin would leave it in a failed transaction.
func (s *Store) send(ctx context.Context, b *pgx.Batch) error {
	return s.withConn(ctx, func(conn *pgxpool.Conn) error {
		return conn.SendBatch(ctx, b).Close()
	})
}
