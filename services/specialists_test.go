package services_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/services/agent-runner/specialist"
	intentrouter "github.com/recado/recado/services/intent-router"
	"github.com/recado/recado/services/tool-executor/tools"
)

func TestTheRouterAndAgentRunnerKnowTheSameSpecialists(t *testing.T) {
	t.Parallel()
	var names []string
	for _, s := range specialist.All() {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	if routed := intentrouter.Specialists(); !slices.Equal(routed, names) {
		t.Errorf("the router sends messages to %v, agent-runner has %v", routed, names)
	}
}

func TestToolExecutorHasEveryToolThatASpecialistNames(t *testing.T) {
	t.Parallel()
	offered := map[string]bool{}
	for _, x := range tools.All(nil, seal.Key{}, nil) {
		offered[x.Spec().Name] = true
	}
	for _, s := range specialist.All() {
		for _, name := range s.Tools {
			if !offered[name] {
				t.Errorf("specialist %s names the tool %s, which tool-executor lacks", s.Name, name)
			}
		}
	}
}
