package turn

import (
	"bytes"
	"encoding/json"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/tool"
)

// removed stands for a text of a tool's result that held instructions to the model.
const removed = "[removed: instructions in a document]"

// screened is a result without texts that try to steer the model; what is only suspicious stays, and makes the turn suspect.
func (t *tools) screened(res tool.Result) tool.Result {
	if len(res.JSON) == 0 {
		return res
	}
	result := guard.Screen(string(res.JSON), guard.ToolResult)
	if result.Verdict < guard.Flag && !bytes.Contains(res.JSON, []byte(removed)) {
		return res
	}
	var v any
	if json.Unmarshal(res.JSON, &v) != nil {
		return res
	}
	s := screening{}
	clean := s.clean(v)
	if s.worst < guard.Flag {
		return res
	}
	t.tainted = true
	t.span.AddEvent("tool result held instructions", trace.WithAttributes(attribute.String("gen_ai.tool.name", res.Tool),
		attribute.String("recado.guard.verdict", s.worst.String()), attribute.StringSlice("recado.guard.findings", s.codes)))
	if s.worst == guard.Block {
		if data, err := json.Marshal(clean); err == nil {
			res.JSON = data
		}
	}
	return res
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
