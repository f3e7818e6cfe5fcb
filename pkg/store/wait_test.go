package store_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/url"
	"testing"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
)

// door is a TCP address of a test's database that opens when it is told to.
type door struct {
	t    *testing.T
	addr string
	to   url.URL
}

func newDoor(t *testing.T, db *storetest.DB) (*door, config.Secret) {
	t.Helper()
	to, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &door{t: t, addr: listener.Addr().String(), to: *to}
	_ = listener.Close()
	from := *to
	from.Host, from.RawQuery = d.addr, "sslmode=disable"
	return d, config.Secret(from.String())
}

func (d *door) open() {
	listener, err := new(net.ListenConfig).Listen(d.t.Context(), "tcp", d.addr)
	if err != nil {
		d.t.Error(err)
		return
	}
	d.t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go d.pass(conn)
		}
	}()
}

func (d *door) pass(conn net.Conn) {
	defer conn.Close()
	network, addr := "tcp", d.to.Host
	if dir := d.to.Query().Get("host"); dir != "" {
		network, addr = "unix", dir+"/.s.PGSQL."+d.to.Query().Get("port")
	}
	server, err := new(net.Dialer).DialContext(context.Background(), network, addr)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(server, conn) }()
	_, _ = io.Copy(conn, server)
}

// onRecord calls f at every line of a log.
type onRecord struct {
	slog.Handler
	f func()
}

func (h onRecord) Handle(context.Context, slog.Record) error { h.f(); return nil }
func (h onRecord) Enabled(context.Context, slog.Level) bool  { return true }

func TestOpenWaitsForADatabaseThatStartsLater(t *testing.T) {
	t.Parallel()
	d, address := newDoor(t, storetest.New(t))
	waited := 0
	log := slog.New(onRecord{slog.DiscardHandler, func() {
		if waited++; waited == 2 {
			d.open()
		}
	}})
	s, err := store.OpenWhenAvailable(t.Context(), store.Options{URL: address, Role: role}, log)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if waited < 2 {
		t.Errorf("it waited %d times, want 2", waited)
	}
}

func TestOpenDoesNotWaitAfterAFinalErrorOrAStop(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	if _, err := store.OpenWhenAvailable(t.Context(), store.Options{URL: config.Secret(storetest.New(t).URL), Role: "nobody"}, log); err == nil || store.IsUnavailable(err) {
		t.Errorf("an unknown role: %v, want an error at once", err)
	}
	_, nowhere := newDoor(t, storetest.New(t))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := store.OpenWhenAvailable(ctx, store.Options{URL: nowhere}, slog.New(onRecord{slog.DiscardHandler, cancel}))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a stop while it waits: %v, want %v", err, context.Canceled)
	}
}
