package turn

import (
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/planted"
)

// screened is a result without texts that try to steer the model; what is only suspicious stays, and makes the turn suspect.
func (t *tools) screened(res tool.Result) tool.Result {
	clean, found, ok := planted.Clean(res.JSON)
	if ok {
		t.tainted = true
		t.span.AddEvent("tool result held instructions", trace.WithAttributes(attribute.String("gen_ai.tool.name", res.Tool),
			attribute.String("recado.guard.verdict", found.Worst.String()), attribute.StringSlice("recado.guard.findings", found.Codes)))
		res.JSON = clean
	}
	return res
}
