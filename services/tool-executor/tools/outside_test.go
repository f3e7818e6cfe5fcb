package tools_test

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/loyalty"
	"github.com/recado/recado/services/tool-executor/tools/orders"
)

// program makes a contact of a tenant, whose conversation no turn holds, and returns a program's call about it.
func (l *lab) program(t *testing.T, id tenant.ID) tool.Call {
	t.Helper()
	c := tool.Call{
		Tenant: id, ContactID: uuid.NewString(), ConversationID: uuid.NewString(), Channel: "whatsapp",
		ID: "call", Key: uuid.NewString(), Outside: uuid.NewString(), Language: "es",
	}
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) VALUES ($1, $2, 'whatsapp', 'a', $3)`,
		string(id), c.ConversationID, c.ContactID)
	return c
}

// contents are all rows of every table, by table.
func (l *lab) contents(t *testing.T) map[string]string {
	t.Helper()
	var tables []string
	l.db.QueryRow(t, `SELECT array_agg(oid::regclass::text) FROM pg_class WHERE relkind = 'r'
		AND relnamespace::regnamespace::text IN ('core', 'chat', 'business', 'knowledge', 'delivery')`, nil, &tables)
	rows := map[string]string{}
	for _, table := range tables {
		var all string
		l.db.QueryRow(t, `SELECT coalesce(md5(string_agg(x::text, E'\n' ORDER BY x::text)), '') FROM `+table+` x`, nil, &all)
		rows[table] = all
	}
	return rows
}

// writes are arguments with which each write tool does something for a contact of the clinic that has one appointment ahead.
func (l *lab) writes(t *testing.T) map[string]string {
	t.Helper()
	free := l.openings(t, "clinic", `{"service_id":"limpieza"}`)
	last := free[len(free)-1]
	return map[string]string{
		"create_appointment":     `{"slot_id":"` + free[0].SlotID + `","service_id":"limpieza"}`,
		"reschedule_appointment": `{"slot_id":"` + last.SlotID + `"}`,
		"cancel_appointment":     `{}`,
		"update_lead_info":       `{"name":"Ana"}`,
		"request_callback":       `{"when":"por la tarde"}`,
		"keep_question":          `{"question":"¿Tienen wifi?"}`,
		"confirm_appointment":    `{}`,
		"set_reminders":          `{"wanted":false}`,
		"join_waiting_list":      `{"service_id":"limpieza","date":"` + last.Date + `"}`,
		"leave_waiting_list":     `{}`,
	}
}

func TestDryRunOfAnyWriteSaysWhatWouldBeAndWritesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.program(t, "clinic")
	write := l.writes(t)
	if got, r := call[booked](t, l, c, "create_appointment", `{"slot_id":"`+l.openings(t, "clinic", `{"service_id":"limpieza"}`)[3].SlotID+`"}`); !got.Success {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	before := l.contents(t)
	for _, x := range slices.Concat(orders.All(nil), loyalty.All(nil)) {
		delete(l.byName, x.Spec().Name) // those packages try their own
	}
	for name, x := range l.byName {
		spec := x.Spec()
		if !spec.Write || spec.Turn {
			continue
		}
		if !spec.DryRun || write[name] == "" {
			t.Errorf("%s: say how it is tried, and that it can be", name)
			continue
		}
		dry := c
		dry.DryRun, dry.Key = true, uuid.NewString()
		if _, r := call[map[string]any](t, l, dry, name, write[name]); r.Err != nil || !r.DryRun {
			t.Errorf("%s: %s %v, dry %v", name, r.JSON, r.Err, r.DryRun)
		}
		if after := l.contents(t); !maps.Equal(before, after) {
			t.Fatalf("%s left something behind", name)
		}
	}
}

func TestProgramThatRepeatsItsKeyWritesOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.program(t, "clinic")
	c.Tool, c.Arguments = "create_appointment", json.RawMessage(l.writes(t)["create_appointment"])
	results := make([]tool.Result, 8)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() {
			var err error
			if results[i], err = l.byName[c.Tool].Call(t.Context(), c); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	fresh := 0
	for _, r := range results {
		if !r.Replayed {
			fresh++
		}
	}
	if l.appointments(t) != 1 || fresh != 1 {
		t.Errorf("%d appointments, %d of them said to be new", l.appointments(t), fresh)
	}
	var conversation string
	l.db.QueryRow(t, `SELECT conversation_id::text FROM business.tool_ledger WHERE idempotency_key = $1`, []any{c.Key}, &conversation)
	if conversation != c.ConversationID {
		t.Errorf("the ledger's row is of conversation %s: erasing would not find it", conversation)
	}
	if e := refused(t, l, c, "create_appointment", `{"date":"2099-01-01","time":"10:00"}`); e.Code != "key_reused" {
		t.Errorf("another request under the key: %+v", e)
	}
}

func TestKeyStandsForItsRequestAsLongAsItIsMeantTo(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.program(t, "clinic")
	c.Within = time.Minute
	keep := func() tool.Result {
		_, r := call[map[string]any](t, l, c, "keep_question", `{"question":"¿Tienen wifi?"}`)
		return r
	}
	if first, again := keep(), keep(); first.Replayed || !again.Replayed {
		t.Errorf("replayed: first %v, again %v", first.Replayed, again.Replayed)
	}
	l.db.Exec(t, `UPDATE business.tool_ledger SET created_at = now() - interval '61 seconds'`)
	if later := keep(); later.Replayed {
		t.Error("it was taken for a repeat a minute later")
	}
	var questions, rows int
	l.db.QueryRow(t, `SELECT (SELECT count(*) FROM business.questions), (SELECT count(*) FROM business.tool_ledger)`, nil, &questions, &rows)
	if questions != 2 || rows != 1 || !keep().Replayed {
		t.Errorf("%d questions, %d rows of the ledger", questions, rows)
	}
}

func TestProgramWritesForNoContactButItsTenants(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	before := l.contents(t)
	mine, other := l.program(t, "clinic"), l.program(t, "bistro")
	stranger := mine
	stranger.ContactID = uuid.NewString()
	foreign := mine
	foreign.ContactID, foreign.ConversationID = other.ContactID, other.ConversationID
	crossed := mine
	crossed.ConversationID = l.program(t, "clinic").ConversationID
	for name, c := range map[string]tool.Call{"nobody": stranger, "another tenant's": foreign, "another's conversation": crossed} {
		if e := refused(t, l, c, "keep_question", `{"question":"¿Tienen wifi?"}`); e.Code != "unknown_contact" || e.Field != "contact_id" {
			t.Errorf("%s: %+v", name, e)
		}
	}
	after := l.contents(t)
	delete(before, "chat.conversations")
	delete(after, "chat.conversations")
	if !maps.Equal(before, after) {
		t.Error("something was written")
	}
}

func TestPlaceIsTheContactsNewestConversationOfItsTenant(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.program(t, "clinic")
	newer := uuid.NewString()
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, assistant_id, language, updated_at)
		VALUES ('clinic', $1, 'webchat', 'a', $2, 'front', 'pt', now() + interval '1 hour')`, newer, c.ContactID)
	got, ok, err := l.store.Place(t.Context(), "clinic", c.ContactID)
	if err != nil || !ok || got.ConversationID != newer || got.Channel != "webchat" {
		t.Errorf("got %+v %v %v", got, ok, err)
	}
	if got.AssistantID != "front" || got.Language != "pt" {
		t.Errorf("got %+v", got)
	}
	for _, id := range []tenant.ID{"bistro", "nobody"} {
		if _, ok, err := l.store.Place(t.Context(), id, c.ContactID); ok || err != nil {
			t.Errorf("%s: %v %v", id, ok, err)
		}
	}
}

func TestProgramsBookNoMoreForAContactThanItMayHave(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.program(t, "clinic")
	free := l.openings(t, "clinic", `{}`)
	if len(free) < 6 {
		t.Fatalf("%d openings", len(free))
	}
	var all sync.WaitGroup
	for _, at := range free[:6] {
		all.Go(func() {
			again := c
			again.Key, again.Tool = uuid.NewString(), "create_appointment"
			again.Arguments = json.RawMessage(`{"slot_id":"` + at.SlotID + `"}`)
			if _, err := l.byName[again.Tool].Call(t.Context(), again); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := l.appointments(t); n == 0 || n > 3 {
		t.Errorf("%d appointments at once, want 3 at most", n)
	}
}
