package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
)

// maxIdempotency bounds a caller's own key, in bytes.
const maxIdempotency = 200

// What a call's _meta may say, beside what the protocol puts there.
const (
	metaContact     = contactParameter
	metaIdempotency = "idempotency_key"
	metaDryRun      = "dry_run"
)

// outcome is what a caller gets for a call, in content and structuredContent alike.
type outcome struct {
	Result   json.RawMessage `json:"result,omitempty"`
	Error    *tool.Error     `json:"error,omitempty"`
	DryRun   bool            `json:"dry_run,omitempty"`
	Replayed bool            `json:"replayed,omitempty"`
	Evidence []tool.Evidence `json:"evidence,omitempty"`
}

// call runs a tool for a caller. A refusal is a result that a model can act on; an error is the protocol's.
func (d *Door) call(ctx context.Context, p *sdk.CallToolParamsRaw) (*sdk.CallToolResult, *jsonrpc.Error) {
	spec, ok, err := d.find(ctx, p.Name)
	if err != nil {
		return nil, d.unanswered(ctx, "tools/call", err)
	}
	if !ok {
		d.counts.called(ctx, "", "unknown")
		return nil, invalidParams("name: no such tool")
	}
	args, wrong := objectOf(p.Arguments)
	if wrong != nil {
		return nil, wrong
	}
	c, refusal := request(callerOf(ctx), spec, args, p.Meta)
	if refusal != nil {
		return d.outcome(ctx, spec, tool.Result{Err: refusal})
	}
	result, err := d.run(ctx, c)
	if err != nil {
		d.counts.called(ctx, spec.Name, "failed")
		return nil, d.unanswered(ctx, spec.Name, err)
	}
	return d.outcome(ctx, spec, result)
}

// objectOf reads a call's arguments; none are an empty object.
func objectOf(raw json.RawMessage) (args map[string]json.RawMessage, wrong *jsonrpc.Error) {
	if len(raw) == 0 || string(raw) == "null" {
		return map[string]json.RawMessage{}, nil
	}
	if json.Unmarshal(raw, &args) != nil || args == nil {
		return nil, invalidParams("arguments: expected an object")
	}
	return args, nil
}

// request makes the call that a caller means.
func request(who caller, spec tool.Spec, args map[string]json.RawMessage, meta sdk.Meta) (tool.Call, *tool.Error) {
	c := tool.Call{
		Tenant: who.grant.Tenant, Outside: who.grant.Key.String(), ID: uuid.NewString(), Tool: spec.Name,
		DryRun: spec.Write && (who.grant.Writes != apikey.Allowed || meta[metaDryRun] == true),
	}
	refusal := checkMeta(meta)
	if refusal != nil {
		return c, refusal
	}
	if c.ContactID, refusal = contactOf(spec, args, meta); refusal != nil {
		return c, refusal
	}
	asked, err := canonical(args)
	if err != nil {
		return c, &tool.Error{Code: "invalid_arguments", Message: "expected a JSON object"}
	}
	c.Arguments, c.Asked = asked, json.RawMessage(who.grant.Sum("asked", c.ContactID, string(asked)))
	own := who.idempotency
	if text, given := meta[metaIdempotency].(string); given {
		own = text
	}
	switch {
	case len(own) > maxIdempotency:
		return c, &tool.Error{Code: "invalid_arguments", Field: metaIdempotency, Message: "expected at most 200 bytes"}
	case own != "":
		c.Key = "api:" + c.Outside + ":" + who.grant.Sum("key", own)
	default:
		c.Key, c.Within = "api:"+c.Outside+":"+who.grant.Sum("request", c.ContactID, spec.Name, string(asked)), repeatWithin
	}
	return c, nil
}

// checkMeta refuses what would be passed over: a dry_run of another type would be a write.
func checkMeta(meta sdk.Meta) *tool.Error {
	for name, right := range map[string]func(v any) bool{
		metaContact: isA[string], metaIdempotency: isA[string], metaDryRun: isA[bool],
	} {
		if v, given := meta[name]; given && !right(v) {
			return &tool.Error{Code: "invalid_arguments", Field: name, Message: "expected another type"}
		}
	}
	return nil
}

func isA[T any](v any) bool { _, ok := v.(T); return ok }

// contactOf is the contact that a call names, in its arguments or beside them; it is taken out of those of a tool that does not know it.
func contactOf(spec tool.Spec, args map[string]json.RawMessage, meta sdk.Meta) (string, *tool.Error) {
	wrong := &tool.Error{Code: "invalid_arguments", Field: contactParameter, Message: "expected the id of one contact"}
	text, _ := meta[metaContact].(string)
	beside := strings.ToLower(text)
	raw, given := args[contactParameter]
	if !given {
		return beside, nil
	}
	var named string
	if json.Unmarshal(raw, &named) != nil {
		return "", wrong
	}
	if named = strings.ToLower(named); beside != "" && beside != named {
		return "", wrong
	}
	if !hasOwn(spec) {
		delete(args, contactParameter)
	}
	return cmp.Or(named, beside), nil
}

// canonical writes arguments in one way, however they were sent: members in order, no spaces, numbers as they were.
func canonical(args map[string]json.RawMessage) (json.RawMessage, error) {
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// errPanic is what a tool that panicked answers.
type errPanic struct{}

func (errPanic) Error() string { return "the tool panicked" }

// run is the call itself, which ends in time and never with the process.
func (d *Door) run(ctx context.Context, c tool.Call) (result tool.Result, err error) {
	c.Deadline = time.Now().Add(callTimeout)
	ctx, cancel := context.WithDeadline(ctx, c.Deadline)
	defer cancel()
	defer func() {
		if recover() != nil {
			d.Log.ErrorContext(ctx, "a tool panicked", "tool", c.Tool, "stack", string(debug.Stack()))
			err = errPanic{}
		}
	}()
	return d.Tools.Program(ctx, c)
}

// unanswered is the protocol's error of a call without an answer; what it was goes to the log.
func (d *Door) unanswered(ctx context.Context, what string, err error) *jsonrpc.Error {
	d.Log.WarnContext(ctx, "no answer for a program", "tool", what, "error", err)
	if store.IsUnavailable(err) || bus.IsUnavailable(err) {
		return rpcError(jsonrpc.CodeInternalError, "unavailable: try again")
	}
	return internal()
}

// outcome writes what a call led to.
func (d *Door) outcome(ctx context.Context, spec tool.Spec, r tool.Result) (*sdk.CallToolResult, *jsonrpc.Error) {
	out := outcome{Result: r.JSON, Error: r.Err, DryRun: r.DryRun && r.Err == nil, Replayed: r.Replayed, Evidence: r.Evidence}
	word := "done"
	switch {
	case r.Err != nil:
		out.Result, word = nil, "refused"
	case r.DryRun:
		word = "dry_run"
	case r.Replayed:
		word = "replayed"
	}
	d.counts.called(ctx, spec.Name, word)
	data, err := json.Marshal(out)
	if err != nil {
		return nil, d.unanswered(ctx, spec.Name, err)
	}
	return &sdk.CallToolResult{
		Content: []sdk.Content{&sdk.TextContent{Text: string(data)}}, StructuredContent: json.RawMessage(data), IsError: r.Err != nil,
	}, nil
}
