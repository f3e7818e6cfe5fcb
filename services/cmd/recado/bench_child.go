package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
)

const (
	benchAccount = "100200300"
	benchSecret  = "bench-secret"
	startTimeout = 3 * time.Minute
)

//go:embed bench.yaml
var benchTenant []byte

// benchChild is a recado up with the bench tenant, and the send API that it talks to.
type benchChild struct {
	sandbox *sandbox.Server
	process *exec.Cmd
	dir     string
	profile string
	remove  func()
	url     string
	log     *bytes.Buffer
	ended   chan error // what Wait returned
}

func (c *cli) startBenchChild(ctx context.Context, o benchOptions) (*benchChild, error) {
	child := &benchChild{dir: o.dir, profile: o.profile, remove: func() {}, log: &bytes.Buffer{}, ended: make(chan error, 1)}
	if o.dir == "" {
		var err error
		if child.dir, err = os.MkdirTemp("", "recado-bench-"); err != nil {
			return nil, err
		}
		child.remove = func() { _ = os.RemoveAll(child.dir) }
	}
	if err := child.start(ctx); err != nil {
		_, stopErr := child.stop()
		return nil, errors.Join(err, stopErr)
	}
	return child, nil
}

func (b *benchChild) start(ctx context.Context) (err error) {
	if err := errors.Join(os.MkdirAll(b.dir, 0o755), os.Chmod(b.dir, 0o755)); err != nil { // PostgreSQL may run as another user
		return err
	}
	file := filepath.Join(b.dir, "bench.yaml")
	if err := os.WriteFile(file, benchTenant, 0o600); err != nil {
		return err
	}
	b.sandbox, err = sandbox.Start(ctx, "127.0.0.1:0", sandbox.Options{})
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b.process = exec.Command(self, "up", "--dir", b.dir, "--tenant", file, "--cpu-profile", b.profile)
	b.process.Env = append(os.Environ(), "RECADO_HTTP_ADDR=127.0.0.1:0", "RECADO_NATS_URL=", "RECADO_LOG_LEVEL=WARN",
		"RECADO_BENCH_API_URL="+b.sandbox.URL, "RECADO_BENCH_SECRET="+benchSecret)
	b.process.Stderr = b.log
	if err := b.process.Start(); err != nil {
		return err
	}
	go func() { b.ended <- b.process.Wait() }()
	if err := b.await(ctx); err != nil {
		return err
	}
	b.sandbox.AddAccount(sandbox.Account{ID: benchAccount, AppSecret: benchSecret, WebhookURL: b.url + "/webhooks/whatsapp/" + benchAccount})
	return nil
}

// await waits until the child has said where it is.
func (b *benchChild) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if found, err := readRunning(b.dir); err == nil && found.PID == b.process.Process.Pid {
			b.url = found.HTTP
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("recado up did not get ready: %w", ctx.Err())
		case err := <-b.ended:
			b.ended <- err
			return errors.New("recado up ended before it was ready")
		case <-tick.C:
		}
	}
}

// stop ends the child and returns the most memory that it had, in MiB.
func (b *benchChild) stop() (peakMB float64, err error) {
	defer b.remove()
	if b.process != nil && b.process.Process != nil {
		_ = b.process.Process.Signal(syscall.SIGTERM)
		if err = <-b.ended; err != nil {
			err = fmt.Errorf("recado up: %w\n%s", err, b.log)
		}
		if usage, ok := b.process.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peakMB = float64(usage.Maxrss) / 1024
			if runtime.GOOS == "darwin" { // which counts bytes
				peakMB /= 1024
			}
		}
	}
	if b.sandbox != nil {
		b.sandbox.Close()
	}
	return peakMB, err
}

// used is CPU time, user and system: of the services with NATS, and of PostgreSQL.
type used struct{ services, postgres time.Duration }

func (b *benchChild) cpu(ctx context.Context) (u used, err error) {
	u.postgres = cpuBelow(b.process.Process.Pid)
	u.services, err = b.cpuOfServices(ctx)
	return u, err
}

// cpuOfServices is what the child's metrics tell.
func (b *benchChild) cpuOfServices(ctx context.Context) (time.Duration, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 16<<20))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(body)) {
		if value, ok := strings.CutPrefix(line, "process_cpu_seconds_total "); ok {
			seconds, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return time.Duration(seconds * float64(time.Second)), err
		}
	}
	return 0, errors.New("the process does not tell its CPU time")
}
