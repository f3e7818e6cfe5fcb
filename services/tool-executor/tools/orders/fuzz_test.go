package orders

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/recado/recado/pkg/tool"
)

// FuzzOrder: whatever the arguments are, they are refused by a field, or priced from the menu alone with sums that add up.
func FuzzOrder(f *testing.F) {
	for _, args := range []string{
		`{"items":[{"name":"chicha","quantity":2,"notes":"<b>sin hielo</b>"}],"order_type":"pickup","expected_total":20}`,
		`{"items":[{"name":"menús","quantity":50,"options":["x"]}],"order_type":"delivery","zone":"z","replaces":"a"}`,
		`{"items":[{"name":"chicha","quantity":-1}],"scheduled_time":"23:59","branch_id":"town"}`,
		`{"items":[],"expected_total":1e300}`, `{"items":[{"name":"chicha","quantity":9223372036854775808}]}`, `[]`, `{"items":null}`, ``,
		`{"items":[{"name":"chicha","quantity":1}],"order_type":"pickup","scheduled_time":"2026-11-24T20:00:00+14:00"}`,
	} {
		f.Add(args)
	}
	f.Fuzz(func(t *testing.T, args string) {
		m := at(t, "2026-11-24 13:00")
		o, refusal := read[order](tool.Call{Arguments: json.RawMessage(args)})
		if refusal == nil {
			refusal = o.tidy("es")
		}
		var b bill
		if refusal == nil {
			b, refusal = m.price(o.request, "es")
		}
		if refusal != nil {
			if refusal.Field == "" || refusal.Code == "" || refusal.Message == "" {
				t.Fatalf("a refusal that helps nobody: %+v", refusal)
			}
			return
		}
		checkBill(t, m, b)
	})
}

func checkBill(t *testing.T, m *card, b bill) {
	t.Helper()
	sum := int64(0)
	for _, l := range b.lines {
		if l.quantity < 1 || l.quantity > maxQuantity || !utf8.ValidString(l.notes) {
			t.Fatalf("a line of %d with notes %q", l.quantity, l.notes)
		}
		if price := map[string]int64{"menu": 4800, "chicha": 1000}[l.dish.slug]; price == 0 || l.total != price*int64(l.quantity) {
			t.Fatalf("%d %s for %d", l.quantity, l.dish.slug, l.total)
		}
		sum += l.total
	}
	if sum == 0 || sum != b.subtotal || b.total != b.subtotal+b.fee {
		t.Fatalf("lines of %d, subtotal %d, fee %d, total %d", sum, b.subtotal, b.fee, b.total)
	}
	if b.due.Before(m.calendar.Now) {
		t.Fatalf("due %v", b.due)
	}
	if data, err := json.Marshal(m.info(b)); err != nil || strings.ContainsAny(string(data), "<>") {
		t.Fatalf("told %s, %v", data, err)
	}
}

// FuzzCancellation: what is no order's id is refused, and reasons are one line that the table takes.
func FuzzCancellation(f *testing.F) {
	f.Add("01234567-89ab-7def-8123-456789abcdef", "ya no\n\tquiero")
	f.Add("{01234567-89ab-7def-8123-456789abcdef}", strings.Repeat("ñ", 501))
	f.Add("urn:uuid:01234567-89ab-7def-8123-456789abcdef", "")
	f.Fuzz(func(t *testing.T, id, reason string) {
		c := cancellation{OrderID: id, Reason: reason}
		if refusal := c.tidy(); refusal != nil {
			if refusal.Field != "order_id" && refusal.Field != "reason" {
				t.Fatalf("refused %+v", refusal)
			}
			return
		}
		if len(c.OrderID) != 36 || utf8.RuneCountInString(c.Reason) > maxReason || strings.ContainsAny(c.Reason, "\n\t") {
			t.Fatalf("took %q, %q", c.OrderID, c.Reason)
		}
	})
}
