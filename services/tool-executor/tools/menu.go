package tools

import (
	"context"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
)

// Menu is get_menu: the dishes, those that cannot be had now among them, with what they hold and whom they suit.
type Menu struct{ db *Store }

// Spec describes the tool.
func (Menu) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_menu",
		Description: "The menu: dishes and drinks with price, whether they can be had, and the allergens and diets that the business " +
			"lists. A dish without a diet is not known to suit it.",
		Parameters: schema(nil, map[string]any{"category": text("only this category")}),
	}
}

// dish is an item of the menu; the price is in minor units.
type dish struct {
	slug, name, description, category, currency string
	price                                       int64
	available                                   bool
	allergens, diets                            []string
}

type dishInfo struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Price       float64  `json:"price"`
	Category    string   `json:"category"`
	Available   bool     `json:"available"`
	Currency    string   `json:"currency"`
	PriceText   string   `json:"price_text"`
	Allergens   []string `json:"allergens"`
	Diets       []string `json:"diets"`
}

// Call answers with a list, or refuses an unknown category with those that exist.
func (t Menu) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := arguments[struct {
		Category string `json:"category"`
	}](c)
	if refusal != nil {
		return refuse(refusal)
	}
	all, err := t.db.menu(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	list := []dishInfo{}
	var evidence []tool.Evidence
	for _, d := range all {
		if match.Holds(d.category, args.Category) {
			list = append(list, d.info())
			evidence = append(evidence, row("menu_items", d.slug))
		}
	}
	if len(list) == 0 && args.Category != "" {
		return refuseFor("not_found", "category", "no such category", bounded(all, func(d dish) string { return d.category }))
	}
	return answer(list, evidence...)
}

func (d dish) info() dishInfo {
	return dishInfo{
		Name: d.name, Description: d.description, Price: major(d.price, d.currency), Category: d.category, Available: d.available,
		Currency: d.currency, PriceText: money.FormatRange(d.price, d.price, d.currency), Allergens: d.allergens, Diets: d.diets,
	}
}
