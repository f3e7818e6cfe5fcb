package tools_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
)

type ownInfo struct {
	ID        string `json:"appointment_id"`
	Date      string `json:"date"`
	Time      string `json:"time"`
	Service   string `json:"service"`
	Branch    string `json:"branch"`
	Status    string `json:"status"`
	Staff     string `json:"staff"`
	Party     int    `json:"party_size"`
	Minutes   int    `json:"duration_minutes"`
	ServiceID string `json:"service_id"`
}

// byDesk writes an appointment as a business's desk does: ids, and none of the names.
func (l *lab) byDesk(t *testing.T, c tool.Call, starts time.Time, status string) (id string) {
	t.Helper()
	id = uuid.NewString()
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, service_id, branch_id, starts_at, ends_at, status)
		SELECT $1, $2, $3, r.id, (SELECT id FROM business.services WHERE tenant_id = $1 ORDER BY position LIMIT 1),
		  (SELECT id FROM business.branches WHERE tenant_id = $1 ORDER BY position LIMIT 1), $4::timestamptz, $4::timestamptz + interval '40 minutes', $5
		FROM business.resources r WHERE tenant_id = $1 ORDER BY position LIMIT 1`, string(c.Tenant), id, c.ContactID, starts, status)
	return id
}

func soon(days int) time.Time { return time.Now().AddDate(0, 0, days).Truncate(time.Hour) }

func TestOwnAppointmentsAreListedWhoeverMadeThem(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	if none, r := call[[]ownInfo](t, l, c, "get_appointments", `{}`); none == nil || len(none) != 0 || r.Err != nil {
		t.Errorf("a stranger has %v", none)
	}
	o, made := appointed(t, l, c, 0)
	desk := l.byDesk(t, c, soon(30), "confirmed")
	past := l.byDesk(t, c, soon(-9), "completed")
	older := l.byDesk(t, c, soon(-20), "no_show")
	list, r := call[[]ownInfo](t, l, c, "get_appointments", `{}`)
	var ids []string
	for _, x := range list {
		ids = append(ids, x.ID)
	}
	if want := []string{made.ID, desk, past, older}; !slices.Equal(ids, want) {
		t.Fatalf("got %v, want %v", ids, want)
	}
	want := ownInfo{
		ID: made.ID, Date: o.Date, Time: o.Time, Service: "Limpieza dental", Branch: o.Branch, Status: "confirmed", Staff: o.Staff,
		Minutes: 45, ServiceID: "limpieza",
	}
	if list[0] != want {
		t.Errorf("got %+v, want %+v", list[0], want)
	}
	want = ownInfo{
		ID: desk, Date: list[1].Date, Time: list[1].Time, Service: "Limpieza dental", Branch: "Centro", Status: "confirmed",
		Staff: "Dra. Ana Prueba", Minutes: 40, ServiceID: "limpieza",
	}
	if list[1] != want {
		t.Errorf("the desk's: got %+v, want %+v", list[1], want)
	}
	if len(r.Evidence) != 5 {
		t.Errorf("evidence %v", r.Evidence)
	}
}

func TestNobodySeesAnothersAppointments(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	appointed(t, l, c, 0)
	elsewhere := c
	elsewhere.Tenant = "bistro" // the same contact id at another business
	for name, who := range map[string]tool.Call{"another contact": l.turn(t, "clinic"), "another tenant": elsewhere} {
		if list, _ := call[[]ownInfo](t, l, who, "get_appointments", `{}`); len(list) != 0 {
			t.Errorf("%s sees %+v", name, list)
		}
	}
}

func TestListOfOwnAppointmentsIsBounded(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	for i := range 30 {
		l.byDesk(t, c, soon(-1-i), "completed")
	}
	if list, _ := call[[]ownInfo](t, l, c, "get_appointments", `{}`); len(list) != 20 {
		t.Errorf("%d appointments", len(list))
	}
}

func TestDesksAppointmentIsMovedAndCancelled(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	id := l.byDesk(t, c, soon(20), "confirmed")
	o := l.openings(t, "clinic", `{"service_id":"limpieza","branch_id":"centro"}`)[3]
	moved, r := call[booked](t, l, another(c), "reschedule_appointment", `{"date":"`+o.Date+`","time":"`+o.Time+`"}`)
	if !moved.Success || moved.ID == id {
		t.Fatalf("got %+v %v", moved, r.Err)
	}
	contains(t, moved.Message, "Limpieza dental", "Centro")
	gone, _ := call[booked](t, l, another(c), "cancel_appointment", `{"appointment_id":"`+moved.ID+`"}`)
	if !gone.Success || l.appointments(t) != 0 {
		t.Errorf("got %+v", gone)
	}
}

func TestMovedAppointmentStaysWithItsPerson(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `INSERT INTO business.staff (tenant_id, id, slug, name, role, position)
		SELECT tenant_id, gen_random_uuid(), 'eva', 'Dra. Eva', 'Odontóloga', 0 FROM core.tenants WHERE tenant_id = 'clinic'`)
	l.db.Exec(t, `INSERT INTO business.staff_branches SELECT tenant_id, (SELECT id FROM business.staff WHERE slug = 'eva'), branch_id
		FROM business.staff_branches WHERE staff_id = (SELECT id FROM business.staff WHERE slug = 'ana')`)
	l.db.Exec(t, `INSERT INTO business.staff_hours SELECT tenant_id, (SELECT id FROM business.staff WHERE slug = 'eva'), branch_id, weekday, opens, closes
		FROM business.staff_hours WHERE staff_id = (SELECT id FROM business.staff WHERE slug = 'ana')`)
	l.db.Exec(t, `INSERT INTO business.resources (tenant_id, id, slug, kind, name, staff_id, position)
		SELECT tenant_id, id, slug, 'staff', name, id, -1 FROM business.staff WHERE slug = 'eva'`)
	c := l.turn(t, "clinic")
	l.byDesk(t, c, soon(20), "confirmed")
	l.db.Exec(t, `UPDATE business.appointments SET resource_id = (SELECT id FROM business.staff WHERE slug = 'ana')`)
	o := l.openings(t, "clinic", `{"service_id":"valoracion","branch_id":"centro"}`)[2]
	if o.Staff != "Dra. Eva" {
		t.Fatalf("got %+v", o)
	}
	if moved, r := call[booked](t, l, another(c), "reschedule_appointment", `{"date":"`+o.Date+`","time":"`+o.Time+`"}`); !moved.Success {
		t.Fatalf("got %+v %v", moved, r.Err)
	}
	if list, _ := call[[]ownInfo](t, l, c, "get_appointments", `{}`); list[0].Staff != "Dra. Ana Prueba" {
		t.Errorf("moved to %+v", list[0])
	}
}

func TestServiceThatIsNoLongerBookedKeepsItsNameAndLengthWhenMoved(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	l.byDesk(t, c, soon(20), "confirmed")
	l.db.Exec(t, `UPDATE business.services SET bookable = false WHERE slug = 'limpieza'`)
	free := l.openings(t, "clinic", `{"service_id":"valoracion","branch_id":"centro"}`)
	o := free[0]
	for i := 1; o.Date == free[0].Date && i < len(free); i++ { // late on a day there may be room for the shorter service alone
		o = free[i]
	}
	moved, r := call[booked](t, l, another(c), "reschedule_appointment", `{"date":"`+o.Date+`","time":"`+o.Time+`"}`)
	if !moved.Success {
		t.Fatalf("got %+v %v", moved, r.Err)
	}
	list, _ := call[[]ownInfo](t, l, c, "get_appointments", `{}`)
	if list[0].Service != "Limpieza dental" || list[0].Minutes != 40 {
		t.Errorf("got %+v", list[0])
	}
}

func TestChangeInsideThePolicysWindowIsRefusedInItsWords(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET booking_cancel_notice_minutes = 1440, booking_move_notice_minutes = 2880`)
	c := l.turn(t, "clinic")
	l.byDesk(t, c, soon(1).Add(-2*time.Hour), "confirmed")
	c.Language = "es"
	if e := refused(t, l, another(c), "cancel_appointment", `{}`); e.Code != "outside_policy_window" || e.Message != "24 horas antes." {
		t.Errorf("got %+v", e)
	}
	if e := refused(t, l, another(c), "reschedule_appointment", `{"date":"2026-12-02","time":"10:00"}`); e.Message != "Las citas se cambian con al menos 48 horas de anticipación" {
		t.Errorf("a policy without words: %+v", e)
	}
	c.Language = "en"
	if e := refused(t, l, another(c), "cancel_appointment", `{}`); e.Message != "Appointments are cancelled at least 24 hours ahead" {
		t.Errorf("the policy is in Spanish: %+v", e)
	}
	l.db.Exec(t, `UPDATE business.services SET cancel_notice_minutes = 60`)
	if got, r := call[booked](t, l, another(c), "cancel_appointment", `{}`); !got.Success {
		t.Errorf("a service with a window of its own: %+v %v", got, r.Err)
	}
}

