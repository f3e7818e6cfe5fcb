package question

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// staff names people and what they do; on which days they come, where the business wrote it or the tool has it.
func (t *Turn) staff(a ask) Answer {
	people := t.people(a.text)
	if a.kind == "staff_days" {
		return t.staffDays(a, people)
	}
	if len(people) == 0 {
		return t.text(a)
	}
	lines := []string{t.Say("staff_intro")}
	for _, p := range people[:min(len(people), listed)] {
		line := "• " + p.Name
		if p.Tag != "" {
			line += " (" + p.Tag + ")"
		}
		lines = append(lines, line)
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

type person struct {
	Name      string `json:"name"`
	Specialty string `json:"specialty"`
	Hours     string `json:"hours"`
}

func (t *Turn) staffDays(a ask, people []tenant.Name) Answer {
	if got, ok := t.fromTexts(a, firm); ok {
		return got
	}
	c := call("get_staff_info", "all", map[string]any{})
	r, calls, _ := t.fetch(c)
	if calls != nil {
		return Answer{Calls: calls}
	}
	all, _ := read[[]person](r)
	var lines []string
	for _, p := range all {
		known := slices.ContainsFunc(people, func(n tenant.Name) bool { return n.Name == p.Name })
		if known && p.Hours != "" && len(people) < len(t.settings().Staff) {
			lines = append(lines, p.Name+": "+p.Hours)
		}
	}
	if len(lines) == 0 {
		return t.unknown(a)
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// people are those who were named, else those of the specialty that was asked about, else all.
func (t *Turn) people(text string) []tenant.Name {
	staff := t.settings().Staff
	filter := func(meant func(tenant.Name) bool) []tenant.Name {
		return slices.DeleteFunc(slices.Clone(staff), func(p tenant.Name) bool { return !meant(p) })
	}
	named := filter(func(p tenant.Name) bool {
		return slices.ContainsFunc(t.Slots.GetStaff(), func(m *recadov1.Mention) bool { return m.GetId() == p.ID })
	})
	of := filter(func(p tenant.Name) bool { return p.Tag != "" && shares(text, p.Tag) || t.goesBy(p.Tag) })
	switch {
	case len(named) > 0:
		return named
	case len(of) > 0:
		return of
	}
	return staff
}

// goesBy reports whether a service that was named is of a specialty.
func (t *Turn) goesBy(specialty string) bool {
	if specialty == "" {
		return false
	}
	for _, m := range t.Slots.GetServices() {
		for _, name := range t.names(m) {
			if knowledge.Covers(specialty, name) == 1 {
				return true
			}
		}
	}
	return false
}
