// Command conformance serves the door for programs to the official suite of the Model Context Protocol: the product's own handlers, with
// what the suite expects to find beside them (fixture.go). It has no database, needs no key, and is in no image.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/mcp"
	"github.com/recado/recado/services/tool-executor/tools"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:3911", "where to listen, on loopback")
	flag.Parse()
	if err := serve(*addr); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func serve(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil || !net.ParseIP(host).IsLoopback() {
		return errors.New("addr: expected a port of a loopback address: whoever asks is let in")
	}
	handler, err := suite()
	if err != nil {
		return err
	}
	server := &http.Server{Addr: addr, Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	return server.ListenAndServe()
}

// suite is the door as the suite meets it: it sends no key, so each of its requests is given one.
func suite() (http.Handler, error) {
	door, err := mcp.New(mcp.Options{
		Tools: catalogue{}, Keys: everybody, Meter: noop.Meter{}, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
		Rate: 10_000, AtOnce: 256, Extension: &mcp.Extension{Server: fixture(), Methods: fixtureMethods},
	})
	if err != nil {
		return nil, err
	}
	mux := doors{http.NewServeMux()}
	door.Handle(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Authorization", "Bearer suite")
		mux.ServeHTTP(w, r)
	}), nil
}

// doors registers handlers with the bound of their bodies.
type doors struct{ *http.ServeMux }

// HandleLimit registers a handler.
func (d doors) HandleLimit(pattern string, limit int64, h http.Handler) {
	d.Handle(pattern, http.MaxBytesHandler(h, limit))
}

var who = apikey.Grant{Tenant: "conformance", Key: uuid.New(), Writes: apikey.DryRun}

func everybody(context.Context, string) (apikey.Grant, bool, error) { return who, true, nil }

// catalogue lists the tools of this build, and runs none: there is no business.
type catalogue struct{}

// Offered are all tools.
func (catalogue) Offered(tenant.ID) ([]tool.Spec, error) { return tools.Specs(), nil }

// Program refuses.
func (catalogue) Program(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{Err: &tool.Error{Code: "no_business", Message: "this server has no business whose data could be asked"}}, nil
}
