package tools_test

import (
	"math"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
)

// appointed books a cleaning at the n-th opening for the contact of a call.
func appointed(t *testing.T, l *lab, c tool.Call, n int) (opening, booked) {
	t.Helper()
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[n]
	c.Key = uuid.NewString()
	got, r := call[booked](t, l, c, "create_appointment", `{"slot_id":"`+o.SlotID+`","service_id":"limpieza"}`)
	if !got.Success {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	return o, got
}

func another(c tool.Call) tool.Call {
	c.Key = uuid.NewString()
	return c
}

func TestCancelledAppointmentFreesItsTime(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	o, made := appointed(t, l, c, 0)
	c = another(c)
	got, r := call[booked](t, l, c, "cancel_appointment", `{"appointment_id":"`+made.ID+`","reason":"viaje"}`)
	if !got.Success || got.ID != made.ID || len(r.Evidence) != 1 || l.appointments(t) != 0 {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	contains(t, got.Message, "Limpieza dental", "cancelada", o.Branch)
	if _, r = call[booked](t, l, c, "cancel_appointment", `{"appointment_id":"`+made.ID+`","reason":"viaje"}`); !r.Replayed {
		t.Error("the second call was no repetition")
	}
	if again := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]; again.Time != o.Time || again.Date != o.Date {
		t.Errorf("first opening is %+v, was %+v", again, o)
	}
	if gone, _ := call[booked](t, l, another(c), "cancel_appointment", `{}`); gone.Success || gone.Error != "no_appointment" {
		t.Errorf("got %+v", gone)
	}
}

func TestOnlyAppointmentNeedsNoIDAndSeveralDo(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	_, first := appointed(t, l, c, 0)
	appointed(t, l, c, 5)
	if got, _ := call[booked](t, l, another(c), "cancel_appointment", `{}`); got.Success || got.Error != "several_appointments" {
		t.Errorf("got %+v", got)
	}
	call[booked](t, l, another(c), "cancel_appointment", `{"appointment_id":"`+first.ID+`"}`)
	if got, _ := call[booked](t, l, another(c), "cancel_appointment", `{}`); !got.Success || l.appointments(t) != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestNobodyCanChangeAnothersAppointment(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	_, made := appointed(t, l, l.turn(t, "clinic"), 0)
	for _, id := range []string{"clinic", "bistro"} {
		for _, name := range []string{"cancel_appointment", "reschedule_appointment"} {
			args := `{"appointment_id":"` + made.ID + `","date":"2026-12-02","time":"10:00"}`
			if name == "cancel_appointment" {
				args = `{"appointment_id":"` + made.ID + `"}`
			}
			stranger := l.turn(t, "clinic")
			if id == "bistro" {
				stranger = l.turn(t, "bistro")
			}
			if got, _ := call[booked](t, l, stranger, name, args); got.Success || got.Error != "no_appointment" {
				t.Errorf("%s of %s: %+v", name, id, got)
			}
		}
	}
	if l.appointments(t) != 1 {
		t.Error("the appointment is gone")
	}
}

func TestMovedAppointmentStaysOneAppointment(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	_, made := appointed(t, l, c, 0)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[4]
	got, r := call[booked](t, l, another(c), "reschedule_appointment", `{"appointment_id":"`+made.ID+`","slot_id":"`+o.SlotID+`"}`)
	if !got.Success || got.ID == made.ID || l.appointments(t) != 1 {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	contains(t, got.Message, "Limpieza dental", o.Branch)
}

func TestAppointmentStaysIfTheNewTimeIsTaken(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	_, made := appointed(t, l, c, 0)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[4]
	other := l.turn(t, "clinic")
	if got, _ := call[booked](t, l, other, "create_appointment", `{"slot_id":"`+o.SlotID+`","service_id":"limpieza"}`); !got.Success {
		t.Fatalf("got %+v", got)
	}
	got, _ := call[booked](t, l, another(c), "reschedule_appointment", `{"slot_id":"`+o.SlotID+`"}`)
	if got.Success || got.Error != "slot_taken" || l.appointments(t) != 2 {
		t.Fatalf("got %+v, %d appointments", got, l.appointments(t))
	}
	if got, _ := call[booked](t, l, another(c), "cancel_appointment", `{"appointment_id":"`+made.ID+`"}`); !got.Success {
		t.Errorf("the old one is gone: %+v", got)
	}
}

func TestErrorOfAWrongAppointmentIDNamesTheField(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for _, name := range []string{"cancel_appointment", "reschedule_appointment"} {
		if e := refused(t, l, l.turn(t, "clinic"), name, `{"appointment_id":"mañana"}`); e.Field != "appointment_id" {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if e := refused(t, l, l.turn(t, "clinic"), "reschedule_appointment", `{}`); e.Field != "date" {
		t.Errorf("%+v", e)
	}
}

func TestTheBusinessIsNotToldThatAMovedAppointmentWasCancelled(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	_, made := appointed(t, l, c, 0)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[5]
	moved, r := call[booked](t, l, another(c), "reschedule_appointment", `{"slot_id":"`+o.SlotID+`"}`)
	if !moved.Success {
		t.Fatalf("got %+v %v", moved, r.Err)
	}
	stale := func(id string) (out bool) {
		l.db.Exec(t, `SELECT delivery.accept_change('clinic', gen_random_uuid(), $1, 'appointment_cancelled', now(), 'x', 10)`, id)
		l.db.QueryRow(t, `SELECT stale FROM delivery.due_notices(10, 10, '1 minute', '{}')`, nil, &out)
		return out
	}
	if !stale(made.ID) {
		t.Error("the first one is told as cancelled")
	}
	call[booked](t, l, another(c), "cancel_appointment", `{"appointment_id":"`+moved.ID+`"}`)
	if stale(moved.ID) {
		t.Error("the one that was cancelled is not told")
	}
}

func TestNoNumberOfTheRouterKeepsAnAppointmentFromBeingBooked(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	free := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	for i, sure := range []float32{1.0000001, float32(math.NaN()), -1} {
		c := l.turn(t, "clinic")
		c.Confidence = sure
		args := `{"slot_id":"` + free[len(free)-1-i*8].SlotID + `","service_id":"limpieza"}`
		if b, r := call[booked](t, l, c, "create_appointment", args); r.Err != nil || !b.Success {
			t.Errorf("%v: got %+v, %+v", sure, b, r.Err)
		}
	}
}
