package mcp

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/tool"
)

// contactParameter names the contact that a call is about. A tool that has it among its own gets it, another one does not.
const contactParameter = "contact_id"

// lent are the tools that a caller may use.
func (d *Door) lent(ctx context.Context) ([]tool.Spec, error) {
	grant := callerOf(ctx).grant
	offered, err := d.Tools.Offered(grant.Tenant)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(offered, func(s tool.Spec) bool { return !grant.May(s.Name, s.Write) }), nil
}

// find returns the tool of a name, or of another name that it has.
func (d *Door) find(ctx context.Context, name string) (spec tool.Spec, ok bool, err error) {
	all, err := d.lent(ctx)
	if err != nil {
		return spec, false, err
	}
	at := slices.IndexFunc(all, func(s tool.Spec) bool { return s.Name == name || slices.Contains(s.Aliases, name) })
	if at < 0 {
		return spec, false, nil
	}
	return all[at], true, nil
}

func (d *Door) lends(ctx context.Context, name string) bool {
	_, ok, err := d.find(ctx, name)
	return ok && err == nil
}

// list tells a caller the tools that it may use, all at once: no cursor is ever given out.
func (d *Door) list(ctx context.Context, cursor string) (*sdk.ListToolsResult, *jsonrpc.Error) {
	if cursor != "" {
		return nil, invalidParams("cursor: expected none")
	}
	all, err := d.lent(ctx)
	if err != nil {
		return nil, d.unanswered(ctx, "tools/list", err)
	}
	out := &sdk.ListToolsResult{Tools: []*sdk.Tool{}, Cacheable: sdk.Cacheable{CacheScope: "private"}}
	for _, spec := range all {
		out.Tools = append(out.Tools, described(spec, callerOf(ctx).grant))
	}
	return out, nil
}

func described(spec tool.Spec, grant apikey.Grant) *sdk.Tool {
	closed, destructive := false, spec.Write && spec.Confirm
	out := &sdk.Tool{
		Name: spec.Name, Description: spec.Description, InputSchema: parametersOf(spec),
		Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: !spec.Write, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &destructive,
		},
	}
	if spec.Write && grant.Writes != apikey.Allowed {
		out.Description += " With this key it is tried and taken back."
	}
	return out
}

// hasOwn reports whether a tool has a contact among its own parameters.
func hasOwn(spec tool.Spec) bool {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	return json.Unmarshal(spec.Parameters, &schema) == nil && schema.Properties[contactParameter] != nil
}

// parametersOf is a tool's schema with the contact that a program names.
func parametersOf(spec tool.Spec) json.RawMessage {
	var schema map[string]any
	if hasOwn(spec) || json.Unmarshal(spec.Parameters, &schema) != nil {
		return spec.Parameters
	}
	properties, _ := schema["properties"].(map[string]any)
	properties = maps.Clone(properties)
	if properties == nil {
		properties = map[string]any{}
	}
	properties[contactParameter] = map[string]any{"type": "string", "format": "uuid", "description": "the contact that this is about"}
	schema["properties"] = properties
	if spec.Write || spec.Own {
		required, _ := schema["required"].([]any)
		schema["required"] = append(slices.Clone(required), contactParameter)
	}
	data, err := json.Marshal(schema)
	if err != nil {
		return spec.Parameters
	}
	return data
}
