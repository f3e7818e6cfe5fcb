// Package arguments checks what a model calls a tool with against the tool's schema, before anybody is asked for it.
package arguments

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/recado/recado/pkg/tool"
)

const (
	maxSchemas = 1000 // tenants' own tools among them; more, and all are read again
	maxMessage = 300
)

// Checker knows the schemas that it has read. The zero value is ready.
type Checker struct {
	mu    sync.Mutex
	known map[string]*jsonschema.Resolved // by the schema's text; nil where nobody can read it
}

// Check returns what is wrong with the arguments of a call, or nil. A schema that cannot be read, or that refers to itself, refuses
// nothing: who runs the tool checks them too.
func (c *Checker) Check(spec tool.Spec, args json.RawMessage) *tool.Error {
	schema := c.schema(spec.Parameters)
	if schema == nil {
		return nil
	}
	var given map[string]any
	if json.Unmarshal(args, &given) != nil {
		return &tool.Error{Code: "invalid_arguments", Message: "expected a JSON object"}
	}
	rename(given, schema.Schema().Properties)
	err := schema.Validate(given)
	if err == nil {
		return nil
	}
	return &tool.Error{Code: "invalid_arguments", Field: field(err.Error()), Message: message(err.Error())}
}

// rename gives parameters the names that the schema has for them; a tool of others may well have one that is called limit.
func rename(given map[string]any, known map[string]*jsonschema.Schema) {
	for from, to := range tool.Renamed {
		value, ok := given[from]
		if ok && known[from] == nil && known[to] != nil {
			delete(given, from)
			given[to] = value
		}
	}
}

func (c *Checker) schema(raw json.RawMessage) *jsonschema.Resolved {
	key := string(raw)
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.known[key]; ok {
		return known
	}
	if c.known == nil || len(c.known) >= maxSchemas {
		c.known = map[string]*jsonschema.Resolved{}
	}
	c.known[key] = read(raw)
	return c.known[key]
}

func read(raw json.RawMessage) *jsonschema.Resolved {
	var s jsonschema.Schema
	var text any
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil || json.Unmarshal(raw, &text) != nil || refers(text) {
		return nil
	}
	resolved, err := s.Resolve(nil) // without a loader: a schema elsewhere is not fetched
	if err != nil {
		return nil
	}
	return resolved
}

// refers reports whether a schema names another part of itself. Schemas of strangers may do so in a circle, or double their work with each
// step: following that has no end, and its stack overflow would end the process.
func refers(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, refers)
	case map[string]any:
		for name, part := range v {
			if slices.Contains(references, name) || refers(part) {
				return true
			}
		}
	}
	return false
}

var references = []string{"$ref", "$dynamicRef", "$recursiveRef"}

// field is the parameter that an error is about: the last that its path names.
func field(text string) (name string) {
	for part := range strings.SplitSeq(text, ": ") {
		path, ok := strings.CutPrefix(part, "validating ")
		steps := strings.Split(path, "/")
		if at := slices.Index(steps, "properties"); ok && at >= 0 && at+1 < len(steps) {
			name = steps[at+1]
		}
	}
	return name
}

// message is an error without the way to it.
func message(text string) string {
	for {
		head, rest, ok := strings.Cut(text, ": ")
		if !ok || !strings.HasPrefix(head, "validating ") {
			break
		}
		text = rest
	}
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "")
	}
	return text
}
