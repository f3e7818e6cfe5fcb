package mcp

import (
	"context"
	"net/http"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// protocolVersions are those that the door speaks, the newest first.
var protocolVersions = []string{"2025-11-25", "2025-06-18", "2025-03-26"}

const instructions = "The tools of one business. A write names the contact that it is about (contact_id), and takes an idempotency key: " +
	"the same key gives the first result again. A result with dry_run says what would have been done; nothing was."

func implementation() *sdk.Implementation {
	return &sdk.Implementation{Name: "recado", Title: "Recado", Version: "1"}
}

// protocol is the library's handler. Without sessions any replica answers any request.
func (d *Door) protocol() http.Handler {
	server := d.server()
	options := &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true, MaxRequestBodyBytes: MaxBody}
	if d.Extension != nil {
		options.Stateless, options.JSONResponse = false, false
	}
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, options)
}

func (d *Door) server() *sdk.Server {
	var server *sdk.Server
	if d.Extension != nil {
		server = d.Extension.Server
	} else {
		server = sdk.NewServer(implementation(), &sdk.ServerOptions{
			Instructions: instructions, SupportedProtocolVersions: protocolVersions,
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
		})
	}
	server.AddReceivingMiddleware(d.recovering, d.lending)
	return server
}

// recovering answers what panics: the library runs a request on a goroutine of its own, where a panic ends the process.
func (d *Door) recovering(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if recover() != nil {
				d.Log.ErrorContext(ctx, "a request panicked", "method", method, "stack", string(debug.Stack()))
				result, err = nil, internal()
			}
		}()
		return next(ctx, method, r)
	}
}

func internal() *jsonrpc.Error { return rpcError(jsonrpc.CodeInternalError, "internal error") }

// lending answers for the tools of the business, which differ by key and are not registered with the server.
func (d *Door) lending(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		switch p := r.GetParams().(type) {
		case *sdk.ListToolsParams:
			return d.listWith(ctx, p, func() (sdk.Result, error) { return next(ctx, method, r) })
		case *sdk.CallToolParamsRaw:
			if d.Extension != nil && !d.lends(ctx, p.Name) {
				return next(ctx, method, r)
			}
			result, wrong := d.call(ctx, p)
			if wrong != nil {
				return nil, wrong
			}
			return result, nil
		}
		return next(ctx, method, r)
	}
}

func (d *Door) listWith(ctx context.Context, p *sdk.ListToolsParams, more func() (sdk.Result, error)) (sdk.Result, error) {
	cursor := ""
	if p != nil {
		cursor = p.Cursor
	}
	result, wrong := d.list(ctx, cursor)
	if wrong != nil {
		return nil, wrong
	}
	if d.Extension == nil {
		return result, nil
	}
	extra, err := more()
	if list, ok := extra.(*sdk.ListToolsResult); ok {
		result.Tools = append(result.Tools, list.Tools...)
	}
	return result, err
}
