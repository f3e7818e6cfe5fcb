package tools

import (
	"context"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// StaffInfo is get_staff_info: who works there, what they do, and on which days they are where.
type StaffInfo struct{ db *Store }

// Spec describes the tool.
func (StaffInfo) Spec() tool.Spec {
	return tool.Spec{
		Name:   "get_staff_info",
		Shared: true, Aliases: []string{"get_staff"},
		Description: "The people of the business: role, specialty, branches, and the days and hours on which they attend. " +
			"By name, by specialty, or all of them.",
		Parameters:  staffQuestionSchema,
		Specialists: tool.Bookers("faq", "general", "hours"), Permission: tool.Inform,
		Examples: tool.Examples(`{"specialty":"ortodoncia"}`),
	}
}

// person is somebody of the staff.
type person struct {
	slug, name, role, specialty, bio string
	aliases                          []string
	branches                         []string // names
	services                         []match.Name
	days                             []attendance
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

type staffQuestion struct {
	Name      string `json:"staff_name" description:"name of the person, or part of it"`
	Specialty string `json:"specialty" description:"specialty, role or service that the person does"`
}

var staffQuestionSchema = wire.SchemaOf[staffQuestion]()

// Call answers with a list, or refuses a name or specialty that nobody has with those that there are.
func (t StaffInfo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[staffQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	all, err := t.db.staff(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	found := all
	if args.Name != "" {
		found = match.Best(found, func(p person) int { return p.called().Score(args.Name) })
		if len(found) == 0 {
			return wire.RefuseFor("not_found", "staff_name", "nobody of that name", names(all))
		}
	}
	if args.Specialty != "" {
		found = match.Best(found, func(p person) int { return p.does(args.Specialty) })
		if len(found) == 0 {
			return wire.RefuseFor("not_found", "specialty", "nobody of that specialty", wire.Names(all, person.calling))
		}
	}
	list := make([]staffInfo, 0, len(found))
	var evidence []tool.Evidence
	for _, p := range found {
		list = append(list, p.info())
		evidence = append(evidence, wire.Row("staff", p.slug))
	}
	return wire.Answer(list, evidence...)
}

func (p person) called() match.Name { return match.Name{Name: p.name, Aliases: p.aliases} }

// calling is a specialty, else a role.
func (p person) calling() string {
	if p.specialty != "" {
		return p.specialty
	}
	return p.role
}

// does says how well a person fits a wished specialty: by its name, then by what they are called for, then by their services.
func (p person) does(wanted string) int {
	score := max(match.Score(p.specialty, wanted)*3, match.Score(p.role, wanted)*2)
	for _, alias := range p.aliases {
		score = max(score, match.Score(alias, wanted)*2)
	}
	for _, s := range p.services {
		score = max(score, s.Score(wanted))
	}
	return score
}

func names(all []person) []string { return wire.Names(all, func(p person) string { return p.name }) }

func (p person) info() staffInfo {
	info := staffInfo{
		ID: p.slug, Name: p.name, Role: p.role, Specialty: p.specialty, Bio: p.bio, Branches: p.branches, Days: p.days,
	}
	for _, s := range p.services {
		info.Services = append(info.Services, s.Name)
	}
	if info.Branches == nil {
		info.Branches = []string{}
	}
	if info.Days == nil {
		info.Days = []attendance{}
	}
	return info
}
