package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

// recado runs a command line with an environment and returns what it printed.
func recado(t *testing.T, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	c := &cli{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, getenv: func(name string) string { return env[name] }}
	code = c.exitCode(c.dispatch(t.Context(), args))
	return code, out.String(), errs.String()
}

func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	for _, command := range commands {
		code, out, _ := recado(t, nil, command.name, "--help")
		if code != 0 || !strings.HasPrefix(out, "usage: recado "+command.name) {
			t.Errorf("%s --help: exit %d, %q", command.name, code, out)
		}
	}
}

func TestWrongUseExitsWithTwoAndSaysWhatIsRight(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"fly"},
		{"trace"},
		{"trace", "--loud", "last"},
		{"topology", "bend"},
		{"tenant", "apply"},
		{"tenant", "list", "file.yaml"},
		{"deadletter", "retry"},
		{"deadletter", "show", "first"},
		{"tenant", "check"},
	} {
		code, _, errs := recado(t, nil, args...)
		if code != 2 || errs == "" {
			t.Errorf("%v: exit %d, stderr %q; want 2 and a reason", args, code, errs)
		}
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

func TestUpNamesEveryWrongVariableBeforeAnythingStarts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := map[string]string{"RECADO_AGENT_RUNNER_WORKERS": "many", "RECADO_LOG_LEVEL": "loud"}
	code, _, errs := recado(t, env, "up", "--dir", dir)
	if code != 2 || !strings.Contains(errs, "RECADO_AGENT_RUNNER_WORKERS") || !strings.Contains(errs, "RECADO_LOG_LEVEL") {
		t.Errorf("exit %d, stderr %q; want 2 and both variables", code, errs)
	}
}

func TestNothingRunningFailsWithAHint(t *testing.T) {
	t.Parallel()
	code, _, errs := recado(t, map[string]string{"RECADO_NATS_URL": "nats://127.0.0.1:1"}, "trace", "last")
	if code != 1 || !strings.Contains(errs, "recado up") {
		t.Errorf("exit %d, stderr %q; want 1 and a hint", code, errs)
	}
}

func TestDeadLettersCanBeListedShownAndDropped(t *testing.T) {
	t.Parallel()
	server := bustest.New(t, bustest.Listen())
	env := map[string]string{"RECADO_NATS_URL": server.URL()}
	letter := bus.NewDeadLetter{Stage: subject.MessageRouted, Tenant: "clinic", ID: "1", Payload: []byte("?"), Reason: "no specialist"}
	if err := server.Bus(t, "intent-router").DeadLetter(context.WithoutCancel(t.Context()), letter); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"list"}, 0, "no specialist"},
		{[]string{"list", "--tenant", "other"}, 0, "no dead letters"},
		{[]string{"show", "1", "--json"}, 0, `"reason": "no specialist"`},
		{[]string{"show", "1", "--payload"}, 0, "size      1 bytes\n"}, // no event: there is nothing to outline
		{[]string{"list", "--stage", "message.lost"}, 2, ""},
		{[]string{"list", "--tenant", "a.>"}, 2, ""},
		{[]string{"drop", "1", "2", "--json"}, 1, `"dropped": [
    1
  ]`},
		{[]string{"show", "1"}, 1, ""},
		{[]string{"list", "--json"}, 0, "[]"},
	} {
		code, out, errs := recado(t, env, append([]string{"deadletter"}, step.args...)...)
		if code != step.code || !strings.Contains(out, step.want) {
			t.Errorf("%v: exit %d, %q %q; want %d and %q", step.args, code, out, errs, step.code, step.want)
		}
	}
}
