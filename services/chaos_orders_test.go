package services_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
)

// heardOrder is the number and the total of the order that a customer was told of; number is empty where none was.
type heardOrder struct{ number, total, last string }

var orderTold = regexp.MustCompile(`(?s)pedido número (\d+):.*Total: \$([\d,.]+\d)`)

// orderMessages is how often a customer writes until an order is made.
const orderMessages = 12

// eat orders as a customer does who says yes until there is an order, whatever comes between.
func (s *stage) eat(ctx context.Context, l *load, phone string) (heardOrder, error) {
	text := "Quiero dos tacos al pastor, uno de suadero y un agua para recoger"
	for n := 1; n <= orderMessages; n++ {
		body, err := json.Marshal(textBody(phone, fmt.Sprintf("wamid.eat.%s.%d", phone, n), text))
		if err != nil {
			return heardOrder{}, err
		}
		for l.send(ctx, body) != 200 {
			select {
			case <-ctx.Done():
				return heardOrder{}, ctx.Err()
			case <-time.After(retryPause):
			}
		}
		sent, err := s.sandbox.Wait(ctx, n, func(m sandbox.Sent) bool { return m.To == phone })
		if err != nil {
			return heardOrder{}, err
		}
		reply := sent[n-1].Text
		switch m := orderTold.FindStringSubmatch(reply); {
		case m != nil:
			return heardOrder{number: m[1], total: m[2]}, nil
		case strings.Contains(reply, "alergia"):
			text = "no"
		default:
			text = "sí"
		}
		if n == orderMessages {
			return heardOrder{last: reply}, nil
		}
	}
	return heardOrder{}, nil
}

// reprice applies the business's file with another price of the suadero.
func (s *stage) reprice(t *testing.T, price int) {
	t.Helper()
	text, err := os.ReadFile("testdata/kitchen.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "kitchen.yaml")
	now := strings.Replace(string(text), "category: tacos, price: 28", fmt.Sprintf("category: tacos, price: %d", price), 1)
	if err := os.WriteFile(file, []byte(now), 0o600); err != nil {
		t.Fatal(err)
	}
	s.command(t, "recado", "tenant", "apply", "--dir", s.dir, file)
}

// orderUnderKills has customers order at once while tool-executor is killed and prices change, and compares what each was
// told with the rows.
func orderUnderKills(t *testing.T, customers, kills int) {
	t.Helper()
	s := asEightFor(t, sandbox.Faults{}, "testdata/kitchen.yaml")
	l := newLoad(s.url, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	heard, errs := make([]heardOrder, customers), make([]error, customers)
	ordered := make(chan struct{}, customers)
	for i := range customers {
		go func() {
			heard[i], errs[i] = s.eat(ctx, l, fmt.Sprintf("52155530%05d", i))
			ordered <- struct{}{}
		}()
	}
	random := rand.New(rand.NewPCG(21, 6))
	begin := time.Now()
	for n := range customers {
		if n*kills%customers < kills { // spread over the orders, each while the others are on their way
			s.strike(t, strike{victim: "tool-executor"})
			s.reprice(t, 28+random.IntN(3))
		}
		<-ordered
	}
	t.Logf("%d customers, %d kills: %s", customers, kills, time.Since(begin).Round(time.Second))
	s.checkOrders(t, heard, errs)
	s.surprises(t)
}

func (s *stage) checkOrders(t *testing.T, heard []heardOrder, errs []error) {
	t.Helper()
	var text string
	s.db.QueryRow(t, `SELECT coalesce(json_object_agg(number, json_build_array(to_char(total / 100.0, 'FM999,990.00'), contact_id)), '{}')::text
		FROM business.orders WHERE status = 'received'`, nil, &text)
	var rows map[string][2]string
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		t.Fatal(err)
	}
	contacts, without := map[string]bool{}, 0
	for i, h := range heard {
		row, is := rows[h.number]
		switch {
		case errs[i] != nil:
			t.Errorf("customer %d: %v", i, errs[i])
		case h.number == "":
			without++
			t.Errorf("customer %d has no order, and heard last %q", i, h.last)
		case !is || row[0] != strings.TrimSuffix(h.total, ".00")+".00" || contacts[row[1]]:
			t.Errorf("customer %d was told of order %s for %s; the row is %v", i, h.number, h.total, row)
		}
		contacts[row[1]] = true
	}
	if len(rows) != len(heard)-without {
		t.Errorf("%d orders for %d customers who were told of one", len(rows), len(heard)-without)
	}
}

// The long form, 300 customers, is part of `make chaos`.
func TestOrdersWhileTheExecutorIsKilledAreWhatCustomersHeard(t *testing.T) {
	t.Parallel()
	orderUnderKills(t, 40, 2)
}
