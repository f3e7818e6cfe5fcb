package specialist_test

import (
	"testing"

	"github.com/recado/recado/services/agent-runner/specialist"
)

func TestSpecialistsHaveUniqueNamesAndAnswerEveryIntent(t *testing.T) {
	t.Parallel()
	names, intents := map[string]bool{}, map[string]bool{}
	for _, s := range specialist.All() {
		if names[s.Name] || s.Role == "" || len(s.Tools) == 0 {
			t.Errorf("specialist %q: name taken, or no role or tools", s.Name)
		}
		names[s.Name] = true
		for _, i := range s.Intents {
			intents[i] = true
		}
		seen := map[string]bool{}
		for _, name := range s.Tools {
			if seen[name] {
				t.Errorf("specialist %q lists %s twice", s.Name, name)
			}
			seen[name] = true
		}
		if !seen["escalate_to_human"] {
			t.Errorf("specialist %q cannot reach a person", s.Name)
		}
	}
	if len(names) != 14 {
		t.Errorf("got %d specialists, want 14", len(names))
	}
	for _, i := range []string{
		"greeting", "farewell_thanks", "booking", "reschedule", "cancel_booking", "pricing", "services", "location", "hours", "faq_policy",
		"menu", "order", "order_status", "urgent_care", "staff", "loyalty", "human", "invoice", "feedback", "other",
	} {
		if !intents[i] {
			t.Errorf("no specialist answers %s", i)
		}
	}
}

func TestUnknownSpecialistIsTheGeneralOne(t *testing.T) {
	t.Parallel()
	if got := specialist.ByName("astrology").Name; got != specialist.General {
		t.Errorf("ByName = %q, want %q", got, specialist.General)
	}
}
