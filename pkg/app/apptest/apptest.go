// Package apptest runs services under test as app.Run would, on a bus and a port of their own.
package apptest

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

const patience = 30 * time.Second

// Key is a valid RECADO_SECRET_KEY; every process of this package gets it unless the test sets another.
var Key = bustest.Key

// Options are what a test may choose.
type Options struct {
	Services []app.Service
	// Env are configuration variables.
	Env map[string]string
	// Server is the bus to run on, for tests that start several processes; nil makes one.
	Server *bustest.Server
	// Tenants are published before the services start.
	Tenants []*tenant.Settings
}

// Process is a running process.
type Process struct {
	// URL is the HTTP door, without a slash at the end.
	URL string
	// Bus is the test's own connection.
	Bus    *bus.Bus
	Server *bustest.Server

	cancel context.CancelFunc
	done   chan error
	log    *safeBuffer
}

// Run starts services and waits until they are ready; the test's end stops them.
func Run(t testing.TB, services ...app.Service) *Process {
	t.Helper()
	return Start(t, Options{Services: services})
}

// Start is Run with options. A process that fails, or is not ready in time, fails the test and shows its log.
func Start(t testing.TB, opts Options) *Process {
	t.Helper()
	if opts.Server == nil {
		opts.Server = bustest.New(t)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Process{
		URL: "http://" + listener.Addr().String(), Bus: opts.Server.Bus(t, "test"), Server: opts.Server,
		done: make(chan error, 1), log: &safeBuffer{},
	}
	for _, settings := range opts.Tenants {
		p.PutTenant(t, settings)
	}
	ready := make(chan struct{})
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	p.cancel = cancel
	go func() {
		p.done <- app.Run(ctx, app.Options{
			Dial: opts.Server.Dial, Services: opts.Services, Getenv: getenv(opts.Env), Listener: listener, Stderr: p.log,
			Ready: func() { close(ready) },
		})
	}()
	t.Cleanup(func() { p.Stop(t) })
	select {
	case <-ready:
	case err := <-p.done:
		p.done <- err
		t.Fatalf("the process stopped before it was ready: %v\n%s", err, p.log)
	case <-time.After(patience):
		t.Fatalf("not ready after %s; these have not called env.Ready(): %s\n%s", patience, p.readiness(), p.log)
	}
	return p
}

// PutTenant publishes settings as the tenant commands do. Services that run already see them soon, not at once.
func (p *Process) PutTenant(t testing.TB, settings *tenant.Settings) {
	t.Helper()
	value, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Bus.Put(context.WithoutCancel(t.Context()), subject.BucketTenants, string(settings.ID), value); err != nil {
		t.Fatal(err)
	}
}

// Stop ends the process as a signal would and waits for it; a failure fails the test. The second call does nothing.
func (p *Process) Stop(t testing.TB) {
	t.Helper()
	p.cancel()
	select {
	case err := <-p.done:
		p.done <- nil
		if err != nil {
			t.Errorf("the process failed: %v\n%s", err, p.log)
		}
	case <-time.After(patience):
		t.Errorf("the process did not stop within %s\n%s", patience, p.log)
	}
}

func (p *Process) readiness() string {
	answer, err := http.Get(p.URL + "/readyz")
	if err != nil {
		return err.Error()
	}
	defer func() { _ = answer.Body.Close() }()
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	return string(body)
}

// Log returns what the process has logged so far.
func (p *Process) Log() string { return p.log.String() }

func getenv(env map[string]string) func(string) string {
	return func(name string) string {
		if value, ok := env[name]; ok {
			return value
		}
		if name == "RECADO_SECRET_KEY" {
			return Key
		}
		return ""
	}
}

type safeBuffer struct {
	mu  sync.Mutex
	out strings.Builder
}

// Write keeps the first MiB.
func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.out.Len() < 1<<20 {
		_, _ = b.out.Write(p)
	}
	return len(p), nil
}

// String returns what was written.
func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.String()
}
