package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools"
)

// lab is the tools over a database that holds a clinic and a bistro.
type lab struct {
	db     *storetest.DB
	byName map[string]tool.Tool
	store  *tools.Store
}

// passages answers every search with what it was asked.
type passages struct{}

func (passages) Search(_ context.Context, s tools.Search) ([]tools.Hit, error) {
	return []tools.Hit{{Title: s.Query, Content: strings.TrimSpace(string(s.Tenant) + " " + s.Category), Category: s.Category, Score: 0.9, ChunkID: "c", DocumentID: "d"}}, nil
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
	l.store = tools.NewStore(l.db.Open(t, "recado_tool_executor"))
	for _, x := range tools.All(l.store, key, passages{}) {
		l.byName[x.Spec().Name] = x
	}
	return l
}

// turn makes a conversation of a tenant in which a turn is at work, and returns a call in its name.
func (l *lab) turn(t *testing.T, id tenant.ID) tool.Call {
	t.Helper()
	c := tool.Call{
		Tenant: id, ContactID: uuid.NewString(), ConversationID: uuid.NewString(), TurnID: uuid.NewString(), Fence: 3,
		ID: "call", Key: uuid.NewString(), Language: "es",
	}
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner) VALUES ($1, $2, 'whatsapp', 'a', $3, 3, 'p')`,
		string(id), c.ConversationID, c.ContactID)
	return c
}

// call runs a tool and decodes its result.
func call[T any](t *testing.T, l *lab, c tool.Call, name, args string) (v T, r tool.Result) {
	t.Helper()
	c.Tool, c.Arguments = name, json.RawMessage(args)
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

// refused runs a tool that must refuse, and returns why.
func refused(t *testing.T, l *lab, c tool.Call, name, args string) *tool.Error {
	t.Helper()
	_, r := call[any](t, l, c, name, args)
	if r.Err == nil {
		t.Fatalf("%s %s was not refused: %s", name, args, r.JSON)
	}
	return r.Err
}

type opening struct {
	SlotID string `json:"slot_id"`
	Date   string `json:"date"`
	Time   string `json:"time"`
	Branch string `json:"branch_name"`
	Staff  string `json:"staff_name"`
}

type booked struct {
	Success bool   `json:"success"`
	ID      string `json:"appointment_id"`
	Message string `json:"confirmation_message"`
	Error   string `json:"error"`
}

func (l *lab) openings(t *testing.T, id tenant.ID, args string) []opening {
	t.Helper()
	list, r := call[[]opening](t, l, tool.Call{Tenant: id}, "get_available_slots", args)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	return list
}

func (l *lab) appointments(t *testing.T) (n int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*) FROM business.appointments WHERE status = 'confirmed'`, nil, &n)
	return n
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q lacks %q", text, part)
		}
	}
}
