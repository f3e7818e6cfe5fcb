package tools

import (
	"context"

	"github.com/recado/recado/pkg/tool"
)

// BranchInfo is get_branch_info: where the business is and when it is open.
type BranchInfo struct{ db *Store }

// Spec describes the tool.
func (BranchInfo) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_branch_info", Aliases: []string{"get_branches", "get_clinic_info"},
		Description: "Address, phone and opening hours of a branch; of all branches when none is named.",
		Parameters: schema(nil, map[string]any{
			"branch_name": text("name of the branch, or part of it"), "branch_id": text("id of the branch"),
		}),
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
	SpecialDays    []specialDay   `json:"special_days,omitempty"`
}

// specialDay is when other hours apply than the week's; Hours is null when closed.
type specialDay struct {
	First string     `json:"first_day"`
	Last  string     `json:"last_day"`
	Hours *openHours `json:"hours"`
}

var weekdayNames = [8]string{1: "monday", 2: "tuesday", 3: "wednesday", 4: "thursday", 5: "friday", 6: "saturday", 7: "sunday"}

// Call answers with one branch where one is named, else with all of them.
func (t BranchInfo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := arguments[struct {
		Name string `json:"branch_name"`
		ID   string `json:"branch_id"`
	}](c)
	if refusal != nil {
		return refuse(refusal)
	}
	branches, err := t.db.branches(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	if args.Name == "" && args.ID == "" {
		return allBranches(branches)
	}
	for _, b := range branches {
		if b.slug == args.ID || args.ID == "" && b.named(args.Name) {
			return answer(b.info(), row("branches", b.slug))
		}
	}
	return refuse(&tool.Error{Code: "not_found", Field: "branch_name", Message: "no branch of that name", Allowed: branchNames(branches)})
}

func allBranches(branches []branch) (tool.Result, error) {
	list := make([]branchInfo, 0, len(branches))
	var evidence []tool.Evidence
	for _, b := range branches {
		list = append(list, b.info())
		evidence = append(evidence, row("branches", b.slug))
	}
	return answer(list, evidence...)
}

func branchNames(branches []branch) (names []string) {
	for _, b := range branches {
		names = append(names, b.name)
	}
	return names
}

func (b branch) named(wanted string) bool {
	if nameScore(b.name, wanted) > 0 {
		return true
	}
	for _, alias := range b.aliases {
		if nameScore(alias, wanted) > 0 {
			return true
		}
	}
	return false
}

func (b *branch) info() branchInfo {
	info := branchInfo{
		Name: b.name, Address: b.address, City: b.city, Phone: b.phone, WhatsApp: b.whatsapp, MapsURL: b.maps, Directions: b.directions,
		OperatingHours: map[string]any{},
	}
	for day := 1; day <= 7; day++ {
		info.OperatingHours[weekdayNames[day]] = spansOf(b.hours[day])
	}
	for _, c := range b.closures {
		special := specialDay{First: c.first, Last: c.last}
		if c.open != nil {
			special.Hours = &openHours{Open: clockText(c.open.opens), Close: clockText(c.open.closes)}
		}
		info.SpecialDays = append(info.SpecialDays, special)
	}
	return info
}

func spansOf(spans []span) any {
	list := make([]openHours, 0, len(spans))
	for _, s := range spans {
		list = append(list, openHours{Open: clockText(s.opens), Close: clockText(s.closes)})
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return list
}
