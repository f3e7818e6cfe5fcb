package orders_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/orders"
)

// turns makes as many conversations, each of a contact of its own.
func (l *lab) turns(t testing.TB, n int) []tool.Call {
	t.Helper()
	out := make([]tool.Call, n)
	ids, contacts := make([]string, n), make([]string, n)
	for i := range out {
		out[i] = tool.Call{
			Tenant: "cantina", ContactID: uuid.NewString(), ConversationID: uuid.NewString(), TurnID: uuid.NewString(), Fence: 3,
			ID: "call", Key: uuid.NewString(), Language: "es", Channel: "whatsapp",
		}
		ids[i], contacts[i] = out[i].ConversationID, out[i].ContactID
	}
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, fence, owner)
SELECT 'cantina', i::uuid, 'whatsapp', 'a', c::uuid, 3, 'p' FROM unnest($1::text[], $2::text[]) AS x(i, c)`, ids, contacts)
	return out
}

// customer asks for the total and says yes to it until the order is made, and returns what it was told.
func customer(ctx context.Context, quote, create tool.Tool, c tool.Call) (told, error) {
	line := ordered(`"name":"taco de suadero","quantity":2},{"name":"jamaica","quantity":1`, fetch)
	for range 100 {
		c.Arguments = json.RawMessage(line)
		var total told
		if r, err := quote.Call(ctx, c); err != nil || json.Unmarshal(r.JSON, &total) != nil {
			return told{}, fmt.Errorf("quote: %w %w", err, r.Err)
		}
		c.Key = uuid.NewString()
		c.Arguments = json.RawMessage(ordered(`"name":"taco de suadero","quantity":2},{"name":"jamaica","quantity":1`,
			fmt.Sprintf(`%s,"expected_total":%v`, fetch, total.Total)))
		r, err := create.Call(ctx, c)
		if err != nil {
			return told{}, err
		}
		if r.Err != nil && r.Err.Code == "price_changed" {
			continue
		}
		var made told
		if err := json.Unmarshal(r.JSON, &made); err != nil || made.Total != total.Total {
			return told{}, fmt.Errorf("said yes to %v, got %+v %w %w", total.Total, made, r.Err, err)
		}
		return made, nil
	}
	return told{}, fmt.Errorf("the price never stood still")
}

func TestThreeHundredOrdersWhilePricesChangeAreEachWhatTheCustomerWasTold(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	const customers, workers = 300, 16 // as many as tool-executor's
	byName := map[string]tool.Tool{}
	for _, x := range orders.All(l.db.OpenWith(t, store.Options{Role: "recado_tool_executor", MaxConns: workers})) {
		byName[x.Spec().Name] = x
	}
	var stopped atomic.Bool
	var prices, work sync.WaitGroup
	prices.Go(func() {
		for price := 2000; !stopped.Load(); price++ {
			l.db.Exec(t, `UPDATE business.menu_items SET price = $1 WHERE slug = 'suadero'`, price)
		}
	})
	calls := make(chan tool.Call)
	results := make(chan told, customers)
	for range workers {
		work.Go(func() {
			for c := range calls {
				made, err := customer(t.Context(), byName["quote_order"], byName["create_order"], c)
				if err != nil {
					t.Error(err)
				}
				results <- made
			}
		})
	}
	for _, c := range l.turns(t, customers) {
		calls <- c
	}
	close(calls)
	work.Wait()
	stopped.Store(true)
	prices.Wait()
	close(results)
	l.checkTold(t, results, customers)
}

// atOnce makes calls at the same time, each under a key of its own, and counts what came of them; "" is an order.
func (l *lab) atOnce(t *testing.T, n int, c tool.Call, args string) map[string]int {
	t.Helper()
	codes := make([]string, n)
	var work sync.WaitGroup
	for i := range codes {
		work.Go(func() {
			next := again(c)
			next.Arguments = json.RawMessage(args)
			switch r, err := l.byName["create_order"].Call(t.Context(), next); {
			case err != nil:
				t.Error(err)
			case r.Err != nil:
				codes[i] = r.Err.Code
			}
		})
	}
	work.Wait()
	out := map[string]int{}
	for _, code := range codes {
		out[code]++
	}
	return out
}

func TestACallThatBreaksOffAnywhereAndIsRepeatedOrdersOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	const customers = 20
	broken, numbers := 0, map[int]bool{}
	for _, c := range l.turns(t, customers) {
		c.Tool, c.Arguments = "create_order", json.RawMessage(twoTacos)
		var made told
		for try := time.Duration(1); made.ID == ""; try++ {
			ctx, cancel := context.WithTimeout(t.Context(), try*time.Duration(rand.IntN(3000))*time.Microsecond)
			r, err := l.byName["create_order"].Call(ctx, c)
			cancel()
			if err != nil {
				broken++
				continue
			}
			if r.Err != nil || json.Unmarshal(r.JSON, &made) != nil {
				t.Fatalf("%s %v", r.JSON, r.Err)
			}
		}
		var number int
		l.db.QueryRow(t, `SELECT number FROM business.orders WHERE contact_id = $1 AND id = $2`, []any{c.ContactID, made.ID}, &number)
		if number != made.Number {
			t.Errorf("told order %d, its row is %d", made.Number, number)
		}
		numbers[number] = true
	}
	if orders, lines := l.rows(t); orders != customers || lines != 2*customers || len(numbers) != customers {
		t.Errorf("%d orders with %d lines under %d numbers, want %d", orders, lines, len(numbers), customers)
	}
	if broken == 0 {
		t.Error("no call broke off")
	}
}

func TestOrdersOfOneContactAtOnceKeepToItsShare(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cantina")
	if got := l.atOnce(t, 8, c, ordered(aTaco, fetch)); got[""] != 3 || got["too_many_orders"] != 5 {
		t.Errorf("got %v, want 3 orders", got)
	}
	if orders, _ := l.rows(t); orders != 3 {
		t.Errorf("%d orders, want 3", orders)
	}
}

func TestOnlyOneOrderTakesThePlaceOfAnother(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cantina")
	first, _ := call[told](t, l, c, "create_order", ordered(aTaco, fetch))
	got := l.atOnce(t, 6, c, ordered(aTaco, fetch+`,"replaces":"`+first.ID+`"`))
	if got[""] != 1 || got[""]+got["not_changeable"] != 6 {
		t.Errorf("got %v, want 1 order in the place of the first", got)
	}
	if orders, _ := l.rows(t); orders != 2 {
		t.Errorf("%d orders, want 2", orders)
	}
}

func TestACustomerThatCancelsWhileTheKitchenBeginsIsToldWhatHolds(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for _, c := range l.turns(t, 20) {
		made, r := call[told](t, l, c, "create_order", ordered(aTaco, fetch))
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		var work sync.WaitGroup
		work.Go(func() {
			l.db.Exec(t, `UPDATE business.orders SET status = 'preparing' WHERE id = $1 AND status = 'received'`, made.ID)
		})
		_, r = call[told](t, l, again(c), "cancel_order", `{"order_id":"`+made.ID+`"}`)
		work.Wait()
		want := "cancelled"
		if r.Err != nil {
			want = "preparing"
		}
		if status, _ := call[told](t, l, c, "get_order_status", `{}`); status.Status != want {
			t.Errorf("told %v, the order is %s", r.Err, status.Status)
		}
	}
}

// checkTold compares every order that a customer was told of with its row, and that there is no other.
func (l *lab) checkTold(t *testing.T, results <-chan told, customers int) {
	t.Helper()
	totals, numbers := map[float64]bool{}, map[int]bool{}
	for made := range results {
		var number int
		var total, lines float64
		l.db.QueryRow(t, `SELECT number, total / 100.0, (SELECT sum(line_total) / 100.0 FROM business.order_items i WHERE i.order_id = o.id)
FROM business.orders o WHERE id = $1`, []any{made.ID}, &number, &total, &lines)
		if number != made.Number || total != made.Total || lines != made.Total {
			t.Errorf("told order %d of %v; the row is %d of %v with lines of %v", made.Number, made.Total, number, total, lines)
		}
		totals[total], numbers[number] = true, true
	}
	if orders, lines := l.rows(t); orders != customers || lines != 2*customers || len(numbers) != customers {
		t.Errorf("%d orders with %d lines under %d numbers, want %d", orders, lines, len(numbers), customers)
	}
	if len(totals) < 2 {
		t.Error("no price changed meanwhile")
	}
}

// half reports the time that half of the calls take no longer than.
func half(b *testing.B, call func(i int)) {
	b.Helper()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		call(i)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
}

func BenchmarkQuoteOrder(b *testing.B) {
	l := newLab(b)
	c := l.turn(b, "cantina")
	half(b, func(int) {
		if _, r := call[told](b, l, c, "quote_order", twoTacos); r.Err != nil {
			b.Fatal(r.Err)
		}
	})
}

func BenchmarkCreateOrder(b *testing.B) {
	l := newLab(b)
	l.db.Exec(b, `UPDATE core.tenants SET order_max_open = 100, order_max_day_total = NULL`)
	calls := l.turns(b, 2000)
	half(b, func(i int) {
		if _, r := call[told](b, l, again(calls[i%len(calls)]), "create_order", twoTacos); r.Err != nil {
			b.Fatal(r.Err)
		}
	})
}
