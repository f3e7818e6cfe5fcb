package tools

import (
	"context"

	"github.com/recado/recado/pkg/tool"
)

// ServiceInfo is get_service_info: one service, or one dish of a menu.
type ServiceInfo struct{ db *Store }

// Spec describes the tool.
func (ServiceInfo) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_service_info", Aliases: []string{"get_service_details"},
		Description: "Price, duration and description of one service or dish, by its name or part of it.",
		Parameters:  schema([]string{"service_name"}, map[string]any{"service_name": text("name of the service or dish, or part of it")}),
	}
}

type serviceInfo struct {
	ID                   string   `json:"id"`
	Name                 string   `json:"name"`
	PriceMin             *float64 `json:"price_min"`
	PriceMax             *float64 `json:"price_max"`
	Currency             string   `json:"currency"`
	PriceRange           string   `json:"price_range"`
	PriceNote            string   `json:"price_note"`
	DurationMinutes      int      `json:"duration_minutes,omitempty"`
	Description          string   `json:"description"`
	RequiresConsultation bool     `json:"requires_consultation"`
	PromotionActive      bool     `json:"promotion_active"`
	PromotionText        string   `json:"promotion_text"`
	Preparation          string   `json:"preparation,omitempty"`
	Allergens            []string `json:"allergens,omitempty"` // of a dish
	Diets                []string `json:"diets,omitempty"`
}

// Call answers with the best match, or refuses with the names that exist.
func (t ServiceInfo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := arguments[struct {
		Name string `json:"service_name"`
	}](c)
	if refusal != nil {
		return refuse(refusal)
	}
	offers, err := t.db.offers(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	found, ok := bestOffer(offers, args.Name)
	if !ok {
		return refuseFor("not_found", "service_name", "no service of that name", offerNames(offers))
	}
	return answer(infoOf(found), row(found.table, found.slug))
}

func infoOf(o offer) serviceInfo {
	info := serviceInfo{
		ID: o.slug, Name: o.name, Currency: o.currency, PriceRange: o.priceRange(), PriceNote: o.priceNote, DurationMinutes: o.minutes,
		Description: o.description, Preparation: o.preparation, Allergens: o.allergens, Diets: o.diets,
		RequiresConsultation: o.consultation, PromotionActive: o.promotion, PromotionText: o.promotionText,
	}
	if o.priceMin != nil && o.priceMax != nil {
		low, high := major(*o.priceMin, o.currency), major(*o.priceMax, o.currency)
		info.PriceMin, info.PriceMax = &low, &high
	}
	if !info.PromotionActive {
		info.PromotionText = ""
	}
	return info
}
