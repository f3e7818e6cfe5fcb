package toolexecutor

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/tool-executor/tools"
	"github.com/recado/recado/services/tool-executor/tools/generic"
	"github.com/recado/recado/services/tool-executor/tools/wire"
	"github.com/recado/recado/services/tool-executor/watch"
)

// worded searches with the words that a tenant uses for one another.
type worded struct {
	watch.Searcher
	tenants interface {
		Get(id tenant.ID) (*tenant.Settings, bool)
	}
}

func (w worded) Search(ctx context.Context, q knowledge.Query) (knowledge.Result, error) {
	if s, ok := w.tenants.Get(q.Tenant); ok {
		q.Synonyms = s.Synonyms
	}
	return w.Searcher.Search(ctx, q)
}

// contextBudget bounds what a search puts before a model, in tokens.
const contextBudget = 2000

// library finds passages in the tenant's documents.
type library struct {
	index watch.Searcher
	log   *slog.Logger
}

// searched are the kinds of a category. Without one only what a customer may read as it stands: no templates with gaps, nor
// instructions to the assistant. What the business says of a competitor is found where the question names it.
var searched = map[string][]knowledge.Kind{
	"":            {knowledge.Article, knowledge.FAQ, knowledge.Policy},
	"articles":    {knowledge.Article, knowledge.FAQ},
	"faq":         {knowledge.FAQ},
	"policies":    {knowledge.Policy},
	"templates":   {knowledge.Template},
	"competitors": {knowledge.Competitor},
}

var categories = map[knowledge.Kind]string{
	knowledge.Article: "articles", knowledge.FAQ: "articles", knowledge.Policy: "policies", knowledge.Instruction: "articles",
	knowledge.Template: "templates", knowledge.Competitor: "competitors",
}

// kindsOf is never empty: that would be every kind.
func kindsOf(category string) []knowledge.Kind {
	if kinds, known := searched[category]; known {
		return kinds
	}
	return searched[""]
}

// Search returns the passages of the corpora that the assistant reads.
func (l library) Search(ctx context.Context, s tools.Search) ([]tools.Hit, error) {
	result, err := l.find(ctx, knowledge.Query{
		Tenant: s.Tenant, Assistant: s.AssistantID, Contact: s.ContactID, Text: s.Query, Kinds: kindsOf(s.Category), TopK: s.TopK,
		Least: knowledge.Threshold, Budget: contextBudget,
	})
	if err != nil {
		return nil, err
	}
	out := make([]tools.Hit, len(result.Hits))
	for i, h := range result.Hits {
		out[i] = tools.Hit{
			Title: h.Title, Content: h.Content, Category: categories[h.Kind], Score: h.Relevance,
			DocumentID: h.Document.String(), ChunkID: h.ID(), Heading: h.Heading, Before: h.Before, After: h.After,
			Source: h.Source, Page: h.Page, Personal: h.Personal,
		}
	}
	return out, nil
}

// How long a search may take, and how long a database that is away is waited for: a restart, and no longer. A customer who waits for an
// answer is better served without the documents.
const (
	searchTime = 2 * time.Second
	patience   = 5 * time.Second
)

// find gives up in time: an error that matches wire.ErrAway says that a turn is to go on without the documents.
func (l library) find(ctx context.Context, q knowledge.Query) (result knowledge.Result, err error) {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	policy := retry.Policy{Min: 50 * time.Millisecond, Max: time.Second, Timeout: searchTime, If: store.IsUnavailable}
	err = retry.Do(within, policy, func(ctx context.Context) error {
		result, err = l.index.Search(ctx, q)
		return err
	})
	if err != nil && ctx.Err() == nil && q.Check() == nil {
		l.log.WarnContext(ctx, "a turn goes on without the documents", "tenant", q.Tenant, "assistant", q.Assistant, "error", err)
		return result, fmt.Errorf("%w: %w", wire.ErrAway, err)
	}
	return result, err
}

// content is Search for the tool that a tenant opens.
func (l library) content(ctx context.Context, q generic.Question) ([]generic.Passage, error) {
	hits, err := l.Search(ctx, tools.Search{
		Tenant: q.Tenant, AssistantID: q.Assistant, ContactID: q.Contact, Query: q.Query, Category: q.Category, TopK: q.TopK,
	})
	out := make([]generic.Passage, len(hits))
	for i, h := range hits {
		out[i] = generic.Passage{
			Title: h.Title, Content: h.Content, Category: h.Category, Score: h.Score, DocumentID: h.DocumentID, ChunkID: h.ChunkID,
		}
	}
	return out, err
}
