package opening

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
)

func TestOnlyABookingOfAnOpeningIsHeld(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ tool, args, want string }{
		{"create_appointment", `{"slot_id":"s","service_id":"corte","notes":"x"}`, `{"slot_id":"s","service_id":"corte"}`},
		{"create_appointment", `{"slot_id":"s","party_size":4}`, `{"slot_id":"s","party_size":4}`},
		{"reschedule_appointment", `{"slot_id":"s","appointment_id":"a"}`, `{"slot_id":"s"}`},
		{"create_appointment", `{"date":"2026-11-24","time":"10:00"}`, ""},
		{"create_appointment", `[]`, ""},
		{"cancel_appointment", `{"appointment_id":"a"}`, ""},
		{"create_order", `{"slot_id":"s"}`, ""},
	} {
		c, ok := Hold(assent.Asked{Tool: x.tool, Arguments: json.RawMessage(x.args)})
		if ok != (x.want != "") || string(c.Arguments) != x.want {
			t.Errorf("%s %s: got %s", x.tool, x.args, c.Arguments)
		}
	}
}

func TestATimeIsLostOnlyWhereSomebodyElseHasIt(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{
		`{"success":true,"held_until":"2026-11-24 10:05"}`: false,
		`{"success":true}`:                         false,
		`{"success":false,"error":"slot_taken"}`:   true,
		`{"success":false,"error":"slot_expired"}`: false,
		`[]`: false,
	} {
		if got := Lost(tool.Result{JSON: json.RawMessage(answer)}); got != want {
			t.Errorf("%s: lost is %v", answer, got)
		}
	}
	if Lost(tool.Result{Err: &tool.Error{Code: "timeout"}}) {
		t.Error("a tool that does not answer loses nothing")
	}
}
