package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/pprof"
)

// spansMB is the memory for spans where all services share a process.
const spansMB = "256"

func runUp(ctx context.Context, c *cli, args []string) error {
	set := c.flags("up [--dir DIR] [--tenant FILE]", "Runs NATS, PostgreSQL and every service in one process, all on loopback, until it is interrupted.\n"+
		"State and generated secrets stay in the folder .recado. RECADO_POSTGRES_URL names a database of your own.")
	dir := dirFlag(set)
	var files []string
	set.Func("tenant", "tenant `file` to apply at the start; may be repeated", func(file string) error {
		files = append(files, file)
		return nil
	})
	profile := set.String("cpu-profile", "", "write a CPU profile of this process to `file`")
	if _, err := c.parse(set, args, 0, 0); err != nil {
		return err
	}
	stop, err := startProfile(*profile)
	if err != nil {
		return err
	}
	defer stop()
	c.collectLess()
	s, err := c.startStack(ctx, *dir, map[string]string{"RECADO_SPANS_MB": spansMB})
	if err != nil {
		return err
	}
	return errors.Join(c.up(ctx, s, files), s.close())
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

func (c *cli) up(ctx context.Context, s *stack, files []string) error {
	if err := s.listen(ctx); err != nil {
		return err
	}
	if err := c.applyTenants(ctx, s, files); err != nil {
		return errors.Join(err, s.listener.Close())
	}
	return s.run(ctx, c.stderr, func() {
		if err := s.announce(""); err != nil {
			fmt.Fprintln(c.stderr, "recado: other commands will not find this process:", err)
		}
		fmt.Fprintf(c.stdout, "recado is up: webhooks at %s/webhooks/<channel>/<account>\n", s.url)
	})
}

// gcPercent trades memory for processor time where every service shares a process: the live heap is small, and collecting it at
// its double cost some 3 % of each message's CPU time (measured with recado bench).
const gcPercent = 300

// collectLess leaves a GOGC of the user's own as it is.
func (c *cli) collectLess() {
	if c.getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}
