package inspect

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Topology is recado topology.
func Topology(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("topology [apply|verify|show] [--partitions N] [--replicas N] [--vault-mib N] [--json]",
		"apply (the default) creates or updates streams, consumers and buckets; verify lists differences and fails when there are any;\n"+
			"show prints what apply would make. Another number of partitions is refused while messages wait.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	partitions := set.Uint("partitions", 0, "partitions of each ordered stage (4 on a laptop, 16 in a cluster)")
	replicas := set.Int("replicas", 0, "copies of each stream: 1, or 3 in a cluster")
	vault := set.Int64("vault-mib", 0, "room for the keys of contacts, 5,000 in a MiB (512)")
	rest, err := c.Parse(set, args, 0, 1)
	if err != nil {
		return err
	}
	want := bus.Topology{Partitions: uint32(*partitions), Replicas: *replicas, VaultBytes: *vault << 20}
	switch verb := append(rest, "apply")[0]; verb {
	case "show":
		return want.Describe(c.Stdout)
	case "apply", "verify":
		differences, err := reachTopology(ctx, c, *dir, verb, want)
		if err != nil {
			return err
		}
		return printDifferences(c, differences, *asJSON)
	default:
		return cli.Usagef("topology: expected apply, verify or show, got %q", verb)
	}
}

// topologyTimeout includes the wait for a cluster that has just started.
const topologyTimeout = time.Minute

// reachTopology applies the topology where verb is apply, and returns in what the server differs from it.
func reachTopology(ctx context.Context, c *cli.CLI, dir, verb string, want bus.Topology) ([]string, error) {
	cfg, err := config.Load[bus.Config](c.Environment(dir))
	if err != nil {
		return nil, err
	}
	cfg.Service = "topology"
	conn, err := bus.Dial(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, topologyTimeout)
	defer cancel()
	if verb == "apply" {
		if err := bus.Apply(ctx, conn, want); err != nil {
			return nil, err
		}
	}
	return bus.Verify(ctx, conn, want)
}

func printDifferences(c *cli.CLI, differences []string, asJSON bool) error {
	if asJSON {
		return errors.Join(c.JSON(map[string][]string{"differences": append([]string{}, differences...)}), differ(differences))
	}
	for _, line := range differences {
		fmt.Fprintln(c.Stdout, line)
	}
	if len(differences) == 0 {
		fmt.Fprintln(c.Stdout, "the server has the topology")
	}
	return differ(differences)
}

// differ is the error of a server that is not as it should be.
func differ(differences []string) error {
	if len(differences) == 0 {
		return nil
	}
	return errors.New("the server differs from the topology; recado topology apply mends it")
}
