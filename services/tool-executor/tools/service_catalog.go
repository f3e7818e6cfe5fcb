package tools

import (
	"context"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// ServiceCatalog is get_service_catalog: what is offered, with descriptions and the promotions that hold today.
type ServiceCatalog struct{ db *Store }

// Spec describes the tool.
func (ServiceCatalog) Spec() tool.Spec {
	return tool.Spec{
		Name:   "get_service_catalog",
		Shared: true, Paged: true,
		Description: "All services, and in a restaurant all dishes, with price, description and the promotions that hold today.",
		Parameters:  catalogQuestionSchema,
		Specialists: []string{"pricing"}, Permission: tool.Inform,
		Examples: tool.Examples(`{"category":"Ortodoncia","include_promotions":true}`),
	}
}

type catalogEntry struct {
	listedService
	Description   string `json:"description,omitempty"`
	PromotionText string `json:"promotion_text,omitempty"`
}

type catalogQuestion struct {
	wire.Page
	Category   string `json:"category" description:"only this category"`
	Promotions *bool  `json:"include_promotions" description:"with promotions; true by default"`
}

var catalogQuestionSchema = wire.SchemaOf[catalogQuestion]()

// Call answers with a list, or refuses an unknown category with those that exist.
func (t ServiceCatalog) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[catalogQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	offers, err := t.db.offers(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	list := []catalogEntry{}
	var evidence []tool.Evidence
	for _, o := range offers {
		if !match.Holds(o.category, args.Category) {
			continue
		}
		e := catalogEntry{listedService{Name: o.name, PriceRange: o.priceRange(), Category: o.category}, o.description, ""}
		if o.promotion && (args.Promotions == nil || *args.Promotions) {
			e.PromotionText = o.promotionText
		}
		list, evidence = append(list, e), append(evidence, wire.Row(o.table, o.slug))
	}
	if len(list) == 0 && args.Category != "" {
		return wire.Refuse(&tool.Error{
			Code: "not_found", Field: "category", Message: "no such category", Allowed: tool.Names(categories(offers)...),
		})
	}
	return wire.AnswerPage(c, args.Page, list, evidence)
}
