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

// refusing is a server, or a pooler, that answers every connection with an error.
func refusing(t *testing.T, code, message string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	fields := "SFATAL\x00C" + code + "\x00M" + message + "\x00\x00"
	answer := append([]byte{'E', 0, 0, 0, byte(len(fields) + 4)}, fields...)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 1024))
			_, _ = conn.Write(answer)
			_ = conn.Close()
		}
	}()
	return "postgres://recado:hunter2@" + l.Addr().String() + "/recado?sslmode=disable"
}

func TestWhatWillNeverComeBackEndsTheStartWithItsName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ code, message, want string }{
		{"28P01", `password authentication failed for user "recado"`, "the user or password is refused"},
		{"28000", `role "recado" does not exist`, "the user or password is refused"},
		{"3D000", `database "recado" does not exist`, "there is no such database"},
		{"08P01", "unsupported startup parameter: jit", "a pooler refuses a start-up parameter"},
		{"08P01", "query_wait_timeout", ""},
		{"57P03", "the database system is starting up", ""},
	} {
		_, err := store.Open(t.Context(), store.Options{URL: config.Secret(refusing(t, test.code, test.message))})
		final := test.want != ""
		if errors.Is(err, config.ErrWrong) != final || store.IsUnavailable(err) == final {
			t.Errorf("%s: got %v, unavailable %v", test.message, err, store.IsUnavailable(err))
		}
		if final && !errorsContain(err, "RECADO_POSTGRES_URL: "+test.want) || !errorsContain(err, test.message) {
			t.Errorf("%s: got %v", test.message, err)
		}
	}
	_, err := store.Open(t.Context(), store.Options{URL: "postgres://u:hunter2@host/x?sslmode=verify-full&sslrootcert=/no/such/file"})
	if !errors.Is(err, config.ErrWrong) || !strings.Contains(err.Error(), "/no/such/file") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a missing certificate: %v", err)
	}
}
