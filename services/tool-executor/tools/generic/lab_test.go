package generic_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/generic"
)

// workshop is a tenant's file with an id; what it allows is written below it.
const workshop = `id: ID
name: Taller de Prueba
vertical: general
country: MX
zone: America/Mexico_City
currency: MXN
language: es
accounts: [{channel: webchat, id: ID-site}]
assistants: [{id: lola, name: Lola, style: casual}]
`

const allowing = `tools:
  records:
    - id: reparaciones
      about: lo que está en el taller
      create: true
      update: true
      max: 3
      fields:
        - {id: articulo, required: true, values: [bicicleta, patineta]}
        - {id: falla, max: 40}
        - {id: presupuesto, type: number}
        - {id: urgente, type: boolean}
        - {id: entrega, type: date}
    - {id: garantias, fields: [{id: modelo}]}
  documents: [articles]
  email: {to: [taller@taller.example], contact: true, per_day: 2}
`

// lab is the tools over a database with a workshop, another one and one that allows nothing.
type lab struct {
	db       *storetest.DB
	settings map[tenant.ID]*tenant.Settings
	byName   map[string]tool.Tool
	asked    []generic.Question
}

func (l *lab) Get(id tenant.ID) (*tenant.Settings, bool) { s, ok := l.settings[id]; return s, ok }

func newLab(t *testing.T, options ...func(*lab, *generic.Options)) *lab {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{db: storetest.New(t), settings: map[tenant.ID]*tenant.Settings{}, byName: map[string]tool.Tool{}}
	applier := &apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	for id, more := range map[string]string{"taller": allowing, "otro": allowing, "nada": ""} {
		f := load(t, id, more)
		if _, err := applier.Apply(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		l.settings[tenant.ID(id)] = f.Settings()
	}
	o := generic.Options{Settings: l, Store: l.db.Open(t, "recado_tool_executor"), Search: l.search}
	for _, change := range options {
		change(l, &o)
	}
	for _, x := range generic.All(o) {
		l.byName[x.Spec().Name] = x
	}
	return l
}

func load(t *testing.T, id, more string) *tenantfile.File {
	t.Helper()
	text := []byte(strings.ReplaceAll(workshop, "ID", id) + more)
	f, err := tenantfile.Load(fstest.MapFS{"tenant.yaml": {Data: text}}, "tenant.yaml", func(string) string { return "un secreto largo" })
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (l *lab) search(_ context.Context, q generic.Question) ([]generic.Passage, error) {
	l.asked = append(l.asked, q)
	return []generic.Passage{{Title: q.Query, Content: "texto", Category: q.Category, Score: 0.5, DocumentID: "d", ChunkID: "c"}}, nil
}

// turn makes a conversation of a tenant in which a turn is at work, and returns a call in its name.
func (l *lab) turn(t *testing.T, id tenant.ID) tool.Call {
	t.Helper()
	c := tool.Call{
		Tenant: id, ContactID: uuid.NewString(), ConversationID: uuid.NewString(), TurnID: uuid.NewString(), Fence: 3,
		ID: "call", Key: uuid.NewString(), Language: "es", Channel: "whatsapp",
	}
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner)
		VALUES ($1, $2, 'whatsapp', 'a', $3, 3, 'p')`,
		string(id), c.ConversationID, c.ContactID)
	return c
}

// again is the next call of the same contact.
func again(c tool.Call) tool.Call {
	c.Key, c.TurnID = uuid.NewString(), uuid.NewString()
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
