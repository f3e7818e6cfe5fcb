// Package bustest gives tests a real NATS server in their own process, with Recado's topology on it.
package bustest

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/seal"
)

// Key is the master key (RECADO_SECRET_KEY) of tests.
var Key = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, seal.KeySize))

// Partitions of the topology that New applies.
const Partitions = 4

const (
	password = "test"
	everyone = "everyone" // the user that may do everything
)

// Server is an embedded NATS server with its own temporary directory.
type Server struct {
	t      testing.TB
	dir    string
	opts   options
	mu     sync.Mutex
	server *server.Server
	port   int
}

type options struct {
	listen, bare, sync bool
	denied             map[string][]string
	topology           bus.Topology
	log                *slog.Logger
	conf               string
	users              map[string]string
}

// Option changes what New starts.
type Option func(*options)

// Listen makes the server listen on loopback, so that Restart keeps its address and clients reconnect.
func Listen() Option { return func(o *options) { o.listen = true } }

// Bare leaves out the topology.
func Bare() Option { return func(o *options) { o.bare = true } }

// SyncAlways writes through to the disk, as a single node does in production.
func SyncAlways() Option { return func(o *options) { o.sync = true } }

// Deny forbids a service to publish on some subjects; others may do everything.
func Deny(service string, subjects ...string) Option {
	return func(o *options) { o.denied = map[string][]string{service: subjects} }
}

// WithTopology applies another topology.
func WithTopology(t bus.Topology) Option { return func(o *options) { o.topology = t } }

// WithLog gives the buses of this server a logger.
func WithLog(log *slog.Logger) Option { return func(o *options) { o.log = log } }

// New starts a server and applies the topology; both end with the test.
func New(t testing.TB, opts ...Option) *Server {
	t.Helper()
	s := &Server{t: t, dir: t.TempDir(), port: server.RANDOM_PORT}
	s.opts.topology = bus.Topology{Partitions: Partitions, MaxBytes: 64 << 20}
	for _, opt := range opts {
		opt(&s.opts)
	}
	s.start()
	t.Cleanup(s.Stop)
	if !s.opts.bare {
		s.Apply(s.opts.topology)
	}
	return s
}

// Apply applies a topology, and fails the test when it is refused.
func (s *Server) Apply(topology bus.Topology) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := s.Dial(ctx, bus.Config{Service: "topology"})
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	if err := bus.Apply(ctx, conn, topology); err != nil {
		s.t.Fatalf("apply topology: %v", err)
	}
}

func (s *Server) start() {
	s.t.Helper()
	o := &server.Options{JetStream: true, StoreDir: s.dir, SyncAlways: s.opts.sync}
	if s.opts.conf != "" {
		var err error
		if o, err = s.confOptions(); err != nil {
			s.t.Fatal(err)
		}
	}
	o.NoSigs, o.NoLog, o.DontListen, o.Host, o.Port = true, true, !s.opts.listen, "127.0.0.1", s.port
	for user, subjects := range s.opts.denied {
		o.Users = []*server.User{
			{Username: everyone, Password: password},
			{Username: user, Password: password, Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: subjects}}},
		}
	}
	srv, err := server.NewServer(o)
	if err != nil {
		s.t.Fatalf("start NATS: %v", err)
	}
	srv.Start()
	if !srv.ReadyForConnections(20 * time.Second) {
		s.t.Fatal("start NATS: not ready after 20 s")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.server = srv
	if addr, ok := srv.Addr().(*net.TCPAddr); ok {
		s.port = addr.Port
	}
}

// Stop ends the server; clients see it vanish.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return
	}
	s.server.Shutdown()
	s.server.WaitForShutdown()
	s.server = nil
}

// Start starts a stopped server again on the same store and address.
func (s *Server) Start() { s.start() }

// Restart stops the server and starts it again on the same store.
func (s *Server) Restart() {
	s.Stop()
	s.start()
}

// Dir is where the server keeps its files.
func (s *Server) Dir() string { return s.dir }

// URL is the address of a server that listens.
func (s *Server) URL() string { return fmt.Sprintf("nats://127.0.0.1:%d", s.port) }

// InProcessConn opens a pipe to whichever server runs now; nats.go calls it on every reconnect.
func (s *Server) InProcessConn() (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return nil, errors.New("the server is stopped")
	}
	return s.server.InProcessConn()
}

// Dial is a bus.Dialer for this server.
func (s *Server) Dial(ctx context.Context, cfg bus.Config) (*nats.Conn, error) {
	if s.opts.listen && s.opts.denied == nil && s.opts.conf == "" {
		cfg.URL = s.URL()
		return bus.Dial(ctx, cfg)
	}
	opts := append(bus.ConnOptions(cfg), nats.InProcessServer(s))
	if s.opts.denied != nil {
		user := everyone
		if s.opts.denied[cfg.Service] != nil {
			user = cfg.Service
		}
		opts = append(opts, nats.UserInfo(user, password))
	}
	if s.opts.conf != "" {
		user := s.opts.users[cfg.Service]
		if user == "" {
			user = everyone
		}
		opts = append(opts, nats.UserInfo(user, password))
	}
	conn, err := nats.Connect("", opts...)
	if err != nil {
		return nil, fmt.Errorf("connect in process: %w", err)
	}
	return conn, nil
}

// Conn opens a connection that ends with the test.
func (s *Server) Conn(t testing.TB) *nats.Conn {
	t.Helper()
	conn, err := s.Dial(t.Context(), bus.Config{Service: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// Bus opens a service's bus that ends with the test.
func (s *Server) Bus(t testing.TB, service string) *bus.Bus {
	t.Helper()
	return s.Open(t, bus.Options{Service: service, Log: s.opts.log})
}

// Open opens a bus with options; it ends with the test.
func (s *Server) Open(t testing.TB, opts bus.Options) *bus.Bus {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	conn, err := s.Dial(ctx, bus.Config{Service: opts.Service})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	b, err := bus.New(ctx, conn, opts)
	if err != nil {
		t.Fatalf("open bus: %v", err)
	}
	SealDeadLetters(t, b)
	return b
}

// SealDeadLetters gives a bus Key, as a service that reads raw texts does.
func SealDeadLetters(t testing.TB, b *bus.Bus) {
	t.Helper()
	key, err := seal.ParseKey(Key)
	if err != nil {
		t.Fatal(err)
	}
	b.SealDeadLetters(key)
}
