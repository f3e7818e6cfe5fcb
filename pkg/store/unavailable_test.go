package store_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
)

func TestIsUnavailableReportsErrorsOfReachingTheDatabase(t *testing.T) {
	t.Parallel()
	code := func(c string) error { return &pgconn.PgError{Code: c} }
	for _, test := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("own error"), false},
		{context.Canceled, false},
		{pgx.ErrNoRows, false},
		{code("57P01"), true},
		{code("57P03"), true},
		{code("53300"), true},
		{code("53100"), true},
		{code("08006"), true},
		{code("25006"), true},
		{code("57014"), false},
		{code("23505"), false},
		{code("40001"), false},
		{code("42501"), false},
		{code("bad"), false},
		{fmt.Errorf("begin: %w", io.ErrUnexpectedEOF), true},
		{&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, true},
		{fmt.Errorf("commit: %w", syscall.ECONNRESET), true},
	} {
		if got := store.IsUnavailable(test.err); got != test.want {
			t.Errorf("IsUnavailable(%v) = %t, want %t", test.err, got, test.want)
		}
	}
}

func TestUnreachableServerIsUnavailable(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // accepts and never answers
	for name, address := range map[string]string{"refused": "127.0.0.1:1", "silent": l.Addr().String()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := store.Open(t.Context(), store.Options{
				URL: config.Secret("postgres://u:hunter2@" + address + "/x?sslmode=disable"), ConnectTimeout: 200 * time.Millisecond,
			})
			if !store.IsUnavailable(err) || errorsContain(err, "hunter2") {
				t.Errorf("%s: got %v", address, err)
			}
		})
	}
}

func TestFullPoolAndEndedConnectionAreUnavailable(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	s := db.OpenWith(t, store.Options{MaxConns: 1, ConnectTimeout: 2 * time.Second})
	err := s.System(t.Context(), func(tx pgx.Tx) error {
		if err := s.System(t.Context(), func(pgx.Tx) error { return nil }); !store.IsUnavailable(err) {
			t.Errorf("full pool: got %v", err)
		}
		db.Exec(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		_, err := tx.Exec(t.Context(), "SELECT 1")
		return err
	})
	if !store.IsUnavailable(err) {
		t.Errorf("ended connection: got %v", err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("the pool did not recover: %v", err)
	}
}

func errorsContain(err error, text string) bool {
	return err != nil && strings.Contains(err.Error(), text)
}
