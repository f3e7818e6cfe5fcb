package orders_test

import (
	"encoding/json"
	"os"
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
	"github.com/recado/recado/services/tool-executor/tools/orders"
)

// lab is the tools over a database that holds two restaurants with the same menu.
type lab struct {
	db      *storetest.DB
	byName  map[string]tool.Tool
	applier *apply.Applier
}

func newLab(t testing.TB) *lab {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{db: storetest.New(t), byName: map[string]tool.Tool{}}
	l.applier = &apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	l.apply(t, restaurant(t, "cantina", "cantina"))
	l.apply(t, restaurant(t, "cantina", "fonda"))
	for _, x := range orders.All(l.db.Open(t, "recado_tool_executor")) {
		l.byName[x.Spec().Name] = x
	}
	return l
}

func (l *lab) apply(t testing.TB, f *tenantfile.File) {
	t.Helper()
	if _, err := l.applier.Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// restaurant is the file of testdata with pairs of texts replaced.
func restaurant(t testing.TB, replaced ...string) *tenantfile.File {
	t.Helper()
	text, err := os.ReadFile("testdata/cantina.yaml")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"tenant.yaml": {Data: []byte(strings.NewReplacer(replaced...).Replace(string(text)))}}
	f, err := tenantfile.Load(fsys, "tenant.yaml", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// turn makes a conversation of a tenant in which a turn is at work, and returns a call in its name.
func (l *lab) turn(t testing.TB, id tenant.ID) tool.Call {
	t.Helper()
	c := tool.Call{
		Tenant: id, ContactID: uuid.NewString(), ConversationID: uuid.NewString(), TurnID: uuid.NewString(), Fence: 3,
		ID: "call", Key: uuid.NewString(), Language: "es", Channel: "whatsapp",
	}
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner) VALUES ($1, $2, 'whatsapp', 'a', $3, 3, 'p')`,
		string(id), c.ConversationID, c.ContactID)
	return c
}

// again is the next call of the same contact.
func again(c tool.Call) tool.Call {
	c.Key, c.TurnID = uuid.NewString(), uuid.NewString()
	return c
}

// call runs a tool and decodes its result.
func call[T any](t testing.TB, l *lab, c tool.Call, name, args string) (v T, r tool.Result) {
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
	_, r := call[any](t, l, c, name, args)
	if r.Err == nil {
		t.Fatalf("%s %s was not refused: %s", name, args, r.JSON)
	}
	return r.Err
}

// told is what a customer is told of an order.
type told struct {
	Success bool   `json:"success"`
	ID      string `json:"order_id"`
	Number  int    `json:"number"`
	Status  string `json:"status"`
	Lines   []struct {
		Name      string   `json:"name"`
		Quantity  int      `json:"quantity"`
		Options   []string `json:"options"`
		Notes     string   `json:"notes"`
		Unit      float64  `json:"unit_price"`
		Total     float64  `json:"line_total"`
		Text      string   `json:"line_total_text"`
		Allergens []string `json:"allergens"`
	} `json:"lines"`
	Subtotal  float64 `json:"subtotal"`
	Fee       float64 `json:"delivery_fee"`
	Total     float64 `json:"total"`
	TotalText string  `json:"total_text"`
	Currency  string  `json:"currency"`
	Estimated string  `json:"estimated_time"`
	Type      string  `json:"order_type"`
	Zone      string  `json:"zone"`
	Change    bool    `json:"changeable"`
}

// rows counts what stands of orders.
func (l *lab) rows(t testing.TB) (orders, lines int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT (SELECT count(*) FROM business.orders), (SELECT count(*) FROM business.order_items)`, nil, &orders, &lines)
	return orders, lines
}
