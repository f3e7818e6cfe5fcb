package specialist_test

import (
	"testing"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/specialist"
)

func TestAssistantDoesWhatItsTypeSays(t *testing.T) {
	t.Parallel()
	read := func(name string) tool.Spec { return tool.Spec{Name: name} }
	write := func(name string) tool.Spec { return tool.Spec{Name: name, Write: true} }
	for _, c := range []struct {
		kind string
		tool tool.Spec
		may  bool
	}{
		{"full", write("create_appointment"), true},
		{"full", write("create_order"), true},
		{"", write("create_appointment"), true},
		{"information_only", read("get_service_info"), true},
		{"information_only", read("get_appointments"), true},
		{"information_only", write("escalate_to_human"), true},
		{"information_only", write("request_callback"), true},
		{"information_only", read("get_available_slots"), false},
		{"information_only", write("create_appointment"), false},
		{"information_only", write("cancel_appointment"), false},
		{"information_only", write("create_order"), false},
		{"information_only", read("quote_order"), false},
		{"information_only", read("get_order_status"), true},
		{"appointments_only", write("create_appointment"), true},
		{"appointments_only", read("get_menu"), true},
		{"appointments_only", write("create_order"), false},
		{"appointments_only", write("cancel_order"), false},
		{"appointments_only", read("quote_order"), false},
		{"sales", write("create_order"), true},
		{"appointments_only", write("award_loyalty_tokens"), false},
	} {
		if got := specialist.MayUse(c.kind, c.tool); got != c.may {
			t.Errorf("a %q assistant may use %s: %v, want %v", c.kind, c.tool.Name, got, c.may)
		}
	}
}

func TestToolThatNoSpecialistHasIsNobodys(t *testing.T) {
	t.Parallel()
	if !specialist.Uses("cancel_appointment") || specialist.Uses("http_request") {
		t.Error("cancel_appointment is no specialist's, or http_request is one's")
	}
}
