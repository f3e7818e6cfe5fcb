package measure

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
	"github.com/recado/recado/services/cmd/recado/cli"
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

func startBenchChild(ctx context.Context, o benchOptions) (*benchChild, error) {
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
		// what is measured is the pipeline, not its limits
		"RECADO_INGEST_TENANT_RATE=1e6", "RECADO_INGEST_CONTACT_RATE=1e6", "RECADO_AGENT_RUNNER_LOOP_TURNS=0",
		"TENANT_BENCH_API_URL="+b.sandbox.URL, "TENANT_BENCH_SECRET="+benchSecret)
	b.process.Stderr = b.log
	if err := b.process.Start(); err != nil {
		return err
	}
	go func() { b.ended <- b.process.Wait() }()
	if err := b.await(ctx); err != nil {
		return err
	}
	webhook := b.url + "/webhooks/whatsapp/" + benchAccount
	b.sandbox.AddAccount(sandbox.Account{ID: benchAccount, AppSecret: benchSecret, WebhookURL: webhook})
	return nil
}

// await waits until the child has said where it is.
func (b *benchChild) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if found, err := cli.ReadRunning(b.dir); err == nil && found.PID == b.process.Process.Pid {
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

// reading is what the child has done so far.
type reading struct {
	services, postgres time.Duration // CPU, user and system: of the services with NATS, and of PostgreSQL
	receipts           float64       // statuses that outbound-sender has handled
}

func (b *benchChild) read(ctx context.Context) (r reading, err error) {
	r.postgres = cpuBelow(b.process.Process.Pid)
	metrics, err := b.metrics(ctx)
	if err != nil {
		return r, err
	}
	seconds, ok := metricSum(metrics, "process_cpu_seconds_total", "")
	if !ok {
		return r, errors.New("the process does not tell its CPU time")
	}
	r.services = time.Duration(seconds * float64(time.Second))
	r.receipts, _ = metricSum(metrics, "messaging_client_consumed_messages_total", `messaging_destination_name="receipt.received"`)
	return r, nil
}

func (b *benchChild) metrics(ctx context.Context) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+"/metrics", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 16<<20))
	return string(body), err
}

// metricSum adds up the series of a metric that carry a label; false when there is none.
func metricSum(text, name, label string) (sum float64, found bool) {
	for line := range strings.Lines(text) {
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
