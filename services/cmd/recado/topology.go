package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
)

func runTopology(ctx context.Context, c *cli, args []string) error {
	set := c.flags("topology [apply|verify|show] [--partitions N] [--replicas N] [--json]",
		"apply (the default) creates or updates streams, consumers and buckets; verify lists differences and fails when there are any;\n"+
			"show prints what apply would make. Another number of partitions is refused while messages wait.")
	dir, asJSON := dirFlag(set), set.Bool("json", false, "print JSON")
	partitions := set.Uint("partitions", 0, "partitions of each ordered stage (4 on a laptop, 16 in a cluster)")
	replicas := set.Int("replicas", 0, "copies of each stream: 1, or 3 in a cluster")
	rest, err := c.parse(set, args, 0, 1)
	if err != nil {
		return err
	}
	want := bus.Topology{Partitions: uint32(*partitions), Replicas: *replicas}
	switch verb := append(rest, "apply")[0]; verb {
	case "show":
		return want.Describe(c.stdout)
	case "apply", "verify":
		return c.reachTopology(ctx, *dir, verb, want, *asJSON)
	default:
		return usageError{fmt.Sprintf("topology: expected apply, verify or show, got %q", verb)}
	}
}

func (c *cli) reachTopology(ctx context.Context, dir, verb string, want bus.Topology, asJSON bool) error {
	cfg, err := config.Load[bus.Config](c.environment(dir))
	if err != nil {
		return err
	}
	cfg.Service = "topology"
	conn, err := bus.Dial(ctx, cfg)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, topologyTimeout)
	defer cancel()
	if verb == "apply" {
		if err := bus.Apply(ctx, conn, want); err != nil {
			return err
		}
	}
	differences, err := bus.Verify(ctx, conn, want)
	if err != nil {
		return err
	}
	return c.printDifferences(differences, asJSON)
}

func (c *cli) printDifferences(differences []string, asJSON bool) error {
	if asJSON {
		if err := c.json(map[string][]string{"differences": append([]string{}, differences...)}); err != nil {
			return err
		}
	} else {
		for _, line := range differences {
			fmt.Fprintln(c.stdout, line)
		}
	}
	if len(differences) > 0 {
		return errors.New("the server differs from the topology; recado topology apply mends it")
	}
	if !asJSON {
		fmt.Fprintln(c.stdout, "the server has the topology")
	}
	return nil
}
