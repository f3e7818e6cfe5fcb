package transfer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tool"
)

// catalogue is a small business's: who answers has the first, who books the others.
func catalogue() []tool.Spec {
	return []tool.Spec{
		{Name: "get_faq", Specialists: []string{"faq", "pricing", "general", "invoicing", "hours", "location"}},
		{Name: "get_branch_info", Specialists: tool.Bookers("faq", "hours", "location", "general")},
		{Name: "get_service_info", Specialists: tool.Bookers("ordering_restaurant", "faq", "pricing", "general")},
		{Name: "get_menu", Specialists: []string{"ordering_restaurant", "faq", "pricing", "general"}},
		{Name: "get_available_slots", Specialists: tool.Bookers("pricing")},
		{Name: "create_appointment", Write: true, Confirm: true, Specialists: tool.Bookers()},
		{Name: "quote_order", Specialists: []string{"ordering_restaurant"}},
		{Name: "create_order", Write: true, Confirm: true, Specialists: []string{"ordering_restaurant"}},
	}
}

func begun(first string, wishes ...string) *Turn {
	t := &Turn{}
	t.Begin(Scene{Vertical: "restaurant", Routed: []string{first}, First: first, Tools: catalogue(), Wishes: wishes})
	return t
}

func call(t *Turn, to string) string {
	res := t.Take(json.RawMessage(fmt.Sprintf(`{"specialist":%q,"reason":"missing_tool"}`, to)), false)
	if res.Err != nil {
		return res.Err.Code
	}
	return "ok"
}

func TestARuleHandsOverWhereASecondWishHasNoTool(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		first  string
		wishes []string
		atOnce string // who has all that is wanted
		later  string // who has the rest, after the first has had its tools
	}{
		{"one wish", "hours", []string{"hours"}, "", ""},
		{"two wishes of one specialist", "faq", []string{"pricing", "hours"}, "", ""},
		{"another has tools for both", "hours", []string{"hours", "pricing"}, "faq", ""},
		{"who prices cannot book", "pricing", []string{"pricing", "booking"}, "booking_restaurant", ""},
		{"nobody has tools for both", "booking_restaurant", []string{"booking", "order"}, "", "ordering_restaurant"},
		{"what no tool is for", "pricing", []string{"pricing", "loyalty"}, "", ""},
		{"general has no wish", "general", nil, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			turn := begun(tc.first, tc.wishes...)
			if turn.Current() != tc.atOnce {
				t.Fatalf("at once to %q, want %q", turn.Current(), tc.atOnce)
			}
			if turn.AfterRound(); tc.later != "" && turn.Current() != tc.later {
				t.Errorf("later to %q, want %q", turn.Current(), tc.later)
			}
			for _, m := range turn.Moves() {
				if m.By != ByRule || m.Reason != "second_request" || m.From == m.To {
					t.Errorf("moved %+v", m)
				}
			}
		})
	}
}

func TestAnAssistantThatMayNotDoAThingHandsItToNobody(t *testing.T) {
	t.Parallel()
	turn := &Turn{}
	turn.Begin(Scene{ // its type books nothing
		Vertical: "dental", Routed: []string{"pricing"}, First: "pricing", Wishes: []string{"pricing", "booking"},
		Tools: slices.DeleteFunc(catalogue(), func(s tool.Spec) bool { return s.Write || s.Name == "get_available_slots" }),
	})
	if turn.Current() != "" {
		t.Errorf("handed over to %s", turn.Current())
	}
}

func TestAModelHandsOverAtMostTwiceAndNeverBack(t *testing.T) {
	t.Parallel()
	turn := begun("booking_restaurant")
	var told []Move
	turn.Moved = func(m Move) { told = append(told, m) }
	for _, step := range []struct{ to, want string }{
		{"booking_restaurant", "unknown_specialist"}, // itself
		{"booking_dental", "unknown_specialist"},     // of another line of business
		{"nobody", "unknown_specialist"},
		{"ordering_restaurant", "ok"},
		{"faq", "handed_over_already"}, // in the same answer
	} {
		if got := call(turn, step.to); got != step.want {
			t.Errorf("to %s: %s, want %s", step.to, got, step.want)
		}
	}
	turn.AfterRound()
	if got := call(turn, "booking_restaurant"); got != "unknown_specialist" {
		t.Errorf("back to the first: %s", got)
	}
	if got := call(turn, "faq"); got != "ok" {
		t.Fatalf("the second: %s", got)
	}
	turn.AfterRound()
	if got := call(turn, "general"); got != "handed_over_too_often" {
		t.Errorf("the third: %s", got)
	}
	if _, ok := turn.Spec(); ok {
		t.Error("the tool is offered a third time")
	}
	if len(told) != Max || !slices.Equal(turn.Joined(), []string{"ordering_restaurant", "faq"}) || told[1].By != ByModel {
		t.Errorf("told of %+v, joined %v", told, turn.Joined())
	}
}

func TestOnlyWhoBringsAToolIsOffered(t *testing.T) {
	t.Parallel()
	turn := begun("general")
	spec, ok := turn.Spec()
	if !ok || !strings.Contains(string(spec.Parameters), `"enum":["booking_restaurant","ordering_restaurant"]`) &&
		!strings.Contains(string(spec.Parameters), `"enum":["pricing","booking_restaurant","ordering_restaurant"]`) {
		t.Errorf("offered %v: %s", ok, spec.Parameters)
	}
	alone := &Turn{}
	alone.Begin(Scene{Vertical: "general", Routed: []string{"faq"}, First: "faq", Tools: catalogue()[:1]})
	if _, ok := alone.Spec(); ok {
		t.Error("somebody without a tool of their own is offered")
	}
}

func TestWhatAModelWritesByItselfIsNoReason(t *testing.T) {
	t.Parallel()
	turn := begun("faq")
	turn.Take(json.RawMessage(`{"specialist":"booking_restaurant","reason":"Ana Ruiz wants a table"}`), false)
	if moves := turn.Moves(); len(moves) != 1 || moves[0].Reason != other {
		t.Errorf("moves %+v", moves)
	}
}

func TestNobodyIsHandedASuspectTurn(t *testing.T) {
	t.Parallel()
	turn := begun("faq")
	if res := turn.Take(json.RawMessage(`{"specialist":"booking_restaurant"}`), true); res.Err == nil || turn.Current() != "" {
		t.Errorf("%+v, now %q", res, turn.Current())
	}
	var none Turn
	if res := none.Take(json.RawMessage(`{}`), false); res.Err == nil || res.Err.Code != "unknown_tool" {
		t.Errorf("rules were handed a turn: %+v", res)
	}
}
