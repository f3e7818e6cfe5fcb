package tools

import (
	"context"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// ServiceInfo is get_service_info: one service, or one dish of a menu.
type ServiceInfo struct{ db *Store }

// Spec describes the tool.
func (ServiceInfo) Spec() tool.Spec {
	return tool.Spec{
		Name:   "get_service_info",
		Shared: true, Aliases: []string{"get_service_details"},
		Description: "Price, duration and description of one service or dish, by its name or part of it.",
		Parameters:  serviceQuestionSchema,
		Specialists: tool.Bookers("ordering_restaurant", "faq", "pricing", "general"), Permission: tool.Inform,
		Examples: tool.Examples(`{"service_name":"limpieza"}`),
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
	DurationMinutes      int      `json:"duration_minutes"`
	Description          string   `json:"description"`
	RequiresConsultation bool     `json:"requires_consultation"`
	PromotionActive      bool     `json:"promotion_active"`
	PromotionText        string   `json:"promotion_text"`
	Preparation          string   `json:"preparation,omitempty"`
	Allergens            []string `json:"allergens,omitempty"` // of a dish
	Diets                []string `json:"diets,omitempty"`
}

type serviceQuestion struct {
	Name string `json:"service_name" required:"true" description:"name of the service or dish, or part of it"`
}

var serviceQuestionSchema = wire.SchemaOf[serviceQuestion]()

// Call answers with the best match, or refuses with the names that exist.
func (t ServiceInfo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[serviceQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	offers, err := t.db.offers(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	found, ok := bestOffer(offers, args.Name)
	if !ok {
		return wire.RefuseFor("not_found", "service_name", "no service of that name", offerNames(offers))
	}
	return wire.Answer(infoOf(found), wire.Row(found.table, found.slug))
}

func infoOf(o offer) serviceInfo {
	info := serviceInfo{
		ID: o.slug, Name: o.name, Currency: o.currency, PriceRange: o.priceRange(), PriceNote: o.priceNote, DurationMinutes: o.minutes,
		Description: o.description, Preparation: o.preparation, Allergens: o.allergens, Diets: o.diets,
		RequiresConsultation: o.consultation, PromotionActive: o.promotion, PromotionText: o.promotionText,
	}
	if o.priceMin != nil && o.priceMax != nil {
		low, high := wire.Major(*o.priceMin, o.currency), wire.Major(*o.priceMax, o.currency)
		info.PriceMin, info.PriceMax = &low, &high
	}
	if !info.PromotionActive {
		info.PromotionText = ""
	}
	return info
}

// offer is a service or a dish as the catalogue has it. Prices are minor units; nil where none is given.
type offer struct {
	table, slug, name, category, description string
	aliases, allergens, diets                []string
	priceMin, priceMax                       *int64
	currency, priceNote                      string
	minutes                                  int
	consultation, promotion                  bool
	promotionText, preparation               string
}

// priceRange says "$800" or "$800 - $1,500"; empty where no price is given.
func (o offer) priceRange() string {
	if o.priceMin == nil || o.priceMax == nil {
		return ""
	}
	return money.FormatRange(*o.priceMin, *o.priceMax, o.currency)
}

func offerNames(offers []offer) (names []string) {
	for _, o := range offers[:min(len(offers), wire.NamesListed)] {
		names = append(names, o.name)
	}
	return names
}

// bestOffer prefers the whole name, then an alias, then a beginning, then a part; shorter names win among equals.
func bestOffer(offers []offer, wanted string) (best offer, ok bool) {
	bestScore := 0
	for _, o := range offers {
		score := match.Name{Name: o.name, Aliases: o.aliases}.Score(wanted)
		if score > bestScore || score == bestScore && score > 0 && len(o.name) < len(best.name) {
			best, bestScore = o, score
		}
	}
	return best, bestScore > 0
}
