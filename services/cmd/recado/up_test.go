package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

// startUp runs recado up in the background until the test ends and waits until other commands can find it.
func startUp(t *testing.T, dir string, args ...string) {
	t.Helper()
	env := map[string]string{
		"RECADO_HTTP_ADDR": "127.0.0.1:0", "RECADO_MCP_ADDR": "127.0.0.1:0", "RECADO_SEND_ADDR": "127.0.0.1:0", "RECADO_LOG_LEVEL": "WARN",
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	said := func() string { text, _ := os.ReadFile(log.Name()); return string(text) }
	c := &cli.CLI{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: log, Getenv: func(name string) string { return env[name] }}
	done := make(chan error, 1)
	go func() { done <- dispatch(ctx, c, append([]string{"up", "--dir", dir}, args...)) }()
	t.Cleanup(func() {
		cancel()
		defer func() { _ = log.Close() }()
		if err := <-done; err != nil {
			t.Errorf("up: %v\n%s", err, said())
		}
	})
	deadline := time.After(2 * time.Minute)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			done <- err
			t.Fatalf("up ended before it was ready: %v\n%s", err, said())
		case <-deadline:
			t.Fatal("up is not ready after two minutes")
		case <-tick.C:
			if _, err := cli.ReadRunning(dir); err == nil {
				return
			}
		}
	}
}

func TestUpServesEveryOtherCommand(t *testing.T) {
	t.Parallel()
	dir := clitest.StateDir(t)
	t.Run("while it runs", func(t *testing.T) {
		startUp(t, dir, "--tenant", "inspect/doctor.yaml")
		for _, step := range []struct {
			args []string
			want string
		}{
			{[]string{"doctor"}, "ok    message        crossed every hop"},
			{[]string{"doctor", "--json"}, `"ok": true`},
			{[]string{"chat", "--tenant", "recado-doctor", "--message", "¿Cuánto cuesta la revisión?"}, "100"},
			{[]string{"trace", "last"}, "outbound-sender  send webchat"},
			{[]string{"trace", "last", "--json"}, `"tool_calls"`},
			{[]string{"tenant", "list"}, "recado-doctor"},
			{[]string{"tenant", "apply", "inspect/doctor.yaml"}, "unchanged"},
			{[]string{"tenant", "sweep"}, "repaired: 0"},
			{[]string{"topology", "verify"}, "the server has the topology"},
			{[]string{"migrate", "--pending"}, "up to date"},
			{[]string{"deadletter", "list"}, "no dead letters"},
		} {
			bustest.Eventually(t, strings.Join(step.args, " "), func() bool { // what comes after a reply is seen a moment later
				code, out, _ := recado(t, nil, append(step.args, "--dir", dir)...)
				return code == 0 && strings.Contains(out, step.want)
			})
		}
		sweepsAgainAndAgain(t, dir)
	})
	if found, err := cli.ReadRunning(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after its end: %+v, %v, want no announcement", found, err)
	}
}

// sweepsAgainAndAgain takes a tenant's settings from the bus while a sweep runs, twice.
func sweepsAgainAndAgain(t *testing.T, dir string) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &cli.CLI{Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }}
	done := make(chan error, 1)
	go func() { done <- dispatch(ctx, c, []string{"tenant", "sweep", "--every", "50ms", "--dir", dir}) }()
	b, err := c.Connect(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = b.Close(context.WithoutCancel(t.Context())) }()
	for range 2 {
		if err := b.Delete(t.Context(), subject.BucketTenants, string(tenants.Doctor)); err != nil {
			t.Fatal(err)
		}
		bustest.Eventually(t, "the settings are back", func() bool {
			_, err := b.Get(t.Context(), subject.BucketTenants, string(tenants.Doctor))
			return err == nil
		})
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("an interrupted sweep: %v", err)
	}
}
