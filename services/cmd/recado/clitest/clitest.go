// Package clitest runs commands in tests, and what they look for when they look for a running recado.
package clitest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Command is a command as the table of commands has it.
type Command = func(ctx context.Context, c *cli.CLI, args []string) error

// Run runs a command with an environment and returns what it printed.
func Run(t testing.TB, command Command, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return RunInput(t, command, "", env, args...)
}

// RunInput is Run with a standard input.
func RunInput(t testing.TB, command Command, stdin string, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	c := &cli.CLI{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Getenv: func(name string) string { return env[name] }}
	code = c.ExitCode(command(t.Context(), c, args))
	return code, out.String(), errs.String()
}

// RunJSON is Run for a command that prints JSON, which it decodes into v.
func RunJSON(t testing.TB, command Command, env map[string]string, v any, args ...string) (code int, stderr string) {
	t.Helper()
	code, out, stderr := Run(t, command, env, args...)
	if err := json.Unmarshal([]byte(out), v); err != nil {
		t.Errorf("%v: exit %d, %v in %q, stderr %q", args, code, err, out, stderr)
	}
	return code, stderr
}

// Refusal is a command line that is refused with a text.
type Refusal struct {
	Want string
	Args []string
}

// Refuses checks that a command ends with exit code 2 and the wanted text, and prints nothing else.
func Refuses(t testing.TB, command Command, env map[string]string, refusals ...Refusal) {
	t.Helper()
	for _, r := range refusals {
		if code, out, errs := Run(t, command, env, r.Args...); code != 2 || out != "" || !strings.Contains(errs, r.Want) {
			t.Errorf("%v: exit %d, stdout %q, stderr %q; want 2 and %q", r.Args, code, out, errs, r.Want)
		}
	}
}

// Installation is what a running recado keeps: a bus and, where it was asked for, a database.
type Installation struct {
	// Env has the variables by which commands find it.
	Env  map[string]string
	NATS *bustest.Server
	DB   *storetest.DB // nil without a database
}

// Start starts a bus with the topology until the test ends.
func Start(t testing.TB) *Installation {
	t.Helper()
	server := bustest.New(t, bustest.Listen())
	return &Installation{NATS: server, Env: map[string]string{"RECADO_NATS_URL": server.URL(), "RECADO_SECRET_KEY": bustest.Key}}
}

// StartWithDatabase is Start with a database too.
func StartWithDatabase(t testing.TB) *Installation {
	t.Helper()
	i := Start(t)
	i.DB = storetest.New(t)
	i.Env["RECADO_POSTGRES_URL"] = i.DB.URL
	return i
}

// Put gives services the settings of a tenant.
func (i *Installation) Put(t testing.TB, settings tenant.Settings) {
	t.Helper()
	value, err := json.Marshal(settings)
	if err == nil {
		err = i.NATS.Bus(t, "recado").Put(context.WithoutCancel(t.Context()), subject.BucketTenants, string(settings.ID), value)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// StateDir is a folder that PostgreSQL's user can reach too, when the test runs as root.
func StateDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "recado-test-") //nolint:usetesting // t.TempDir's parent is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
