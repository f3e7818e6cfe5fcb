package tenantfile

import (
	"fmt"
	"maps"

	"github.com/recado/recado/pkg/tenant"
)

// row is a row of a table by column, as JSON will carry it.
type row map[string]any

// table is what a table shall hold of a tenant: rows that are not among these go.
type table struct {
	name    string
	key     []string // beside tenant_id
	columns []string // beside key and tenant_id
	rows    []row
}

// tables returns everything but the tenant's own row and the documents, parents before children.
func (f *File) tables(s *tenant.Settings) []table {
	t := &f.Tenant
	out := t.identityTables(s)
	out = append(out, t.placeTables()...)
	out = append(out, t.peopleTables()...)
	out = append(out, t.saleTables()...)
	return append(out, t.textTables()...)
}

func (t *Tenant) identityTables(s *tenant.Settings) []table {
	assistants := table{name: "core.assistants", key: []string{"id"}, columns: []string{
		"slug", "name", "channel", "style", "type", "tier", "model", "temperature", "max_tokens", "system_instructions", "corpora", "active",
	}}
	for i, a := range t.Assistants {
		p := s.Assistants[i]
		assistants.rows = append(assistants.rows, row{
			"id": p.ID, "slug": a.ID, "name": p.Name, "channel": p.Channel, "style": p.Style, "type": p.Type, "tier": p.Tier, "model": p.Model,
			"temperature": a.Temperature, "max_tokens": a.MaxTokens, "system_instructions": a.SystemInstructions, "corpora": p.Corpora, "active": p.Active,
		})
	}
	accounts := table{name: "core.accounts", key: []string{"channel", "account_id"}, columns: []string{"api_url", "gateway", "secrets", "quiet_window", "origins"}}
	for _, a := range s.Accounts {
		var quiet any
		if a.QuietWindow != nil {
			quiet = fmt.Sprintf("%d milliseconds", a.QuietWindow.Milliseconds())
		}
		accounts.rows = append(accounts.rows, row{
			"channel": a.Channel, "account_id": a.ID, "api_url": a.APIURL, "gateway": a.Gateway, "secrets": a.Secrets, "quiet_window": quiet, "origins": list(a.Origins),
		})
	}
	return []table{assistants, accounts, t.instructionTable()}
}

func (t *Tenant) instructionTable() table {
	out := table{name: "core.instructions", key: []string{"id"}, columns: []string{"slug", "kind", "text", "position", "prompt_slot"}}
	used := 0
	for i, in := range t.Instructions {
		var promptSlot any
		if in.IncludeInPrompt {
			used++
			promptSlot = used
		}
		out.rows = append(out.rows, row{
			"id": ID(t.ID, "instruction", in.ID), "slug": in.ID, "kind": orText(in.Kind, "custom"), "text": in.Text, "position": i, "prompt_slot": promptSlot,
		})
	}
	return out
}

func (t *Tenant) placeTables() []table {
	branches := table{name: "business.branches", key: []string{"id"}, columns: []string{
		"slug", "name", "aliases", "address", "city", "phone", "whatsapp", "google_maps_url", "directions", "position",
	}}
	hours := table{name: "business.branch_hours", key: []string{"branch_id", "weekday", "opens"}, columns: []string{"closes"}}
	for i, b := range t.Branches {
		id := ID(t.ID, "branch", b.ID)
		branches.rows = append(branches.rows, row{
			"id": id, "slug": b.ID, "name": b.Name, "aliases": list(b.Aliases), "address": b.Address, "city": b.City, "phone": b.Phone,
			"whatsapp": b.WhatsApp, "google_maps_url": b.GoogleMapsURL, "directions": b.Directions, "position": i,
		})
		hours.rows = append(hours.rows, b.Hours.rows(row{"branch_id": id})...)
	}
	return []table{branches, hours, t.closureTable()}
}

func (t *Tenant) closureTable() table {
	out := table{name: "business.closures", key: []string{"id"}, columns: []string{"branch_id", "first_day", "last_day", "reason", "opens", "closes"}}
	for i, c := range t.Closures {
		where := c.Branches
		if len(where) == 0 {
			where = []string{""}
		}
		for _, branch := range where {
			out.rows = append(out.rows, t.closureRow(i, c, branch))
		}
	}
	return out
}

func (t *Tenant) closureRow(i int, c Closure, branch string) row {
	r := row{
		"id": ID(t.ID, "closure", fmt.Sprintf("%s/%s/%d", c.FirstDay, branch, i)), "branch_id": nil, "reason": c.Reason,
		"first_day": c.FirstDay, "last_day": orText(c.LastDay, c.FirstDay), "opens": nil, "closes": nil,
	}
	if branch != "" {
		r["branch_id"] = ID(t.ID, "branch", branch)
	}
	if s, err := parseSpan(c.Hours); err == nil {
		r["opens"], r["closes"] = clock(s.opens), clock(s.closes)
	}
	return r
}

// rows are the hours as rows, each with the columns of its owner.
func (h Hours) rows(owner row) []row {
	var out []row
	for _, s := range h.spans(func(string, error) {}) {
		r := row{"weekday": s.weekday, "opens": clock(s.opens), "closes": clock(s.closes)}
		maps.Copy(r, owner)
		out = append(out, r)
	}
	return out
}

// list keeps an absent list from being null in JSON.
func list(items []string) []string {
	if items == nil {
		return []string{}
	}
	return items
}
