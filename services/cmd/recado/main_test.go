package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

var update = flag.Bool("update", false, "rewrite golden files and docs/config.md")

// dispatch is the whole command line as one command.
func dispatch(ctx context.Context, c *cli.CLI, args []string) error {
	return c.Dispatch(ctx, commands, args)
}

// recado runs a command line with an environment and returns what it printed.
func recado(t *testing.T, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return clitest.Run(t, dispatch, env, args...)
}

func TestHelpOfEveryCommandStays(t *testing.T) {
	t.Parallel()
	const golden = "testdata/help.golden"
	var got bytes.Buffer
	for _, args := range append([][]string{{"help"}}, helpOf(commands)...) {
		code, out, errs := recado(t, nil, args...)
		if code != 0 || errs != "" || !strings.HasPrefix(out, "usage: recado "+args[0]) && args[0] != "help" {
			t.Errorf("%v: exit %d, %q, %q", args, code, out, errs)
		}
		fmt.Fprintf(&got, "$ recado %s\n%s\n", strings.Join(args, " "), out)
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s differs; -update rewrites it. Got:\n%s", golden, got.Bytes())
	}
}

func helpOf(commands []cli.Command) (out [][]string) {
	for _, command := range commands {
		if command.Name != "eval" { // its help lists the sets and figures, which have tests of their own
			out = append(out, []string{command.Name, "--help"})
		}
	}
	return out
}

func TestWrongUseExitsWithTwoAndSaysWhatIsRight(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, dispatch, nil,
		clitest.Refusal{Want: "commands:"},
		clitest.Refusal{Want: `"fly" is no command; recado help lists them`, Args: []string{"fly"}},
	)
	for _, command := range commands {
		clitest.Refuses(t, dispatch, nil, clitest.Refusal{
			Want: "flag provided but not defined: -loud\nrecado: see recado " + command.Name + " --help\n",
			Args: []string{command.Name, "--loud"},
		})
	}
}

func TestCommandsExitWithTwoForAWrongVariableAndKeepItsPassword(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"trace", "last"}, {"deadletter", "list"}, {"tenant", "list"}, {"topology", "verify"}} {
		code, _, errs := recado(t, map[string]string{"RECADO_NATS_URL": "nats://a:hunter2@host:port"}, args...)
		if code != 2 || !strings.Contains(errs, "RECADO_NATS_URL") || strings.Contains(errs, "hunter2") {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
	code, _, errs := recado(t, map[string]string{"RECADO_POSTGRES_URL": "postgres://a:hunter2@host:port/recado"}, "migrate")
	if code != 2 || strings.Contains(errs, "hunter2") {
		t.Errorf("migrate: exit %d, %q", code, errs)
	}
}

func TestNothingRunningFailsWithAHint(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"trace", "last"},
		{"tenant", "list"},
		{"deadletter", "list"},
		{"chat", "--message", "hola"},
	} {
		code, _, errs := recado(t, map[string]string{"RECADO_NATS_URL": "nats://127.0.0.1:1"}, args...)
		if code != 1 || !strings.Contains(errs, "nothing answers: start recado up") {
			t.Errorf("%v: exit %d, stderr %q; want 1 and a hint", args, code, errs)
		}
	}
}
