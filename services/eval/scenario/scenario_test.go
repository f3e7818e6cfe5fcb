package scenario

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/specialist"
)

func TestARightLineIsReadWhole(t *testing.T) {
	t.Parallel()
	yes, two := true, 2
	got, err := read(t, `{"id":"a","tenant_vertical":"restaurant","requires":["slot.1"],"turns":[
		{"user":"hola","burst":true,"gap_ms":250,"safety":true,"expect":{
			"intent":["greeting"],"specialist":["concierge","booking_dental"],"tools_any_of":["get_menu"],"tools_none_of":["create_order"],
			"tool_args":{"*":{"party_size":4}},"reply_must_match":["{{menu.1.price}}"],"reply_must_not_match":["(?i)no"],
			"escalates":true,"blocked":true,"no_reply":true,"replies_exactly":2,"reply_lang":"pt"}},
		{"tap":3},{"tap":"slot:9","user":"el martes"},
		{"event":"slot_taken","slot":"slot.2"},{"event":"agent_message","text":"Buenas"},
		{"event":"reminder_due","expect":{"replies_exactly":2}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	want := Scenario{Line: 7, ID: "a", Vertical: "restaurant", Requires: []string{"slot.1"}, Turns: []Turn{
		{User: "hola", Burst: true, Gap: 250 * time.Millisecond, Safety: []string{"*"}, Expect: Expect{
			Intent: []string{"greeting"}, Specialist: []string{"concierge", "booking_dental"},
			ToolsAny: []string{"get_menu"}, ToolsNone: []string{"create_order"},
			ToolArgs: map[string]map[string]any{"*": {"party_size": 4.0}},
			Match:    []string{"{{menu.1.price}}"}, NotMatch: []string{"(?i)no"},
			Escalates: &yes, Blocked: &yes, NoReply: &yes, Replies: &two, Lang: "pt",
		}},
		{Tap: "3"},
		{Tap: "slot:9", User: "el martes"},
		{Event: SlotTaken, Slot: "slot.2"},
		{Event: AgentMessage, Text: "Buenas"},
		{Event: ReminderDue, Expect: Expect{Replies: &two}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if some := (&Turn{Safety: []string{"intent"}}); !some.safe("intent") || some.safe("blocked") || !got.Turns[0].safe("blocked") {
		t.Error("a key is taken for safety that is not, or the other way round")
	}
	if n := len(checksOf(&got.Turns[0].Expect)); n != len(checks) {
		t.Errorf("%d of %d keys are judged", n, len(checks))
	}
}

func TestAScenarioKnowsWhatItNeeds(t *testing.T) {
	t.Parallel()
	s, err := read(t, `{"id":"a","tenant_vertical":"dental","requires":["appointment.next.date"],"turns":[
		{"user":"el {{slot.2.date}}"},{"user":"sí","expect":{"reply_must_match":["{{service.1.name}}"]}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]bool{"slot.": true, "appointment.": true, "service.1": true, "menu.": false} {
		if s.mentions(what) != want {
			t.Errorf("it mentions %s: %t", what, !want)
		}
	}
	if !s.requires("appointment.next") || s.requires("slot.2") || s.bursts() {
		t.Errorf("got %+v", s)
	}
}

func TestEveryRoleIsOfSpecialistsThatThereAre(t *testing.T) {
	t.Parallel()
	var known, named []string
	for _, s := range specialist.All() {
		known = append(known, s.Name)
	}
	for role, specialists := range roles {
		for _, name := range specialists {
			named = append(named, name)
			if !slices.Contains(known, name) {
				t.Errorf("role %s has the specialist %s, who is not there", role, name)
			}
		}
	}
	for _, name := range known {
		if !slices.Contains(named, name) {
			t.Errorf("the specialist %s has no role", name)
		}
	}
}

func TestTheTranscriptTellsWhatWasSaidAndWhy(t *testing.T) {
	t.Parallel()
	p := &play{}
	p.note(">", &Turn{User: "hola"}, "hola")
	p.note(">", &Turn{Tap: "2"}, "")
	p.note(">", &Turn{Event: AgentTakeover}, "Buenas")
	seen := booked()
	seen.Replies[0].Text += "\n¡Hasta pronto!"
	seen.Turns = []*recadov1.TurnCompleted{{Outcome: recadov1.TurnOutcome_TURN_OUTCOME_HANDED_OFF, Reason: "needs_person"}}
	p.noteSeen(seen)
	no := false
	p.judge(0, &Turn{User: "hola", Expect: Expect{NoReply: &no, Intent: []string{"pricing"}}}, seen)
	want := `> hola
> [tap 2] 
> [agent_takeover] Buenas
< Listo, quedó confirmada.
  ¡Hasta pronto!
  [Cambiar]
  (booking -> booking_dental; handed_off needs_person; create_appointment{"branch_name":"Roma","date":"2026-11-24","party_size":4,"time":"17:00"})
  !! intent: want pricing, got booking
`
	if got := p.script.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	for text, turn := range map[string]Turn{"hola": {User: "hola"}, "[tap 1] el martes": {Tap: "1", User: "el martes"}, "[agent_handback]": {Event: AgentHandback}} {
		if got := turn.label(); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
}

func TestALongReplyIsShownShort(t *testing.T) {
	t.Parallel()
	long := short(strings.Repeat("ñ", 1000))
	if n := len([]rune(long)); n != 401 || !strings.HasSuffix(long, "…") {
		t.Errorf("%d letters: %s", n, long)
	}
	if got := short(""); got != "no reply" {
		t.Errorf("got %q", got)
	}
}

func TestTheBusinessOfTheVerticalGeneralHasWhatCustomersAskFor(t *testing.T) {
	t.Parallel()
	f := businesses(t)["general"]
	for what, enough := range map[string]bool{
		"2 branches": len(f.Tenant.Branches) >= 2, "5 people": len(f.Tenant.Staff) >= 5, "8 services": len(f.Tenant.Services) >= 8,
		"5 policies": len(f.Tenant.Policies) >= 5, "8 questions": len(f.Tenant.FAQs) >= 8, "3 texts": len(f.Tenant.Knowledge) >= 3,
		"the vertical general": f.Tenant.Vertical == "general", "a promotion": f.Tenant.Services[1].Promotion.Text != "",
	} {
		if !enough {
			t.Errorf("expected %s", what)
		}
	}
	if _, err := General(func(string) string { return "" }); err == nil {
		t.Error("it was read without its secrets")
	}
}

func TestAnEventSpeaksWhereAReplyIsExpectedOfIt(t *testing.T) {
	t.Parallel()
	none, one := 0, 1
	for _, c := range []struct {
		turn   Turn
		speaks bool
	}{
		{Turn{Event: AgentHandback, Expect: Expect{Match: []string{"de vuelta"}}}, true},
		{Turn{Event: AgentHandback, Expect: Expect{Replies: &one}}, true},
		{Turn{Event: AgentHandback, Expect: Expect{Replies: &none}}, false},
		{Turn{Event: AgentHandback}, false},
		{Turn{User: "hola", Expect: Expect{Match: []string{"hola"}}}, false},
	} {
		if got := c.turn.speaks(); got != c.speaks {
			t.Errorf("%s %+v speaks: %t", c.turn.label(), c.turn.Expect, got)
		}
	}
}
