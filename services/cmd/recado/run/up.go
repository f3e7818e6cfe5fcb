// Package run is the commands that run something until they are interrupted: up, local, demo, sandbox.
package run

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime/debug"
	"runtime/pprof"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

// spansMB is the memory for spans where all services share a process.
const spansMB = "256"

// Up is recado up.
func Up(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("up [--dir DIR] [--tenant FILE]",
		"Runs NATS, PostgreSQL and every service in one process, all on loopback, until it is interrupted.\n"+
			"State and generated secrets stay in the folder .recado. RECADO_POSTGRES_URL names a database of your own.")
	dir := cli.DirFlag(set)
	var files []string
	set.Func("tenant", "tenant `file` to apply at the start; may be repeated", func(file string) error {
		files = append(files, file)
		return nil
	})
	profile := set.String("cpu-profile", "", "write a CPU profile of this process to `file`")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	stop, err := startProfile(*profile)
	if err != nil {
		return err
	}
	defer stop()
	collectLess(c)
	lent, err := doorAddr(ctx, lendingDefault)
	if err != nil {
		return err
	}
	sending, err := doorAddr(ctx, sendingDefault)
	if err != nil {
		return err
	}
	s, err := startStack(ctx, c, *dir, map[string]string{"RECADO_SPANS_MB": spansMB, lendingVariable: lent, sendingVariable: sending})
	if err != nil {
		return err
	}
	return errors.Join(up(ctx, c, s, files), s.close())
}

// startProfile samples this process's CPU into a file, if one is named, until stop is called.
func startProfile(file string) (stop func(), err error) {
	if file == "" {
		return func() {}, nil
	}
	out, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		_ = out.Close()
	}, nil
}

func up(ctx context.Context, c *cli.CLI, s *stack, files []string) error {
	if err := s.listen(ctx); err != nil {
		return err
	}
	if err := s.applyFiles(ctx, c, files); err != nil {
		return errors.Join(err, s.listener.Close())
	}
	return s.run(ctx, c.Stderr, func() {
		if err := s.announce(""); err != nil {
			fmt.Fprintln(c.Stderr, "recado: other commands will not find this process:", err)
		}
		fmt.Fprintf(c.Stdout, "recado is up: webhooks at %s/webhooks/<channel>/<account>; for programs: tools at http://%s/mcp, "+
			"messages at http://%s/api/send\n", s.url, s.getenv(lendingVariable), s.getenv(sendingVariable))
	})
}

const (
	lendingVariable = "RECADO_MCP_ADDR"
	lendingDefault  = "127.0.0.1:8082"
	sendingVariable = "RECADO_SEND_ADDR"
	sendingDefault  = "127.0.0.1:8083"
)

// doorAddr is where programs find a door unless its variable says otherwise: a fixed port, or a free one where that is taken.
func doorAddr(ctx context.Context, fixed string) (string, error) {
	for _, addr := range []string{fixed, "127.0.0.1:0"} {
		if listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr); err == nil {
			return listener.Addr().String(), listener.Close()
		}
	}
	return "", errors.New("no port is free on loopback")
}

// applyFiles makes the bus agree with the database, then applies the files that the command names.
func (s *stack) applyFiles(ctx context.Context, c *cli.CLI, files []string) error {
	return s.withApplier(ctx, func(b *bus.Bus, a *apply.Applier) error {
		if _, err := a.Sweep(ctx); err != nil {
			return err
		}
		if err := tenants.ApplyFiles(ctx, c, a, files, false); err != nil {
			return err
		}
		known, err := tenants.Known(ctx, b)
		if err == nil && len(known) == 0 {
			fmt.Fprintln(c.Stdout, "no tenant yet: recado tenant apply FILE adds one; recado demo brings three invented ones")
		}
		return err
	})
}

// gcPercent trades memory for processor time where every service shares a process: the live heap is small, and collecting it at
// its double cost some 3 % of each message's CPU time (measured with recado bench).
const gcPercent = 300

// collectLess leaves a GOGC of the user's own as it is.
func collectLess(c *cli.CLI) {
	if c.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}
