package turn

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// typed is the clinic with an assistant of one type, whose model is a tier.
type typed struct{ kind, tier string }

func (k typed) Get(id tenant.ID) (*tenant.Settings, bool) {
	s, ok := clinic{}.Get(id)
	s.Assistants[0].Type, s.Assistants[0].Tier = k.kind, k.tier
	return s, ok
}

func TestToolsThatATurnMayCall(t *testing.T) {
	t.Parallel()
	leave := func(m carried) json.RawMessage {
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	booked := newBench().conv.StartedAt.Add(-time.Minute)
	for _, c := range []struct {
		name, kind, tier, specialist, tool string
		dialogue                           json.RawMessage
		may                                bool
	}{
		{"a specialist's own", "full", "balanced", "booking", "create_appointment", nil, true},
		{"one that was not offered", "full", "balanced", "hours", "create_appointment", nil, false},
		{"one that the specialist has and the type forbids", "information_only", "balanced", "booking", "create_appointment", nil, false},
		{"a person, always", "information_only", "balanced", "hours", escalate, nil, true},
		{
			"what the message before was about", "full", "balanced", "general", "create_appointment",
			leave(carried{Specialist: "booking", SpokeAt: booked}), true,
		},
		{
			"what a message of yesterday was about", "full", "balanced", "general", "create_appointment",
			leave(carried{Specialist: "booking", SpokeAt: booked.Add(-24 * time.Hour)}), false,
		},
		{"what the last reply asked a yes for", "full", "balanced", "general", "cancel_appointment", leftAsked(t, booked), true},
		{"that, where the type forbids it", "information_only", "balanced", "general", "cancel_appointment", leftAsked(t, booked), false},
		{"rules, for any specialist", "full", "rules", "hours", "create_appointment", nil, true},
		{"rules, but for the type", "information_only", "rules", "booking", "create_appointment", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "hola"))
			b.conv.Messages[0].Routed.Specialist, b.conv.Dialogue = c.specialist, c.dialogue
			e := b.engine(t)
			e.deps.Settings = typed{c.kind, c.tier}
			r, err := e.newRun(t.Context(), b.conv, tracenoop.Span{})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, s := range r.offered() {
				names = append(names, s.Name)
			}
			refused := r.tools.resolve(llm.ToolCall{Name: c.tool}, 0).err != nil
			if slices.Contains(names, c.tool) != c.may || refused == c.may {
				t.Errorf("offered %v, refused %v, want it to be called: %v", names, refused, c.may)
			}
		})
	}
}

func TestCallOfAToolThatWasNotOfferedIsNotMade(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "¿a qué hora abren?"))
	b.conv.Messages[0].Routed.Specialist = "hours"
	b.remote.answers = []llm.Response{wants(toolCall("c1", "create_appointment", `{"slot_id":"s1"}`)), words("Abrimos a las nueve.")}
	b.answer(t)
	if len(b.tools.asked) != 0 {
		t.Errorf("%s was called", b.tools.asked[0].Tool)
	}
}

func TestToolOfWhatTheCustomerMustHaveSaidIsCalledForNothingElse(t *testing.T) {
	t.Parallel()
	strategy := tool.Spec{Name: "get_competitor_strategy", Said: []string{"competitor_name"}}
	for _, c := range []struct {
		said, args string
		may        bool
	}{
		{"¿por qué Dental Exprés cobra menos?", `{"competitor_name":"dental express"}`, false},
		{"¿por qué Dental Exprés cobra menos?", `{"competitor_name":"dental exprés"}`, true},
		{"en DENTAL EXPRES me cobran 300", `{"competitor_name":"Dental Exprés"}`, true},
		{"¿son más caros que otros?", `{"competitor_name":"Dental Exprés"}`, false},
		{"¿cuánto cuesta la limpieza dental?", `{"competitor_name":"Dental Exprés"}`, false},
		{"Dental Exprés es más barato", `{"competitor_name":"."}`, false},
		{"Dental Exprés es más barato", `{"competitor_name":7}`, false},
		{"Dental Exprés es más barato", `{}`, false},
	} {
		s := &scene{conv: &Conversation{Messages: []Message{text(1, c.said)}}}
		if got := s.notSaid(strategy, json.RawMessage(c.args)) == ""; got != c.may {
			t.Errorf("%s to %q: %v, want %v", c.args, c.said, got, c.may)
		}
		if name := s.notSaid(tool.Spec{Name: "get_service_info"}, json.RawMessage(c.args)); name != "" {
			t.Errorf("a tool that asks for nothing said: %s", name)
		}
	}
}

// lending is the clinic with a server of somebody else and a collection of its own.
type lending struct{ typed }

func (l lending) Get(id tenant.ID) (*tenant.Settings, bool) {
	s, ok := l.typed.Get(id)
	s.Tools = tenant.Tools{
		Records: []tenant.Collection{{Name: "repairs", Create: true}},
		Servers: []tenant.ToolServer{{Name: "crm", Tools: []tenant.ServerTool{{Name: "note", Write: true}}}},
	}
	return s, ok
}

func TestToolsThatATenantSwitchesOnAreOfferedThereAloneAndAskedForByEveryValue(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "anótalo por favor"))
	b.tools.own = []tool.Spec{
		{Name: "crm_note", Server: "crm", Remote: "note", Optional: true, Write: true, Confirm: true, Specialists: tool.Everybody()},
		{Name: "crm_drop", Server: "crm", Remote: "drop", Optional: true, Specialists: tool.Everybody()},
	}
	e := b.engine(t)
	for settings, want := range map[settings]bool{typed{"full", "balanced"}: false, lending{typed{"full", "balanced"}}: true} {
		e.deps.Settings = settings
		r, err := e.newRun(t.Context(), b.conv, tracenoop.Span{})
		if err != nil {
			t.Fatal(err)
		}
		offered := slices.ContainsFunc(r.offered(), func(s tool.Spec) bool { return s.Name == "crm_note" })
		c := r.tools.resolve(llm.ToolCall{Name: "crm_note", Arguments: json.RawMessage(`{"folio":"1047","datos":{"nota":"sin freno"}}`)}, 0)
		if offered != want || (c.err == nil) != want || r.tools.resolve(llm.ToolCall{Name: "crm_drop"}, 0).err == nil {
			t.Errorf("offered %v, refused %v, want it: %v", offered, c.err, want)
		}
		if !want {
			continue
		}
		res, answered := r.tools.answered(c)
		if !answered || res.Err == nil || res.Err.Code != confirmationRequired || r.tools.unheard == nil {
			t.Fatalf("a write without a yes: %+v", res)
		}
		if said := r.tools.unheard.text; !strings.Contains(said, "folio: 1047") || !strings.Contains(said, "nota: sin freno") {
			t.Errorf("asked %q", said)
		}
	}
}
