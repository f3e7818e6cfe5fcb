package outside

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/attempt"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// What went wrong with a server; its own words stay out of logs.
var (
	errSays   = errors.New("the server answers with an error")
	errAway   = errors.New("the server cannot be reached")
	errOpen   = errors.New("the server has failed again and again and is left alone for a minute")
	errSecret = errors.New("the server's secret does not open: apply the tenant again")
)

// Call asks the server; a write at most once.
func (r remote) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	var args map[string]any
	if len(c.Arguments) > maxArguments || json.Unmarshal(c.Arguments, &args) != nil {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Message: "expected a JSON object of at most 16 KiB"})
	}
	server, ok := r.servers.server(c.Tenant, r.spec.Server)
	if !ok {
		return wire.Refuse(&tool.Error{Code: "unknown_tool", Message: "the tenant has no such server any more"})
	}
	ask := func(ctx context.Context) attempt.Outcome { return r.ask(ctx, c, server, args) }
	if r.spec.Write {
		return r.servers.attempts.Free(ctx, c, ask)
	}
	return wire.Answer(ask(ctx), evidenceOf(r.spec))
}

// server returns a server of a tenant as its settings have it now.
func (s *Servers) server(id tenant.ID, name string) (found tenant.ToolServer, ok bool) {
	of, ok := s.Settings.Get(id)
	if !ok {
		return found, false
	}
	for _, server := range of.Tools.Servers {
		if server.Name == name {
			return server, true
		}
	}
	return found, false
}

func (r remote) ask(ctx context.Context, c tool.Call, server tenant.ToolServer, args map[string]any) (out attempt.Outcome) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	err := r.servers.with(ctx, c.Tenant, server, func(session *sdk.ClientSession) error {
		got, err := session.CallTool(ctx, &sdk.CallToolParams{
			Name: r.spec.Remote, Arguments: args, Meta: sdk.Meta{"idempotency_key": key(c)},
		})
		if err != nil {
			return errSays
		}
		out = told(got)
		return nil
	})
	if err != nil {
		return attempt.Outcome{Error: err.Error()}
	}
	return out
}

// told is an answer as text in a member of its own.
func told(got *sdk.CallToolResult) attempt.Outcome {
	var parts []string
	for _, content := range got.Content {
		if text, ok := content.(*sdk.TextContent); ok {
			parts = append(parts, text.Text)
		}
	}
	if len(parts) == 0 && got.StructuredContent != nil {
		if data, err := json.Marshal(got.StructuredContent); err == nil {
			parts = append(parts, string(data))
		}
	}
	text := []rune(strings.Join(parts, "\n"))
	return attempt.Outcome{Success: !got.IsError, Body: string(text[:min(len(text), maxTold)])}
}

// with opens a session with a server, unless it is left alone, and notes how it went.
func (s *Servers) with(ctx context.Context, id tenant.ID, server tenant.ToolServer, use func(*sdk.ClientSession) error) error {
	name := string(id) + "/" + server.URL
	if s.isOpen(name) {
		return errOpen
	}
	client := *s.client
	if len(server.Secret) > 0 {
		secret, err := s.Key.Derive(seal.PurposeTools).Open(server.Secret, tenant.ToolBound(id, server.URL))
		if err != nil {
			return errSecret
		}
		client.Transport = headed{client.Transport, server.Header, string(secret)}
	}
	transport := &sdk.StreamableClientTransport{Endpoint: server.URL, HTTPClient: &client, MaxRetries: -1, DisableStandaloneSSE: true}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "recado", Version: "1"}, nil).Connect(ctx, transport, nil)
	if err != nil {
		s.note(name, false)
		return errAway
	}
	defer func() { _ = session.Close() }()
	err = use(session)
	s.note(name, err == nil || ctx.Err() == nil)
	return err
}

func (s *Servers) isOpen(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, known := s.breakers[name]
	return known && s.Now().Before(b.until)
}

// note counts failures in a row; the first call after the pause is the trial.
func (s *Servers) note(name string, well bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if well {
		delete(s.breakers, name)
		return
	}
	b, known := s.breakers[name]
	if !known {
		b = &breaker{}
		s.breakers[name] = b
	}
	if b.failed++; b.failed >= openAfter {
		b.until = s.Now().Add(openFor)
	}
}

// headed puts a secret into every request.
type headed struct {
	next          http.RoundTripper
	header, value string
}

func (h headed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(h.header, h.value)
	return h.next.RoundTrip(r)
}

// bounded ends an answer that is too long.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	return resp, nil
}

// Every is how often servers are asked anew what they offer.
const Every = 10 * time.Minute
