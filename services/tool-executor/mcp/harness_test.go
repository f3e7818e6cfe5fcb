package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/mcp"
)

// shop lends three tools and notes what it was asked.
type shop struct {
	mu    sync.Mutex
	calls []tool.Call
	// wait holds every call, which says so to begun, until it is closed.
	begun, wait chan struct{}
}

var offered = []tool.Spec{
	{Name: "get_menu", Description: "The dishes.", Parameters: json.RawMessage(`{"type":"object","properties":{},"required":[],"additionalProperties":false}`)},
	{Name: "get_appointments", Own: true, Description: "The contact's.", Parameters: json.RawMessage(`{"type":"object","additionalProperties":false}`)},
	{
		Name: "create_order", Aliases: []string{"order"}, Write: true, Confirm: true, DryRun: true, Description: "Orders.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"dish":{"type":"string"}},"required":["dish"],"additionalProperties":false}`),
	},
	{
		Name: "award_tokens", Write: true, DryRun: true, Description: "Awards.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"contact_id":{"type":"string"}},"required":["contact_id"],"additionalProperties":false}`),
	},
}

func (s *shop) Offered(id tenant.ID) ([]tool.Spec, error) {
	if id == "away" {
		return nil, bus.Unavailable(errors.New("no settings"))
	}
	return append([]tool.Spec{}, offered...), nil
}

func (s *shop) Program(_ context.Context, c tool.Call) (tool.Result, error) {
	s.mu.Lock()
	s.calls = append(s.calls, c)
	s.mu.Unlock()
	if s.wait != nil {
		s.begun <- struct{}{}
		<-s.wait
	}
	var args struct{ Dish string }
	_ = json.Unmarshal(c.Arguments, &args)
	switch args.Dish {
	case "panic":
		panic("a dish of " + args.Dish)
	case "broken":
		return tool.Result{}, errors.New("insert into nowhere: secret")
	case "away":
		return tool.Result{}, bus.Unavailable(errors.New("no database"))
	case "unknown":
		return tool.Result{Err: &tool.Error{Code: "unknown_dish", Field: "dish", Message: "no such dish", Allowed: tool.Names("taco")}}, nil
	}
	return tool.Result{JSON: json.RawMessage(`{"success":true}`), DryRun: c.DryRun, Evidence: []tool.Evidence{{ID: "row", Kind: "tool", Source: "menu"}}}, nil
}

func (s *shop) last() tool.Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.calls) == 0 {
		return tool.Call{}
	}
	return s.calls[len(s.calls)-1]
}

// grants are the keys that there are.
var grants = map[string]apikey.Grant{
	"reader": {Tenant: "shop", Key: uuid.New(), Writes: apikey.NoWrites},
	"trier":  {Tenant: "shop", Key: uuid.New(), Writes: apikey.DryRun},
	"writer": {Tenant: "shop", Key: uuid.New(), Writes: apikey.Allowed},
	"narrow": {Tenant: "shop", Key: uuid.New(), Writes: apikey.Allowed, Tools: []string{"get_menu"}},
	"away":   {Tenant: "away", Key: uuid.New(), Writes: apikey.Allowed},
}

func findGrant(ctx context.Context, key string) (apikey.Grant, bool, error) {
	if key == "slow" {
		<-ctx.Done()
		return apikey.Grant{}, false, ctx.Err()
	}
	if key == "lost" {
		return apikey.Grant{}, false, errors.New("no database")
	}
	g, ok := grants[key]
	return g, ok, nil
}

// plainMux registers handlers with their limit.
type plainMux struct{ *http.ServeMux }

func (m plainMux) HandleLimit(pattern string, limit int64, h http.Handler) {
	m.Handle(pattern, http.MaxBytesHandler(h, limit))
}

// door serves a shop; change sets what differs from a wide one.
func door(t *testing.T, s *shop, change func(*mcp.Options)) string {
	t.Helper()
	o := mcp.Options{
		Tools: s, Keys: findGrant, Meter: noop.Meter{}, Log: slog.New(slog.DiscardHandler), Rate: 1000, AtOnce: 100,
	}
	if change != nil {
		change(&o)
	}
	d, err := mcp.New(o)
	if err != nil {
		t.Fatal(err)
	}
	mux := plainMux{http.NewServeMux()}
	d.Handle(mux)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// answer is what a door said.
type answer struct {
	status int
	header http.Header
	body   string
	id     json.RawMessage
	code   int
	result struct {
		IsError    bool            `json:"isError"`
		Structured json.RawMessage `json:"structuredContent"`
		Tools      []struct {
			Name, Description string
			InputSchema       json.RawMessage `json:"inputSchema"`
		} `json:"tools"`
	}
}

func post(t *testing.T, url, key, body string, header ...string) (a answer) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a.status, a.header, a.body = res.StatusCode, res.Header, string(data)
	var said struct {
		ID     json.RawMessage `json:"id"`
		Error  struct{ Code int }
		Result json.RawMessage
	}
	if len(bytes.TrimSpace(data)) > 0 && json.Unmarshal(data, &said) != nil {
		t.Fatalf("%s answered %d and no JSON: %s", url, a.status, data)
	}
	a.id, a.code = said.ID, said.Error.Code
	_ = json.Unmarshal(said.Result, &a.result)
	return a
}

func call(tool, args string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + `}}`
}

// bearer puts a key into every request.
type bearer struct{ key string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.key)
	return http.DefaultTransport.RoundTrip(r)
}
