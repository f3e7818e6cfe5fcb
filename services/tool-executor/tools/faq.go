package tools

import (
	"context"
	"strings"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// FAQ is get_faq: questions that the business has answered, nearest first.
type FAQ struct{ docs Library }

// categoryFAQ is what the library looks for here.
const categoryFAQ = "faq"

// Spec describes the tool.
func (FAQ) Spec() tool.Spec {
	return tool.Spec{
		Name:        "get_faq",
		Shared:      true,
		Description: "Questions that the business has answered itself, nearest first; empty where none fits.",
		Parameters:  faqQuestionSchema,
		Specialists: []string{"faq", "pricing", "general", "invoicing", "hours", "location"}, Permission: tool.Inform,
		Examples: tool.Examples(`{"query":"¿aceptan tarjeta?"}`),
	}
}

type faqInfo struct {
	Question string  `json:"question"`
	Answer   string  `json:"answer"`
	Score    float64 `json:"relevance_score"`
}

type faqQuestion struct {
	Query string `json:"query" required:"true" description:"the question"`
}

var faqQuestionSchema = wire.SchemaOf[faqQuestion]()

// Call answers with the nearest questions and their answers.
func (t FAQ) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[faqQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	if strings.TrimSpace(args.Query) == "" || len(args.Query) > maxQuery {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "query", Message: "expected a question of at most 2000 bytes"})
	}
	hits, err := t.docs.Search(ctx, Search{
		Tenant: c.Tenant, AssistantID: c.AssistantID, ContactID: c.ContactID, Query: args.Query, Category: categoryFAQ, TopK: defaultTopK,
	})
	if err != nil {
		return wire.Without(err)
	}
	list := make([]faqInfo, 0, len(hits))
	var evidence []tool.Evidence
	for _, h := range hits {
		list = append(list, faqInfo{h.Title, h.Content, h.Score})
		evidence = append(evidence, chunk(h))
	}
	return wire.Answer(list, evidence...)
}