func TestLargePartyIsCancelledEarlier(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET booking_cancel_notice_minutes = 60, booking_large_party_cancel_notice_minutes = 40000 WHERE tenant_id = 'bistro'`)
	for party, code := range map[string]string{"4": "", "6": "outside_policy_window"} {
		c := l.turn(t, "bistro")
		o := l.openings(t, "bistro", `{"party_size":`+party+`}`)
		if got, _ := call[booked](t, l, c, "create_appointment", `{"slot_id":"`+o[len(o)-1].SlotID+`","party_size":`+party+`}`); !got.Success {
			t.Fatalf("got %+v", got)
		}
		_, r := call[booked](t, l, another(c), "cancel_appointment", `{}`)
		got := ""
		if r.Err != nil {
			got = r.Err.Code
		}
		if got != code {
			t.Errorf("a party of %s: %q, want %q", party, got, code)
		}
	}
}

func TestSecondAppointmentAtTheSameTimeIsNoticed(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "bistro")
	o := l.openings(t, "bistro", `{"party_size":2}`)
	args := func(i int) string { return `{"slot_id":"` + o[i].SlotID + `","party_size":2}` }
	if got, _ := call[booked](t, l, another(c), "create_appointment", args(0)); !got.Success {
		t.Fatalf("got %+v", got)
	}
	e := refused(t, l, another(c), "create_appointment", args(0))
	named := tool.ReadAllowed[ownInfo](e.Allowed)
	if e.Code != "already_booked" || len(named) != 1 {
		t.Fatalf("got %+v", e)
	}
	if named[0].Time != o[0].Time || named[0].Party != 2 {
		t.Errorf("got %+v", named[0])
	}
	contains(t, e.Message, "Ya hay una mesa para 2 a esa hora", "Plaza")
	if got, _ := call[booked](t, l, l.turn(t, "bistro"), "create_appointment", args(0)); !got.Success {
		t.Errorf("another contact: %+v", got)
	}
	if got, r := call[booked](t, l, another(c), "reschedule_appointment", args(1)[:len(args(1))-len(`,"party_size":2}`)]+`}`); !got.Success {
		t.Errorf("a move by half an hour is in nobody's way: %+v %v", got, r.Err)
	}
}

func TestAppointmentsAheadAreBounded(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET booking_max_ahead = 2`)
	c := l.turn(t, "clinic")
	for i := range 2 {
		l.byDesk(t, c, soon(10+i), "confirmed")
	}
	o := l.openings(t, "clinic", `{}`)[0]
	if e := refused(t, l, another(c), "create_appointment", `{"slot_id":"`+o.SlotID+`"}`); e.Code != "too_many_ahead" || l.appointments(t) != 2 {
		t.Errorf("got %+v", e)
	}
	list, _ := call[[]ownInfo](t, l, c, "get_appointments", `{}`)
	if got, r := call[booked](t, l, another(c), "reschedule_appointment", `{"appointment_id":"`+list[0].ID+`","slot_id":"`+o.SlotID+`"}`); !got.Success {
		t.Errorf("a move is none too many: %+v %v", got, r.Err)
	}
}
