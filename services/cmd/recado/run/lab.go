package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/tap"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/services"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Lab is everything in this process, in a folder of its own that goes when it closes, with a sandbox where WhatsApp would be.
type Lab struct {
	URL, PostgresURL, SecretKey string
	Bus                         *bus.Bus
	// Tap calls fn for the events of stages, as they are published.
	Tap     func(stages []string, fn func(e bus.Event)) (stop func(), err error)
	Sandbox *sandbox.Server

	services []app.Service
	stack    *stack
	dir      string
	stop     context.CancelFunc
	done     chan error // what the services ended with
}

// StartLab starts a lab with these variables, and no others of the environment.
func StartLab(ctx context.Context, c *cli.CLI, values map[string]string) (*Lab, error) {
	return StartLabOf(ctx, c, values, services.All())
}

// StartLabOf is StartLab with some of the services: the others may run as processes of their own.
func StartLabOf(ctx context.Context, c *cli.CLI, values map[string]string, only []app.Service) (*Lab, error) {
	l := &Lab{services: only}
	if err := l.start(ctx, c, values); err != nil {
		return nil, errors.Join(err, l.Close()) //nolint:contextcheck // closing must not be cut short by the end of ctx
	}
	return l, nil
}

func (l *Lab) start(ctx context.Context, c *cli.CLI, values map[string]string) (err error) {
	if l.dir, err = os.MkdirTemp("", "recado-lab-"); err != nil {
		return err
	}
	if err := os.Chmod(l.dir, 0o755); err != nil { // PostgreSQL may run as another user
		return err
	}
	if l.Sandbox, err = sandbox.Start(ctx, "127.0.0.1:0", sandbox.Options{}); err != nil {
		return err
	}
	own := &cli.CLI{Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, Getenv: func(name string) string { return values[name] }}
	if l.stack, err = startStack(ctx, own, l.dir, nil); err != nil {
		return err
	}
	l.stack.services = l.services
	if err := l.stack.listen(ctx); err != nil {
		return err
	}
	l.URL, l.PostgresURL, l.SecretKey = l.stack.url, l.stack.database(), l.stack.local.SecretKey
	if err := l.run(ctx, own); err != nil {
		return err
	}
	conn, err := l.stack.dial(ctx, bus.Config{Service: "lab"})
	if err != nil {
		return err
	}
	l.Tap = func(stages []string, fn func(e bus.Event)) (func(), error) { return tap.Open(conn, stages, fn) }
	l.Bus, err = bus.New(ctx, conn, bus.Options{Service: "lab"})
	return err
}

// Getenv is what a service reads that is to run beside the lab.
func (l *Lab) Getenv(name string) string { return l.stack.getenv(name) }

// Apply applies a tenant's file.
func (l *Lab) Apply(ctx context.Context, c *cli.CLI, file string) error {
	return l.stack.applyFiles(ctx, c, []string{file})
}

// run runs the services beside the caller, and returns when they take messages.
func (l *Lab) run(ctx context.Context, c *cli.CLI) error {
	running, stop := context.WithCancel(ctx)
	ready := make(chan struct{})
	l.stop, l.done = stop, make(chan error, 1)
	go func() { l.done <- l.stack.run(running, c.Stderr, func() { close(ready) }) }()
	select {
	case <-ready:
		return nil
	case err := <-l.done:
		l.done <- nil
		return fmt.Errorf("the services ended before they were ready: %w", err)
	}
}

// closeTimeout is for what was sent and has not reached the bus yet.
const closeTimeout = 5 * time.Second

// Close stops everything and removes the folder.
func (l *Lab) Close() error {
	var errs []error
	if l.Bus != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		errs = append(errs, l.Bus.Close(ctx))
		cancel()
	}
	if l.stop != nil {
		l.stop()
		errs = append(errs, <-l.done)
	}
	if l.stack != nil {
		errs = append(errs, l.stack.close())
	}
	if l.Sandbox != nil {
		l.Sandbox.Close()
	}
	return errors.Join(append(errs, os.RemoveAll(l.dir))...)
}
