package scenario

import (
	"strings"
	"testing"
)

// played are scenarios that show what the machinery does, whatever the assistant says.
var played = []string{
	`{"id":"taps","tenant_vertical":"dental","requires":["slot.1"],"turns":[
		{"user":"quiero una limpieza dental en la Roma el {{slot.1.date_es}}","expect":{"intent":["booking"],"specialist":["booking"],"replies_exactly":1,"reply_lang":"es","blocked":false}},
		{"tap":1,"expect":{"replies_exactly":1}},
		{"tap":"from-another-list","user":"el martes pasado","expect":{"no_reply":false}}]}`,
	`{"id":"burst","tenant_vertical":"general","turns":[
		{"user":"hola","burst":true},{"user":"una pregunta","burst":true,"gap_ms":200},
		{"user":"¿cuánto cuesta la {{service.consulta.name}}?","gap_ms":200,"safety":true,
		 "expect":{"replies_exactly":1,"intent":["pricing"],"reply_must_match":["{{service.1.price}}"],"tools_none_of":["create_appointment"]}}]}`,
	`{"id":"person","tenant_vertical":"medical","turns":[
		{"event":"agent_takeover","expect":{"no_reply":true}},
		{"user":"gracias","expect":{"no_reply":true}},
		{"event":"agent_message","text":"Lo reviso","expect":{"no_reply":true}},
		{"event":"no_agent_available"},
		{"event":"agent_handback"},
		{"user":"¿cuánto vale la consulta general?","expect":{"no_reply":false}}]}`,
	`{"id":"skipped","tenant_vertical":"medical","requires":["loyalty"],"turns":[{"user":"mis puntos","expect":{"intent":["loyalty"]}}]}`,
	`{"id":"fails","tenant_vertical":"restaurant","turns":[
		{"user":"hola","expect":{"reply_must_match":["this is not said"],"intent":["greeting"]}},
		{"tap":"7","expect":{"no_reply":false}},
		{"user":"{{loyalty.balance}}","expect":{"no_reply":false}}]}`,
	`{"id":"reminded","tenant_vertical":"dental","requires":["appointment.next"],"turns":[
		{"user":"hola","expect":{"no_reply":false}},
		{"event":"reminder_due","expect":{"replies_exactly":1,"reply_must_match":["{{appointment.next.date_es}}"]}},
		{"user":"confirmo","expect":{"tools_any_of":["confirm_appointment"],"replies_exactly":1}}]}`,
	`{"id":"silent","tenant_vertical":"medical","requires":["appointment.next"],"turns":[
		{"user":"hola","expect":{"no_reply":false}},
		{"event":"agent_takeover","expect":{"no_reply":true}},
		{"event":"reminder_due","expect":{"no_reply":true}}]}`,
	`{"id":"own","tenant_vertical":"restaurant","requires":["appointment.next","slot.2"],"turns":[
		{"event":"slot_taken","slot":"slot.1"},
		{"user":"hola","expect":{"no_reply":false}},
		{"event":"silence","hours":48},
		{"user":"mi reserva es el {{appointment.next.date_es}}","expect":{"no_reply":false}}]}`,
}

func TestScenariosArePlayedThroughTheWholePipeline(t *testing.T) {
	t.Parallel()
	set := scenarios(t, played...)
	results, err := Run(t.Context(), newWorld(t, everything()...), set, 3)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"taps": true, "burst": true, "person": true, "skipped": true, "fails": false, "own": true, "reminded": true, "silent": true}
	for i, r := range results {
		if r.Scenario != &set[i] || r.Passed() != want[set[i].ID] || (r.Skipped == "loyalty") != (set[i].ID == "skipped") {
			t.Errorf("%s passed %t, skipped for %q:\n%s", set[i].ID, r.Passed(), r.Skipped, r.Script)
		}
	}
	failed := results[4].Turns
	if len(failed) != 3 || failed[0].Checks[0].OK == failed[0].Checks[1].OK || failed[1].Passed() || failed[2].Passed() {
		t.Errorf("got %+v", failed)
	}
	for _, part := range []string{"> hola", "!! reply_must_match: want /this is not said/", "nothing to tap", "nothing stands for {{loyalty.balance}}"} {
		if !strings.Contains(results[4].Script, part) {
			t.Errorf("the transcript lacks %q:\n%s", part, results[4].Script)
		}
	}
}

func TestAWorldWithoutItsTenantSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	delete(w.Tenants, "dental")
	set := scenarios(t, `{"id":"a","tenant_vertical":"dental","turns":[{"user":"hola","expect":{"no_reply":false}}]}`)
	if _, err := Run(t.Context(), w, set, 1); err == nil || !strings.Contains(err.Error(), "scenario a: there is no tenant for the vertical dental") {
		t.Errorf("got %v", err)
	}
	webOnly := *w.Tenants["general"]
	webOnly.Tenant.Accounts = nil
	w.Tenants["dental"] = &webOnly
	if _, err := Run(t.Context(), w, set, 1); err == nil || !strings.Contains(err.Error(), "no whatsapp account") {
		t.Errorf("got %v", err)
	}
}
