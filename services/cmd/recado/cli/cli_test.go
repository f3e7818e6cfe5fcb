package cli_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

// greet is a command with a flag that takes one or two names.
func greet(_ context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("greet NAME… [--loud]", "Greets.")
	loud := set.Bool("loud", false, "in capitals")
	names, err := c.Parse(set, args, 1, 2)
	if err != nil {
		return err
	}
	text := "hello " + strings.Join(names, " and ")
	if *loud {
		text = strings.ToUpper(text)
	}
	return c.JSON(text + " <3")
}

func TestFlagsStandBeforeBetweenAndAfterArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--loud", "ana", "eva"}, {"ana", "--loud", "eva"}, {"ana", "eva", "-loud"}} {
		code, out, errs := clitest.Run(t, greet, nil, args...)
		if code != 0 || out != "\"HELLO ANA AND EVA <3\"\n" || errs != "" {
			t.Errorf("%v: exit %d, %q, %q", args, code, out, errs)
		}
	}
}

func TestWrongFlagsAndArgumentsAreNamed(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, greet, nil,
		clitest.Refusal{Want: "flag provided but not defined: -quiet\nrecado: see recado greet --help\n", Args: []string{"ana", "--quiet"}},
		clitest.Refusal{Want: `invalid boolean value "very" for -loud`, Args: []string{"--loud=very", "ana"}},
		clitest.Refusal{Want: "recado: usage: recado greet NAME… [--loud]\n"},
		clitest.Refusal{Want: "recado: usage: recado greet NAME… [--loud]\n", Args: []string{"a", "b", "c"}},
	)
}

func TestHelpPrintsUsageAndFlagsToStandardOutput(t *testing.T) {
	t.Parallel()
	const want = "usage: recado greet NAME… [--loud]\n\nGreets.\n\nflags:\n  -loud\n    \tin capitals\n"
	for _, args := range [][]string{{"--help"}, {"ana", "-h"}} {
		if code, out, errs := clitest.Run(t, greet, nil, args...); code != 0 || out != want || errs != "" {
			t.Errorf("%v: exit %d, %q, %q", args, code, out, errs)
		}
	}
}

func TestDispatchFindsTheCommand(t *testing.T) {
	t.Parallel()
	commands := []cli.Command{{Name: "greet", About: "greet somebody", Run: greet}}
	dispatch := func(ctx context.Context, c *cli.CLI, args []string) error { return c.Dispatch(ctx, commands, args) }
	if code, out, _ := clitest.Run(t, dispatch, nil, "greet", "ana"); code != 0 || out != "\"hello ana <3\"\n" {
		t.Errorf("exit %d, %q", code, out)
	}
	for _, word := range []string{"help", "-h", "--help"} {
		if code, out, _ := clitest.Run(t, dispatch, nil, word); code != 0 || !strings.Contains(out, "  greet        greet somebody\n") {
			t.Errorf("%s: exit %d, %q", word, code, out)
		}
	}
	if code, out, _ := clitest.Run(t, dispatch, nil, "help", "greet"); code != 0 || !strings.HasPrefix(out, "usage: recado greet NAME") {
		t.Errorf("help greet: exit %d, %q", code, out)
	}
	for _, word := range []string{"--version", "-v"} {
		clitest.Refuses(t, dispatch, nil, clitest.Refusal{Want: `"version" is no command`, Args: []string{word}})
	}
	clitest.Refuses(t, dispatch, nil,
		clitest.Refusal{Want: `"sing" is no command`, Args: []string{"help", "sing"}},
		clitest.Refusal{Want: "usage: recado <command>"},
		clitest.Refusal{Want: `"sing" is no command`, Args: []string{"sing"}},
	)
}

