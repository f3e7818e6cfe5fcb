package approval_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/approval"
	"github.com/recado/recado/services/tool-executor/tools/loyalty"
	"github.com/recado/recado/services/tool-executor/tools/orders"
)

// lab is a restaurant whose orders above a sum a person decides about.
type lab struct {
	db      *storetest.DB
	gate    *approval.Gate
	sweeper *approval.Sweeper
	byName  map[string]tool.Tool
	fails   error // of the next run
}

func newLab(t *testing.T) *lab {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../tools/orders/testdata/cantina.yaml")
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{db: storetest.New(t), byName: map[string]tool.Tool{}}
	applier := &apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	file := string(text) + "\nwrites: {approve: [{tool: create_order, above: 100}]}\n"
	f, err := tenantfile.Load(fstest.MapFS{"tenant.yaml": {Data: []byte(file)}}, "tenant.yaml", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := applier.Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	db := l.db.Open(t, "recado_tool_executor")
	for _, x := range append(orders.All(db), loyalty.All(db)...) {
		l.byName[x.Spec().Name] = x
	}
	l.gate = &approval.Gate{Store: db}
	call := func(ctx context.Context, c tool.Call) (tool.Result, error) {
		r, err := l.byName[c.Tool].Call(ctx, c)
		return r, errors.Join(err, l.fails)
	}
	l.sweeper = &approval.Sweeper{Store: db, Log: slog.New(slog.DiscardHandler), Call: call}
	return l
}

func (l *lab) turn(t *testing.T) tool.Call {
	t.Helper()
	c := tool.Call{
		Tenant: "cantina", ContactID: uuid.NewString(), ConversationID: uuid.NewString(), TurnID: uuid.NewString(), Fence: 3,
		ID: "call", Channel: "whatsapp", Language: "es",
	}
	l.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ('cantina', $1, 'whatsapp', 'a', '')`, c.ContactID)
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner)
		VALUES ('cantina', $1, 'whatsapp', 'a', $2, 3, 'p')`, c.ConversationID, c.ContactID)
	return c
}

type answer struct {
	Success bool
	Pending bool
	ID      string `json:"approval_id"`
	Message string `json:"confirmation_message"`
}

