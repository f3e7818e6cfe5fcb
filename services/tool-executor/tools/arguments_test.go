package tools_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/tool"
)

func TestHostileArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for name, args := range map[string]string{
		"a null character": `{"reason":"a\u0000b"}`,
		"a megabyte":       `{"reason":"` + strings.Repeat("a", 1<<20) + `"}`,
		"a huge name":      `{"` + strings.Repeat("n", 10_000) + `":1}`,
		"a deep value":     `{"reason":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
		"two objects":      `{"reason":"a"}{"reason":"b"}`,
	} {
		if e := refused(t, l, l.turn(t, "clinic"), "escalate_to_human", args); e.Code != "invalid_arguments" || len(e.Field) > 64 {
			t.Errorf("%s: got %+v", name, e)
		}
	}
	if _, r := call[map[string]any](t, l, l.turn(t, "clinic"), "escalate_to_human", `{"reason":"señora ñandú 😀 \ud83d"}`); r.Err != nil {
		t.Errorf("got %+v", r.Err)
	}
}

func TestPartyTooLargeForEveryTableIsRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := tool.Call{Tenant: "bistro"}
	if e := refused(t, l, c, "get_available_slots", `{"party_size":7}`); e.Code != "party_too_large" {
		t.Errorf("got %+v", e)
	}
	six := l.openings(t, "bistro", `{"party_size":6}`)
	if len(six) == 0 {
		t.Fatal("no table for six")
	}
	if e := refused(t, l, l.turn(t, "bistro"), "create_appointment", `{"slot_id":"`+six[0].SlotID+`","party_size":7}`); e.Code != "party_too_large" {
		t.Errorf("got %+v", e)
	}
	if got, r := call[booked](t, l, l.turn(t, "bistro"), "create_appointment", `{"slot_id":"`+six[0].SlotID+`","party_size":6}`); !got.Success {
		t.Errorf("got %+v %v", got, r.Err)
	}
	for _, o := range l.openings(t, "bistro", `{"party_size":6,"date":"`+six[0].Date+`"}`) {
		if o.Time == six[0].Time {
			t.Error("the one table for six is offered twice")
		}
	}
}

func TestConcurrentCallsWithOneKeyMakeOneBooking(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	slot := l.openings(t, "clinic", `{"service_id":"limpieza"}`)[0]
	c := l.turn(t, "clinic")
	c.Tool, c.Arguments = "create_appointment", json.RawMessage(`{"slot_id":"`+slot.SlotID+`"}`)
	var wg sync.WaitGroup
	ids := make([]string, 12)
	for i := range ids {
		wg.Go(func() {
			var got booked
			r, err := l.byName["create_appointment"].Call(t.Context(), c)
			if err != nil || r.Err != nil || json.Unmarshal(r.JSON, &got) != nil {
				t.Errorf("got %v %v", err, r.Err)
			}
			ids[i] = got.ID
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf("got %v", ids)
			break
		}
	}
	if n := l.appointments(t); n != 1 {
		t.Errorf("%d appointments", n)
	}
}

func TestWriteWithoutAConversationIsRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	c.ConversationID = "018f0000-0000-7000-8000-000000000001"
	if e := refused(t, l, c, "escalate_to_human", `{"reason":"x"}`); e.Code != "superseded" {
		t.Errorf("got %+v", e)
	}
	c = l.turn(t, "clinic")
	c.Tenant = "bistro" // another tenant's conversation
	if e := refused(t, l, c, "escalate_to_human", `{"reason":"x"}`); e.Code != "superseded" {
		t.Errorf("got %+v", e)
	}
}

func TestBranchInfoListsSpecialDays(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `DELETE FROM business.closures`)
	l.db.Exec(t, `INSERT INTO business.closures (tenant_id, id, branch_id, first_day, last_day, opens, closes)
		SELECT tenant_id, gen_random_uuid(), id, now()::date + 2, now()::date + 3, '10:00', '12:00' FROM business.branches WHERE slug = 'centro' OR position = 0`)
	l.db.Exec(t, `INSERT INTO business.closures (tenant_id, id, first_day, last_day) SELECT tenant_id, gen_random_uuid(), now()::date + 9, now()::date + 9 FROM core.tenants`)
	type info struct {
		Name    string `json:"name"`
		Special []struct {
			First string             `json:"first_day"`
			Hours *map[string]string `json:"hours"`
		} `json:"special_days"`
	}
	all, _ := call[[]info](t, l, tool.Call{Tenant: "clinic"}, "get_branch_info", `{}`)
	if len(all[0].Special) != 2 || (*all[0].Special[0].Hours)["close"] != "12:00" || all[0].Special[1].Hours != nil || len(all[1].Special) != 1 {
		t.Errorf("got %+v", all)
	}
}