func TestExitCodesTellWrongUseFromFailure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		code int
		text string
	}{
		{nil, 0, ""},
		{fmt.Errorf("parse: %w", flag.ErrHelp), 0, ""},
		{errors.New("no luck"), 1, "recado: no luck\n"},
		{cli.Usagef("--top: expected %d", 5), 2, "recado: --top: expected 5\n"},
		{fmt.Errorf("read: %w", app.ErrConfig), 2, "recado: read: " + app.ErrConfig.Error() + "\n"},
		{fmt.Errorf("read: %w", config.ErrWrong), 2, "recado: read: " + config.ErrWrong.Error() + "\n"},
		{fmt.Errorf("file: %w", &tenantfile.Problems{}), 2, "recado: file: \n"},
	} {
		code, out, errs := clitest.Run(t, func(context.Context, *cli.CLI, []string) error { return c.err }, nil)
		if code != c.code || out != "" || errs != c.text {
			t.Errorf("%v: exit %d, %q, %q; want %d and %q", c.err, code, out, errs, c.code, c.text)
		}
	}
}

func TestRunningIsFoundUntilItIsRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := cli.Running{PID: 1, NATS: "nats://127.0.0.1:1", Postgres: "postgres://a@127.0.0.1:2/recado", HTTP: "http://127.0.0.1:3"}
	if err := want.Write(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := cli.ReadRunning(dir); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	info, err := os.Stat(filepath.Join(dir, "run.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file holds passwords: %v, %v, want 0600", info.Mode(), err)
	}
	cli.RemoveRunning(dir)
	if _, err := cli.ReadRunning(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after its removal: %v", err)
	}
	if err := want.Write(filepath.Join(dir, "none")); err == nil {
		t.Error("it was written to a folder that is not there")
	}
}

func withEnv(env map[string]string) *cli.CLI {
	return &cli.CLI{Getenv: func(name string) string { return env[name] }}
}

func TestEnvironmentTakesWhatIsNotSetFromWhatRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	running := cli.Running{NATS: "nats://127.0.0.1:1", Postgres: "postgres://a@127.0.0.1:2/recado"}
	if err := running.Write(dir); err != nil {
		t.Fatal(err)
	}
	key, err := local.SecretKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"RECADO_NATS_URL", "RECADO_POSTGRES_URL", "RECADO_SECRET_KEY"}
	for _, c := range []struct {
		name string
		env  map[string]string
		want []string
	}{
		{"nothing set", nil, []string{running.NATS, running.Postgres, key}},
		{"a database of one's own", map[string]string{"RECADO_POSTGRES_URL": "postgres://b"}, []string{running.NATS, "postgres://b", key}},
		{"another installation", map[string]string{"RECADO_NATS_URL": "nats://b"}, []string{"nats://b", "", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			getenv := withEnv(c.env).Environment(dir)
			var got []string
			for _, name := range names {
				got = append(got, getenv(name))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDoorIsTheFlagThenTheVariableThenWhatRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := (cli.Running{HTTP: "http://127.0.0.1:3"}).Write(dir); err != nil {
		t.Fatal(err)
	}
	variable := map[string]string{"RECADO_HTTP_ADDR": "127.0.0.1:4"}
	for _, c := range []struct {
		env            map[string]string
		dir, url, want string
	}{
		{variable, dir, "http://door.example/", "http://door.example"},
		{variable, dir, "", "http://127.0.0.1:4"},
		{nil, dir, "", "http://127.0.0.1:3"},
		{nil, t.TempDir(), "", "http://" + cli.DefaultAddr},
	} {
		if got := withEnv(c.env).Door(c.dir, c.url); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestConnectNamesAnAnnouncementThatCannotBeRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "run.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := withEnv(nil).Connect(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "run.json: ") {
		t.Errorf("got %v", err)
	}
}

func TestConnectSaysThatNothingRuns(t *testing.T) {
	t.Parallel()
	c := withEnv(map[string]string{"RECADO_NATS_URL": "nats://127.0.0.1:1"})
	if _, err := c.Connect(t.Context(), t.TempDir()); !errors.Is(err, cli.ErrNotRunning) {
		t.Errorf("got %v", err)
	}
	if _, err := c.Database(t.TempDir()); err == nil || !strings.Contains(err.Error(), "RECADO_POSTGRES_URL") {
		t.Errorf("got %v", err)
	}
}