// order asks for so many tacos, through the gate as the executor does.
func (l *lab) order(t *testing.T, c tool.Call, quantity string) (a answer, r tool.Result) {
	t.Helper()
	if c.Key == "" {
		c.Key = uuid.NewString()
	}
	of := l.byName["create_order"]
	c.Tool, c.Arguments = "create_order", json.RawMessage(`{"items":[{"name":"taco al pastor","quantity":`+quantity+`}],"order_type":"pickup"}`)
	r, held, err := l.gate.Hold(t.Context(), of.Spec(), c, of.Call)
	if err == nil && !held {
		r, err = of.Call(t.Context(), c)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Err == nil {
		if err := json.Unmarshal(r.JSON, &a); err != nil {
			t.Fatal(err)
		}
	}
	return a, r
}

func (l *lab) decide(t *testing.T, id, state string) {
	t.Helper()
	l.db.Exec(t, `UPDATE business.approvals SET state = $2, decided_at = now() WHERE id = $1`, id, state)
}

func (l *lab) sweep(t *testing.T) {
	t.Helper()
	if _, err := l.sweeper.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// again lets the time pass after which what failed is tried again.
func (l *lab) again(t *testing.T) {
	t.Helper()
	l.db.Exec(t, `UPDATE business.approvals SET next_at = '-infinity'`)
}

func (l *lab) text(t *testing.T, sql string) (s string) {
	t.Helper()
	l.db.QueryRow(t, sql, nil, &s)
	return s
}

const (
	told = `SELECT coalesce(string_agg(facts ->> 'decision' || ': ' || (facts ->> 'subject'), '; '), '')
		FROM business.scheduled_messages WHERE kind = 'approval_decided'`
	states = `SELECT coalesce(string_agg(state, ' ' ORDER BY created_at), '') FROM business.approvals`
	made   = `SELECT count(*)::text FROM business.orders`
)

func TestAnOrderAboveTheSumWaitsForAPersonAndASmallOneDoesNot(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t)
	if a, r := l.order(t, c, "1"); !a.Success || a.Pending {
		t.Fatalf("a small one: %+v %v", a, r.Err)
	}
	c.Key = uuid.NewString()
	a, _ := l.order(t, c, "20")
	if a.Success || !a.Pending || !strings.Contains(a.Message, "todavía no está hecho") || l.text(t, made) != "1" {
		t.Fatalf("a large one: %+v, %s orders", a, l.text(t, made))
	}
	if again, _ := l.order(t, c, "20"); again != a || l.text(t, states) != "pending" {
		t.Errorf("a repeat: %+v; %s", again, l.text(t, states))
	}
	l.sweep(t)
	if l.text(t, made) != "1" || l.text(t, told) != "" {
		t.Error("something happens before anybody has decided")
	}
	l.decide(t, a.ID, "approved")
	for range 3 {
		l.sweep(t)
	}
	if l.text(t, made) != "2" || l.text(t, states) != "done" {
		t.Errorf("%s orders, %s", l.text(t, made), l.text(t, states))
	}
	if got := l.text(t, told); !strings.HasPrefix(got, "approved: el pedido número 2 por $") {
		t.Errorf("told %q", got)
	}
}

func TestAnApprovedCallRunsOnceWhoeverIsKilledBetween(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	a, _ := l.order(t, l.turn(t), "20")
	l.decide(t, a.ID, "approved")
	l.fails = errors.New("killed after the run")
	if _, err := l.sweeper.Sweep(t.Context()); err == nil || l.text(t, made) != "1" || l.text(t, states) != "approved" {
		t.Fatalf("%v: %s orders, %s", err, l.text(t, made), l.text(t, states))
	}
	l.fails = nil
	l.again(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { l.sweep(t) })
	}
	all.Wait()
	if l.text(t, made) != "1" || l.text(t, states) != "done" || strings.Count(l.text(t, told), "approved") != 1 {
		t.Errorf("%s orders, %s, told %s", l.text(t, made), l.text(t, states), l.text(t, told))
	}
}

func TestAChangedPriceIsNotRunSilently(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	a, _ := l.order(t, l.turn(t), "20")
	l.db.Exec(t, `UPDATE business.menu_items SET price = price + 100`)
	l.decide(t, a.ID, "approved")
	l.sweep(t)
	if l.text(t, made) != "0" || l.text(t, states) != "failed" || !strings.HasPrefix(l.text(t, told), "failed: ") {
		t.Errorf("%s orders, %s, told %s", l.text(t, made), l.text(t, states), l.text(t, told))
	}
	if code := l.text(t, `SELECT outcome -> 'error' ->> 'code' FROM business.approvals`); code != "price_changed" {
		t.Errorf("failed for %q", code)
	}
}

func TestArgumentsThatAreNotThoseThatWereAskedForAreNotRun(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	a, _ := l.order(t, l.turn(t), "20")
	l.db.Exec(t, `UPDATE business.approvals SET arguments = jsonb_set(arguments, '{items,0,quantity}', '30')`)
	l.decide(t, a.ID, "approved")
	l.sweep(t)
	if l.text(t, made) != "0" || l.text(t, states) != "failed" {
		t.Errorf("%s orders, %s", l.text(t, made), l.text(t, states))
	}
}

func TestARefusalAndSilenceAreToldAndNothingRuns(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	first, _ := l.order(t, l.turn(t), "20")
	l.order(t, l.turn(t), "20")
	l.decide(t, first.ID, "refused")
	l.db.Exec(t, `UPDATE business.approvals SET expires_at = now() - interval '1 second' WHERE state = 'pending'`)
	for range 2 {
		l.sweep(t)
	}
	got := l.text(t, told)
	if l.text(t, made) != "0" || l.text(t, states) != "refused expired" || strings.Count(got, ";") != 1 {
		t.Errorf("%s orders, %s, told %s", l.text(t, made), l.text(t, states), got)
	}
	if !strings.Contains(got, "refused: el pedido por $") || !strings.Contains(got, "expired: el pedido por $") {
		t.Errorf("told %s", got)
	}
}

