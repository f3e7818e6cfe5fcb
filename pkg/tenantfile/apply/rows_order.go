package apply

import (
	"cmp"

	"github.com/recado/recado/pkg/tenantfile"
)

type menuItemRow struct {
	ID            string   `json:"id" db:"key"`
	Slug          string   `json:"slug"`
	Name          string   `json:"name"`
	Aliases       []string `json:"aliases"`
	Category      string   `json:"category"`
	Description   string   `json:"description"`
	Price         int64    `json:"price"`
	Currency      string   `json:"currency"`
	Available     bool     `json:"available"`
	Allergens     []string `json:"allergens"`
	Diets         []string `json:"diets"`
	Position      int      `json:"position"`
	AvailableFrom *string  `json:"available_from"`
	AvailableTo   *string  `json:"available_to"`
	Delivery      bool     `json:"delivery"`
}

func menuItems(t *tenantfile.Tenant) (out []menuItemRow) {
	for i, d := range t.Menu {
		row := menuItemRow{
			ID: dishID(t, d.ID), Slug: d.ID, Name: d.Name, Aliases: list(d.Aliases), Category: d.Category,
			Description: d.Description, Price: minor(t, d.Price), Currency: t.Currency, Available: or(d.Available, true),
			Allergens: list(d.Allergens), Diets: list(d.Diets), Position: i, Delivery: or(d.Delivery, true),
		}
		if s, some := d.Hours(); some {
			row.AvailableFrom, row.AvailableTo = new(tenantfile.Clock(s.Opens)), new(tenantfile.Clock(s.Closes))
		}
		out = append(out, row)
	}
	return out
}

func dishID(t *tenantfile.Tenant, slug string) string { return tenantfile.ID(t.ID, "dish", slug) }

type menuOptionRow struct {
	ID        string   `json:"id" db:"key"`
	DishID    string   `json:"dish_id"`
	Slug      string   `json:"slug"`
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases"`
	Choice    string   `json:"choice"`
	Price     int64    `json:"price"`
	Allergens []string `json:"allergens"`
	Available bool     `json:"available"`
	Position  int      `json:"position"`
}

func menuOptions(t *tenantfile.Tenant) (out []menuOptionRow) {
	for _, d := range t.Menu {
		for _, o := range d.Options {
			out = append(out, menuOptionRow{
				ID: tenantfile.ID(t.ID, "option", d.ID+"/"+o.ID), DishID: dishID(t, d.ID), Slug: o.ID, Name: o.Name,
				Aliases: list(o.Aliases), Choice: o.Group, Price: minor(t, cmp.Or(o.Price, "0")), Allergens: list(o.Allergens),
				Available: or(o.Available, true), Position: len(out),
			})
		}
	}
	return out
}

func kitchenHours(t *tenantfile.Tenant) (out []branchHoursRow) {
	for _, b := range t.Branches {
		for _, s := range b.KitchenHours.Openings() {
			out = append(out, branchHoursRow{branchID(t, b.ID), s.Weekday, tenantfile.Clock(s.Opens), tenantfile.Clock(s.Closes)})
		}
	}
	return out
}

type zoneRow struct {
	ID       string   `json:"id" db:"key"`
	Slug     string   `json:"slug"`
	Name     string   `json:"name"`
	Aliases  []string `json:"aliases"`
	Fee      int64    `json:"fee"`
	Minimum  int64    `json:"minimum"`
	FreeFrom *int64   `json:"free_from"`
	Minutes  *int     `json:"minutes"`
	Position int      `json:"position"`
}

func zones(t *tenantfile.Tenant) (out []zoneRow) {
	for i, z := range t.Zones {
		row := zoneRow{
			ID: tenantfile.ID(t.ID, "zone", z.ID), Slug: z.ID, Name: z.Name, Aliases: list(z.Aliases), Fee: minor(t, z.Fee),
			Minimum: minor(t, cmp.Or(z.Minimum, "0")), Minutes: z.Minutes, Position: i,
		}
		if z.FreeFrom != "" {
			row.FreeFrom = new(minor(t, z.FreeFrom))
		}
		out = append(out, row)
	}
	return out
}
