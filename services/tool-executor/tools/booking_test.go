package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
)

func TestOpeningsLieWithinHoursAndHaveSignedIDs(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	list := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	if len(list) == 0 {
		t.Fatal("no openings in a week")
	}
	for i, o := range list {
		if o.Staff != "Dra. Ana Prueba" || o.Time < "09:00" || o.Time > "19:15" {
			t.Errorf("got %+v", o)
		}
		if i > 0 && o.Date+o.Time < list[i-1].Date+list[i-1].Time {
			t.Errorf("%s %s comes after a later one", o.Date, o.Time)
		}
		if len(o.SlotID) > 200 {
			t.Errorf("a list row cannot carry an id of %d bytes", len(o.SlotID))
		}
	}
	if day := l.openings(t, "clinic", `{"service_id":"limpieza","date":"`+list[0].Date+`"}`); len(day) == 0 {
		t.Error("the first day has no openings when it is asked for by name")
	}
}

func TestBookedOpeningIsTaken(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
	got, r := call[booked](t, l, l.turn(t, "clinic"), "create_appointment", `{"slot_id":"`+o.SlotID+`","service_id":"limpieza"}`)
	if !got.Success || len(r.Evidence) != 1 {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	contains(t, got.Message, "Limpieza dental", "Dra. Ana Prueba", o.Branch)
	for _, later := range l.openings(t, "clinic", `{"service_id":"limpieza","date":"`+o.Date+`"}`) {
		if later.Time == o.Time && later.Branch == o.Branch {
			t.Errorf("still offered: %+v", later)
		}
	}
	again, _ := call[booked](t, l, l.turn(t, "clinic"), "create_appointment", `{"slot_id":"`+o.SlotID+`","service_id":"limpieza"}`)
	if again.Success || again.Error != "slot_taken" || l.appointments(t) != 1 {
		t.Errorf("booked twice: %+v", again)
	}
}

func TestABookingIsConfirmedInTheBusinesssOwnWords(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	put := func(text string) {
		l.db.Exec(t, `DELETE FROM business.response_templates WHERE tenant_id = 'clinic' AND trigger_type = 'confirmation'`)
		l.db.Exec(t, `INSERT INTO business.response_templates (tenant_id, id, trigger_type, language, text)
			VALUES ('clinic', gen_random_uuid(), 'confirmation', 'es', $1)`, text)
	}
	book := func() string {
		o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
		c := l.turn(t, "clinic")
		c.Language = "es"
		got, r := call[booked](t, l, c, "create_appointment", `{"slot_id":"`+o.SlotID+`","service_id":"limpieza"}`)
		if !got.Success {
			t.Fatalf("got %+v %v", got, r.Err)
		}
		return got.Message
	}
	put("Tu cita de {service} quedó para el {date} a las {time}. Trae tu credencial.")
	own := book()
	contains(t, own, "Tu cita de Limpieza dental quedó para el", "Trae tu credencial.")
	if strings.Contains(own, "confirmada") {
		t.Errorf("said twice: %s", own)
	}
	put("¡Te esperamos en {branch}!")
	contains(t, book(), "Limpieza dental quedó confirmada", "¡Te esperamos en")
	put("Mesa para {party_size} el {date} a las {time}.")
	if got := book(); strings.Contains(got, "Mesa") {
		t.Errorf("a template that needs what is not known was used: %s", got)
	}
}

func TestBookingByDateAndTimeIsCheckedLikeASlot(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
	args := fmt.Sprintf(`{"date":%q,"time":%q,"service_id":"limpieza"}`, o.Date, o.Time)
	if got, _ := call[booked](t, l, l.turn(t, "clinic"), "create_appointment", args); !got.Success {
		t.Errorf("got %+v", got)
	}
	for args, want := range map[string]string{
		`{"date":"2020-01-07","time":"10:00"}`:                                            "outside_booking_window",
		fmt.Sprintf(`{"date":%q,"time":"03:00"}`, l.openings(t, "clinic", `{}`)[20].Date): "outside_hours",
		fmt.Sprintf(`{"date":%q,"time":"10:07"}`, l.openings(t, "clinic", `{}`)[20].Date): "outside_hours",
	} {
		if got, _ := call[booked](t, l, l.turn(t, "clinic"), "create_appointment", args); got.Success || got.Error != want {
			t.Errorf("%s: got %+v", args, got)
		}
	}
}

func TestForgedOrForeignSlotIDsAreRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "clinic", `{}`)[0]
	for _, slot := range []string{"2026-11-24T10:00", o.SlotID[:len(o.SlotID)-2] + "AA", uuid.NewString()} {
		if got, _ := call[booked](t, l, l.turn(t, "clinic"), "create_appointment", `{"slot_id":"`+slot+`"}`); got.Error != "invalid_slot" {
			t.Errorf("%s: got %+v", slot, got)
		}
	}
	if got, _ := call[booked](t, l, l.turn(t, "bistro"), "create_appointment", `{"slot_id":"`+o.SlotID+`"}`); got.Error != "invalid_slot" {
		t.Errorf("another tenant's slot: got %+v", got)
	}
}

func TestFiftyConversationsBookOneSlotOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
	var wg sync.WaitGroup
	results := make([]booked, 50)
	for i := range results {
		c := l.turn(t, "clinic")
		wg.Go(func() {
			c.Tool, c.Arguments = "create_appointment", json.RawMessage(`{"slot_id":"`+o.SlotID+`","service_id":"limpieza"}`)
			r, err := l.byName["create_appointment"].Call(t.Context(), c)
			if err != nil || r.Err != nil {
				t.Errorf("call %d: %v %v", i, err, r.Err)
				return
			}
			_ = json.Unmarshal(r.JSON, &results[i])
		})
	}
	wg.Wait()
	won := 0
	for _, r := range results {
		if r.Success {
			won++
		} else if r.Error != "slot_taken" {
			t.Errorf("got %+v", r)
		}
	}
	if won != 1 || l.appointments(t) != 1 {
		t.Errorf("%d won, %d rows", won, l.appointments(t))
	}
}

func TestSmallestTableThatFitsIsTakenFirst(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "bistro", `{}`)[0]
	for i, want := range []bool{true, true, true, true, false} { // three tables for two, then the one for six
		got, r := call[booked](t, l, l.turn(t, "bistro"), "create_appointment", `{"slot_id":"`+o.SlotID+`","party_size":2}`)
		if got.Success != want {
			t.Errorf("booking %d: got %+v %v", i+1, got, r.Err)
		}
	}
	other := l.openings(t, "bistro", `{}`)
	if got, _ := call[booked](t, l, l.turn(t, "bistro"), "create_appointment", `{"slot_id":"`+other[len(other)-1].SlotID+`","party_size":7}`); got.Success {
		t.Errorf("seven at a table for six: %+v", got)
	}
}

func TestRepeatedCallReturnsTheFirstResult(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	slots := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	c := l.turn(t, "clinic")
	first, _ := call[booked](t, l, c, "create_appointment", `{"slot_id":"`+slots[0].SlotID+`"}`)
	second, r := call[booked](t, l, c, "create_appointment", `{"slot_id":"`+slots[0].SlotID+`"}`)
	if first != second || !r.Replayed || l.appointments(t) != 1 {
		t.Errorf("got %+v, then %+v (replayed %v)", first, second, r.Replayed)
	}
	if e := refused(t, l, c, "create_appointment", `{"slot_id":"`+slots[len(slots)-1].SlotID+`"}`); e.Code != "key_reused" {
		t.Errorf("got %+v", e)
	}
}

func TestAskingForWhatWasDoneDoesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	args := json.RawMessage(`{"slot_id":"` + l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0].SlotID + `"}`)
	c := l.turn(t, "clinic")
	asked := c
	asked.Tool, asked.Arguments = "create_appointment", args
	done := func() tool.Result {
		r, err := l.store.Done(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := done(); r.Err == nil || r.Err.Code != "not_done" || r.Err.Retryable || l.appointments(t) != 0 {
		t.Errorf("before the booking: %+v, %d appointments", r, l.appointments(t))
	}
	made, _ := call[booked](t, l, c, "create_appointment", string(args))
	var got booked
	if r := done(); json.Unmarshal(r.JSON, &got) != nil || got != made || !r.Replayed || l.appointments(t) != 1 {
		t.Errorf("after it: %+v, want %+v", r, made)
	}
	asked.Fence--
	if r := done(); r.Err == nil || r.Err.Code != "superseded" {
		t.Errorf("by an earlier owner: %+v", r)
	}
}

func TestTurnThatLostItsFenceWritesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	c.Fence = 2
	if e := refused(t, l, c, "escalate_to_human", `{"reason":"x"}`); e.Code != "superseded" {
		t.Errorf("got %+v", e)
	}
	if e := refused(t, l, c, "create_appointment", `{"slot_id":"`+l.openings(t, "clinic", `{}`)[0].SlotID+`"}`); e.Code != "superseded" || l.appointments(t) != 0 {
		t.Errorf("got %+v", e)
	}
}

func TestEscalationIsRecordedOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	for range 2 {
		if got, r := call[map[string]any](t, l, c, "escalate_to_human", `{"reason":"wants a person"}`); got["success"] != true {
			t.Errorf("got %v %v", got, r.Err)
		}
	}
	var n int
	l.db.QueryRow(t, `SELECT count(*) FROM business.handoffs WHERE reason = 'escalated' AND summary = 'wants a person'`, nil, &n)
	if n != 1 {
		t.Errorf("%d handoffs whose words stand where erasing finds them", n)
	}
}
