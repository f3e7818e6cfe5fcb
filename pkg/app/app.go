// Package app runs services as one process: their configuration, bus, live tenant settings, telemetry, HTTP door, health and
// orderly stop.
package app

import (
	"context"
	"io"
	"log/slog"
	"net"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/telemetry"
)

// Service is a name and a Run that blocks until its context ends; returning earlier stops the process.
type Service struct {
	Name string
	Run  func(ctx context.Context, env *Env) error
	// Config is the zero value of the service's config struct, so that every wrong variable of every service is reported
	// before anything starts, and docs/config.md can list them. nil when it reads none.
	Config any
	// Keys are the purposes of the installation's key that the service uses. It gets no other, and does not start without one of them.
	Keys []string
}

// Env is what a service gets from the process it runs in. It does not tell which process that is.
type Env struct {
	// Service is the service's name.
	Service string
	// Getenv reads configuration, for config.Load.
	Getenv func(string) string
	// Log, Tracer and Meter carry the service's name.
	Log    *slog.Logger
	Tracer trace.Tracer
	Meter  metric.Meter
	// Bus is the service's own connection.
	Bus *bus.Bus
	// Tenants are the live settings, read once before Run begins.
	Tenants *Tenants
	// HTTP is the process's one listener, shared by its services.
	HTTP *Mux
	// Health holds what /readyz asks.
	Health *Health
	// Proxies tell who a request came from.
	Proxies Proxies
	// Spans are the process's newest finished spans, of all its services.
	Spans *telemetry.Ring
	// Instance is unique for each start of the process and may stand in a subject.
	Instance string

	ready  func()
	answer func(ctx context.Context, group *errgroup.Group, listener net.Listener, mux *Mux)
}

// Ready says that the service is set up: its handlers are registered, its consumers run next. The process is ready, and
// takes HTTP requests, when every service has called it.
func (e *Env) Ready() { e.ready() }

// Config is what the process itself reads.
type Config struct {
	HTTPAddr string `env:"RECADO_HTTP_ADDR" default:"127.0.0.1:8080" help:"host:port of the process's HTTP door"`
	// ProbeAddr keeps probes and metrics off the door that strangers knock at, and answers when that has no connection left.
	ProbeAddr string `env:"RECADO_PROBE_ADDR" default:"" help:"host:port for probes and metrics alone; else they are at the HTTP door"`
	// Connections bound what strangers can hold open; PerAddress what one of them can.
	Connections int     `env:"RECADO_HTTP_CONNECTIONS" default:"4096" min:"16" help:"open connections; the longest idle makes room"`
	PerAddress  int     `env:"RECADO_HTTP_ADDRESS_CONNECTIONS" default:"512" min:"1" help:"open connections of one address, of IPv6 a /64"`
	Proxies     Proxies `env:"RECADO_TRUSTED_PROXIES" default:"" help:"proxies whose X-Forwarded-For is believed: 10.0.0.0/8"`
	// StopTimeout must be shorter than the orchestrator's, or it kills what would have finished.
	StopTimeout time.Duration `env:"RECADO_STOP_TIMEOUT" default:"20s" min:"1ms" help:"how long a stop waits for work in hand"`
}

// Options describe a process to Run.
type Options struct {
	Dial     bus.Dialer
	Services []Service
	Getenv   func(string) string
	// Listener replaces the one at RECADO_HTTP_ADDR.
	Listener net.Listener
	// Stderr takes the log.
	Stderr io.Writer
	// Ready is called once, when the process is ready; nil is fine.
	Ready func()
}
