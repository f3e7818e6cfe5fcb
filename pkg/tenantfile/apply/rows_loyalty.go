package apply

import (
	"cmp"

	"github.com/recado/recado/pkg/tenantfile"
)

type programRow struct {
	ID             string `json:"id" db:"key"`
	Slug           string `json:"slug"`
	Name           string `json:"name"`
	Unit           string `json:"unit"`
	PerAppointment int    `json:"per_appointment"`
	PerOrder       int    `json:"per_order"`
	PerAmount      *int64 `json:"per_amount"`
	ExpireDays     *int   `json:"expire_days"`
}

// programs is the one programme that a file has, if it has one.
func programs(t *tenantfile.Tenant) []programRow {
	l := t.Loyalty
	if l.Name == "" {
		return nil
	}
	row := programRow{
		ID: programID(t), Slug: cmp.Or(l.ID, "loyalty"), Name: l.Name, Unit: l.Unit, PerAppointment: or(l.PerAppointment, 0),
		PerOrder: or(l.PerOrder, 0), ExpireDays: l.ExpireDays,
	}
	if l.PerAmount != "" {
		row.PerAmount = new(minor(t, l.PerAmount))
	}
	return []programRow{row}
}

func programID(t *tenantfile.Tenant) string {
	return tenantfile.ID(t.ID, "loyalty", cmp.Or(t.Loyalty.ID, "loyalty"))
}

type rewardRow struct {
	ID          string   `json:"id" db:"key"`
	ProgramID   string   `json:"program_id"`
	Slug        string   `json:"slug"`
	Name        string   `json:"name"`
	Aliases     []string `json:"aliases"`
	Description string   `json:"description"`
	Tokens      int      `json:"tokens"`
	Available   bool     `json:"available"`
	CodeDays    int      `json:"code_days"`
	Position    int      `json:"position"`
}

func rewards(t *tenantfile.Tenant) (out []rewardRow) {
	for i, r := range t.Loyalty.Rewards {
		out = append(out, rewardRow{
			ID: tenantfile.ID(t.ID, "reward", r.ID), ProgramID: programID(t), Slug: r.ID, Name: r.Name, Aliases: list(r.Aliases),
			Description: r.Description, Tokens: r.Tokens, Available: or(r.Available, true), CodeDays: or(r.CodeDays, 30), Position: i,
		})
	}
	return out
}
