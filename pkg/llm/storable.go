package llm

import (
	"bytes"
	"encoding/json"
	"strings"
)

// storable leaves out of an answer what PostgreSQL stores in no text and in no JSON: zero bytes and halves of characters. A turn that
// cannot write its answer down asks for it again and again.
func storable(resp *Response) {
	for _, text := range []*string{&resp.Text, &resp.Model, &resp.Finish} {
		*text = withoutZero(*text)
	}
	for i := range resp.ToolCalls {
		c := &resp.ToolCalls[i]
		c.ID, c.Name, c.Arguments = withoutZero(c.ID), withoutZero(c.Name), storableJSON(c.Arguments)
	}
}

func withoutZero(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// storableJSON is JSON with the same values, but for what cannot be stored.
func storableJSON(raw json.RawMessage) json.RawMessage {
	if !bytes.Contains(raw, []byte(`\u`)) {
		return raw
	}
	var v any
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	if in.Decode(&v) != nil { // who calls the tool refuses it
		return json.RawMessage("{}")
	}
	out, err := json.Marshal(plainValue(v))
	if err != nil {
		return json.RawMessage("{}")
	}
	return out
}

func plainValue(v any) any {
	switch v := v.(type) {
	case string:
		return withoutZero(v)
	case []any:
		for i := range v {
			v[i] = plainValue(v[i])
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, part := range v {
			out[withoutZero(name)] = plainValue(part)
		}
		return out
	}
	return v
}
