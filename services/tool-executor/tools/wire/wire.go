// Package wire reads the arguments of a tool call and writes its result: strictly, with the field that is wrong.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
)

// maxArguments bounds what one call may say, in bytes.
const maxArguments = 16 << 10

// Arguments decodes a call's arguments strictly; the refusal names the field.
func Arguments[T any](c tool.Call) (args T, refusal *tool.Error) {
	if len(c.Arguments) > maxArguments {
		return args, &tool.Error{Code: "invalid_arguments", Message: "expected at most " + strconv.Itoa(maxArguments) + " bytes"}
	}
	if bytes.Contains(c.Arguments, []byte(`\u0000`)) { // PostgreSQL's text cannot store it
		return args, &tool.Error{Code: "invalid_arguments", Message: "expected text without null characters"}
	}
	raw, err := rename(c.Arguments)
	if err != nil {
		return args, &tool.Error{Code: "invalid_arguments", Message: "expected a JSON object"}
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&args); err != nil {
		return args, wrongArgument(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return args, &tool.Error{Code: "invalid_arguments", Message: "expected one JSON object"}
	}
	return args, nil
}

func rename(raw json.RawMessage) ([]byte, error) {
	var fields map[string]json.RawMessage
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	for from, to := range tool.Renamed {
		if v, ok := fields[from]; ok {
			delete(fields, from)
			fields[to] = v
		}
	}
	return json.Marshal(fields)
}

func wrongArgument(err error) *tool.Error {
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := strings.TrimPrefix(mismatch.Field, "Page.") // which is embedded
		return &tool.Error{Code: "invalid_arguments", Field: field, Message: "expected " + mismatch.Type.String()}
	}
	if _, name, found := strings.Cut(err.Error(), "unknown field "); found {
		return &tool.Error{Code: "invalid_arguments", Field: clip(strings.Trim(name, `"`)), Message: "is not a parameter of this tool"}
	}
	return &tool.Error{Code: "invalid_arguments", Message: "expected a JSON object"}
}

// clip keeps what a model made up from filling an error.
func clip(name string) string { return strings.ToValidUTF8(name[:min(len(name), 64)], "") }

// Refuse is the result of a refusal.
func Refuse(e *tool.Error) (tool.Result, error) { return tool.Result{Err: e}, nil }

// ErrAway says that the documents cannot be searched now.
var ErrAway = errors.New("the documents cannot be searched now")

// Without is the result of a failed search: where the documents are away the turn goes on without them; other errors stay errors.
func Without(err error) (tool.Result, error) {
	if errors.Is(err, ErrAway) {
		return Refuse(&tool.Error{Code: "unavailable", Message: ErrAway.Error() + ": answer without them", Retryable: true})
	}
	return tool.Result{}, err
}

// RefuseFor refuses a parameter's value with those that would be right.
func RefuseFor(code, field, message string, allowed []string) (tool.Result, error) {
	return Refuse(&tool.Error{Code: code, Field: field, Message: message, Allowed: tool.Names(allowed...)})
}

// Answer encodes a result and says where its figures come from.
func Answer(v any, evidence ...tool.Evidence) (tool.Result, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return tool.Result{}, err
	}
	return tool.Result{JSON: data, Evidence: evidence}, nil
}

// Row is the evidence of one row of the business's data.
func Row(table, id string) tool.Evidence {
	return tool.Evidence{ID: table + ":" + id, Kind: "tool", Source: "business." + table + "/" + id}
}

// Major turns minor units into the currency's main unit.
func Major(minor int64, currency string) float64 {
	return float64(minor) / math.Pow10(money.MinorDigits(currency))
}

// NamesListed bounds how many names a refusal offers.
const NamesListed = 20

// Names are different names, as many as a refusal lists.
func Names[T any](all []T, name func(T) string) (out []string) {
	for _, x := range all {
		if n := name(x); n != "" && !slices.Contains(out, n) && len(out) < NamesListed {
			out = append(out, n)
		}
	}
	return out
}
