package tools

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// KeepQuestion is keep_question: it keeps a question that nobody could answer, for the business to read (recado unanswered).
type KeepQuestion struct{ db *Store }

// maxQuestion bounds a kept question, in characters.
const maxQuestion = 500

// Spec describes the tool.
func (KeepQuestion) Spec() tool.Spec {
	return tool.Spec{
		Name: "keep_question", Write: true, DryRun: true,
		Description: "Keeps a question that the business's data and documents do not answer, for the team to answer. " +
			"Only after the customer agreed to have the team asked.",
		Parameters:  questionKeptSchema,
		Specialists: []string{"faq", "general"}, Permission: tool.Contact,
		Examples: tool.Examples(`{"question":"¿tienen estacionamiento para bicicletas?"}`),
	}
}

type questionKept struct {
	Question string `json:"question" required:"true" description:"the customer's question, in their words"`
}

var questionKeptSchema = wire.SchemaOf[questionKept]()

// Call keeps the question once a turn.
func (t KeepQuestion) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[questionKept](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	question := strings.Join(strings.Fields(args.Question), " ")
	if question == "" || utf8.RuneCountInString(question) > maxQuestion {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "question", Message: "expected 1 to 500 characters"})
	}
	return t.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		id, err := tx.keepQuestion(ctx, c, question)
		if err != nil {
			return tool.Result{}, err
		}
		return wire.Answer(struct {
			Success bool `json:"success"`
		}{true}, wire.Row("questions", id))
	})
}

// contactRowSQL makes sure of the row with which the questions of a contact go when it is erased.
const contactRowSQL = `INSERT INTO business.contacts (tenant_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`

const questionSQL = `INSERT INTO business.questions (tenant_id, id, contact_id, conversation_id, turn_id, question, language)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

// pruneQuestionsSQL keeps the newest 20 of a contact and 500 of a tenant, none for longer than 180 days.
const pruneQuestionsSQL = `DELETE FROM business.questions WHERE tenant_id = $1 AND (created_at < now() - interval '180 days' OR id IN (
  (SELECT id FROM business.questions WHERE tenant_id = $1 AND contact_id = $2 ORDER BY created_at DESC, id DESC OFFSET 20)
  UNION ALL
  (SELECT id FROM business.questions WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC OFFSET 500)))`

func (t *Tx) keepQuestion(ctx context.Context, c tool.Call, question string) (string, error) {
	if _, err := t.tx.Exec(ctx, contactRowSQL, c.Tenant, c.ContactID); err != nil {
		return "", fmt.Errorf("write contact: %w", err)
	}
	id := uuid.Must(uuid.NewV7())
	_, err := t.tx.Exec(ctx, questionSQL, c.Tenant, id, c.ContactID, c.ConversationID, ledger.ID(c.TurnID), question, c.Language)
	if err != nil {
		return "", fmt.Errorf("keep question: %w", err)
	}
	if _, err := t.tx.Exec(ctx, pruneQuestionsSQL, c.Tenant, c.ContactID); err != nil {
		return "", fmt.Errorf("prune questions: %w", err)
	}
	return id.String(), nil
}
