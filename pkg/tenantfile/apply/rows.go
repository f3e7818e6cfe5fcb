package apply

import (
	"cmp"
	"fmt"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

// tables returns everything but the tenant's own row and the documents, parents before children.
func tables(t *tenantfile.Tenant, s *tenant.Settings) []table {
	return []table{
		tableOf("core.assistants", assistants(t, s)),
		tableOf("core.accounts", accounts(s)),
		tableOf("core.instructions", instructions(t)),
		tableOf("business.branches", branches(t)),
		tableOf("business.branch_hours", branchHours(t)),
		tableOf("business.closures", closures(t)),
		tableOf("business.staff", staff(t)),
		tableOf("business.staff_branches", staffBranches(t)),
		tableOf("business.staff_hours", staffHours(t)),
		tableOf("business.resources", resources(t)),
		tableOf("business.services", services(t)),
		tableOf("business.service_staff", serviceStaff(t)),
		tableOf("business.service_rooms", serviceRooms(t)),
		tableOf("business.menu_items", menuItems(t)),
		tableOf("business.menu_options", menuOptions(t)),
		tableOf("business.kitchen_hours", kitchenHours(t)),
		tableOf("business.delivery_zones", zones(t)),
		tableOf("business.loyalty_programs", programs(t)),
		tableOf("business.loyalty_rewards", rewards(t)),
		tableOf("business.policies", policies(t)),
		tableOf("business.faqs", faqs(t)),
		tableOf("business.response_templates", templates(t)),
		tableOf("business.competitors", competitors(t)),
	}
}

type assistantRow struct {
	ID                  string   `json:"id" db:"key"`
	Slug                string   `json:"slug"`
	Name                string   `json:"name"`
	Channel             string   `json:"channel"`
	Style               string   `json:"style"`
	Type                string   `json:"type"`
	Tier                string   `json:"tier"`
	Model               string   `json:"model"`
	Temperature         *float64 `json:"temperature"`
	MaxTokens           *int     `json:"max_tokens"`
	SystemInstructions  string   `json:"system_instructions"`
	TemperatureCriteria string   `json:"temperature_criteria"`
	Corpora             []string `json:"corpora"`
	AllowsPersonal      bool     `json:"allows_personal_corpus"`
	Active              bool     `json:"active"`
}

func assistants(t *tenantfile.Tenant, s *tenant.Settings) (out []assistantRow) {
	for i, a := range t.Assistants {
		p := s.Assistants[i]
		out = append(out, assistantRow{
			ID: p.ID, Slug: a.ID, Name: p.Name, Channel: p.Channel, Style: p.Style, Type: p.Type, Tier: p.Tier, Model: p.Model,
			Temperature: a.Temperature, MaxTokens: a.MaxTokens, SystemInstructions: a.SystemInstructions,
			TemperatureCriteria: a.TemperatureCriteria, Corpora: p.Corpora, AllowsPersonal: a.AllowsPersonal, Active: p.Active,
		})
	}
	return out
}

type accountRow struct {
	Channel     string            `json:"channel" db:"key"`
	AccountID   string            `json:"account_id" db:"key"`
	APIURL      string            `json:"api_url"`
	Gateway     bool              `json:"gateway"`
	Secrets     map[string][]byte `json:"secrets"`
	QuietWindow *string           `json:"quiet_window"` // an interval
	Origins     []string          `json:"origins"`
}

func accounts(s *tenant.Settings) (out []accountRow) {
	for _, a := range s.Accounts {
		row := accountRow{
			Channel: a.Channel, AccountID: a.ID, APIURL: a.APIURL, Gateway: a.Gateway, Secrets: a.Secrets, Origins: list(a.Origins),
		}
		if a.QuietWindow != nil {
			row.QuietWindow = new(fmt.Sprintf("%d milliseconds", a.QuietWindow.Milliseconds()))
		}
		out = append(out, row)
	}
	return out
}

type instructionRow struct {
	ID         string   `json:"id" db:"key"`
	Slug       string   `json:"slug"`
	Title      string   `json:"title"`
	Type       string   `json:"type"`
	Priority   int      `json:"priority"`
	Active     bool     `json:"active"`
	Branches   []string `json:"branches"`
	Text       string   `json:"text"`
	Tokens     int      `json:"tokens"`
	Position   int      `json:"position"`
	PromptSlot *int     `json:"prompt_slot"`
}

func instructions(t *tenantfile.Tenant) (out []instructionRow) {
	for i := range t.Instructions {
		in := &t.Instructions[i]
		out = append(out, instructionRow{
			ID: tenantfile.ID(t.ID, "instruction", in.ID), Slug: in.ID, Title: in.Title, Type: cmp.Or(in.Type, "rule"), Priority: in.Rank(),
			Active: or(in.Active, true), Branches: list(in.Branches), Text: in.Text, Tokens: in.Tokens(), Position: i,
		})
	}
	for slot, i := range t.InPrompt() {
		out[i].PromptSlot = new(slot + 1)
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

// or is a field's value where the file has one, else its default.
func or[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}
