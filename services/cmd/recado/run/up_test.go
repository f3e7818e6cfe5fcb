package run

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestUpNamesEveryWrongVariableBeforeAnythingStarts(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RECADO_AGENT_RUNNER_WORKERS": "many", "RECADO_LOG_LEVEL": "loud"}
	for _, want := range []string{"RECADO_AGENT_RUNNER_WORKERS", "RECADO_LOG_LEVEL"} {
		clitest.Refuses(t, Up, env, clitest.Refusal{Want: want, Args: []string{"--dir", t.TempDir()}})
	}
}

func TestUpAndLocalAndDemoRefuseArguments(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Up, nil, clitest.Refusal{Want: "usage: recado up", Args: []string{"now"}})
	clitest.Refuses(t, Local, nil, clitest.Refusal{Want: "usage: recado local", Args: []string{"now"}})
	clitest.Refuses(t, Demo, nil, clitest.Refusal{Want: "usage: recado demo", Args: []string{"now"}})
	clitest.Refuses(t, Demo, nil, clitest.Refusal{Want: `invalid boolean value "maybe" for -once`, Args: []string{"--once=maybe"}})
}

func TestUpFailsWhereItsProfileCannotBeWritten(t *testing.T) {
	t.Parallel()
	code, _, errs := clitest.Run(t, Up, nil, "--dir", t.TempDir(), "--cpu-profile", filepath.Join(t.TempDir(), "none", "cpu"))
	if code != 1 || !strings.Contains(errs, "no such file or directory") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

func TestUpLendsItsToolsAtAFreePortWhereItsOwnIsTaken(t *testing.T) {
	t.Parallel()
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", lendingDefault)
	if err == nil { // else somebody else has it, which is the same
		defer func() { _ = taken.Close() }()
	}
	addr, err := doorAddr(t.Context(), lendingDefault)
	if err != nil || addr == lendingDefault {
		t.Fatalf("got %q %v", addr, err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", addr)
	if err != nil {
		t.Fatalf("%s is not free: %v", addr, err)
	}
	if err := listener.Close(); err != nil {
		t.Error(err)
	}
}
