package offer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

// many are tools of some 60 tokens each, too many for one turn.
func many(names ...string) (all []tool.Spec) {
	for _, name := range names {
		all = append(all, tool.Spec{Name: name, Description: strings.Repeat("what it is for ", 12)})
	}
	for n := range 20 {
		all = append(all, tool.Spec{Name: fmt.Sprint("other_", string(rune('a'+n))), Description: strings.Repeat("something else ", 12)})
	}
	return all
}

func names(specs []tool.Spec) (out []string) {
	for _, s := range specs {
		out = append(out, s.Name)
	}
	return out
}

func total(specs []tool.Spec) (n int) {
	for _, s := range specs {
		n += Tokens(s)
	}
	return n
}

func TestFewToolsAreOfferedWhole(t *testing.T) {
	t.Parallel()
	var b Briefs
	all := []tool.Spec{{Name: "get_menu"}, {Name: "get_faq"}}
	if got := names(b.Choose(all, Turn{})); !slices.Equal(got, []string{"get_menu", "get_faq"}) {
		t.Errorf("offered %v", got)
	}
}

func TestWishesDecideWhichOfManyToolsAreOffered(t *testing.T) {
	t.Parallel()
	var b Briefs
	all := many("get_loyalty_balance", "get_appointments", "cancel_appointment", "get_branch_info", "get_available_slots", escalate)
	for _, c := range []struct {
		turn Turn
		want []string
	}{
		{Turn{Intents: []string{"cancel_booking"}}, []string{"get_appointments", "cancel_appointment", escalate}},
		{Turn{Intents: []string{"hours", "loyalty"}}, []string{"get_branch_info", "get_loyalty_balance", escalate}},
		{Turn{Intents: []string{"no such wish"}, Duty: "Ask get_available_slots first."}, []string{"get_available_slots", escalate}},
		{Turn{Always: []string{"other_t"}}, []string{"other_t", escalate}},
	} {
		offered := b.Choose(all, c.turn)
		got := names(offered)
		for _, want := range append(c.want, More) {
			if !slices.Contains(got, want) {
				t.Errorf("%+v: offered %v, want %s among them", c.turn, got, want)
			}
		}
		if n := total(offered); n > Ceiling+60 {
			t.Errorf("%+v: %d tokens", c.turn, n)
		}
		last := offered[len(offered)-1]
		for _, s := range all {
			if !slices.Contains(got, s.Name) && !strings.Contains(last.Description, s.Name) {
				t.Errorf("%+v: %s is neither offered nor named", c.turn, s.Name)
			}
		}
		if again := names(b.Choose(all, c.turn)); !slices.Equal(got, again) {
			t.Errorf("offered %v, then %v", got, again)
		}
	}
}

func TestToolsThatTheModelAskedForAreFoundInThePrompt(t *testing.T) {
	t.Parallel()
	call := func(name, args string) llm.Message {
		return llm.Message{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{{Name: name, Arguments: json.RawMessage(args)}}}
	}
	got := Asked([]llm.Message{call(More, `{"names":["get_faq"]}`), call("get_menu", `{"names":["x"]}`), call(More, `"?"`), call(More, `{"names":["redeem_reward"]}`)})
	if !slices.Equal(got, []string{"get_faq", "redeem_reward"}) {
		t.Errorf("asked for %v", got)
	}
}

func TestSchemaLosesWhatItsNamesSay(t *testing.T) {
	t.Parallel()
	s := shortened(tool.Spec{Name: "x", Parameters: json.RawMessage(`{"additionalProperties":false,"type":"object","required":[],"properties":{
		"branch_id":{"type":"string","description":"only at this branch"},
		"date":{"type":"string","description":"day as YYYY-MM-DD"},
		"page":{"type":"integer","minimum":1,"description":"of a long list"},
		"variables":{"type":"object","additionalProperties":{"type":"string"}},
		"items":{"type":"array","maxItems":20,"items":{"type":"object","properties":{"order_id":{"type":"string","description":"id of the order"}}}}}}`)})
	want := `{"properties":{"branch_id":{"type":"string"},"date":{"description":"day as YYYY-MM-DD","type":"string"},` +
		`"items":{"items":{"properties":{"order_id":{"type":"string"}},"type":"object"},"type":"array"},"page":{"type":"integer"},` +
		`"variables":{"additionalProperties":{"type":"string"},"type":"object"}},"type":"object"}`
	if string(s.Parameters) != want {
		t.Errorf("got  %s\nwant %s", s.Parameters, want)
	}
	if broken := shortened(tool.Spec{Parameters: json.RawMessage(`{`)}); string(broken.Parameters) != "{" {
		t.Errorf("a schema that nobody can read became %s", broken.Parameters)
	}
}
