package local_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/pkg/store"
)

func TestLocalKeepsMessagesRowsAndKeyOverARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := start(t, local.Options{Dir: dir})
	publish(t, inProcess(t, first), "one")
	run(t, first.PostgresURL, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := start(t, local.Options{Dir: dir})
	if got := stored(t, inProcess(t, second)); got != 1 {
		t.Errorf("got %d messages after the restart, want 1", got)
	}
	run(t, second.PostgresURL, "INSERT INTO kept VALUES (2)")
	if second.SecretKey != first.SecretKey {
		t.Error("the secret key changed")
	}
}

func TestLocalRefusesADirectoryInUse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	start(t, local.Options{Dir: dir})
	_, err := local.Start(t.Context(), local.Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "in use by another process (pid ") {
		t.Fatalf("got %v, want an error that names the process", err)
	}
}

func TestLocalListensWithPasswordsWhereTCPIsAsked(t *testing.T) {
	t.Parallel()
	l := start(t, local.Options{Dir: t.TempDir(), TCP: true})
	conn, err := nats.Connect(l.NATSURL)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	run(t, l.PostgresURL, "SELECT 1")
	if _, err := nats.Connect("nats://" + l.NATSURL[strings.Index(l.NATSURL, "@")+1:]); err == nil {
		t.Error("NATS let a client in without a password")
	}
	env, err := os.ReadFile(l.Dir + "/env")
	if err != nil || !strings.Contains(string(env), "RECADO_POSTGRES_URL='postgres://") {
		t.Errorf("got env %q, %v", env, err)
	}
}

func start(t *testing.T, opts local.Options) *local.Local {
	t.Helper()
	l, err := local.Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // some tests close it themselves
	return l
}

func run(t *testing.T, url, sql string) {
	t.Helper()
	if err := exec(t.Context(), url, sql); err != nil {
		t.Fatal(err)
	}
}

func exec(ctx context.Context, url, sql string) error {
	return store.Exec(ctx, config.Secret(url), sql)
}

func publish(t *testing.T, conn *nats.Conn, text string) {
	t.Helper()
	js := jetStream(t, conn)
	_, err := js.CreateOrUpdateStream(t.Context(), jetstream.StreamConfig{Name: "TEST", Subjects: []string{"test"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "test", []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func stored(t *testing.T, conn *nats.Conn) uint64 {
	t.Helper()
	s, err := jetStream(t, conn).Stream(t.Context(), "TEST")
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

func inProcess(t *testing.T, l *local.Local) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect("", l.NATS.Options()...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func jetStream(t *testing.T, conn *nats.Conn) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}
