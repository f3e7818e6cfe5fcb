package services_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
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

func TestEveryToolNamesSpecialistsThatThereAre(t *testing.T) {
	t.Parallel()
	for _, x := range tools.Specs() {
		if len(x.Specialists) == 0 && x.Name != "award_loyalty_tokens" { // which programs have
			t.Errorf("%s is nobody's", x.Name)
		}
		for i, name := range x.Specialists {
			known := slices.ContainsFunc(specialist.All(), func(s specialist.Specialist) bool { return s.Name == name })
			if !known && !slices.Equal(x.Specialists, tool.Everybody()) || slices.Contains(x.Specialists[:i], name) {
				t.Errorf("%s is %s's, whom agent-runner does not know or who has it twice", x.Name, name)
			}
		}
	}
}

// TestATeamIsWhomTheRouterChooses holds for each line of business: greetings are handed to nobody, and a person is called by a tool.
func TestATeamIsWhomTheRouterChooses(t *testing.T) {
	t.Parallel()
	for _, vertical := range []tenant.Vertical{tenant.Dental, tenant.Medical, tenant.Restaurant, tenant.General, "bakery"} {
		want := slices.DeleteFunc(intentrouter.Team(vertical), func(name string) bool { return name == "greeting" || name == "escalation" })
		got := slices.Sorted(slices.Values(specialist.Team(string(vertical))))
		if !slices.Equal(got, want) {
			t.Errorf("%s: turns are handed over between %v, the router chooses among %v", vertical, got, want)
		}
	}
}

// TestSpecialistsHaveWhatTheirRolesNeed names what a role cannot do without, and what it must not have.
func TestSpecialistsHaveWhatTheirRolesNeed(t *testing.T) {
	t.Parallel()
	byName := map[string]tool.Spec{}
	for _, x := range tools.Specs() {
		byName[x.Name] = x
	}
	for _, s := range specialist.All() {
		if !byName["escalate_to_human"].For(s.Name) {
			t.Errorf("%s cannot call a person", s.Name)
		}
	}
	for _, c := range []struct{ specialist, has, lacks string }{
		{"booking_dental", "get_available_slots", "create_order"},
		{"booking_dental", "create_appointment", "quote_order"},
		{"ordering_restaurant", "get_menu", "create_appointment"},
		{"ordering_restaurant", "create_order", "get_available_slots"},
		{"faq", "search_knowledge_base", "create_appointment"},
		{"faq", "get_business_policy", "create_order"},
		{"faq", "get_branch_info", "cancel_appointment"},
		{"greeting", "get_response_template", "create_appointment"},
		{"escalation", "request_callback", "create_appointment"},
		{"pricing", "get_service_catalog", "create_order"},
		{"urgent_care", "create_appointment", "get_response_template"},
	} {
		if !byName[c.has].For(c.specialist) || byName[c.lacks].For(c.specialist) {
			t.Errorf("%s lacks %s, or has %s", c.specialist, c.has, c.lacks)
		}
	}
}

// TestTypesOfAssistantsMayWhatTheySay holds for every tool that there is, those to come included: a type that only informs writes
// nothing but who the customer is and which messages they want, and one for appointments nothing else.
func TestTypesOfAssistantsMayWhatTheySay(t *testing.T) {
	t.Parallel()
	reach := []string{"update_lead_info", "request_callback", "keep_question", "escalate_to_human", "set_reminders"}
	visits := []string{
		"create_appointment", "reschedule_appointment", "cancel_appointment", "confirm_appointment", "join_waiting_list",
		"leave_waiting_list", "hold_slot",
	}
	for _, x := range tools.Specs() {
		if x.Permission == "" {
			t.Errorf("%s needs no permission", x.Name)
		}
		if may := tool.MayUse("information_only", x); x.Write && may != slices.Contains(reach, x.Name) {
			t.Errorf("who only informs may %s: %v", x.Name, may)
		}
		if may := tool.MayUse("appointments_only", x); x.Write && may != slices.Contains(append(visits, reach...), x.Name) {
			t.Errorf("who only makes appointments may %s: %v", x.Name, may)
		}
		if !tool.MayUse("full", x) || !tool.MayUse("", x) {
			t.Errorf("an assistant without limits may not %s", x.Name)
		}
	}
	for _, c := range []struct {
		kind, tool string
		may        bool
	}{
		{"information_only", "get_service_info", true},
		{"information_only", "get_appointments", true},
		{"information_only", "get_order_status", true},
		{"information_only", "get_available_slots", false},
		{"information_only", "quote_order", false},
		{"appointments_only", "get_menu", true},
		{"appointments_only", "get_available_slots", true},
		{"appointments_only", "quote_order", false},
	} {
		i := slices.IndexFunc(tools.Specs(), func(x tool.Spec) bool { return x.Name == c.tool })
		if got := tool.MayUse(c.kind, tools.Specs()[i]); got != c.may {
			t.Errorf("%s may %s: %v, want %v", c.kind, c.tool, got, c.may)
		}
	}
}
