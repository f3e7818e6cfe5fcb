package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

// stack is everything on one machine: NATS and PostgreSQL with their schema, and the services when run is called.
type stack struct {
	local    *local.Local
	dial     bus.Dialer
	getenv   func(string) string
	listener net.Listener
	services []app.Service
	// url is the services' HTTP door.
	url string
}

// startStack starts NATS and PostgreSQL in dir and brings both to this version. Values are for variables that the user has not set.
func startStack(ctx context.Context, c *cli.CLI, dir string, values map[string]string) (*stack, error) {
	getenv := cli.Overlay(c.Getenv, values)
	if err := checkBefore(getenv); err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(c.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	s := &stack{services: services.All()}
	servers, err := local.Start(ctx, local.Options{
		Dir: dir, TCP: true, PostgresURL: getenv("RECADO_POSTGRES_URL"), Log: log, Restarted: s.applyTopology,
	})
	if err != nil {
		return nil, err
	}
	s.local, s.dial = servers, bus.Via(servers.NATS.Options()...)
	s.getenv = cli.Overlay(getenv, map[string]string{
		"RECADO_NATS_URL": s.local.NATSURL, "RECADO_POSTGRES_URL": s.database(), "RECADO_SECRET_KEY": s.local.SecretKey,
	})
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.local.Close())
	}
	return s, nil
}

// database is how this process reaches PostgreSQL. The socket of a cluster of its own costs less than TCP.
func (s *stack) database() string {
	if s.local.Postgres != nil {
		return s.local.Postgres.SocketURL()
	}
	return s.local.PostgresURL
}

// checkBefore reports a wrong configuration before a database is started for it; what local provides is taken as given.
func checkBefore(getenv func(string) string) error {
	return app.Check(services.All(), cli.Overlay(getenv, map[string]string{
		"RECADO_POSTGRES_URL": "postgres://", "RECADO_SECRET_KEY": someKey,
	}))
}

// someKey has the shape of a key and opens nothing.
const someKey = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

func (s *stack) prepare(ctx context.Context) error {
	if _, err := store.Migrate(ctx, config.Secret(s.local.PostgresURL)); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	return s.applyTopology(ctx)
}

// applyTopology makes the streams and buckets, again those that were in memory.
func (s *stack) applyTopology(ctx context.Context) error {
	conn, err := s.dial(ctx, bus.Config{Service: "topology"})
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := bus.Apply(ctx, conn, bus.Laptop()); err != nil {
		return fmt.Errorf("apply the topology: %w", err)
	}
	return nil
}

// listen opens the HTTP door: at RECADO_HTTP_ADDR, else at 127.0.0.1:8080, else, where that is taken, at a free port.
func (s *stack) listen(ctx context.Context) (err error) {
	addr := s.getenv("RECADO_HTTP_ADDR")
	s.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", cmp.Or(addr, cli.DefaultAddr))
	if err != nil && addr == "" {
		s.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return fmt.Errorf("listen at RECADO_HTTP_ADDR: %w", err)
	}
	s.url = "http://" + s.listener.Addr().String()
	return nil
}

// run runs the services until ctx ends; ready is called once they take messages.
func (s *stack) run(ctx context.Context, stderr io.Writer, ready func()) error {
	sweeping, stop := context.WithCancel(ctx)
	swept := make(chan struct{})
	go func() { defer close(swept); s.sweep(sweeping, stderr) }()
	defer func() { stop(); <-swept }()
	return app.Run(ctx, app.Options{
		Dial: s.dial, Services: s.services, Getenv: s.getenv, Listener: s.listener, Stderr: stderr, Ready: ready,
	})
}

// sweepEvery is how long the bus may differ from the database where this process runs both.
const sweepEvery = time.Minute

// sweep makes the bus agree with the database, again and again until ctx ends.
func (s *stack) sweep(ctx context.Context, stderr io.Writer) {
	c := &cli.CLI{Stdout: io.Discard, Stderr: stderr, Getenv: s.getenv}
	err := s.withBus(ctx, func(b *bus.Bus) error {
		return tenants.WithSweeper(ctx, b, config.Secret(s.local.PostgresURL), func(a *apply.Applier) error {
			return tenants.Sweep(ctx, c, a, sweepEvery, false)
		})
	})
	if err != nil && ctx.Err() == nil {
		fmt.Fprintln(stderr, "recado: the tenants' settings are not swept any more:", err)
	}
}

// withBus opens a connection of the command's own.
func (s *stack) withBus(ctx context.Context, use func(*bus.Bus) error) error {
	conn, err := s.dial(ctx, bus.Config{Service: "recado"})
	if err != nil {
		return err
	}
	b, err := bus.New(ctx, conn, bus.Options{Service: "recado"})
	if err != nil {
		conn.Close()
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	return use(b)
}

// withApplier opens what changes tenants.
func (s *stack) withApplier(ctx context.Context, use func(*bus.Bus, *apply.Applier) error) error {
	return s.withBus(ctx, func(b *bus.Bus) error {
		return tenants.WithApplier(ctx, b, s.getenv, func(a *apply.Applier) error { return use(b, a) })
	})
}

// announce tells other commands where to find it.
func (s *stack) announce(sandbox string) error {
	return cli.Running{
		PID: os.Getpid(), NATS: s.local.NATSURL, Postgres: s.local.PostgresURL, HTTP: s.url, Sandbox: sandbox,
	}.Write(s.local.Dir)
}

// close stops NATS and PostgreSQL, after the services.
func (s *stack) close() error {
	cli.RemoveRunning(s.local.Dir)
	return s.local.Close()
}
