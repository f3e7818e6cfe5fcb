package tools_test

import (
	"testing"

	"github.com/recado/recado/pkg/tool"
)

// silenced counts the contacts that want no messages.
func (l *lab) silenced(t *testing.T) (n int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*) FROM business.contacts WHERE silenced_at IS NOT NULL`, nil, &n)
	return n
}

func TestWhetherMessagesAreWantedIsKeptWithTheContact(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	for _, step := range []struct {
		args string
		want int
	}{{`{"wanted":false}`, 1}, {`{"wanted":false}`, 1}, {`{"wanted":true}`, 0}, {`{"wanted":false}`, 1}} {
		got, r := call[kept](t, l, another(c), "set_reminders", step.args)
		if n := l.silenced(t); !got.Success || n != step.want {
			t.Errorf("%s: %+v %v, %d are silent", step.args, got, r.Err, n)
		}
	}
	if _, r := call[kept](t, l, another(c), "set_reminders", `{}`); r.Err == nil || r.Err.Field != "wanted" {
		t.Errorf("nothing wanted: %v", r.Err)
	}
	if _, _, err := l.db.Open(t, "recado_console").EraseContact(t.Context(), "clinic", c.ContactID); err != nil {
		t.Fatal(err)
	}
	if n := l.silenced(t); n != 0 {
		t.Error("the wish outlives its contact")
	}
}

func TestAnAppointmentIsConfirmedByWhoeverHasIt(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	o := l.openings(t, "clinic", `{"service_id":"valoracion"}`)[0]
	made, _ := call[booked](t, l, c, "create_appointment", `{"slot_id":"`+o.SlotID+`"}`)
	if !made.Success {
		t.Fatalf("got %+v", made)
	}
	confirm := func(c tool.Call) booked {
		got, _ := call[booked](t, l, another(c), "confirm_appointment", `{"appointment_id":"`+made.ID+`"}`)
		return got
	}
	if got := confirm(l.turn(t, "clinic")); got.Success || got.Error != "no_appointment" {
		t.Errorf("somebody else confirmed it: %+v", got)
	}
	if got := confirm(l.turn(t, "bistro")); got.Success {
		t.Errorf("another business's customer confirmed it: %+v", got)
	}
	var confirmed int
	count := func() int {
		l.db.QueryRow(t, `SELECT count(*) FROM business.appointments WHERE confirmed_at IS NOT NULL`, nil, &confirmed)
		return confirmed
	}
	if count() != 0 {
		t.Error("it is confirmed")
	}
	if got := confirm(c); !got.Success || count() != 1 {
		t.Errorf("got %+v, %d are confirmed", got, confirmed)
	}
	call[booked](t, l, another(c), "cancel_appointment", `{}`)
	if got := confirm(c); got.Success || got.Error != "no_appointment" {
		t.Errorf("one that was cancelled: %+v", got)
	}
}
