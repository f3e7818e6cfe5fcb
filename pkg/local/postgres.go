package local

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	database   = "recado"
	superuser  = "recado"
	socketPort = 5432 // only a part of the socket's name where nothing listens on TCP
)

// PostgresOptions choose how the private cluster is reached and how much it promises. The zero value is durable, reached through
// a private Unix socket, and ends with this process.
type PostgresOptions struct {
	TCP  bool // listen on 127.0.0.1 too, with a generated password
	Port int  // of TCP; 0 keeps the last one, or takes a free one

	Fast           bool // no fsync: a test's data may be lost with the machine
	Detached       bool // outlives this process, and is taken over where it already runs: the tests' cluster
	MaxConnections int  // 100
	Log            *slog.Logger
}

// Postgres is a running private cluster with a database recado.
type Postgres struct {
	opts     PostgresOptions
	account  account
	bin      binaries
	home     string // data, log, password, port
	sockets  string
	port     int
	password string

	stop    context.CancelFunc // tells the supervisor to stop the server
	stopped chan struct{}      // closed when it has
}

// StartPostgres starts the cluster that lives in dir, which it creates the first time, and returns when it accepts connections.
// The caller makes sure that no two processes use one dir. A server that a killed process left behind in dir is stopped first
// (taken over when Detached), and one that dies is started again until Close.
func StartPostgres(ctx context.Context, dir string, opts PostgresOptions) (*Postgres, error) {
	p, err := preparePostgres(ctx, dir, opts)
	if err != nil {
		return nil, fmt.Errorf("private PostgreSQL in %s: %w", dir, err)
	}
	if opts.Detached && p.adopt() {
		return p, nil
	}
	if err := p.start(ctx); err != nil {
		return nil, fmt.Errorf("private PostgreSQL in %s: %w", dir, err)
	}
	return p, nil
}

func preparePostgres(ctx context.Context, dir string, opts PostgresOptions) (*Postgres, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	opts.MaxConnections = max(opts.MaxConnections, 100)
	p := &Postgres{opts: opts, port: socketPort, stopped: make(chan struct{})}
	if p.account, err = serverAccount(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, err
	}
	if p.home, err = p.account.homeFor(dir); err != nil {
		return nil, err
	}
	if err := p.ensureCluster(ctx, filepath.Dir(dir)); err != nil {
		return nil, err
	}
	p.sockets, err = p.socketDir()
	return p, err
}

func (p *Postgres) data() string { return filepath.Join(p.home, "data") }

// URL reaches the database recado as its superuser: over TCP where that was asked for, else through the private socket.
func (p *Postgres) URL() string {
	if !p.opts.TCP {
		return p.SocketURL()
	}
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(superuser, p.password),
		Host: "127.0.0.1:" + strconv.Itoa(p.port), Path: database, RawQuery: "sslmode=disable",
	}
	return u.String()
}

// SocketURL reaches the database through the private socket, which only this user (and root) can open.
func (p *Postgres) SocketURL() string {
	query := url.Values{"host": {p.sockets}, "port": {strconv.Itoa(p.port)}}
	u := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: query.Encode()}
	return u.String()
}

// PID is the server's process id as it stands now; 0 when it is not running.
func (p *Postgres) PID() int {
	run, err := readPidFile(p.data())
	if err != nil {
		return 0
	}
	return run.pid
}

// Close stops the server: it ends its connections, writes everything down and exits. A detached server runs on.
func (p *Postgres) Close() error {
	if p.stop == nil {
		return nil
	}
	p.stop()
	<-p.stopped
	if p.sockets != p.data() {
		_ = os.Remove(p.sockets) // the next start makes it again
	}
	return nil
}

// socketDir is the data directory, which is private, unless its path is too long for a socket (103 bytes on macOS).
func (p *Postgres) socketDir() (string, error) {
	const longest = 103 - len("/.s.PGSQL.65535")
	if len(p.data()) <= longest {
		return p.data(), nil
	}
	dir := filepath.Join(os.TempDir(), "recado-"+shortHash(p.data()))
	if err := p.account.makeDir(dir); err != nil {
		return "", err
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() || !ownedBy(info, p.account.uid) {
		return "", fmt.Errorf("socket directory %s belongs to somebody else", dir)
	}
	return dir, nil
}

func (p *Postgres) choosePort() error {
	if !p.opts.TCP {
		return nil
	}
	var err error
	p.port, err = choosePort(filepath.Join(p.home, "port"), p.opts.Port, p.opts.Log)
	return err
}

// adopt takes over a running detached server.
func (p *Postgres) adopt() bool {
	run, err := readPidFile(p.data())
	if err != nil || run.status != "ready" || !serves(run, p.data()) {
		return false
	}
	p.sockets, p.port = run.sockets, run.port
	return true
}

// start runs the first server and leaves it to the supervisor. An orphan goes first: it holds the port that clients know.
func (p *Postgres) start(ctx context.Context) error {
	if err := p.clearOrphan(ctx); err != nil {
		return err
	}
	if err := p.choosePort(); err != nil {
		return err
	}
	if p.opts.Detached {
		_, err := p.launch(ctx)
		return err
	}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	p.stop = stop
	ready := make(chan error, 1)
	go p.supervise(life, func(err error) {
		select {
		case ready <- err:
		default: // only the first server's start is awaited
		}
	})
	select {
	case err := <-ready:
		if err != nil {
			stop()
			<-p.stopped
		}
		return err
	case <-ctx.Done():
		stop()
		<-p.stopped
		return ctx.Err()
	}
}

const (
	readyTimeout = 2 * time.Minute // crash recovery reads the whole log since the last checkpoint
	fastTimeout  = 20 * time.Second
)
