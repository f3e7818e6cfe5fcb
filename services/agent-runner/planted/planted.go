// Package planted takes texts that try to steer a model out of a tool's result.
package planted

import (
	"bytes"
	"encoding/json"

	"github.com/recado/recado/pkg/guard"
)

// removed stands for a text of a tool's result that held instructions to the model.
const removed = "[removed: instructions in a document]"

// Found is what was found in a result.
type Found struct {
	Worst guard.Verdict
	Codes []string
}

// Clean is a result's JSON without texts that try to steer the model; what is only suspicious stays. ok is false where nothing was found.
func Clean(result json.RawMessage) (clean json.RawMessage, found Found, ok bool) {
	if len(result) == 0 {
		return result, found, false
	}
	if guard.Screen(string(result), guard.ToolResult).Verdict < guard.Flag && !bytes.Contains(result, []byte(removed)) {
		return result, found, false
	}
	var v any
	if json.Unmarshal(result, &v) != nil {
		return result, found, false
	}
	s := screening{}
	v = s.clean(v)
	if s.worst == guard.Block {
		if data, err := json.Marshal(v); err == nil {
			result = data
		}
	}
	return result, Found{s.worst, s.codes}, s.worst >= guard.Flag
}

// screening walks a result's texts.
type screening struct {
	worst guard.Verdict
	codes []string
}

func (s *screening) clean(v any) any {
	switch x := v.(type) {
	case string:
		if x == removed { // by an earlier attempt at this turn: the journal holds what it was shown
			s.worst = guard.Block
			return v
		}
		result := guard.Screen(x, guard.ToolResult)
		s.worst = max(s.worst, result.Verdict)
		for _, f := range result.Findings {
			s.codes = append(s.codes, f.Code)
		}
		if result.Verdict == guard.Block {
			return removed
		}
	case []any:
		for i := range x {
			x[i] = s.clean(x[i])
		}
	case map[string]any:
		for key := range x {
			x[key] = s.clean(x[key])
		}
	}
	return v
}
