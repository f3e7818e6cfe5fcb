package arguments

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Canonical is a JSON object with sorted keys and no spaces, so that a model that asks again has the same key.
func Canonical(raw json.RawMessage) (json.RawMessage, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return json.RawMessage("{}"), nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil || v == nil || dec.More() {
		return nil, fmt.Errorf("tool arguments: expected a JSON object")
	}
	return json.Marshal(v)
}

// FirstPage asks for the first page of a list where none is named.
func FirstPage(args json.RawMessage) json.RawMessage {
	var given map[string]json.RawMessage
	if json.Unmarshal(args, &given) != nil || given["page"] != nil {
		return args
	}
	given["page"] = json.RawMessage("1")
	if paged, err := json.Marshal(given); err == nil {
		return paged
	}
	return args
}

// Ordered is JSON with sorted keys and no blanks, as it reads after the journal has kept it too: a resumed turn asks the same again.
func Ordered(raw json.RawMessage) json.RawMessage {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || dec.More() {
		return raw
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return raw
	}
	return bytes.TrimSpace(out.Bytes())
}
