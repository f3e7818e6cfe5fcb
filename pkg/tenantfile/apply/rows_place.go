package apply

import (
	"cmp"
	"fmt"

	"github.com/recado/recado/pkg/tenantfile"
)

type branchRow struct {
	ID            string   `json:"id" db:"key"`
	Slug          string   `json:"slug"`
	Name          string   `json:"name"`
	Aliases       []string `json:"aliases"`
	Address       string   `json:"address"`
	City          string   `json:"city"`
	Phone         string   `json:"phone"`
	WhatsApp      string   `json:"whatsapp"`
	GoogleMapsURL string   `json:"google_maps_url"`
	Directions    string   `json:"directions"`
	Position      int      `json:"position"`
}

func branches(t *tenantfile.Tenant) (out []branchRow) {
	for i, b := range t.Branches {
		out = append(out, branchRow{
			ID: branchID(t, b.ID), Slug: b.ID, Name: b.Name, Aliases: list(b.Aliases), Address: b.Address, City: b.City, Phone: b.Phone,
			WhatsApp: b.WhatsApp, GoogleMapsURL: b.GoogleMapsURL, Directions: b.Directions, Position: i,
		})
	}
	return out
}

func branchID(t *tenantfile.Tenant, slug string) string { return tenantfile.ID(t.ID, "branch", slug) }

type branchHoursRow struct {
	BranchID string `json:"branch_id" db:"key"`
	Weekday  int    `json:"weekday" db:"key"`
	Opens    string `json:"opens" db:"key"`
	Closes   string `json:"closes"`
}

func branchHours(t *tenantfile.Tenant) (out []branchHoursRow) {
	for _, b := range t.Branches {
		for _, s := range b.Hours.Openings() {
			out = append(out, branchHoursRow{branchID(t, b.ID), s.Weekday, tenantfile.Clock(s.Opens), tenantfile.Clock(s.Closes)})
		}
	}
	return out
}

type closureRow struct {
	ID       string  `json:"id" db:"key"`
	BranchID *string `json:"branch_id"`
	FirstDay string  `json:"first_day"`
	LastDay  string  `json:"last_day"`
	Reason   string  `json:"reason"`
	Opens    *string `json:"opens"`
	Closes   *string `json:"closes"`
}

// closures has a row for each branch that a closure names, and one without a branch where it names none.
func closures(t *tenantfile.Tenant) (out []closureRow) {
	for i, c := range t.Closures {
		where := c.Branches
		if len(where) == 0 {
			where = []string{""}
		}
		for _, branch := range where {
			row := closureRow{
				ID:       tenantfile.ID(t.ID, "closure", fmt.Sprintf("%s/%s/%d", c.FirstDay, branch, i)),
				FirstDay: c.FirstDay, LastDay: cmp.Or(c.LastDay, c.FirstDay), Reason: c.Reason,
			}
			if branch != "" {
				row.BranchID = new(branchID(t, branch))
			}
			if s, open := c.Opening(); open {
				row.Opens, row.Closes = new(tenantfile.Clock(s.Opens)), new(tenantfile.Clock(s.Closes))
			}
			out = append(out, row)
		}
	}
	return out
}
