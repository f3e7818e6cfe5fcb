package orders

import (
	"context"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Menu is get_menu: the dishes, those that cannot be had now among them, with what they hold and whom they suit.
type Menu struct{ data *data }

// Spec describes the tool.
func (Menu) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_menu", Paged: true,
		Description: "The menu: dishes and drinks with price, options, hours, whether they can be had, and the allergens and diets " +
			"that the business lists. A dish without a diet is not known to suit it.",
		Parameters:  menuSchema,
		Specialists: []string{"ordering_restaurant", "faq", "pricing", "general"}, Permission: tool.Inform,
		Examples: tool.Examples(`{}`, `{"category":"Bebidas"}`),
	}
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

	Options       []optionInfo `json:"options,omitempty"`
	AvailableFrom string       `json:"available_from,omitempty"` // of the day, where it has hours
	AvailableTo   string       `json:"available_to,omitempty"`
	OnlyHere      bool         `json:"not_delivered,omitempty"`
}

type optionInfo struct {
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases,omitempty"`
	Price     float64  `json:"price"` // added
	PriceText string   `json:"price_text"`
	Group     string   `json:"group,omitempty"` // of which one is chosen
	Allergens []string `json:"allergens,omitempty"`
	Available bool     `json:"available"`
}

type menuQuestion struct {
	wire.Page
	Category string `json:"category" description:"only this category"`
}

var menuSchema = wire.SchemaOf[menuQuestion]()

// Call answers with a list, or refuses an unknown category with those that exist.
func (t Menu) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[menuQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	all, err := t.data.menu(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	list := []dishInfo{}
	var evidence []tool.Evidence
	for _, d := range all {
		if match.Holds(d.category, args.Category) {
			list = append(list, d.info())
			evidence = append(evidence, wire.Row("menu_items", d.slug))
		}
	}
	if len(list) == 0 && args.Category != "" {
		return wire.RefuseFor("not_found", "category", "no such category", wire.Names(all, func(d dish) string { return d.category }))
	}
	return wire.AnswerPage(c, args.Page, list, evidence)
}

func (d dish) info() dishInfo {
	out := dishInfo{
		Name: d.name(), Description: d.description, Price: wire.Major(d.price, d.currency), Category: d.category, Available: d.available,
		Currency: d.currency, PriceText: money.Format(d.price, d.currency), Allergens: d.allergens, Diets: d.diets, OnlyHere: !d.travels,
	}
	for _, o := range d.options {
		out.Options = append(out.Options, optionInfo{
			Name: o.name(), Aliases: o.called.Aliases, Price: wire.Major(o.price, d.currency),
			PriceText: money.Format(o.price, d.currency), Group: o.group, Allergens: o.allergens, Available: o.available,
		})
	}
	if d.hours != nil {
		out.AvailableFrom, out.AvailableTo = openings.Clock(d.hours.Opens), openings.Clock(d.hours.Closes)
	}
	return out
}
