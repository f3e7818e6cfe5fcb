package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/recado/recado/services/cmd/recado/cli"
)

// Local is recado local.
func Local(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("local [--dir DIR]",
		"Runs NATS and PostgreSQL on loopback, brings both to this version, and prints the variables that services need.\n"+
			"A shell reads them from the state's folder: set -a; . .recado/env")
	dir := cli.DirFlag(set)
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	s, err := startStack(ctx, c, *dir, nil)
	if err != nil {
		return err
	}
	if err := s.announce(""); err != nil {
		return errors.Join(err, s.close())
	}
	for _, line := range s.local.Env() {
		fmt.Fprintln(c.Stdout, line)
	}
	s.sweep(ctx, c.Stderr)
	<-ctx.Done()
	return s.close()
}
