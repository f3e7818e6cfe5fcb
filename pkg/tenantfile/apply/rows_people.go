package apply

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/recado/recado/pkg/tenantfile"
)

type staffRow struct {
	ID        string   `json:"id" db:"key"`
	Slug      string   `json:"slug"`
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases"`
	Role      string   `json:"role"`
	Specialty string   `json:"specialty"`
	Bio       string   `json:"bio"`
	Position  int      `json:"position"`
}

func staff(t *tenantfile.Tenant) (out []staffRow) {
	for i, p := range t.Staff {
		out = append(out, staffRow{
			ID: staffID(t, p.ID), Slug: p.ID, Name: p.Name, Aliases: list(p.Aliases), Role: p.Role, Specialty: p.Specialty, Bio: p.Bio,
			Position: i,
		})
	}
	return out
}

func staffID(t *tenantfile.Tenant, slug string) string { return tenantfile.ID(t.ID, "staff", slug) }

type staffBranchRow struct {
	StaffID  string `json:"staff_id" db:"key"`
	BranchID string `json:"branch_id" db:"key"`
}

func staffBranches(t *tenantfile.Tenant) (out []staffBranchRow) {
	for _, p := range t.Staff {
		for _, at := range p.Branches {
			out = append(out, staffBranchRow{staffID(t, p.ID), branchID(t, at.Branch)})
		}
	}
	return out
}

type staffHoursRow struct {
	StaffID  string `json:"staff_id" db:"key"`
	BranchID string `json:"branch_id" db:"key"`
	Weekday  int    `json:"weekday" db:"key"`
	Opens    string `json:"opens" db:"key"`
	Closes   string `json:"closes"`
}

func staffHours(t *tenantfile.Tenant) (out []staffHoursRow) {
	for _, p := range t.Staff {
		for _, at := range p.Branches {
			for _, s := range at.Hours.Openings() {
				out = append(out, staffHoursRow{
					staffID(t, p.ID), branchID(t, at.Branch), s.Weekday, tenantfile.Clock(s.Opens), tenantfile.Clock(s.Closes),
				})
			}
		}
	}
	return out
}

type resourceRow struct {
	ID       string  `json:"id" db:"key"`
	Slug     string  `json:"slug"`
	Kind     string  `json:"kind"`
	Name     string  `json:"name"`
	StaffID  *string `json:"staff_id"`
	BranchID *string `json:"branch_id"`
	Seats    int     `json:"seats"`
	Position int     `json:"position"`
}

// resources lists what can be booked: each person with hours, each single table and room.
func resources(t *tenantfile.Tenant) (out []resourceRow) {
	for _, p := range t.Staff {
		if attends(p) {
			id := staffID(t, p.ID)
			out = append(out, resourceRow{ID: id, Slug: p.ID, Kind: "staff", Name: p.Name, StaffID: &id, Seats: 1, Position: len(out)})
		}
	}
	for _, x := range t.Tables {
		for n := 1; n <= or(x.Count, 1); n++ {
			slug := fmt.Sprintf("%s-%d", x.ID, n)
			out = append(out, resourceRow{
				ID: tenantfile.ID(t.ID, "table", slug), Slug: slug, Kind: "table", Name: fmt.Sprintf("%s %d", cmp.Or(x.Name, x.ID), n),
				BranchID: new(branchID(t, x.Branch)), Seats: x.Seats, Position: len(out),
			})
		}
	}
	for _, r := range t.Rooms {
		out = append(out, resourceRow{
			ID: tenantfile.ID(t.ID, "room", r.ID), Slug: r.ID, Kind: "room", Name: cmp.Or(r.Name, r.ID),
			BranchID: new(branchID(t, r.Branch)), Seats: 1, Position: len(out),
		})
	}
	return out
}

// attends reports whether a person takes appointments.
func attends(p tenantfile.Person) bool {
	return slices.ContainsFunc(p.Branches, func(at tenantfile.Presence) bool { return len(at.Hours) > 0 })
}
