package prompt_test

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/prompt"
	"github.com/recado/recado/services/agent-runner/specialist"
)

func input() prompt.Input {
	return prompt.Input{
		Settings:   &tenant.Settings{Name: "Clínica Sonrisa", Vertical: tenant.Dental, Zone: "America/Mexico_City", Currency: "MXN"},
		Assistant:  &tenant.Assistant{Name: "Sofía", Style: "casual", Type: "sales"},
		Specialist: specialist.ByName("pricing"), Language: "es", Now: time.Date(2026, 3, 2, 9, 5, 0, 0, time.UTC),
	}
}

func TestSystemPutsTheMomentAfterTheStablePart(t *testing.T) {
	t.Parallel()
	first, later := input(), input()
	later.Now = later.Now.Add(time.Hour)
	a, b := prompt.System(first), prompt.System(later)
	if a[0].Text != b[0].Text {
		t.Error("the first message changes with the time of day")
	}
	if !strings.Contains(a[1].Text, "Monday 2026-03-02 09:05") || !strings.Contains(a[1].Text, "Spanish") {
		t.Errorf("the moment reads %q", a[1].Text)
	}
	for _, want := range []string{"Sofía", "Clínica Sonrisa", "casual", "Never diagnose"} {
		if !strings.Contains(a[0].Text, want) {
			t.Errorf("the stable part lacks %q", want)
		}
	}
}

func TestSystemTakesFiveInstructionsAtMost(t *testing.T) {
	t.Parallel()
	in := input()
	in.Instructions = []string{"one", "two", "three", "four", "five", "six"}
	text := prompt.System(in)[0].Text
	if !strings.Contains(text, "five") || strings.Contains(text, "six") {
		t.Errorf("instructions in %q", text)
	}
}

func TestSystemHoldsNoUserRole(t *testing.T) {
	t.Parallel()
	for _, m := range prompt.System(input()) {
		if m.Role != llm.RoleSystem {
			t.Errorf("role %s in the system section", m.Role)
		}
	}
}
