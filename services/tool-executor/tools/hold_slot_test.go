package tools_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
)

type held struct {
	Success bool   `json:"success"`
	Until   string `json:"held_until"`
	Error   string `json:"error"`
}

func slotArgs(o opening) string {
	return fmt.Sprintf(`{"slot_id":%q,"service_id":"limpieza"}`, o.SlotID)
}

// hold keeps an opening, which must be possible.
func (l *lab) hold(t *testing.T, c tool.Call, o opening) {
	t.Helper()
	c.Key = uuid.NewString()
	if got, r := call[held](t, l, c, "hold_slot", slotArgs(o)); !got.Success || got.Until == "" {
		t.Fatalf("not held: %+v %v", got, r.Err)
	}
}

func (l *lab) book(t *testing.T, c tool.Call, o opening) booked {
	t.Helper()
	c.Key = uuid.NewString()
	got, _ := call[booked](t, l, c, "create_appointment", slotArgs(o))
	return got
}

// offers reports whether a contact is offered an opening's time.
func (l *lab) offers(t *testing.T, c tool.Call, o opening) bool {
	t.Helper()
	list, _ := call[[]opening](t, l, c, "get_available_slots", `{"service_id":"limpieza","date":"`+o.Date+`"}`)
	for _, x := range list {
		if x.Time == o.Time && x.Branch == o.Branch {
			return true
		}
	}
	return false
}

func (l *lab) holds(t *testing.T) (n int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*) FROM business.slot_holds`, nil, &n)
	return n
}

func TestAHeldTimeIsOfferedToNobodyElseAndBookedByItsHolder(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
	holder, other := l.turn(t, "clinic"), l.turn(t, "clinic")
	l.hold(t, holder, o)
	if l.offers(t, other, o) || !l.offers(t, holder, o) {
		t.Error("a held time is offered to another, or not to its holder")
	}
	if got := l.book(t, other, o); got.Success || got.Error != "slot_taken" {
		t.Errorf("another contact: %+v", got)
	}
	if got, _ := call[held](t, l, l.turn(t, "clinic"), "hold_slot", slotArgs(o)); got.Success || got.Error != "slot_taken" {
		t.Errorf("held twice: %+v", got)
	}
	if got := l.book(t, holder, o); !got.Success || l.holds(t) != 0 {
		t.Errorf("its holder: %+v, %d holds left", got, l.holds(t))
	}
}

func TestAHoldEndsByANoByAnotherChoiceAndByItsTime(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	list := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	first, second := list[0], list[len(list)-1]
	holder, other := l.turn(t, "clinic"), l.turn(t, "clinic")
	l.hold(t, holder, first)
	l.hold(t, holder, second)
	if !l.offers(t, other, first) || l.offers(t, other, second) {
		t.Error("another choice does not give the first back")
	}
	if got, _ := call[held](t, l, holder, "hold_slot", `{}`); !got.Success || !l.offers(t, other, second) {
		t.Error("a no does not give it back")
	}
	l.hold(t, holder, first)
	l.db.Exec(t, `UPDATE business.slot_holds SET expires_at = now() - interval '1 second'`)
	if !l.offers(t, other, first) {
		t.Error("a hold that is over still hides its time")
	}
	if got := l.book(t, other, first); !got.Success {
		t.Errorf("a hold that is over is in the way: %+v", got)
	}
	if got := l.book(t, holder, first); got.Success || got.Error != "slot_taken" {
		t.Errorf("its holder comes too late: %+v", got)
	}
}

func TestTheConstraintBindsHoldsAndAppointmentsAlike(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
	var all sync.WaitGroup
	var mu sync.Mutex
	won := 0
	for i := range 20 {
		c := l.turn(t, "clinic")
		all.Go(func() {
			if i%2 == 0 {
				got, _ := call[held](t, l, c, "hold_slot", slotArgs(o))
				mu.Lock()
				defer mu.Unlock()
				if got.Success {
					won++
				}
				return
			}
			got := l.book(t, c, o)
			mu.Lock()
			defer mu.Unlock()
			if got.Success {
				won++
			}
		})
	}
	all.Wait()
	if won != 1 {
		t.Errorf("%d have the time", won)
	}
}

func TestWhatTheBusinessBooksByItselfGoesBeforeAHold(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
	holder := l.turn(t, "clinic")
	l.hold(t, holder, o)
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		SELECT tenant_id, gen_random_uuid(), gen_random_uuid(), resource_id, starts_at, ends_at FROM business.slot_holds`)
	if got := l.book(t, holder, o); got.Success || got.Error != "slot_taken" {
		t.Errorf("got %+v", got)
	}
}

func TestAContactHoldsAtMostAsManyTimesAsTheBusinessLets(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET booking_max_holds = 1`)
	list := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	c := l.turn(t, "clinic")
	l.hold(t, c, list[0])
	elsewhere := c
	elsewhere.ConversationID, elsewhere.Key = uuid.NewString(), uuid.NewString()
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner)
		VALUES ('clinic', $1, 'whatsapp', 'b', $2, 3, 'p')`, elsewhere.ConversationID, c.ContactID)
	got, _ := call[held](t, l, elsewhere, "hold_slot", slotArgs(list[len(list)-1]))
	if !got.Success || got.Until != "" || l.holds(t) != 1 {
		t.Errorf("a second hold: %+v, %d rows", got, l.holds(t))
	}
	l.db.Exec(t, `UPDATE core.tenants SET booking_hold_minutes = 0`)
	other := l.turn(t, "clinic")
	if got, _ := call[held](t, l, other, "hold_slot", slotArgs(list[len(list)-1])); !got.Success || got.Until != "" {
		t.Errorf("a business that holds nothing: %+v", got)
	}
}

