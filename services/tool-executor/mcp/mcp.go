// Package mcp lends a business's tools to its own programs: by the Model Context Protocol at /mcp, and as plain JSON-RPC at /api/v1/mcp.
// It decides who may call; what a call does is decided where a turn's is.
package mcp

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/apikey/gate"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// Tools are what is lent.
type Tools interface {
	// Offered are the tools that programs of a tenant may use.
	Offered(id tenant.ID) ([]tool.Spec, error)
	// Program runs a call; its error means that there is no answer.
	Program(ctx context.Context, c tool.Call) (tool.Result, error)
}

// Options are what a Door works with.
type Options struct {
	Tools Tools
	// Keys finds what a key may do; ok is false where it opens nothing.
	Keys    func(ctx context.Context, key string) (g apikey.Grant, ok bool, err error)
	Proxies app.Proxies
	Meter   metric.Meter
	Log     *slog.Logger
	// Rate is how many requests a second a key has; twice as many may come at once.
	Rate float64
	// AtOnce is how many requests are at work, of all keys.
	AtOnce int
	// Extension is what a test adds; nil is the product.
	Extension *Extension
}

// Extension is a server with more than the tools of a business, which keeps sessions: what a suite for the protocol wants to meet.
type Extension struct {
	Server  *sdk.Server
	Methods []string
}

const (
	// MaxBody bounds a request, in bytes: a call's arguments may have 16 KiB.
	MaxBody = 64 << 10
	// callTimeout is the longest that a call takes.
	callTimeout = 20 * time.Second
	// repeatWithin is how long the same arguments from the same key are the same request, where it has no key of its own.
	repeatWithin = 2 * time.Minute
)

// The paths of the two doors.
const (
	Path      = "/mcp"
	PlainPath = "/api/v1/mcp"
)

// Door answers programs. It is safe for concurrent use.
type Door struct {
	Options
	gate    *gate.Gate
	counts  *counts
	methods map[string]bool
}

// New makes a door.
func New(o Options) (*Door, error) {
	counts, err := newCounts(o.Meter)
	if err != nil {
		return nil, err
	}
	guard, err := gate.New(gate.Options{Keys: o.Keys, Address: o.Proxies.Client, Log: o.Log, Rate: o.Rate, AtOnce: o.AtOnce})
	if err != nil {
		return nil, err
	}
	d := &Door{Options: o, gate: guard, counts: counts, methods: map[string]bool{}}
	for _, method := range methods {
		d.methods[method] = true
	}
	if o.Extension != nil {
		for _, method := range o.Extension.Methods {
			d.methods[method] = true
		}
	}
	return d, nil
}

// mux registers handlers with the bound of their bodies.
type mux interface {
	HandleLimit(pattern string, limit int64, h http.Handler)
}

// Handle registers both doors.
func (d *Door) Handle(mux mux) {
	mux.HandleLimit(Path, MaxBody, d.guarded("mcp", d.protocol()))
	mux.HandleLimit(PlainPath, MaxBody, d.guarded("plain", http.HandlerFunc(d.servePlain)))
}
