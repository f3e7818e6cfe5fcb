package scenario

import (
	"errors"
	"testing"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// booked is a turn that booked by a slot id.
func booked() *Seen {
	known := map[string]map[string]any{"s1": {"slot_id": "s1", "date": "2026-11-24", "time": "17:00", "branch_name": "Roma"}}
	call := &recadov1.ToolRequested{Tool: "create_appointment", ArgumentsJson: `{"slot_id":"s1","party_size":4}`}
	return &Seen{
		Replies: []Reply{{Text: "Listo, quedó confirmada.", Labels: []string{"Cambiar"}}},
		Routed: []*recadov1.MessageRouted{{
			Intents: []*recadov1.Intent{{Name: "booking"}}, Specialist: "booking_dental", Verdict: recadov1.Verdict_VERDICT_ALLOW,
		}},
		Calls: []Call{callOf(call, known)},
		alias: map[string]string{"book": "create_appointment"},
	}
}

func TestEveryExpectationCanHoldAndFail(t *testing.T) {
	t.Parallel()
	yes, no, one, two := true, false, 1, 2
	f := facts{}
	f.moment("slot.1", "2026-11-24", "17:00")
	args := func(tool string, of map[string]any) Expect {
		return Expect{ToolArgs: map[string]map[string]any{tool: of}}
	}
	for _, c := range []struct {
		name        string
		holds, fail Expect
	}{
		{"intent", Expect{Intent: []string{"pricing", "booking"}}, Expect{Intent: []string{"pricing"}}},
		{"specialist", Expect{Specialist: []string{"booking"}}, Expect{Specialist: []string{"info", "human"}}},
		{"tools_any_of", Expect{ToolsAny: []string{"book"}}, Expect{ToolsAny: []string{"cancel_appointment"}}},
		{"tools_none_of", Expect{ToolsNone: []string{"cancel_appointment"}}, Expect{ToolsNone: []string{"book"}}},
		{"tool_args", args("*", map[string]any{"date": "{{slot.1.date}}", "party_size": 4.0}), args("*", map[string]any{"party_size": 5.0})},
		{"tool_args", args("book", map[string]any{"branch_name": "roma", "party_size": "4"}), args("cancel_appointment", nil)},
		{"reply_must_match", Expect{Match: []string{"confirmad", "Cambiar"}}, Expect{Match: []string{"confirmad", "mañana"}}},
		{"reply_must_not_match", Expect{NotMatch: []string{"mañana"}}, Expect{NotMatch: []string{"mañana", "confirmad"}}},
		{"escalates", Expect{Escalates: &no}, Expect{Escalates: &yes}},
		{"blocked", Expect{Blocked: &no}, Expect{Blocked: &yes}},
		{"replies_exactly", Expect{Replies: &one}, Expect{Replies: &two}},
		{"no_reply", Expect{NoReply: &no}, Expect{NoReply: &yes}},
		{"reply_lang", Expect{Lang: "es"}, Expect{Lang: "en"}},
	} {
		if got := judge(&c.holds, booked(), f); len(got) != 1 || got[0].Key != c.name || !got[0].OK {
			t.Errorf("%s: %+v, want it to hold", c.name, got)
		}
		if got := judge(&c.fail, booked(), f); len(got) != 1 || got[0].Key != c.name || got[0].OK || got[0].Want == "" {
			t.Errorf("%s: %+v, want it to fail", c.name, got)
		}
	}
}

func TestATurnWhoseEndWasNotSeenFails(t *testing.T) {
	t.Parallel()
	seen := booked()
	seen.Problem = errors.New("it hangs")
	if got := judge(&Expect{Intent: []string{"booking"}}, seen, facts{}); got[0].OK || got[0].Got != "it hangs" {
		t.Errorf("got %+v", got)
	}
}

func TestAHandoffIsSeenInEveryForm(t *testing.T) {
	t.Parallel()
	yes := true
	handed := recadov1.TurnOutcome_TURN_OUTCOME_HANDED_OFF
	for _, seen := range []*Seen{
		{Handoffs: 1},
		{Calls: []Call{{Tool: "escalate_to_human"}}},
		{Turns: []*recadov1.TurnCompleted{{Outcome: handed}}},
	} {
		if got := judge(&Expect{Escalates: &yes}, seen, facts{}); !got[0].OK {
			t.Errorf("%+v: %+v", seen, got)
		}
	}
}

func TestArgumentsAreTheSameHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	f := facts{}
	f.put("branch.1.name", "Roma Norte")
	for _, c := range []struct {
		want, got any
		same      bool
	}{
		{"{{branch.1.name}}", "roma norte ", true},
		{"{{branch.9.name}}", "", false},
		{4.0, 4.0, true},
		{4.0, "4", true},
		{"4", 4.0, true},
		{true, true, true},
		{true, false, false},
		{[]any{"a"}, []any{"a"}, true},
		{map[string]any{"a": 1.0}, map[string]any{"a": 2.0}, false},
	} {
		if got := same(c.want, c.got, f); got != c.same {
			t.Errorf("%v and %v are the same: %t", c.want, c.got, got)
		}
	}
}
