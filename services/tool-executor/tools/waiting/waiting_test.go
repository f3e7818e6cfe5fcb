package waiting_test

import (
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools"
	"github.com/recado/recado/services/tool-executor/tools/waiting"
)

// lab is a clinic whose one person is busy all day long, but for what a test frees.
type lab struct {
	db     *storetest.DB
	byName map[string]tool.Tool
	offers *waiting.Offers
	day    string // the full one
}

func newLab(t *testing.T) *lab {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{db: storetest.New(t), byName: map[string]tool.Tool{}}
	applier := &apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	for _, name := range []string{"clinic", "bistro"} {
		if _, err := applier.Apply(t.Context(), tenantfiletest.Load(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	l.db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
	db := l.db.Open(t, "recado_tool_executor")
	for _, x := range tools.All(tools.NewStore(db), key, nil) {
		l.byName[x.Spec().Name] = x
	}
	l.offers = &waiting.Offers{Store: db, Key: key, Log: slog.New(slog.DiscardHandler)}
	list, _ := call[[]struct{ Date string }](t, l, tool.Call{Tenant: "clinic"}, "get_available_slots", `{"service_id":"limpieza"}`)
	l.day = list[len(list)-1].Date
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		SELECT r.tenant_id, gen_random_uuid(), gen_random_uuid(), r.id, s, s + interval '30 minutes'
		  FROM business.resources r, generate_series($1::date::timestamptz, $1::date + interval '2 days', '30 minutes') AS s
		 WHERE r.tenant_id = 'clinic'`, l.day)
	return l
}

// turn makes a conversation of a tenant in which a turn is at work, and returns a call in its name.
func (l *lab) turn(t *testing.T, id tenant.ID) tool.Call {
	t.Helper()
	c := tool.Call{
		Tenant: id, ContactID: uuid.NewString(), ConversationID: uuid.NewString(), TurnID: uuid.NewString(), Fence: 3,
		ID: "call", Channel: "whatsapp", Language: "es",
	}
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner)
		VALUES ($1, $2, 'whatsapp', 'a', $3, 3, 'p')`, string(id), c.ConversationID, c.ContactID)
	return c
}

func call[T any](t *testing.T, l *lab, c tool.Call, name, args string) (v T, r tool.Result) {
	t.Helper()
	c.Tool, c.Arguments, c.Key = name, json.RawMessage(args), uuid.NewString()
	r, err := l.byName[name].Call(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Err == nil {
		if err := json.Unmarshal(r.JSON, &v); err != nil {
			t.Fatalf("%s: %v in %s", name, err, r.JSON)
		}
	}
	return v, r
}

type joined struct {
	Success bool
	ID      string `json:"waiting_id"`
	Left    int
	Error   string
}

// join puts a new contact on the list for the full day.
func (l *lab) join(t *testing.T, args string) (tool.Call, string) {
	t.Helper()
	c := l.turn(t, "clinic")
	if args == "" {
		args = `{"service_id":"limpieza","date":"` + l.day + `"}`
	}
	got, r := call[joined](t, l, c, "join_waiting_list", args)
	if !got.Success {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	return c, got.ID
}

// free cancels what lies within an hour and a half of the day, enough for one visit.
func (l *lab) free(t *testing.T, from string) {
	t.Helper()
	l.db.Exec(t, `UPDATE business.appointments a SET status = 'cancelled' FROM core.tenants t WHERE t.tenant_id = a.tenant_id
		AND a.status = 'confirmed' AND a.starts_at >= ($1 || ' ' || $2)::timestamp AT TIME ZONE t.zone
		AND a.starts_at < ($1 || ' ' || $2)::timestamp AT TIME ZONE t.zone + interval '60 minutes'`, l.day, from)
}

func (l *lab) sweep(t *testing.T) int {
	t.Helper()
	n, err := l.offers.Sweep(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// offered returns who has been told of a time, in order.
func (l *lab) offered(t *testing.T) (contacts string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT coalesce(string_agg(contact_id::text, ' ' ORDER BY created_at), '') FROM business.scheduled_messages
		WHERE kind = 'waiting_offer'`, nil, &contacts)
	return contacts
}

func (l *lab) silence(t *testing.T) {
	t.Helper()
	l.db.Exec(t, `UPDATE business.waiting_list SET offered_until = now() - interval '1 second' WHERE state = 'offered'`)
	l.db.Exec(t, `UPDATE business.slot_holds SET expires_at = now() - interval '1 second'`)
}

func TestAFreedTimeIsOfferedToOneAfterTheOtherOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	var calls []tool.Call
	for range 3 {
		c, _ := l.join(t, "")
		calls = append(calls, c)
	}
	if n := l.sweep(t); n != 0 {
		t.Fatalf("%d offers on a full day", n)
	}
	l.free(t, "10:00")
	want := ""
	for i, c := range calls {
		if n := l.sweep(t); n != 1 {
			t.Fatalf("%d offers of one time in round %d", n, i)
		}
		if n := l.sweep(t); n != 0 {
			t.Fatalf("offered to %d more while somebody is asked", n)
		}
		want += " " + c.ContactID
		if got := " " + l.offered(t); got != want {
			t.Fatalf("offered to%s, want%s", got, want)
		}
		l.silence(t)
	}
	if n := l.sweep(t); n != 0 || " "+l.offered(t) != want {
		t.Errorf("offered a second time: %d", n)
	}
}

func TestAnOfferIsHeldBookedByItsYesAndGivenOnByANo(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	first, _ := l.join(t, "")
	second, _ := l.join(t, "")
	l.free(t, "10:00")
	l.sweep(t)
	var slot string
	l.db.QueryRow(t, `SELECT facts ->> 'slot_id' FROM business.scheduled_messages WHERE kind = 'waiting_offer'`, nil, &slot)
	args := `{"slot_id":"` + slot + `","service_id":"limpieza"}`
	if got, _ := call[joined](t, l, l.turn(t, "clinic"), "create_appointment", args); got.Success || got.Error != "slot_taken" {
		t.Fatalf("a stranger: %+v", got)
	}
	if got, _ := call[joined](t, l, first, "hold_slot", `{"refused":true}`); !got.Success {
		t.Fatal("the no is not taken")
	}
	l.sweep(t)
	if got := l.offered(t); got != first.ContactID+" "+second.ContactID {
		t.Fatalf("offered to %s", got)
	}
	if got, _ := call[joined](t, l, first, "create_appointment", args); got.Error != "slot_taken" {
		t.Fatalf("who said no: %+v", got)
	}
	if got, r := call[joined](t, l, second, "create_appointment", args); !got.Success {
		t.Fatalf("who says yes: %+v %v", got, r.Err)
	}
	var states string
	l.db.QueryRow(t, `SELECT string_agg(state, ' ' ORDER BY created_at) FROM business.waiting_list`, nil, &states)
	if states != "waiting booked" {
		t.Errorf("the list is %s", states)
	}
	var holds int
	if l.db.QueryRow(t, `SELECT count(*) FROM business.slot_holds`, nil, &holds); holds != 0 {
		t.Errorf("%d holds are left", holds)
	}
}

func TestOnlyWhoFitsIsOfferedATime(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.join(t, `{"service_id":"limpieza","date":"`+l.day+`","part_of_day":"afternoon"}`)
	after, _ := time.Parse(time.DateOnly, l.day)
	l.join(t, `{"service_id":"limpieza","date":"`+after.AddDate(0, 0, 1).Format(time.DateOnly)+`"}`)
	fits, _ := l.join(t, `{"service_id":"limpieza","date":"`+l.day+`","part_of_day":"morning"}`)
	l.free(t, "10:00")
	l.sweep(t)
	if got := l.offered(t); got != fits.ContactID {
		t.Errorf("offered to %s, want %s", got, fits.ContactID)
	}
}

func TestWhoLeavesIsOfferedNothingAndWhatWasHeldIsFree(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c, _ := l.join(t, "")
	next, _ := l.join(t, "")
	l.free(t, "10:00")
	l.sweep(t)
	if got, _ := call[joined](t, l, c, "leave_waiting_list", `{}`); !got.Success || got.Left != 1 {
		t.Errorf("got %+v", got)
	}
	if got, _ := call[joined](t, l, c, "leave_waiting_list", `{}`); got.Left != 0 {
		t.Errorf("left twice: %+v", got)
	}
	l.sweep(t)
	if got := l.offered(t); got != c.ContactID+" "+next.ContactID {
		t.Errorf("offered to %s", got)
	}
}

func TestNobodyIsOfferedATimeInTheQuietHours(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c, _ := l.join(t, "")
	l.free(t, "10:00")
	l.db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '23:59'`)
	if n := l.sweep(t); n != 0 {
		t.Fatalf("%d offers at night", n)
	}
	l.db.Exec(t, `UPDATE core.tenants SET quiet_to = '00:00'`)
	if l.sweep(t); l.offered(t) != c.ContactID {
		t.Error("no offer in the morning")
	}
}

func TestAPlaceOnTheListIsBoundedAndChecked(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c, id := l.join(t, "")
	if got, _ := call[joined](t, l, c, "join_waiting_list", `{"service_id":"limpieza","date":"`+l.day+`"}`); got.ID != id {
		t.Errorf("the same wish has two places: %+v", got)
	}
	for args, want := range map[string]string{
		`{"date":"2020-01-07"}`:                            "past",
		`{"date":"2099-01-07"}`:                            "beyond_horizon",
		`{"date":"mañana"}`:                                "invalid_arguments",
		`{"date":"` + l.day + `","date_end":"2020-01-01"}`: "invalid_arguments",
		`{"service_id":"nada"}`:                            "not_found",
		`{"branch_id":"nada"}`:                             "not_found",
		`{"part_of_day":"noon"}`:                           "invalid_arguments",
		`{"party_size":-1}`:                                "invalid_arguments",
	} {
		if _, r := call[joined](t, l, c, "join_waiting_list", args); r.Err == nil || r.Err.Code != want {
			t.Errorf("%s: got %v, want %s", args, r.Err, want)
		}
	}
	for _, part := range []string{"morning", "afternoon"} {
		call[joined](t, l, c, "join_waiting_list", `{"date":"`+l.day+`","part_of_day":"`+part+`"}`)
	}
	if _, r := call[joined](t, l, c, "join_waiting_list", `{"date":"`+l.day+`","part_of_day":"evening"}`); r.Err == nil || r.Err.Code != "too_many_waiting" {
		t.Errorf("a fourth place: %v", r.Err)
	}
	if _, r := call[joined](t, l, l.turn(t, "bistro"), "join_waiting_list", `{"party_size":400}`); r.Err == nil || r.Err.Code != "party_too_large" {
		t.Errorf("a party that no table seats: %v", r.Err)
	}
}

func TestATimeOutsideTheHoursOfTheServiceIsOfferedToNobody(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.join(t, "")
	l.db.Exec(t, `UPDATE business.appointments SET status = 'cancelled' WHERE id = (
		SELECT id FROM business.appointments WHERE status = 'confirmed' ORDER BY starts_at DESC LIMIT 1)`)
	if n := l.sweep(t); n != 0 {
		t.Errorf("%d offers of half an hour at night", n)
	}
}

func TestWhoHasWaitedInVainOrWasAskedOftenEnoughIsAskedNoMore(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	_, first := l.join(t, "")
	_, second := l.join(t, "")
	l.db.Exec(t, `UPDATE business.waiting_list SET version = 3 WHERE id = $1`, first)
	l.db.Exec(t, `UPDATE business.waiting_list SET first_day = '2020-01-01', last_day = '2020-01-02' WHERE id = $1`, second)
	l.free(t, "10:00")
	if n := l.sweep(t); n != 0 {
		t.Errorf("%d offers", n)
	}
	var ended int
	if l.db.QueryRow(t, `SELECT count(*) FROM business.waiting_list WHERE state = 'ended'`, nil, &ended); ended != 2 {
		t.Errorf("%d have ended", ended)
	}
}

func TestAnOfferThatCannotBePlannedKeepsNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c, _ := l.join(t, "")
	l.free(t, "10:00")
	l.db.Exec(t, `ALTER TABLE business.scheduled_messages ADD CONSTRAINT away CHECK (kind <> 'waiting_offer')`)
	if _, err := l.offers.Sweep(t.Context(), 0); err == nil {
		t.Fatal("an offer was made that nobody hears of")
	}
	var left int
	l.db.QueryRow(t, `SELECT (SELECT count(*) FROM business.slot_holds) + (SELECT count(*) FROM business.waiting_list WHERE state <> 'waiting')`, nil, &left)
	if left != 0 {
		t.Errorf("%d rows of an offer that was not made", left)
	}
	l.db.Exec(t, `ALTER TABLE business.scheduled_messages DROP CONSTRAINT away`)
	if l.sweep(t); l.offered(t) != c.ContactID {
		t.Error("no offer once it can be told")
	}
}

func TestWhoWantsNoMessagesIsOfferedNothingAndTakesNobodysTime(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	silent, _ := l.join(t, "")
	next, _ := l.join(t, "")
	l.db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, silenced_at) VALUES ('clinic', $1, now())
		ON CONFLICT (tenant_id, id) DO UPDATE SET silenced_at = now()`, silent.ContactID)
	l.free(t, "10:00")
	l.sweep(t)
	if got := l.offered(t); got != next.ContactID {
		t.Errorf("offered to %s, want %s", got, next.ContactID)
	}
}

func TestAnOfferThatCouldNotBeToldIsFreeAtOnceAndCountsForNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	away, id := l.join(t, "")
	next, _ := l.join(t, "")
	l.free(t, "10:00")
	l.sweep(t)
	l.db.Exec(t, `UPDATE business.scheduled_messages SET state = 'dropped', reason = 'window_closed' WHERE kind = 'waiting_offer'`)
	var state string
	var holds, rounds, times int
	l.db.QueryRow(t, `SELECT state, version - unheard, cardinality(offered) FROM business.waiting_list WHERE id = $1`, []any{id}, &state, &rounds, &times)
	l.db.QueryRow(t, `SELECT count(*) FROM business.slot_holds`, nil, &holds)
	if state != "waiting" || rounds != 0 || times != 0 || holds != 0 {
		t.Fatalf("%s, %d rounds, %d times, %d holds", state, rounds, times, holds)
	}
	l.sweep(t)
	if got := l.offered(t); got != away.ContactID+" "+next.ContactID {
		t.Fatalf("offered to %s", got)
	}
	l.silence(t)
	l.db.Exec(t, `UPDATE business.waiting_list SET rests_until = now() - interval '1 second' WHERE id = $1`, id)
	l.sweep(t)
	if got := l.offered(t); got != away.ContactID+" "+next.ContactID+" "+away.ContactID {
		t.Errorf("who could not be told is asked no more: %s", got)
	}
}

func TestALongListIsLookedThroughToItsEnd(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `INSERT INTO business.waiting_list (tenant_id, id, contact_id, conversation_id, service_id, first_day, last_day)
		SELECT 'clinic', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), s.id, $1::date, $1::date
		  FROM business.services s, generate_series(1, 900) WHERE s.tenant_id = 'clinic' AND s.slug = 'limpieza'`, l.day)
	list, _ := call[[]struct{ Date string }](t, l, tool.Call{Tenant: "clinic"}, "get_available_slots", `{"service_id":"limpieza"}`)
	last, _ := l.join(t, `{"service_id":"limpieza","date":"`+list[0].Date+`"}`)
	if l.sweep(t); l.offered(t) != last.ContactID {
		t.Errorf("offered to %q", l.offered(t))
	}
	var written int
	l.db.QueryRow(t, `SELECT count(*) FROM business.waiting_list WHERE looked_at > '-infinity'`, nil, &written)
	if written != 1 {
		t.Errorf("a look writes %d rows", written)
	}
	if n, err := l.offers.Sweep(t.Context(), time.Hour); err != nil || n != 0 {
		t.Errorf("looked at again at once: %d %v", n, err)
	}
}
