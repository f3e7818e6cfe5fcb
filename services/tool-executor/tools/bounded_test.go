package tools_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// visitor is a turn of somebody new at the page.
func (l *lab) visitor(t *testing.T, id tenant.ID) tool.Call {
	c := l.turn(t, id)
	c.Channel = "webchat"
	return c
}

// bookAll asks for each opening that there is, and says how many it got.
func (l *lab) bookAll(t *testing.T, next func() tool.Call) (n int, last *tool.Error) {
	t.Helper()
	for _, o := range l.openings(t, "clinic", `{}`) {
		b, r := call[booked](t, l, next(), "create_appointment", fmt.Sprintf(`{"slot_id": %q}`, o.SlotID))
		if b.Success {
			n++
		}
		if r.Err != nil {
			last = r.Err
		}
	}
	return n, last
}

func TestOneContactCannotBookTheWholeCalendar(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	got, why := 0, (*tool.Error)(nil)
	for range 4 {
		n, err := l.bookAll(t, func() tool.Call { c.Key = uuid.NewString(); return c })
		got, why = got+n, err
	}
	if got != 3 || why == nil || why.Code != "too_many_ahead" {
		t.Errorf("one contact booked %d appointments, then %v; expected 3", got, why)
	}
}

func TestVisitorsOfAPageTakeOnlyTheirShareOfAnHour(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET booking_web_chat_per_hour = 2`)
	first := l.visitor(t, "clinic")
	o := l.openings(t, "clinic", `{}`)
	if got, _ := call[booked](t, l, first, "create_appointment", fmt.Sprintf(`{"slot_id": %q}`, o[0].SlotID)); !got.Success {
		t.Fatalf("the first visitor: %+v", got)
	}
	if n, why := l.bookAll(t, func() tool.Call { return l.visitor(t, "clinic") }); n != 1 || why == nil || why.Code != "too_many_ahead" {
		t.Errorf("visitors booked %d more, then %v; expected 1", n, why)
	}
	o = l.openings(t, "clinic", `{}`)
	move := fmt.Sprintf(`{"slot_id": %q}`, o[0].SlotID)
	if e := refused(t, l, another(first), "reschedule_appointment", move); e.Code != "too_many_ahead" {
		t.Errorf("a move takes one more: %+v", e)
	}
	if got, _ := call[struct{ Success bool }](t, l, another(first), "cancel_appointment", `{}`); !got.Success {
		t.Errorf("a visitor cannot cancel: %+v", got)
	}
	if n, _ := l.bookAll(t, func() tool.Call { return l.visitor(t, "clinic") }); n != 0 {
		t.Errorf("after one was cancelled visitors booked %d more", n)
	}
	known := l.turn(t, "clinic")
	known.Channel = "whatsapp"
	if got, r := call[booked](t, l, known, "create_appointment", move); !got.Success {
		t.Errorf("who writes from their own number: %+v %v", got, r.Err)
	}
	l.db.Exec(t, `UPDATE business.appointments SET created_at = now() - interval '61 minutes'`)
	if n, _ := l.bookAll(t, func() tool.Call { return l.visitor(t, "clinic") }); n != 2 {
		t.Errorf("an hour later visitors booked %d, expected 2", n)
	}
}

func TestVisitorsAtTheSameMomentTakeNoMoreThanTheirShare(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET booking_web_chat_per_hour = 1`)
	var all sync.WaitGroup
	for _, o := range l.openings(t, "clinic", `{}`) {
		c := l.visitor(t, "clinic")
		all.Go(func() { call[booked](t, l, c, "create_appointment", fmt.Sprintf(`{"slot_id": %q}`, o.SlotID)) })
	}
	all.Wait()
	if got := l.appointments(t); got != 1 {
		t.Errorf("%d appointments, expected 1", got)
	}
}
