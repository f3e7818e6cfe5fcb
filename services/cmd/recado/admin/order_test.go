package admin

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

const firstOrder, secondOrder = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e51", "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e52"

// kitchen is two restaurants, the first with two orders.
func kitchen(t *testing.T) func(args ...string) (int, string, string) {
	t.Helper()
	db := storetest.New(t)
	for _, id := range []string{"cantina", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'restaurant', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
		db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, name, phone) VALUES ($1, $2, 'Ana', '5512345678')`, id, ana)
	}
	db.Exec(t, `INSERT INTO business.orders (tenant_id, id, number, contact_id, order_type, branch_name, zone_name, address, estimated_at,
		currency, subtotal, delivery_fee, total) VALUES
		('cantina', $1, 7, $3, 'delivery', 'Centro', 'Cholula', 'Calle 5, Cholula', '2026-11-23 20:00Z', 'MXN', 9600, 3000, 12600),
		('cantina', $2, 8, $3, 'pickup', 'Centro', '', '', '2026-11-23 19:00Z', 'MXN', 2250, 0, 2250)`, firstOrder, secondOrder, ana)
	db.Exec(t, `INSERT INTO business.order_items (tenant_id, order_id, position, name, quantity, options, allergens, notes, unit_price, line_total)
		VALUES ('cantina', $1, 0, 'Taco al pastor', 2, '{Con queso}', '{maíz}', E'sin <b>cebolla</b>\x1b[2J', 4800, 9600),
		('cantina', $2, 0, 'Taco', 1, '{}', '{}', '', 2250, 2250)`, firstOrder, secondOrder)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	return func(args ...string) (int, string, string) { return clitest.Run(t, Order, env, args...) }
}

func TestOrdersAreListedByTheTimeTheyAreDue(t *testing.T) {
	t.Parallel()
	run := kitchen(t)
	code, out, errs := run("list", "--tenant", "cantina", "--json")
	var found []order
	if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 {
		t.Fatalf("exit %d, %v: %s %s", code, err, out, errs)
	}
	if len(found) != 2 || found[0].Number != 8 || found[1].TotalText != "$126" {
		t.Errorf("got %+v", found)
	}
	if _, out, _ := run("list", "--tenant", "bistro"); !strings.Contains(out, "no order is under way") {
		t.Errorf("another tenant sees %s", out)
	}
}

func TestAnOrderIsShownWithWhatTheKitchenNeedsAndNothingATerminalObeys(t *testing.T) {
	t.Parallel()
	run := kitchen(t)
	for _, which := range []string{firstOrder, "7"} {
		_, out, errs := run("show", which, "--tenant", "cantina")
		for _, want := range []string{"order 7  received", "2026-11-23 14:00", "Calle 5, Cholula", "Ana  5512345678", "2 Taco al pastor, Con queso", "holds maíz", "sin <b>cebolla</b>[2J"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s lacks %q: %s %s", which, want, out, errs)
			}
		}
		if strings.Contains(out, "\x1b") {
			t.Error("a note reaches the terminal's commands")
		}
	}
}

func TestStatesGoForwardAndNameTheOrderThatIsNot(t *testing.T) {
	t.Parallel()
	run := kitchen(t)
	for _, x := range []struct {
		which, state string
		code         int
		says         string
	}{
		{"7", "preparing", 0, "order 7: preparing"},
		{firstOrder, "on_the_way", 0, "order 7: on_the_way"},
		{"7", "ready", 1, "order 7: it is on_the_way, and cannot be ready any more"},
		{"7", "on_the_way", 1, "cannot be on_the_way any more"},
		{"7", "delivered", 0, "order 7: delivered"},
		{"7", "cancelled", 1, "it is delivered, and cannot be cancelled any more"},
		{strings.ToUpper(secondOrder), "cancelled", 0, "order 8: cancelled"},
		{"8", "preparing", 1, "it is cancelled"},
		{"9", "preparing", 1, "order 9: tenant cantina has none"},
		{"7", "received", 2, `"received" is no state`},
		{"7", "eaten", 2, `"eaten" is no state`},
		{"x", "ready", 2, `"x" is no order`},
		{"1e3", "ready", 2, `"1e3" is no order`},
	} {
		code, out, errs := run(x.which, x.state, "--tenant", "cantina")
		if code != x.code || !strings.Contains(out+errs, x.says) {
			t.Errorf("%s %s: exit %d, %s%s; want %d, %s", x.which, x.state, code, out, errs, x.code, x.says)
		}
	}
	if _, out, _ := run("list", "--all", "--tenant", "cantina"); !strings.Contains(out, "7  delivered") || !strings.Contains(out, "8  cancelled") {
		t.Errorf("all orders: %s", out)
	}
}

func TestAReasonIsKeptWithAnOrderThatIsCancelled(t *testing.T) {
	t.Parallel()
	run := kitchen(t)
	if code, _, errs := run("7", "ready", "--reason", "x", "--tenant", "cantina"); code != 2 || !strings.Contains(errs, "only with cancelled") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if code, _, errs := run("7", "cancelled", "--reason", strings.Repeat("x", 301), "--tenant", "cantina"); code != 2 || !strings.Contains(errs, "at most 300") {
		t.Errorf("exit %d, %s", code, errs)
	}
	run("7", "cancelled", "--reason", "no hay gas", "--tenant", "cantina")
	if _, out, _ := run("show", "7", "--tenant", "cantina"); !strings.Contains(out, "reason: no hay gas") {
		t.Errorf("shown is %s", out)
	}
}

func TestOrdersOfAnotherTenantAreNotFound(t *testing.T) {
	t.Parallel()
	run := kitchen(t)
	for _, args := range [][]string{{"show", firstOrder}, {"show", "7"}, {firstOrder, "ready"}, {"7", "cancelled"}} {
		code, out, errs := run(append(args, "--tenant", "bistro")...)
		if code != 1 || out != "" || !strings.Contains(errs, "tenant bistro has none") {
			t.Errorf("%v: exit %d, %s%s", args, code, out, errs)
		}
	}
	for _, args := range [][]string{{}, {"list"}, {"show", "--tenant", "cantina"}, {"list", "x", "--tenant", "cantina"}, {"7", "--tenant", "cantina"}} {
		if code, _, _ := run(args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}

func TestAnOrderIsToldToPrograms(t *testing.T) {
	t.Parallel()
	run := kitchen(t)
	for _, args := range [][]string{{"show", "7"}, {"7", "ready"}} {
		_, out, errs := run(append(args, "--tenant", "cantina", "--json")...)
		var o order
		if err := json.Unmarshal([]byte(out), &o); err != nil {
			t.Fatalf("%v: %v %s", args, err, errs)
		}
		if o.ID != firstOrder || o.Total != 12600 || o.Phone != "5512345678" {
			t.Errorf("%v: %+v", args, o)
		}
		if len(o.Lines) != 1 || o.Lines[0].Quantity != 2 || o.Lines[0].Options[0] != "Con queso" {
			t.Errorf("%v: %+v", args, o.Lines)
		}
	}
}
