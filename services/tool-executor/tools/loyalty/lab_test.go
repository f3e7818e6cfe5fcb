package loyalty_test

import (
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
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/tool-executor/tools/loyalty"
)

// lab is the tools over a database that holds two cafés with a programme and a third without.
type lab struct {
	db      *storetest.DB
	byName  map[string]tool.Tool
	awarder *loyalty.Awarder
	applier *apply.Applier
}

const file = `id: cafe
name: Café
vertical: restaurant
country: MX
zone: America/Mexico_City
currency: MXN
language: es
orders: {pickup: true}
writes: {per_day: [{tool: redeem_reward, max: 50}]}
PROGRAMME
accounts: [{channel: webchat, id: cafe-site}]
assistants: [{id: sol, name: Sol, style: casual}]
branches: [{id: centro, name: Centro, address: Calle 1, city: Puebla, hours: {mon-sun: ["00:00-24:00"]}}]
menu: [{id: agua, name: Agua, category: bebidas, price: 20}]
`

const programme = `loyalty:
  name: Club Café
  per_appointment: 10
  per_order: 5
  per_amount: 100
  expire_days: 365
  rewards:
    - {id: cafe, name: Café gratis, aliases: [cafecito], tokens: 20}
    - {id: cena, name: Cena para dos, tokens: 500}
    - {id: taza, name: Taza, tokens: 1, available: false}`

func newLab(t testing.TB) *lab {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{db: storetest.New(t), byName: map[string]tool.Tool{}}
	l.applier = &apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	l.apply(t, "id: cafe", "id: cafe", "PROGRAMME", programme)
	l.apply(t, "id: cafe", "id: other", "cafe-site", "other-site", "PROGRAMME", programme)
	l.apply(t, "id: cafe", "id: plain", "cafe-site", "plain-site", "PROGRAMME\n", "")
	pool := l.db.Open(t, "recado_tool_executor")
	for _, x := range loyalty.All(pool) {
		l.byName[x.Spec().Name] = x
	}
	l.awarder = loyalty.NewAwarder(pool)
	return l
}

func (l *lab) apply(t testing.TB, replaced ...string) {
	t.Helper()
	fsys := fstest.MapFS{"tenant.yaml": {Data: []byte(strings.NewReplacer(replaced...).Replace(file))}}
	f, err := tenantfile.Load(fsys, "tenant.yaml", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.applier.Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// turn makes a conversation of a tenant in which a turn is at work, and returns a call in its name.
func (l *lab) turn(t testing.TB, id tenant.ID) tool.Call {
	t.Helper()
	c := tool.Call{
		Tenant: id, ContactID: uuid.NewString(), ConversationID: uuid.NewString(), TurnID: uuid.NewString(), Fence: 3,
		ID: "call", Key: uuid.NewString(), Language: "es", Channel: "whatsapp",
	}
	l.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ($1, $2, 'whatsapp', 'a', 'x')`, string(id), c.ContactID)
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner) VALUES ($1, $2, 'whatsapp', 'a', $3, 3, 'p')`,
		string(id), c.ConversationID, c.ContactID)
	return c
}

// again is the next call of the same contact.
func again(c tool.Call) tool.Call {
	c.Key, c.TurnID = uuid.NewString(), uuid.NewString()
	return c
}

// told is what the tools tell.
type told struct {
	Success bool   `json:"success"`
	Tokens  int64  `json:"tokens"`
	Balance int64  `json:"balance"`
	Program string `json:"program"`
	Expires string `json:"expires"`
	Unit    string `json:"unit"`
	Code    string `json:"code"`
	Reward  string `json:"reward"`
	Rewards []struct {
		ID        string `json:"reward_id"`
		Missing   int64  `json:"missing"`
		Available bool   `json:"available"`
	} `json:"rewards"`
	Codes []struct {
		Code string `json:"code"`
	} `json:"codes"`
}

// call runs a tool and decodes its result.
func call(t testing.TB, l *lab, c tool.Call, name, args string) (v told, r tool.Result) {
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
func refused(t testing.TB, l *lab, c tool.Call, name, args string) *tool.Error {
	t.Helper()
	_, r := call(t, l, c, name, args)
	if r.Err == nil {
		t.Fatalf("%s %s was not refused: %s", name, args, r.JSON)
	}
	return r.Err
}

func (l *lab) balance(t testing.TB, c tool.Call) told {
	t.Helper()
	got, _ := call(t, l, again(c), "get_loyalty_balance", `{}`)
	return got
}

// visit makes an appointment of the contact's in a state.
func (l *lab) visit(t testing.TB, c tool.Call, state string) *recadov1.AppointmentChanged {
	t.Helper()
	id := uuid.NewString()
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at, status)
		VALUES ($1, $2, $3, gen_random_uuid(), now() - interval '1 hour', now(), $4)`, string(c.Tenant), id, c.ContactID, state)
	return &recadov1.AppointmentChanged{
		Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: string(c.Tenant)}, AppointmentId: id, State: "completed",
	}
}

// order makes an order of the contact's of 250 pesos in a state.
func (l *lab) order(t testing.TB, c tool.Call, state string) *recadov1.OrderChanged {
	t.Helper()
	id := uuid.NewString()
	l.db.Exec(t, `INSERT INTO business.orders (tenant_id, id, number, contact_id, order_type, estimated_at, currency, subtotal, delivery_fee, total, status)
		SELECT $1, $2, count(*), $3, 'pickup', now(), 'MXN', 25000, 0, 25000, $4 FROM business.orders`, string(c.Tenant), id, c.ContactID, state)
	return &recadov1.OrderChanged{Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: string(c.Tenant)}, OrderId: id, State: "delivered"}
}

// give lets a program of the business give tokens.
func (l *lab) give(t testing.TB, c tool.Call, tokens string) {
	t.Helper()
	c = again(c)
	c.Outside = "key"
	_, r := call(t, l, c, "award_loyalty_tokens", `{"program_id":"loyalty","contact_id":"`+c.ContactID+`","tokens":`+tokens+
		`,"transaction_type":"bonus","description":"cumpleaños","source_type":"manual"}`)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
}
