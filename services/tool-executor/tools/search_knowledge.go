package tools

import (
	"context"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// SearchKnowledge is search_knowledge_base: passages of the business's own documents.
type SearchKnowledge struct{ docs Library }

var knowledgeCategories = []string{"articles", "policies", "templates", "competitors"}

const (
	defaultTopK = 3
	maxTopK     = 10
	maxQuery    = 2000
)

// Spec describes the tool.
func (SearchKnowledge) Spec() tool.Spec {
	return tool.Spec{
		Name:        "search_knowledge_base",
		Shared:      true,
		Description: "Passages of the business's own documents that answer a question.",
		Parameters:  knowledgeQuestionSchema,
		Specialists: []string{"faq", "urgent_care", "general", "invoicing", "hours", "location"}, Permission: tool.Inform,
		Examples: tool.Examples(`{"query":"cuidados después de una extracción","category":"articles","top_k":3}`),
	}
}

type passage struct {
	Title    string  `json:"title"`
	Content  string  `json:"content"`
	Category string  `json:"category"`
	Score    float64 `json:"relevance_score"`
	Section  string  `json:"section,omitempty"`
	Before   string  `json:"before,omitempty"` // what stands beside it in the document
	After    string  `json:"after,omitempty"`
	Source   string  `json:"source,omitempty"` // where it can be read: an address
	Page     int     `json:"page,omitempty"`
	Owner    string  `json:"owner,omitempty"` // customer: of the contact's own documents, not the business's
}

func passageOf(h Hit) passage {
	p := passage{
		Title: h.Title, Content: h.Content, Category: h.Category, Score: h.Score, Section: h.Heading, Page: h.Page,
		Before: h.Before, After: h.After,
	}
	if strings.Contains(h.Source, "://") {
		p.Source = h.Source
	}
	if h.Personal {
		p.Owner = "customer"
	}
	return p
}

type knowledgeQuestion struct {
	Query    string `json:"query" required:"true" description:"the question"`
	Category string `json:"category" enum:"articles,policies,templates,competitors" description:"only documents of this kind"`
	TopK     int    `json:"top_k" minimum:"1" maximum:"10" description:"how many passages, 3 by default"`
}

var knowledgeQuestionSchema = wire.SchemaOf[knowledgeQuestion]()

// Call answers with the best passages, best first; an empty list where nothing fits.
func (t SearchKnowledge) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[knowledgeQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	switch {
	case strings.TrimSpace(args.Query) == "" || len(args.Query) > maxQuery:
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "query", Message: "expected a question of at most 2000 bytes"})
	case args.Category != "" && !slices.Contains(knowledgeCategories, args.Category):
		return wire.RefuseFor("invalid_arguments", "category", "is not a category", knowledgeCategories)
	case args.TopK < 0 || args.TopK > maxTopK:
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "top_k", Message: "expected 1 to 10"})
	case args.TopK == 0:
		args.TopK = defaultTopK
	}
	hits, err := t.docs.Search(ctx, Search{
		Tenant: c.Tenant, AssistantID: c.AssistantID, ContactID: c.ContactID, Query: args.Query, Category: args.Category, TopK: args.TopK,
	})
	if err != nil {
		return wire.Without(err)
	}
	list := make([]passage, 0, len(hits))
	var evidence []tool.Evidence
	for _, h := range hits {
		if h.Category == ofCompetitors && !named(h.Title, args.Query) {
			continue
		}
		list = append(list, passageOf(h))
		evidence = append(evidence, chunk(h))
	}
	return wire.Answer(list, evidence...)
}

// ofCompetitors are notes on how to speak of a competitor, which are for who named it.
const ofCompetitors = "competitors"

// leastNamed is the shortest word of a title that names somebody, in letters.
const leastNamed = 4

// named reports whether a question names what a note's title does.
func named(title, question string) bool {
	heard := strings.Fields(language.FoldString(question))
	return slices.ContainsFunc(strings.Fields(language.FoldString(title)), func(w string) bool {
		return len(w) >= leastNamed && slices.ContainsFunc(heard, func(h string) bool { return strings.Trim(h, "¿?¡!.,;:\"'()") == w })
	})
}

// chunk is the evidence of one passage.
func chunk(h Hit) tool.Evidence {
	return tool.Evidence{ID: "chunk:" + h.ChunkID, Kind: "chunk", Source: "knowledge.documents/" + h.DocumentID}
}