func TestWhatCouldNotBeDoneAnywayIsRefusedAtOnceAndOneCustomerFillsNoList(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t)
	if _, r := l.order(t, c, "1000"); r.Err == nil || r.Err.Code != "bad_quantity" {
		t.Errorf("an impossible one: %v", r.Err)
	}
	for range 3 {
		l.order(t, c, "20")
	}
	if _, r := l.order(t, c, "20"); r.Err == nil || r.Err.Code != "too_many_pending" || l.text(t, states) != "pending pending pending" {
		t.Errorf("a fourth: %v; %s", r.Err, l.text(t, states))
	}
	c.Outside = "key"
	if _, r := l.order(t, c, "20"); r.Err == nil || r.Err.Code == "too_many_pending" {
		t.Errorf("a program: %v", r.Err)
	}
}

func TestWhatIsKeptHasTokensAndSealedValuesOnly(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t)
	of := l.byName["create_order"]
	c.Key, c.Tool = uuid.NewString(), "create_order"
	c.Asked = json.RawMessage(`{"items":[{"name":"taco al pastor","quantity":20}],"order_type":"pickup","delivery_address":"[DIR_1]"}`)
	c.Arguments = json.RawMessage(`{"items":[{"name":"taco al pastor","quantity":20}],"order_type":"pickup","delivery_address":"Calle Secreta 5"}`)
	c.PII = []tool.Sealed{{Type: "address", Token: "[DIR_1]", Sealed: []byte("closed")}}
	if r, held, err := l.gate.Hold(t.Context(), of.Spec(), c, of.Call); err != nil || !held || r.Err != nil {
		t.Fatalf("%v %v %v", r.Err, held, err)
	}
	row := l.text(t, `SELECT a::text FROM business.approvals a`)
	if strings.Contains(row, "Secreta") || !strings.Contains(row, "[DIR_1]") {
		t.Errorf("kept %s", row)
	}
}

func TestAnApprovedRewardIsToldWithItsCode(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t)
	l.db.Exec(t, `UPDATE core.tenants SET approvals = '{"redeem_reward": {}}'`)
	l.db.Exec(t, `DELETE FROM business.loyalty_programs`)
	l.db.Exec(t, `INSERT INTO business.loyalty_programs (tenant_id, id, slug, name) VALUES ('cantina', gen_random_uuid(), 'club', 'Club')`)
	l.db.Exec(t, `INSERT INTO business.loyalty_rewards (tenant_id, id, program_id, slug, name, tokens, position)
		SELECT tenant_id, gen_random_uuid(), id, 'cafe', 'Café', 5, 0 FROM business.loyalty_programs`)
	l.db.Exec(t, `INSERT INTO business.loyalty_accounts (tenant_id, contact_id, program_id, balance)
		SELECT tenant_id, $1, id, 20 FROM business.loyalty_programs`, c.ContactID)
	of := l.byName["redeem_reward"]
	c.Key, c.Tool, c.Arguments = uuid.NewString(), "redeem_reward", json.RawMessage(`{"reward_id":"cafe","tokens":5}`)
	r, held, err := l.gate.Hold(t.Context(), of.Spec(), c, of.Call)
	if err != nil || !held || r.Err != nil {
		t.Fatalf("%v %v %v", r.Err, held, err)
	}
	if row := l.text(t, `SELECT preview::text FROM business.approvals`); strings.Contains(row, "code") || !strings.Contains(row, "la recompensa Café") {
		t.Errorf("kept %s", row)
	}
	l.db.Exec(t, `UPDATE business.approvals SET state = 'approved', decided_at = now()`)
	l.sweep(t)
	code := l.text(t, `SELECT code FROM business.loyalty_redemptions`)
	if got := l.text(t, told); !strings.HasPrefix(got, "approved: la recompensa Café.") || !strings.Contains(got, code) {
		t.Errorf("told %q, the code is %s", got, code)
	}
}

