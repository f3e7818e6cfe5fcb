package services_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/offer"
	"github.com/recado/recado/services/agent-runner/specialist"
	"github.com/recado/recado/services/agent-runner/transfer"
	"github.com/recado/recado/services/intent-router/intent"
	"github.com/recado/recado/services/tool-executor/tools"
)

// toolsOf are the tools of a specialist where a tenant allows nothing more.
func toolsOf(name string) (out []tool.Spec) {
	for _, t := range tools.Specs() {
		if t, on := tool.Fit(t, &tenant.Tools{}); on && !t.Inner && t.For(name) {
			out = append(out, t)
		}
	}
	return out
}

// TestToolsOfATurnFitTheirCeiling holds for each specialist and wish. Only an order cannot be priced and placed in less.
func TestToolsOfATurnFitTheirCeiling(t *testing.T) {
	t.Parallel()
	var briefs offer.Briefs
	for _, s := range specialist.All() {
		for _, i := range intent.All() {
			all, turn := toolsOf(s.Name), offer.Turn{Intents: []string{i.Name}, Duty: s.Duty("en")}
			if over, ok := handingOver(s.Name).Spec(); ok {
				all, turn.Always = append(all, over), []string{over.Name}
			}
			offered := briefs.Choose(all, turn)
			total := 0
			for _, x := range offered {
				total += offer.Tokens(x)
			}
			if s.Name == "ordering_restaurant" && i.Name == "order" {
				continue
			}
			if total > offer.Ceiling {
				t.Errorf("%s, %s: %d tokens", s.Name, i.Name, total)
			}
			if first := offer.Needed(i.Name); len(first) > 0 && has(toolsOf(s.Name), first[0]) && !has(offered, first[0]) {
				t.Errorf("%s, %s: %s is not offered", s.Name, i.Name, first[0])
			}
		}
	}
}

// handingOver is a turn of a specialist of a restaurant, which has the largest team.
func handingOver(name string) *transfer.Turn {
	of := transfer.Scene{Vertical: "restaurant", First: name, Routed: []string{name}}
	for _, t := range tools.Specs() {
		if t, on := tool.Fit(t, &tenant.Tools{}); on && !t.Inner {
			of.Tools = append(of.Tools, t)
		}
	}
	t := &transfer.Turn{}
	t.Begin(of)
	return t
}

func has(specs []tool.Spec, name string) bool {
	return slices.ContainsFunc(specs, func(s tool.Spec) bool { return s.Name == name })
}

// TestToolsThatAreNamedExist holds for the table of wishes and for what the specialists are told.
func TestToolsThatAreNamedExist(t *testing.T) {
	t.Parallel()
	for _, i := range intent.All() {
		if len(offer.Needed(i.Name)) == 0 {
			t.Errorf("%s needs no tool first", i.Name)
		}
		for _, name := range offer.Needed(i.Name) {
			if !has(tools.Specs(), name) {
				t.Errorf("%s needs %s, which is no tool", i.Name, name)
			}
		}
	}
	named := regexp.MustCompile(`[a-z]+(?:_[a-z]+)+`)
	for _, s := range specialist.All() {
		for _, name := range named.FindAllString(s.Duty("es"), -1) {
			if !has(toolsOf(s.Name), name) {
				t.Errorf("%s is told of %s, which it does not have", s.Name, name)
			}
		}
	}
}
