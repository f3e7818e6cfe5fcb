package services_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/services/agent-runner/specialist"
	intentrouter "github.com/recado/recado/services/intent-router"
)

func TestTheRouterSendsMessagesOnlyToSpecialistsThatThereAre(t *testing.T) {
	t.Parallel()
	for _, name := range intentrouter.Specialists() {
		if !slices.ContainsFunc(specialist.All(), func(s specialist.Specialist) bool { return s.Name == name }) {
			t.Errorf("the router knows a specialist %s, agent-runner does not", name)
		}
	}
}
