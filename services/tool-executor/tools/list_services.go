package tools

import (
	"context"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// ListServices is list_services: everything that is offered, with its price.
type ListServices struct{ db *Store }

// Spec describes the tool.
func (ListServices) Spec() tool.Spec {
	return tool.Spec{
		Name:   "list_services",
		Shared: true, Paged: true,
		Description: "All services, and in a restaurant all dishes, with their price; optionally of one category.",
		Parameters:  listQuestionSchema,
		Specialists: tool.Bookers("ordering_restaurant", "faq", "pricing", "general", "greeting"), Permission: tool.Inform,
		Examples: tool.Examples(`{}`, `{"category":"Ortodoncia"}`),
	}
}

type listedService struct {
	Name       string `json:"name"`
	PriceRange string `json:"price_range"`
	Category   string `json:"category"`
}

type listQuestion struct {
	wire.Page
	Category string `json:"category" description:"only this category"`
}

var listQuestionSchema = wire.SchemaOf[listQuestion]()

// Call answers with a list, or refuses an unknown category with those that exist.
func (t ListServices) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[listQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	offers, err := t.db.offers(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	list := []listedService{}
	var evidence []tool.Evidence
	for _, o := range offers {
		if match.Holds(o.category, args.Category) {
			list = append(list, listedService{Name: o.name, PriceRange: o.priceRange(), Category: o.category})
			evidence = append(evidence, wire.Row(o.table, o.slug))
		}
	}
	if len(list) == 0 && args.Category != "" {
		return wire.RefuseFor("not_found", "category", "no such category", categories(offers))
	}
	return wire.AnswerPage(c, args.Page, list, evidence)
}

func categories(offers []offer) (names []string) {
	seen := map[string]bool{}
	for _, o := range offers {
		if o.category != "" && !seen[o.category] {
			seen[o.category] = true
			names = append(names, o.category)
		}
	}
	return names
}
