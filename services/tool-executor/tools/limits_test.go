package tools_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
)

// rename writes contact data once more, and returns the refusal.
func (l *lab) rename(t *testing.T, c tool.Call) *tool.Error {
	t.Helper()
	c.Key = uuid.NewString()
	_, r := call[any](t, l, c, "update_lead_info", `{"name":"Ana"}`)
	return r.Err
}

func TestAContactWritesSoOftenADayAndNoMore(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET write_limits = '{"update_lead_info": 2}' WHERE tenant_id = 'clinic'`)
	c, other := l.turn(t, "clinic"), l.turn(t, "clinic")
	for range 2 {
		if err := l.rename(t, c); err != nil {
			t.Fatal(err)
		}
	}
	err := l.rename(t, c)
	if err == nil || err.Code != "too_many_today" || len(err.Allowed) != 1 || string(err.Allowed[0]) != `{"per_day":2}` {
		t.Fatalf("a third: %+v", err)
	}
	contains(t, err.Message, "Por hoy ya")
	if err := l.rename(t, other); err != nil {
		t.Errorf("another contact: %v", err)
	}
	if err := l.rename(t, l.turn(t, "bistro")); err != nil {
		t.Errorf("another business: %v", err)
	}
	c.Outside, c.DryRun = "key", true
	l.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ('clinic', $1, 'whatsapp', 'a', '')`, c.ContactID)
	if err := l.rename(t, c); err == nil || err.Code != "too_many_today" {
		t.Errorf("a program: %v", err)
	}
	c.Outside, c.DryRun = "", false
	l.db.Exec(t, `UPDATE business.tool_ledger SET created_at = now() - interval '25 hours'`)
	if err := l.rename(t, c); err != nil {
		t.Errorf("a day later: %v", err)
	}
}

func TestARepeatAndARefusalDoNotCountForTheDay(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `UPDATE core.tenants SET write_limits = '{"create_appointment": 1}' WHERE tenant_id = 'clinic'`)
	o := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	c := l.turn(t, "clinic")
	if got := l.book(t, l.turn(t, "clinic"), o[0]); !got.Success {
		t.Fatalf("got %+v", got)
	}
	if got := l.book(t, c, o[0]); got.Error != "slot_taken" {
		t.Fatalf("got %+v", got)
	}
	first, _ := call[booked](t, l, c, "create_appointment", slotArgs(o[len(o)-1]))
	again, r := call[booked](t, l, c, "create_appointment", slotArgs(o[len(o)-1]))
	if !first.Success || again != first || !r.Replayed {
		t.Errorf("got %+v, then %+v", first, again)
	}
}
