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

func TestEveryRoleStandsWholeInThePrompt(t *testing.T) {
	t.Parallel()
	for _, s := range specialist.All() {
		in := input()
		in.Specialist = s
		if !strings.Contains(prompt.System(in)[0].Text, strings.TrimSpace(s.Role)+"\n\n") {
			t.Errorf("the role of %s is cut: shorten %s.md", s.Name, s.Name)
		}
	}
}

// TestRolesSayWhatMustNotBeDone holds the few lines that no rewording may lose.
func TestRolesSayWhatMustNotBeDone(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"booking_dental":      {"Never say what the patient has", "no dose", "check_dental_urgency"},
		"booking_medical":     {"Never say what the patient has", "no dose"},
		"urgent_care":         {"Never say what somebody has", "no dose"},
		"ordering_restaurant": {"quote_order", "after a yes to that total"},
		"pricing":             {"Of a competitor that they have not named say nothing"},
		"faq":                 {"of one that they have not named say nothing"},
		"general":             {"of one that they have not named say nothing"},
		"greeting":            {"for a greeting or a goodbye and for nothing else"},
	} {
		for _, line := range lines {
			if !strings.Contains(specialist.ByName(name).Role, line) {
				t.Errorf("the role of %s says no more: %s", name, line)
			}
		}
	}
}
