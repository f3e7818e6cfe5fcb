package local

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const natsUser = "recado"

// NATSOptions choose how the embedded server is reached. The zero value has no listener at all: only this process reaches it.
type NATSOptions struct {
	TCP  bool // listen on 127.0.0.1 too, with a generated password
	Port int  // of TCP; 0 keeps the last one, or takes a free one

	MaxStore int64 // bytes of all streams on disk, default 8 GiB
	NoSync   bool  // acknowledge before data is on the disk: for measurements only
	// Restarted is called when the server was started again because its disk was full and has room again: what streams hold in memory
	// is gone then.
	Restarted func(ctx context.Context) error
	Log       *slog.Logger
}

// NATS is an embedded server with JetStream on disk.
type NATS struct {
	dir      string
	opts     NATSOptions
	log      *natsLog
	tcp      bool
	port     int
	password string

	mu     sync.Mutex
	server *server.Server
	stop   context.CancelFunc
	healed chan struct{} // closed when nobody starts it again any more
}

// StartNATS starts a server whose streams live in dir and returns when it accepts connections. Every acknowledged message is on
// the disk (SyncAlways). The caller makes sure that no two processes use one dir.
func StartNATS(ctx context.Context, dir string, opts NATSOptions) (*NATS, error) {
	n, err := startNATS(ctx, dir, opts)
	if err != nil {
		return nil, fmt.Errorf("embedded NATS in %s: %w", dir, err)
	}
	return n, nil
}

func startNATS(ctx context.Context, dir string, opts NATSOptions) (*NATS, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	n := &NATS{dir: dir, opts: opts, tcp: opts.TCP, healed: make(chan struct{}), log: &natsLog{log: opts.Log, full: make(chan struct{}, 1)}}
	var err error
	if n.password, err = keepFile(filepath.Join(dir, "password"), rand.Text); err != nil {
		return nil, err
	}
	if opts.TCP {
		if n.port, err = choosePort(filepath.Join(dir, "port"), opts.Port, opts.Log); err != nil {
			return nil, err
		}
	}
	if err := n.launch(ctx); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	n.stop = stop
	go n.heal(life)
	return n, nil
}

// launch starts a server and waits until it takes connections.
func (n *NATS) launch(ctx context.Context) error {
	next, err := server.NewServer(n.serverOptions(n.dir, n.opts))
	if err != nil {
		return err
	}
	next.SetLoggerV2(n.log, false, false, false)
	next.Start()
	n.mu.Lock()
	n.server = next
	n.mu.Unlock()
	if err := n.awaitReady(ctx, next); err != nil {
		next.Shutdown()
		next.WaitForShutdown()
		return err
	}
	return nil
}

func (n *NATS) serverOptions(dir string, opts NATSOptions) *server.Options {
	return &server.Options{
		ServerName: "recado", Host: "127.0.0.1", Port: n.port, DontListen: !opts.TCP,
		Username: natsUser, Password: n.password,
		JetStream: true, StoreDir: dir, SyncAlways: !opts.NoSync,
		JetStreamMaxStore:  orDefault(opts.MaxStore, 8<<30),
		JetStreamMaxMemory: 512 << 20, // the tool calls' streams and the dialogues
		MaxPayload:         1 << 20, NoSigs: true,
	}
}

func orDefault[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}

func (n *NATS) awaitReady(ctx context.Context, next *server.Server) error {
	limit := time.Now().Add(30 * time.Second) // reading a large store takes its time
	for !next.ReadyForConnections(100 * time.Millisecond) {
		if said := n.log.fatal.Load(); said != nil {
			return errors.New(*said)
		}
		if ctx.Err() != nil || time.Now().After(limit) {
			return errors.Join(errors.New("the server did not get ready"), ctx.Err())
		}
	}
	return nil
}

// URL is where other processes reach the server; empty where it does not listen.
func (n *NATS) URL() string {
	if !n.tcp {
		return ""
	}
	u := url.URL{Scheme: "nats", User: url.UserPassword(natsUser, n.password), Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(n.port))}
	return u.String()
}

// Options connect a client of this process without a socket: nats.Connect("", n.Options()...).
func (n *NATS) Options() []nats.Option {
	return []nats.Option{nats.InProcessServer(n), nats.UserInfo(natsUser, n.password)}
}

// Close stops the server and waits until its streams are closed; what was acknowledged is on the disk before that.
func (n *NATS) Close() {
	n.stop()
	<-n.healed
	n.shutdown()
}

func (n *NATS) shutdown() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// natsLog passes the server's log on. Its notices are of no interest to the user of an embedded server.
type natsLog struct {
	log   *slog.Logger
	fatal atomic.Pointer[string]
	full  chan struct{} // has a place for the news that the disk is full
}

func (l *natsLog) Noticef(format string, v ...any) {
	l.log.Debug("nats server", "text", fmt.Sprintf(format, v...))
}

func (l *natsLog) Warnf(format string, v ...any) {
	l.log.Warn("nats server", "text", fmt.Sprintf(format, v...))
}

func (l *natsLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if slices.ContainsFunc(noRoom, func(said string) bool { return strings.Contains(text, said) }) {
		l.noticeFull()
		return // it says so for each message that it refuses
	}
	l.log.Error("nats server", "text", text)
}

func (l *natsLog) Fatalf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.fatal.Store(&text)
	l.log.Error("nats server", "text", text)
}

func (l *natsLog) Debugf(string, ...any) {}
func (l *natsLog) Tracef(string, ...any) {}
