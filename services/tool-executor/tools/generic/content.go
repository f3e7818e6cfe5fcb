package generic

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// SearchContent is search_content: passages of the kinds of documents that the tenant's file opens to it.
type SearchContent struct{ Options }

const (
	defaultTopK = 3
	maxTopK     = 10
	maxQuery    = 2000 // bytes
)

// Spec describes the tool.
func (SearchContent) Spec() tool.Spec {
	return tool.Spec{
		Name: "search_content", Optional: true,
		Description: "Passages of the business's own documents, of the kinds that it opens to this tool.",
		Parameters:  contentQuestionSchema,
		Specialists: tool.Everybody(), Permission: tool.Inform,
		Examples: tool.Examples(`{"query":"garantía de los frenos","category":"articles","top_k":3}`),
	}
}

type contentQuestion struct {
	Query    string `json:"query" required:"true" description:"the question"`
	Category string `json:"category" enum:"articles,policies,templates,competitors" description:"only documents of this kind"`
	TopK     int    `json:"top_k" minimum:"1" maximum:"10" description:"how many passages, 3 by default"`
}

var contentQuestionSchema = wire.SchemaOf[contentQuestion]()

// Call answers with the best passages, best first; an empty list where nothing fits.
func (t SearchContent) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[contentQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	open := allowed(t.Settings, c.Tenant).Documents
	switch {
	case strings.TrimSpace(args.Query) == "" || len(args.Query) > maxQuery:
		return wire.Refuse(invalid("query", "expected a question of at most 2000 bytes"))
	case args.Category != "" && !slices.Contains(open, args.Category):
		return wire.RefuseFor("invalid_arguments", "category", "is no kind that the business opens", open)
	case args.TopK < 0 || args.TopK > maxTopK:
		return wire.Refuse(invalid("top_k", "expected 1 to 10"))
	case args.TopK == 0:
		args.TopK = defaultTopK
	}
	if args.Category != "" {
		open = []string{args.Category}
	}
	list, evidence := []Passage{}, []tool.Evidence{}
	for _, kind := range open {
		hits, err := t.Search(ctx, Question{
			Tenant: c.Tenant, Assistant: c.AssistantID, Contact: c.ContactID, Query: args.Query, Category: kind, TopK: args.TopK,
		})
		if err != nil {
			return wire.Without(err)
		}
		list = append(list, hits...)
	}
	slices.SortStableFunc(list, func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	list = list[:min(len(list), args.TopK)]
	for _, h := range list {
		evidence = append(evidence, tool.Evidence{ID: "chunk:" + h.ChunkID, Kind: "chunk", Source: "knowledge.documents/" + h.DocumentID})
	}
	return wire.Answer(list, evidence...)
}