func TestTheCustomerWithdrawsAnOrderThatWaits(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c, other := l.turn(t), l.turn(t)
	a, _ := l.order(t, c, "20")
	call := func(c tool.Call, name, args string) tool.Result {
		c.Tool, c.Arguments, c.Key = name, json.RawMessage(args), uuid.NewString()
		of := l.byName[name]
		r, held, err := l.gate.Hold(t.Context(), of.Spec(), c, of.Call)
		if err == nil && !held {
			r, err = of.Call(t.Context(), c)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	l.db.Exec(t, `UPDATE core.tenants SET approvals = '{"create_order": {"above": 100}, "cancel_order": {}}'`)
	if got := string(call(c, "get_order_status", `{}`).JSON); !strings.Contains(got, a.ID) || !strings.Contains(got, `"pending_approval"`) || !strings.Contains(got, "pastor") {
		t.Fatalf("its state: %s", got)
	}
	cancel := `{"order_id":"` + a.ID + `"}`
	if r := call(other, "cancel_order", cancel); r.Err == nil || r.Err.Code != "not_found" {
		t.Fatalf("somebody else: %s %v", r.JSON, r.Err)
	}
	if r := call(c, "cancel_order", cancel); !strings.Contains(string(r.JSON), `"withdrawn"`) {
		t.Fatalf("got %s %v", r.JSON, r.Err)
	}
	l.sweep(t)
	if l.text(t, states) != "withdrawn" || l.text(t, made) != "0" || l.text(t, told) != "" {
		t.Errorf("%s, %s orders, told %q", l.text(t, states), l.text(t, made), l.text(t, told))
	}
	if r := call(c, "get_order_status", `{}`); r.Err == nil || r.Err.Code != "not_found" {
		t.Errorf("it is still there: %s", r.JSON)
	}
}

func TestCallsThatNothingComesOfKeepNoOtherTenantWaitingAndEnd(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	const insert = `INSERT INTO business.approvals (tenant_id, id, contact_id, conversation_id, tool, arguments, arguments_hash, state, expires_at)
		SELECT $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'x', '{}', '', 'refused', now() - interval '1 hour' FROM generate_series(1, $2)`
	l.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ('bistro', '', '{}', 'Bistro', 'restaurant', 'MX', 'America/Mexico_City', 'MXN', 'es')`)
	l.db.Exec(t, insert, "cantina", 60)
	l.db.Exec(t, insert, "bistro", 1)
	const count = `SELECT count(*) FILTER (WHERE tenant_id = 'bistro') || ' of ' || count(*) FROM business.approvals_due(50, 10)`
	if got := l.text(t, count); got != "1 of 11" {
		t.Errorf("of the other tenant due: %s", got)
	}
	l.db.Exec(t, `DELETE FROM business.approvals`)
	a, _ := l.order(t, l.turn(t), "20")
	l.decide(t, a.ID, "approved")
	l.fails = errors.New("always")
	if _, err := l.sweeper.Sweep(t.Context()); err == nil {
		t.Fatal("it did not fail")
	}
	if n, err := l.sweeper.Sweep(t.Context()); n != 0 || err != nil {
		t.Errorf("made again at once: %d %v", n, err)
	}
	l.db.Exec(t, `UPDATE business.approvals SET attempts = 1000, next_at = '-infinity'`)
	if _, err := l.sweeper.Sweep(t.Context()); err == nil || l.text(t, states) != "failed" || !strings.HasPrefix(l.text(t, told), "failed: ") {
		t.Errorf("it goes on: %v, %s, told %s", err, l.text(t, states), l.text(t, told))
	}
}
