package main

import (
	"context"
	"errors"
	"fmt"
)

func runLocal(ctx context.Context, c *cli, args []string) error {
	set := c.flags("local [--dir DIR]", "Runs NATS and PostgreSQL on loopback, brings both to this version, and prints the variables that services need.\n"+
		"A shell reads them from the state's folder: set -a; . .recado/env")
	dir := dirFlag(set)
	if _, err := c.parse(set, args, 0, 0); err != nil {
		return err
	}
	s, err := c.startStack(ctx, *dir, nil)
	if err != nil {
		return err
	}
	if err := s.announce(""); err != nil {
		return errors.Join(err, s.close())
	}
	for _, line := range s.local.Env() {
		fmt.Fprintln(c.stdout, line)
	}
	s.sweep(ctx, c.stderr)
	<-ctx.Done()
	return s.close()
}
