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
	if _, day := t.weekday(a.clause); day && len(t.Slots.GetStaff()) > 0 || a.kind == "staff_days" {
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

// person is one of the staff as get_staff_info gives them.
type person struct {
	Name string `json:"name"`
	Days []struct {
		Day    string `json:"day"`
		Branch string `json:"branch"`
		Open   string `json:"open"`
		Close  string `json:"close"`
	} `json:"days"`
}

// staffDays says on which days people attend, where it is clear who is meant.
func (t *Turn) staffDays(a ask, people []tenant.Name) Answer {
	r, calls, _ := t.fetch(call("get_staff_info", "all", map[string]any{}))
	if calls != nil {
		return Answer{Calls: calls}
	}
	all, _ := read[[]person](r)
	var lines []string
	for _, p := range all {
		known := slices.ContainsFunc(people, func(n tenant.Name) bool { return n.Name == p.Name })
		if known && len(p.Days) > 0 && len(people) <= maxParts {
			lines = append(lines, p.Name+": "+t.attends(p))
		}
	}
	if len(lines) == 0 {
		return t.text(a)
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// attends joins the days on which a person has the same hours at the same branch.
func (t *Turn) attends(p person) string {
	var branches, parts []string
	at := map[string][]span{} // by branch and day
	for _, d := range p.Days {
		if !slices.Contains(branches, d.Branch) {
			branches = append(branches, d.Branch)
		}
		at[d.Branch+"/"+d.Day] = append(at[d.Branch+"/"+d.Day], span{d.Open, d.Close})
	}
	for _, branch := range branches {
		days := map[string][]string{} // by their hours
		var order []string
		for i := 0; i < len(weekdays); i++ {
			hours, first := at[branch+"/"+weekdays[i]], i
			for i+1 < len(weekdays) && len(hours) > 0 && slices.Equal(at[branch+"/"+weekdays[i+1]], hours) {
				i++
			}
			if len(hours) == 0 {
				continue
			}
			if said := t.spoken(hours); days[said] == nil {
				order = append(order, said)
			}
			days[t.spoken(hours)] = append(days[t.spoken(hours)], t.days(first, i))
		}
		for _, hours := range order {
			parts = append(parts, strings.Join(days[hours], ", ")+" "+t.Say("attends", "branch", branch, "hours", hours))
		}
	}
	return strings.Join(parts, "; ") + "."
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
	of := filter(func(p tenant.Name) bool {
		called := slices.ContainsFunc(append([]string{p.Tag}, p.Aliases...), func(name string) bool { return shares(text, name) })
		return called || t.goesBy(p.Tag)
	})
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
