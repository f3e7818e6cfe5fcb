// Package secret is recado secret: new root keys, the keys of each service, and the change from one root key to another.
package secret

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/services"
	"github.com/recado/recado/services/cmd/recado/cli"
)

const usage = "secret new | derive SERVICE | rotate [--check] [--json] | rekey --tenant TENANT | --all"

// Secret is recado secret.
func Secret(ctx context.Context, c *cli.CLI, args []string) error {
	if len(args) > 0 && args[0] == "rekey" {
		return rekeyTenants(ctx, c, args[1:])
	}
	set := c.Flags(usage,
		"new prints a new root key. derive prints the keys of one service, made of the root key in RECADO_SECRET_KEY: its own\n"+
			"RECADO_SECRET_KEY, which opens what the service needs and nothing else.\n\n"+
			"rotate seals with the first key of a ring (RECADO_SECRET_KEY=new,old) what an older one has sealed, while everything runs.\n"+
			"It may be interrupted and run again, and changes no id. It says what older keys are still needed for, and until when:\n"+
			"with --check it only looks, and ends with 1 while an older key must stay. docs/keys.md has the steps.\n\n"+
			"rekey gives older tenants ids that say nothing of a telephone number: recado secret rekey --help.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	check := set.Bool("check", false, "rotate: change nothing, and end with 1 while an older key is needed")
	rest, err := c.Parse(set, args, 1, 2)
	if err != nil {
		return err
	}
	switch {
	case rest[0] == "new" && len(rest) == 1:
		fmt.Fprintln(c.Stdout, seal.Generate())
		return nil
	case rest[0] == "derive" && len(rest) == 2:
		return derive(c, *dir, rest[1])
	case rest[0] == "rotate" && len(rest) == 1:
		return rotate(ctx, c, options{dir: *dir, check: *check, asJSON: *asJSON})
	}
	return cli.Usagef("usage: recado %s", usage)
}

// rootKey reads the root, or a ring of them.
func rootKey(c *cli.CLI, dir string) (seal.Key, error) {
	root, err := seal.ParseKey(c.Environment(dir)(app.SecretKey))
	if err != nil {
		return root, fmt.Errorf("%s: %w", app.SecretKey, err)
	}
	if !root.IsRoot() {
		return root, fmt.Errorf("%s: these are the keys of one service: expected the installation's root key", app.SecretKey)
	}
	return root, nil
}

func derive(c *cli.CLI, dir, name string) error {
	holders := slices.DeleteFunc(services.All(), func(s app.Service) bool { return len(s.Keys) == 0 })
	i := slices.IndexFunc(holders, func(s app.Service) bool { return s.Name == name })
	if i < 0 {
		var names []string
		for _, s := range holders {
			names = append(names, s.Name)
		}
		return cli.Usagef("secret derive: expected a service that holds keys (%s), got %q", strings.Join(names, ", "), name)
	}
	root, err := rootKey(c, dir)
	if err != nil {
		return err
	}
	text, err := root.Bundle(name, holders[i].Keys...)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Stdout, text)
	return nil
}
