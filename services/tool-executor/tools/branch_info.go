package tools

import (
	"context"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// BranchInfo is get_branch_info: where the business is and when it is open.
type BranchInfo struct{ db *Store }

// Spec describes the tool.
func (BranchInfo) Spec() tool.Spec {
	return tool.Spec{
		Name:   "get_branch_info",
		Shared: true, Aliases: []string{"get_branches", "get_clinic_info"},
		Description: "Address, phone and opening hours of a branch; of all branches when none is named.",
		Parameters:  branchQuestionSchema,
		Specialists: tool.Bookers("ordering_restaurant", "faq", "urgent_care", "general", "hours", "location", "greeting"),
		Permission:  tool.Inform,
		Examples:    tool.Examples(`{}`, `{"branch_name":"centro"}`),
	}
}

type openHours struct {
	Open  string `json:"open"`
	Close string `json:"close"`
}

type branchInfo struct {
	Name           string         `json:"name"`
	Address        string         `json:"address"`
	City           string         `json:"city"`
	Phone          string         `json:"phone"`
	WhatsApp       string         `json:"whatsapp"`
	MapsURL        string         `json:"google_maps_url"`
	Directions     string         `json:"directions,omitempty"`
	OperatingHours map[string]any `json:"operating_hours"` // weekday -> span, list of spans, or null when closed
	SpecialDays    []specialDay   `json:"special_days"`
}

// specialDay is when other hours apply than the week's, and what it is called; Hours is null when closed.
type specialDay struct {
	Date  string     `json:"date"` // the first day
	Name  string     `json:"name"`
	Open  string     `json:"open,omitempty"`
	Close string     `json:"close,omitempty"`
	First string     `json:"first_day"`
	Last  string     `json:"last_day"`
	Hours *openHours `json:"hours"`
}

var weekdayNames = [8]string{1: "monday", 2: "tuesday", 3: "wednesday", 4: "thursday", 5: "friday", 6: "saturday", 7: "sunday"}

type branchQuestion struct {
	Name string `json:"branch_name" description:"name of the branch, or part of it"`
	ID   string `json:"branch_id" description:"id of the branch"`
}

var branchQuestionSchema = wire.SchemaOf[branchQuestion]()

// Call answers with one branch where one is named, else with all of them.
func (t BranchInfo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[branchQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	branches, err := t.db.branches(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	if args.Name == "" && args.ID == "" {
		return allBranches(branches)
	}
	for _, b := range branches {
		if b.Slug == args.ID || args.ID == "" && (match.Name{Name: b.Name, Aliases: b.Aliases}).Score(args.Name) > 0 {
			return wire.Answer(branchInfoOf(b), wire.Row("branches", b.Slug))
		}
	}
	return wire.RefuseFor("not_found", "branch_name", "no branch of that name", branchNames(branches))
}

func allBranches(branches []openings.Branch) (tool.Result, error) {
	list := make([]branchInfo, 0, len(branches))
	var evidence []tool.Evidence
	for _, b := range branches {
		list = append(list, branchInfoOf(b))
		evidence = append(evidence, wire.Row("branches", b.Slug))
	}
	return wire.Answer(list, evidence...)
}

func branchNames(branches []openings.Branch) (names []string) {
	for _, b := range branches {
		names = append(names, b.Name)
	}
	return names
}

func branchInfoOf(b openings.Branch) branchInfo {
	info := branchInfo{
		Name: b.Name, Address: b.Address, City: b.City, Phone: b.Phone, WhatsApp: b.WhatsApp, MapsURL: b.Maps, Directions: b.Directions,
		OperatingHours: map[string]any{}, SpecialDays: []specialDay{},
	}
	for day := 1; day <= 7; day++ {
		info.OperatingHours[weekdayNames[day]] = spansOf(b.Hours[day])
	}
	for _, c := range b.Closures {
		special := specialDay{Date: c.First, Name: c.Name, First: c.First, Last: c.Last}
		if c.Open != nil {
			special.Open, special.Close = openings.Clock(c.Open.Opens), openings.Clock(c.Open.Closes)
			special.Hours = &openHours{Open: special.Open, Close: special.Close}
		}
		info.SpecialDays = append(info.SpecialDays, special)
	}
	return info
}

func spansOf(spans []openings.Span) any {
	list := make([]openHours, 0, len(spans))
	for _, s := range spans {
		list = append(list, openHours{Open: openings.Clock(s.Opens), Close: openings.Clock(s.Closes)})
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return list
}
