package tools

import (
	"context"
	"regexp"
	"strings"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Escalate is escalate_to_human: it records that a person is asked for. The turn that called it hands the conversation over.
type Escalate struct{ db *Store }

const (
	maxReason  = 200
	maxSummary = 2000
)

// reasonCode is a reason that says nothing of anybody.
var reasonCode = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// Spec describes the tool.
func (Escalate) Spec() tool.Spec {
	return tool.Spec{
		Name: "escalate_to_human", Write: true, Turn: true,
		Description: "Asks a person of the business to take over this conversation.",
		Parameters:  escalationSchema,
		Specialists: tool.Everybody(), Permission: tool.Contact,
		Examples: tool.Examples(`{"reason":"complaint","summary":"espera una respuesta desde el lunes"}`),
	}
}

type escalated struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}

var escalateTexts = map[string]string{
	"es": "Aviso a una persona del equipo; la respuesta llega por aquí.",
	"en": "I'm telling a person of our team, who will answer you here.",
	"pt": "Vou avisar uma pessoa da equipe, que responde por aqui.",
}

type escalation struct {
	Reason  string `json:"reason" required:"true" description:"why a person is needed"`
	Summary string `json:"summary" description:"what the person should know"`
}

var escalationSchema = wire.SchemaOf[escalation]()

// Call records the wish once a turn.
func (t Escalate) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[escalation](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	if strings.TrimSpace(args.Reason) == "" || len(args.Reason) > maxReason {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "reason", Message: "expected 1 to 200 bytes"})
	}
	if len(args.Summary) > maxSummary {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "summary", Message: "expected at most 2000 bytes"})
	}
	if !reasonCode.MatchString(args.Reason) { // a model's own words may name the person: they belong where erasing finds them
		args.Summary = strings.TrimSpace(args.Reason + "\n" + args.Summary)
		args.Reason = "escalated"
	}
	message, ok := escalateTexts[c.Language]
	if !ok {
		message = escalateTexts["es"]
	}
	return t.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		id, err := tx.recordHandoff(ctx, c, args.Reason, args.Summary)
		if err != nil {
			return tool.Result{}, err
		}
		return wire.Answer(escalated{Success: true, Message: message}, wire.Row("handoffs", id))
	})
}
