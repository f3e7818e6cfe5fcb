package tools

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// ResponseTemplate is get_response_template: what the business wants said on an occasion.
type ResponseTemplate struct{ db *Store }

var triggers = []string{"greeting", "farewell", "confirmation", "appointment_reminder", "promotion"}

const (
	maxVariables = 20
	maxVariable  = 200
)

// Spec describes the tool.
func (ResponseTemplate) Spec() tool.Spec {
	return tool.Spec{
		Name:        "get_response_template",
		Description: "The business's own words for an occasion, with the variables filled in.",
		Parameters:  occasionSchema,
		Specialists: []string{"greeting"}, Permission: tool.Inform,
		Examples: tool.Examples(`{"trigger_type":"greeting","variables":{"name":"Ana"}}`),
	}
}

// template is a text with gaps, and what the tool itself knows to fill in.
type template struct {
	text, business, assistant string
}

type templateText struct {
	Text string `json:"text"`
}

type occasion struct {
	Trigger   string            `json:"trigger_type" required:"true" enum:"greeting,farewell,confirmation,appointment_reminder,promotion"`
	Variables map[string]string `json:"variables" description:"values by name: name, service, date, time, branch, staff, party_size"`
}

var occasionSchema = wire.SchemaOf[occasion]()

// Call answers in the customer's language only; a variable that is missing is refused by its name.
func (t ResponseTemplate) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[occasion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	if !slices.Contains(triggers, args.Trigger) {
		return wire.RefuseFor("invalid_arguments", "trigger_type", "is no occasion", triggers)
	}
	if tooLarge(args.Variables) {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "variables", Message: "expected at most 20 texts of 200 bytes"})
	}
	found, ok, err := t.db.template(ctx, c, args.Trigger)
	switch {
	case err != nil:
		return tool.Result{}, err
	case !ok:
		return wire.RefuseFor("not_found", "trigger_type", "the business has no such template in this language", nil)
	}
	said, missing := found.fill(args.Variables)
	if len(missing) > 0 {
		return wire.RefuseFor("invalid_arguments", "variables", "the template needs more of them", missing)
	}
	return wire.Answer(templateText{said}, wire.Row("response_templates", args.Trigger))
}

func tooLarge(variables map[string]string) bool {
	for name, value := range variables {
		if len(name) > maxVariable || len(value) > maxVariable {
			return true
		}
	}
	return len(variables) > maxVariables
}

// gap is a variable with the comma and the space before it.
var gap = regexp.MustCompile(`([,\s]*)\{([a-z_]+)\}`)

// fill puts the variables in. Who is not known by name is addressed without one; every other gap must have its value.
func (t template) fill(variables map[string]string) (text string, missing []string) {
	known := map[string]string{"business": t.business, "assistant": t.assistant}
	text = gap.ReplaceAllStringFunc(t.text, func(s string) string {
		m := gap.FindStringSubmatch(s)
		value := strings.TrimSpace(variables[m[2]])
		if value == "" {
			value = known[m[2]]
		}
		switch {
		case value != "":
			return m[1] + value
		case m[2] != "name" && !slices.Contains(missing, m[2]):
			missing = append(missing, m[2])
		}
		return ""
	})
	return strings.Trim(text, ", \n"), missing
}
