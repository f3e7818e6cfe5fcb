package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// codeRefused is the JSON-RPC code of what the gate does not let in; the HTTP status says why.
const codeRefused = -32001

// methods are what the product answers; notifications are read and need no answer.
var methods = []string{"initialize", "ping", "tools/list", "tools/call"}

const notifications = "notifications/"

// paramsNeeded are the methods that say nothing without parameters.
var paramsNeeded = []string{"initialize", "tools/call"}

// envelope is a JSON-RPC request.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// notification reports whether no answer is expected.
func (e envelope) notification() bool { return len(e.ID) == 0 }

func rpcError(code int64, message string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: code, Message: message}
}

func invalidParams(format string, args ...any) *jsonrpc.Error {
	return rpcError(jsonrpc.CodeInvalidParams, fmt.Sprintf(format, args...))
}

// read takes one request apart; what is wrong with it has a code of JSON-RPC's own. The library answers that with plain text.
func (d *Door) read(body []byte) (e envelope, wrong *jsonrpc.Error) {
	if !json.Valid(body) {
		return e, rpcError(jsonrpc.CodeParseError, "parse error: expected JSON")
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return envelope{}, rpcError(jsonrpc.CodeInvalidRequest, "invalid request: expected one JSON-RPC object")
	}
	if !plausibleID(e.ID) {
		e.ID = nil
		return e, rpcError(jsonrpc.CodeInvalidRequest, "id: expected a string or a number")
	}
	switch {
	case e.Version != "2.0":
		return e, rpcError(jsonrpc.CodeInvalidRequest, `jsonrpc: expected "2.0"`)
	case e.Method == "":
		return e, rpcError(jsonrpc.CodeInvalidRequest, "method: expected a name")
	case strings.HasPrefix(e.Method, notifications):
		return e, d.readNotification(e)
	case !d.methods[e.Method]:
		return e, rpcError(jsonrpc.CodeMethodNotFound, "method not found")
	case e.notification():
		return e, rpcError(jsonrpc.CodeInvalidRequest, "id: expected one, since "+e.Method+" is answered")
	}
	return e, readParams(e)
}

func (d *Door) readNotification(e envelope) *jsonrpc.Error {
	if !e.notification() {
		return rpcError(jsonrpc.CodeInvalidRequest, "id: expected none, since a notification is not answered")
	}
	return nil
}

func readParams(e envelope) *jsonrpc.Error {
	given := len(e.Params) > 0 && string(e.Params) != "null"
	switch {
	case given && e.Params[0] != '{':
		return invalidParams("params: expected an object")
	case !given && slices.Contains(paramsNeeded, e.Method):
		return invalidParams("params: expected those of %s", e.Method)
	}
	return nil
}

// plausibleID admits what may name a request: a string or a number of some length.
func plausibleID(id json.RawMessage) bool {
	if len(id) == 0 {
		return true
	}
	return len(id) <= 256 && strings.ContainsRune(`"-0123456789`, rune(id[0]))
}

// pass reads a request, answers what is none, and lets the others through with their body as it was.
func (d *Door) pass(w http.ResponseWriter, r *http.Request, door string, next http.Handler) {
	if r.Method != http.MethodPost {
		if d.Extension == nil {
			w.Header().Set("Allow", http.MethodPost)
			answer(w, http.StatusMethodNotAllowed, nil, rpcError(codeRefused, "expected POST"))
			return
		}
		next.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		answer(w, http.StatusRequestEntityTooLarge, nil, rpcError(codeRefused, fmt.Sprintf("expected at most %d bytes", tooLarge.Limit)))
		return
	}
	if err != nil {
		return // nobody is there any more, or nobody who writes on
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if d.Extension != nil && isResponse(body) {
		next.ServeHTTP(w, r)
		return
	}
	e, wrong := d.read(body)
	if wrong == nil {
		next.ServeHTTP(w, r)
		return
	}
	d.counts.refused(r.Context(), door, "malformed")
	status := plainStatus(wrong)
	if door == "mcp" && status != http.StatusBadRequest {
		status = http.StatusOK
	}
	answer(w, status, e.ID, wrong)
}

// isResponse reports whether a body answers a request of the server, which only an extension makes.
func isResponse(body []byte) bool {
	var e struct {
		Method string          `json:"method"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	return json.Unmarshal(body, &e) == nil && e.Method == "" && len(e.Result)+len(e.Error) > 0
}

// reply is a JSON-RPC response.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *jsonrpc.Error  `json:"error,omitempty"`
}

// answer writes an error as JSON-RPC; an id that nobody could read is null.
func answer(w http.ResponseWriter, status int, id json.RawMessage, e *jsonrpc.Error) {
	write(w, status, reply{Version: "2.0", ID: orNull(id), Error: e})
}

func orNull(id json.RawMessage) json.RawMessage {
	if len(id) == 0 {
		return json.RawMessage("null")
	}
	return id
}

func write(w http.ResponseWriter, status int, v reply) {
	data, err := json.Marshal(v)
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"no answer"}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data)
}
