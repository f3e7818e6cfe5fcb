package tools

import (
	"context"
	"slices"

	"github.com/recado/recado/pkg/tool"
)

// StaffInfo is get_staff_info: who works there, what they do, and on which days they are where.
type StaffInfo struct{ db *Store }

// Spec describes the tool.
func (StaffInfo) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_staff_info", Aliases: []string{"get_staff"},
		Description: "The people of the business: role, specialty, branches, and the days and hours on which they attend. " +
			"By name, by specialty, or all of them.",
		Parameters: schema(nil, map[string]any{
			"staff_name": text("name of the person, or part of it"), "specialty": text("specialty, role or service that the person does"),
		}),
	}
}

// person is somebody of the staff.
type person struct {
	slug, name, role, specialty, bio string
	aliases                          []string
	branches                         []string // names
	services                         []named
	days                             []attendance
}

// named is something that has a name, and other names.
type named struct {
	name    string
	aliases []string
}

type staffInfo struct {
	ID        string       `json:"id"`
	Name      string       `json:"name"`
	Role      string       `json:"role"`
	Specialty string       `json:"specialty"`
	Bio       string       `json:"bio,omitempty"`
	Branches  []string     `json:"branches"`
	Services  []string     `json:"services,omitempty"`
	Days      []attendance `json:"days"` // empty for who takes no appointments
}

// attendance is when a person is at a branch.
type attendance struct {
	Day    string `json:"day"` // monday
	Branch string `json:"branch"`
	Open   string `json:"open"`
	Close  string `json:"close"`
}

// Call answers with a list, or refuses a name or specialty that nobody has with those that there are.
func (t StaffInfo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := arguments[struct {
		Name      string `json:"staff_name"`
		Specialty string `json:"specialty"`
	}](c)
	if refusal != nil {
		return refuse(refusal)
	}
	all, err := t.db.staff(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	found := all
	if args.Name != "" {
		found = best(found, func(p person) int { return p.named().score(args.Name) })
		if len(found) == 0 {
			return refuseFor("not_found", "staff_name", "nobody of that name", bounded(all, func(p person) string { return p.name }))
		}
	}
	if args.Specialty != "" {
		found = best(found, func(p person) int { return p.does(args.Specialty) })
		if len(found) == 0 {
			return refuseFor("not_found", "specialty", "nobody of that specialty", bounded(all, person.calling))
		}
	}
	list := make([]staffInfo, 0, len(found))
	var evidence []tool.Evidence
	for _, p := range found {
		list = append(list, p.info())
		evidence = append(evidence, row("staff", p.slug))
	}
	return answer(list, evidence...)
}

func (p person) named() named { return named{p.name, p.aliases} }

// calling is a specialty, else a role.
func (p person) calling() string {
	if p.specialty != "" {
		return p.specialty
	}
	return p.role
}

// does says how well a person fits a wished specialty: by its name, then by what they are called for, then by their services.
func (p person) does(wanted string) int {
	score := max(nameScore(p.specialty, wanted)*3, nameScore(p.role, wanted)*2)
	for _, alias := range p.aliases {
		score = max(score, nameScore(alias, wanted)*2)
	}
	for _, s := range p.services {
		score = max(score, s.score(wanted))
	}
	return score
}

// score says how well a name fits what was said; 0 is not at all.
func (n named) score(wanted string) int {
	score := nameScore(n.name, wanted)
	for _, alias := range n.aliases {
		score = max(score, nameScore(alias, wanted)-1)
	}
	return score
}

// best are those with the highest score above nothing.
func best[T any](all []T, score func(T) int) (out []T) {
	top := 1
	for _, x := range all {
		switch s := score(x); {
		case s > top:
			top, out = s, []T{x}
		case s == top:
			out = append(out, x)
		}
	}
	return out
}

// bounded are different names, as many as a refusal lists.
func bounded[T any](all []T, name func(T) string) (out []string) {
	for _, x := range all {
		if n := name(x); n != "" && !slices.Contains(out, n) && len(out) < namesListed {
			out = append(out, n)
		}
	}
	return out
}

func (p person) info() staffInfo {
	info := staffInfo{
		ID: p.slug, Name: p.name, Role: p.role, Specialty: p.specialty, Bio: p.bio, Branches: p.branches, Days: p.days,
	}
	for _, s := range p.services {
		info.Services = append(info.Services, s.name)
	}
	if info.Branches == nil {
		info.Branches = []string{}
	}
	if info.Days == nil {
		info.Days = []attendance{}
	}
	return info
}
