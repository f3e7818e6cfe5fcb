package mcp

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// servePlain answers JSON-RPC without sessions or streams, for callers that know no more of the protocol. What went wrong is the HTTP
// status too: 400, 404, 422 or 500.
func (d *Door) servePlain(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		answer(w, http.StatusBadRequest, nil, rpcError(jsonrpc.CodeParseError, "parse error: expected JSON"))
		return
	}
	if e.notification() {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	result, wrong := d.plain(r, e)
	if wrong != nil {
		answer(w, plainStatus(wrong), e.ID, wrong)
		return
	}
	status := http.StatusOK
	if called, ok := result.(*sdk.CallToolResult); ok && called.IsError {
		status = http.StatusUnprocessableEntity
	}
	write(w, status, reply{Version: "2.0", ID: e.ID, Result: result})
}

func (d *Door) plain(r *http.Request, e envelope) (any, *jsonrpc.Error) {
	switch e.Method {
	case "initialize":
		return map[string]any{
			"protocolVersion": protocolVersions[0], "serverInfo": implementation(), "instructions": instructions,
			"capabilities": map[string]any{"tools": map[string]any{}},
		}, nil
	case "tools/list":
		var p sdk.ListToolsParams
		if len(e.Params) > 0 && json.Unmarshal(e.Params, &p) != nil {
			return nil, invalidParams("params: expected those of tools/list")
		}
		return d.list(r.Context(), p.Cursor)
	case "tools/call":
		var p sdk.CallToolParamsRaw
		if json.Unmarshal(e.Params, &p) != nil {
			return nil, invalidParams("params: expected a name and arguments")
		}
		return d.call(r.Context(), &p)
	}
	return struct{}{}, nil // ping
}

// plainStatus is the HTTP status of an error.
func plainStatus(e *jsonrpc.Error) int {
	switch e.Code {
	case jsonrpc.CodeParseError, jsonrpc.CodeInvalidRequest:
		return http.StatusBadRequest
	case jsonrpc.CodeMethodNotFound:
		return http.StatusNotFound
	case jsonrpc.CodeInvalidParams:
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}
