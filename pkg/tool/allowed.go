package tool

import (
	"encoding/json"
	"fmt"
)

// Allowed is what would be right in place of what was refused: names, or values of the kind that the tool answers with.
type Allowed []json.RawMessage

// Names are allowed words.
func Names(names ...string) Allowed {
	out := make(Allowed, 0, len(names))
	for _, name := range names {
		if data, err := json.Marshal(name); err == nil {
			out = append(out, data)
		}
	}
	return out
}

// Values are allowed values, nearest first.
func Values[T any](values []T) (Allowed, error) {
	out := make(Allowed, len(values))
	for i, v := range values {
		data, err := json.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("encode what is allowed: %w", err)
		}
		out[i] = data
	}
	return out, nil
}

// Names returns the words among what is allowed.
func (a Allowed) Names() (out []string) {
	for _, v := range a {
		var name string
		if json.Unmarshal(v, &name) == nil {
			out = append(out, name)
		}
	}
	return out
}

// ReadAllowed decodes the values among what is allowed; those of another form are left out.
func ReadAllowed[T any](a Allowed) (out []T) {
	for _, raw := range a {
		var v T
		if json.Unmarshal(raw, &v) == nil {
			out = append(out, v)
		}
	}
	return out
}
