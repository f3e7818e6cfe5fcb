package question

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// person is one of the staff as get_staff_info gives them.
type person struct {
	Name      string       `json:"name"`
	Specialty string       `json:"specialty"`
	Services  []string     `json:"services"`
	Days      []attendance `json:"days"`
}

// attendance is when a person is at a branch.
type attendance struct {
	Day    string `json:"day"`
	Branch string `json:"branch"`
	Open   string `json:"open"`
	Close  string `json:"close"`
}

// staff names people and what they do; where days are asked about, who comes then and at what hours.
func (t *Turn) staff(a ask) Answer {
	people, calls := t.people(a)
	if calls != nil {
		return Answer{Calls: calls}
	}
	there := func(p person) bool {
		return slices.ContainsFunc(p.Days, func(d attendance) bool { return t.here(d.Branch) })
	}
	if a.kind == "staff" && slices.ContainsFunc(people, there) {
		people = slices.DeleteFunc(people, func(p person) bool { return len(t.Slots.GetBranches()) > 0 && !there(p) })
	}
	if len(people) <= maxAlike {
		t.Memory.People = strings.Join(namesOf(people), "|")
	}
	if days := t.daysOf(a.clause); len(days) > 0 || a.kind == "staff_days" {
		return t.staffDays(a, people, days)
	}
	if len(people) == 0 {
		return t.text(a)
	}
	lines := []string{t.Say("staff_intro")}
	for _, p := range people[:min(len(people), listed)] {
		line := "• " + p.Name
		if p.Specialty != "" {
			line += " (" + p.Specialty + ")"
		}
		lines = append(lines, line)
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// staffDays says on which days people attend; of days that were asked about, who comes then.
func (t *Turn) staffDays(a ask, people []person, days []asked) Answer {
	people = slices.DeleteFunc(people, func(p person) bool { return len(p.Days) == 0 })
	lines := t.present(people, days)
	for _, p := range people[:min(len(people), listed)] {
		p.Days = slices.DeleteFunc(slices.Clone(p.Days), func(d attendance) bool { return !t.here(d.Branch) })
		switch {
		case len(days) > 0:
		case len(p.Days) > 0:
			lines = append(lines, p.Name+": "+t.attends(p))
		case len(people) <= maxAlike:
			where := t.Say("at_branch", "branch", t.Slots.GetBranches()[0].GetName())
			lines = append(lines, t.Say("nobody_on", "name", p.Name, "day", strings.TrimSpace(where)))
		}
	}
	if len(lines) == 0 {
		return t.text(a)
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// present says of each day who comes at which hours, or nobody.
func (t *Turn) present(all []person, days []asked) (lines []string) {
	if len(all) == 0 {
		return nil
	}
	for _, day := range days {
		name, n := strings.ToLower(day.day.Weekday().String()), len(lines)
		for _, p := range all {
			p.Days = slices.DeleteFunc(slices.Clone(p.Days), func(d attendance) bool { return d.Day != name || !t.here(d.Branch) })
			if len(p.Days) > 0 {
				lines = append(lines, p.Name+": "+t.attends(p))
			}
		}
		if len(lines) == n {
			lines = append(lines, t.Say("nobody_on", "name", strings.Join(namesOf(all), ", "), "day", t.day(day)))
		}
	}
	return lines
}

func namesOf(all []person) (names []string) {
	for _, p := range all[:min(len(all), maxAlike)] {
		names = append(names, p.Name)
	}
	return names
}

// here reports whether a branch is one that was named, where one was.
func (t *Turn) here(branch string) bool {
	named := t.Slots.GetBranches()
	return len(named) == 0 || slices.ContainsFunc(named, func(m *recadov1.Mention) bool { return m.GetName() == branch })
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

// people are those who were named, else those of the specialty or the service that was asked about, else all.
func (t *Turn) people(a ask) ([]person, []llm.ToolCall) {
	r, calls, _ := t.fetch(llm.CallFor("get_staff_info", "all", map[string]any{}))
	if calls != nil {
		return nil, calls
	}
	all, _ := read[[]person](r)
	aliases := map[string][]string{}
	for _, n := range t.settings().Staff {
		aliases[n.Name] = append(slices.Clone(n.Aliases), n.Tag)
		if len(r.JSON) == 0 { // what the settings know without the tool
			all = append(all, person{Name: n.Name, Specialty: n.Tag})
		}
	}
	called := strings.Join(slices.DeleteFunc(carrying(a.text), func(w string) bool { return kinds.callers[w] }), " ") // less "doctora"
	does := func(p person) bool {
		return slices.ContainsFunc(a.items, func(m *recadov1.Mention) bool { return t.does(p, m) })
	}
	for i, meant := range []func(person) bool{
		func(p person) bool {
			return slices.ContainsFunc(t.Slots.GetStaff(), func(m *recadov1.Mention) bool { return m.GetName() == p.Name })
		},
		func(p person) bool {
			return slices.ContainsFunc(append(aliases[p.Name], p.Specialty), func(name string) bool { return shares(called, name) })
		},
		does,
		func(p person) bool {
			return slices.Contains(ofPeople, a.after) && slices.Contains(strings.Split(t.Memory.People, "|"), p.Name)
		},
	} {
		named := slices.DeleteFunc(slices.Clone(all), func(p person) bool { return !meant(p) })
		if i == 0 && len(a.items) > 0 && !slices.ContainsFunc(named, does) {
			continue // who was named does something else
		}
		if len(named) > 0 {
			return named, nil
		}
	}
	return all, nil
}

// servicesOf are the services of the one person who was named, where a question is about another service than theirs.
func (t *Turn) servicesOf(a ask) ([]*recadov1.Mention, []llm.ToolCall) {
	if len(t.Slots.GetStaff()) != 1 {
		return a.items, nil
	}
	people, calls := t.people(ask{})
	var own []*recadov1.Mention
	for _, n := range t.settings().Services {
		m := &recadov1.Mention{Id: n.ID, Name: n.Name}
		if !slices.ContainsFunc(people, func(p person) bool { return p.Name == t.Slots.GetStaff()[0].GetName() && t.does(p, m) }) {
			continue
		}
		if slices.ContainsFunc(a.items, func(i *recadov1.Mention) bool { return i.GetId() == n.ID }) {
			return a.items, nil
		}
		own = append(own, m)
	}
	if len(own) == 0 {
		own = a.items
	}
	return own[:min(len(own), maxAlike)], calls
}

// does reports whether a service is one of a person's, or goes by their specialty.
func (t *Turn) does(p person, service *recadov1.Mention) bool {
	if len(p.Services) > 0 || p.Specialty == "" {
		return slices.Contains(p.Services, service.GetName())
	}
	return slices.ContainsFunc(t.names(service), func(name string) bool { return knowledge.Covers(p.Specialty, name) == 1 })
}
