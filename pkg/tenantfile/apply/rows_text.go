package apply

import (
	"cmp"

	"github.com/recado/recado/pkg/tenantfile"
)

type policyRow struct {
	ID           string `json:"id" db:"key"`
	Type         string `json:"policy_type"`
	Title        string `json:"title"`
	Policy       string `json:"policy"`
	ShortVersion string `json:"short_version"`
}

func policies(t *tenantfile.Tenant) (out []policyRow) {
	for _, p := range t.Policies {
		out = append(out, policyRow{tenantfile.ID(t.ID, "policy", p.Type), p.Type, p.Title, p.Policy, p.ShortVersion})
	}
	return out
}

type faqRow struct {
	ID       string   `json:"id" db:"key"`
	Slug     string   `json:"slug"`
	Question string   `json:"question"`
	Aliases  []string `json:"aliases"`
	Answer   string   `json:"answer"`
	Category string   `json:"category"`
	Position int      `json:"position"`
}

func faqs(t *tenantfile.Tenant) (out []faqRow) {
	for i, q := range t.FAQs {
		out = append(out, faqRow{tenantfile.ID(t.ID, "faq", q.ID), q.ID, q.Question, list(q.Aliases), q.Answer, q.Category, i})
	}
	return out
}

type templateRow struct {
	ID       string `json:"id" db:"key"`
	Trigger  string `json:"trigger_type"`
	Language string `json:"language"`
	Text     string `json:"text"`
}

func templates(t *tenantfile.Tenant) (out []templateRow) {
	for _, x := range t.Templates {
		lang := cmp.Or(x.Language, t.Language)
		out = append(out, templateRow{tenantfile.ID(t.ID, "template", x.Trigger+"/"+lang), x.Trigger, lang, x.Text})
	}
	return out
}

type competitorRow struct {
	ID       string   `json:"id" db:"key"`
	Slug     string   `json:"slug"`
	Name     string   `json:"name"`
	Aliases  []string `json:"aliases"`
	Strategy string   `json:"strategy"`
}

func competitors(t *tenantfile.Tenant) (out []competitorRow) {
	for _, x := range t.Competitors {
		out = append(out, competitorRow{tenantfile.ID(t.ID, "competitor", x.ID), x.ID, x.Name, list(x.Aliases), x.Strategy})
	}
	return out
}
