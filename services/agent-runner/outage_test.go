package agentrunner_test

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

// line is a connection to PostgreSQL that a test can cut.
type line struct {
	listener net.Listener
	network  string
	address  string

	mu      sync.Mutex
	cut     bool
	refused int
	open    map[net.Conn]struct{}
}

// through puts a line between the service and the database, and returns the URL at its near end.
func through(t *testing.T, database string) (*line, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l := &line{network: "tcp", address: u.Host, open: map[net.Conn]struct{}{}}
	q := u.Query()
	if dir := q.Get("host"); strings.HasPrefix(dir, "/") {
		port := q.Get("port")
		if port == "" {
			port = "5432"
		}
		l.network, l.address = "unix", fmt.Sprintf("%s/.s.PGSQL.%s", dir, port)
		q.Del("host")
		q.Del("port")
	}
	if l.listener, err = new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.listener.Close(); l.set(true) })
	go l.serve()
	u.Host = l.listener.Addr().String()
	q.Set("sslmode", "disable")
	u.RawQuery = q.Encode()
	return l, u.String()
}

func (l *line) serve() {
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		go l.carry(near)
	}
}

func (l *line) carry(near net.Conn) {
	defer near.Close()
	far, err := net.Dial(l.network, l.address)
	if err != nil {
		return
	}
	defer far.Close()
	if !l.admit(near, far) {
		return
	}
	go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
	_, _ = io.Copy(near, far)
}

func (l *line) admit(conns ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		l.refused++
		return false
	}
	for _, c := range conns {
		l.open[c] = struct{}{}
	}
	return true
}

func (l *line) set(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	if cut {
		for c := range l.open {
			_ = c.Close()
		}
		clear(l.open)
	}
}

func (l *line) refusals() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.refused
}

func TestMessagesWaitWhilePostgresIsUnavailable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wire, near := through(t, w.db.URL)
	w.databaseURL = near
	w.start(t)
	ana := &person{tenant: "clinic", name: "ana"}
	w.say(t, ana, "hola")
	w.replies(t, 1)
	wire.set(true)
	for i := range 12 {
		p := &person{tenant: "clinic", name: fmt.Sprint("p", i)}
		w.say(t, p, "hola")
	}
	bustest.Eventually(t, "the database has been asked for", func() bool { return wire.refusals() > 10 })
	wire.set(false)
	w.replies(t, 13)
	if n := bustest.Count(t, w.server, subject.DeadLetters); n != 0 {
		t.Errorf("%d dead letters, want none", n)
	}
	if n := w.count(t, "SELECT count(*) FROM chat.turns WHERE attempts > 1"); n > 1 { // the one that was running when the line was cut
		t.Errorf("%d turns were counted as failed", n)
	}
}