func TestARoomAndTheTimeAroundAServiceAreTakenToo(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `INSERT INTO business.resources (tenant_id, id, slug, kind, name, branch_id, position)
		SELECT tenant_id, gen_random_uuid(), 'sala', 'room', 'Sala', id, 900 FROM business.branches WHERE tenant_id = 'clinic' ORDER BY position LIMIT 1`)
	l.db.Exec(t, `INSERT INTO business.service_rooms SELECT s.tenant_id, s.id, r.id FROM business.services s
		JOIN business.resources r USING (tenant_id) WHERE s.tenant_id = 'clinic' AND s.slug = 'limpieza' AND r.kind = 'room'`)
	l.db.Exec(t, `UPDATE business.services SET buffer_before_minutes = 15, buffer_after_minutes = 30 WHERE tenant_id = 'clinic' AND slug = 'limpieza'`)
	list := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	o := list[len(list)/2]
	if got := l.book(t, l.turn(t, "clinic"), o); !got.Success {
		t.Fatalf("got %+v", got)
	}
	var spans, minutes int
	l.db.QueryRow(t, `SELECT count(*), coalesce(max(extract(epoch FROM upper(span) - lower(span)))::int / 60, 0) FROM business.occupied`, nil, &spans, &minutes)
	var service int
	l.db.QueryRow(t, `SELECT duration_minutes FROM business.services WHERE tenant_id = 'clinic' AND slug = 'limpieza'`, nil, &service)
	if spans != 2 || minutes != service+45 {
		t.Errorf("%d spans of %d minutes, want 2 of %d", spans, minutes, service+45)
	}
	l.db.Exec(t, `UPDATE business.appointments SET resource_id = gen_random_uuid()`) // the person is free again, the room is not
	if l.offers(t, l.turn(t, "clinic"), o) {
		t.Error("offered without a room")
	}
}

func TestWhatAContactHoldsBesideATimeIsNotInTheWayOfItsOwnBooking(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE business.services SET buffer_after_minutes = 30 WHERE tenant_id = 'clinic' AND slug = 'limpieza'`)
	list := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	c, elsewhere, other := l.turn(t, "clinic"), l.turn(t, "clinic"), l.turn(t, "clinic")
	elsewhere.ContactID = c.ContactID // the same contact in another conversation
	place := uuid.NewString()
	l.db.Exec(t, `INSERT INTO business.waiting_list (tenant_id, id, contact_id, conversation_id, first_day, last_day, state, offered_until)
		VALUES ('clinic', $1, $2, $3, current_date, current_date + 90, 'offered', now() + interval '10 minutes')`, place, c.ContactID, c.ConversationID)
	l.hold(t, elsewhere, list[0])
	// right after what is booked, of the same person; and what somebody else has there
	l.db.Exec(t, `UPDATE business.slot_holds SET waiting_id = $1, starts_at = ends_at, ends_at = ends_at + (ends_at - starts_at)`, place)
	if got := l.book(t, c, list[0]); !got.Success {
		t.Fatalf("its own hold is in the way: %+v", got)
	}
	var state string
	if l.db.QueryRow(t, `SELECT state FROM business.waiting_list`, nil, &state); state != "waiting" || l.holds(t) != 0 {
		t.Errorf("the place on the waiting list is %s, %d holds left", state, l.holds(t))
	}
	last := list[len(list)-1]
	l.hold(t, other, last)
	l.db.Exec(t, `UPDATE business.slot_holds SET starts_at = ends_at, ends_at = ends_at + (ends_at - starts_at)`)
	if got := l.book(t, l.turn(t, "clinic"), last); got.Success || l.holds(t) != 1 {
		t.Errorf("beside what somebody else holds: %+v, %d holds left", got, l.holds(t))
	}
}

func TestAMoveThatFailsLeavesTheOldTimeAndWhatIsHeldForTheNewOne(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	list := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	c := l.turn(t, "clinic")
	if got := l.book(t, c, list[0]); !got.Success {
		t.Fatalf("got %+v", got)
	}
	last := list[len(list)-1]
	l.hold(t, c, last)
	l.db.Exec(t, `ALTER TABLE business.appointments ADD CONSTRAINT away CHECK (service_name <> 'Limpieza dental') NOT VALID`)
	move := c
	move.Tool, move.Key, move.Arguments = "reschedule_appointment", uuid.NewString(), []byte(fmt.Sprintf(`{"slot_id":%q}`, last.SlotID))
	if _, err := l.byName[move.Tool].Call(t.Context(), move); err == nil {
		t.Fatal("moved to what cannot be written")
	}
	if l.appointments(t) != 1 || l.holds(t) != 1 {
		t.Errorf("%d appointments, %d holds", l.appointments(t), l.holds(t))
	}
}
