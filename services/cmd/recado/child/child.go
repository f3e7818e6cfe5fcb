// Package child runs a recado up in a process of its own, with a sandbox where WhatsApp would be, so that what is measured does not
// share its CPU, memory and files with who measures.
package child

import (
	"bytes"
	"context"
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
	"github.com/recado/recado/services/cmd/recado/cli"
)

const startTimeout = 3 * time.Minute

// Options of a child.
type Options struct {
	Dir     string // where its state is; empty is a folder that goes with it
	Profile string // file for its CPU profile
	// Tenants are the files that it applies, by name; ${TENANT_API_URL} is the sandbox.
	Tenants map[string][]byte
	Env     []string // beside this process's
}

// Child is a running recado up.
type Child struct {
	Sandbox *sandbox.Server
	URL     string
	Running cli.Running
	PID     int

	process *exec.Cmd
	dir     string
	remove  func()
	log     *bytes.Buffer
	ended   chan error // what Wait returned
}

// Start returns when the child takes messages.
func Start(ctx context.Context, o Options) (*Child, error) {
	c := &Child{dir: o.Dir, remove: func() {}, log: &bytes.Buffer{}, ended: make(chan error, 1)}
	if o.Dir == "" {
		var err error
		if c.dir, err = os.MkdirTemp("", "recado-child-"); err != nil {
			return nil, err
		}
		c.remove = func() { _ = os.RemoveAll(c.dir) }
	}
	if err := c.start(ctx, o); err != nil {
		_, stopErr := c.Stop()
		return nil, errors.Join(err, stopErr)
	}
	return c, nil
}

func (c *Child) start(ctx context.Context, o Options) (err error) {
	files := filepath.Join(c.dir, "tenants")
	if err := errors.Join(os.MkdirAll(files, 0o755), os.Chmod(c.dir, 0o755)); err != nil { // PostgreSQL may run as another user
		return err
	}
	args := []string{"up", "--dir", c.dir, "--cpu-profile", o.Profile}
	for name, text := range o.Tenants {
		file := filepath.Join(files, name+".yaml")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return err
		}
		args = append(args, "--tenant", file)
	}
	c.Sandbox, err = sandbox.Start(ctx, "127.0.0.1:0", sandbox.Options{})
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c.process = exec.Command(self, args...)
	c.process.Env = append(append(os.Environ(),
		"RECADO_HTTP_ADDR=127.0.0.1:0", "RECADO_MCP_ADDR=127.0.0.1:0", "RECADO_SEND_ADDR=127.0.0.1:0",
		"RECADO_NATS_URL=", "RECADO_LOG_LEVEL=WARN", "TENANT_API_URL="+c.Sandbox.URL), o.Env...)
	c.process.Stderr = c.log
	if err := c.process.Start(); err != nil {
		return err
	}
	c.PID = c.process.Process.Pid
	go func() { c.ended <- c.process.Wait() }()
	return c.await(ctx)
}

// await waits until the child has said where it is.
func (c *Child) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if found, err := cli.ReadRunning(c.dir); err == nil && found.PID == c.PID {
			c.Running, c.URL = found, found.HTTP
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("recado up did not get ready: %w", ctx.Err())
		case err := <-c.ended:
			c.ended <- err
			return errors.New("recado up ended before it was ready")
		case <-tick.C:
		}
	}
}

// Number lets a tenant's WhatsApp number send, and its statuses arrive at the child's door.
func (c *Child) Number(id, secret string) {
	c.Sandbox.AddAccount(sandbox.Account{ID: id, AppSecret: secret, WebhookURL: c.URL + "/webhooks/whatsapp/" + id})
}

// Stop ends the child and returns the most memory that it had, in MiB.
func (c *Child) Stop() (peakMB float64, err error) {
	defer c.remove()
	if c.process != nil && c.process.Process != nil {
		_ = c.process.Process.Signal(syscall.SIGTERM)
		if err = <-c.ended; err != nil {
			err = fmt.Errorf("recado up: %w\n%s", err, c.log)
		}
		if usage, ok := c.process.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peakMB = float64(usage.Maxrss) / 1024
			if runtime.GOOS == "darwin" { // which counts bytes
				peakMB /= 1024
			}
		}
	}
	if c.Sandbox != nil {
		c.Sandbox.Close()
	}
	return peakMB, err
}

// Metrics is what Prometheus would read, from where probes and metrics are.
func (c *Child) Metrics(ctx context.Context, at string) (Metrics, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/metrics", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 16<<20))
	return Metrics(body), err
}

// Metrics is a page of metrics.
type Metrics string

// Sum adds up the series of a metric that carry a label; false when there is none.
func (m Metrics) Sum(name, label string) (sum float64, found bool) {
	for line := range strings.Lines(string(m)) {
		at := strings.LastIndexByte(line, ' ')
		if !strings.HasPrefix(line, name) || at < 0 || !strings.Contains(line[:at], label) {
			continue
		}
		if value, err := strconv.ParseFloat(strings.TrimSpace(line[at:]), 64); err == nil {
			sum, found = sum+value, true
		}
	}
	return sum, found
}
