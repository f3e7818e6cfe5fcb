package changes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// stream takes events as a stream does: one of each id.
type stream struct {
	mu     sync.Mutex
	after  func(e bus.Event) error // what comes of a publish that the stream has taken
	ids    map[string]int
	events []bus.Event
}

func (s *stream) Publish(_ context.Context, e bus.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids[e.GetMeta().GetEventId()]++; s.ids[e.GetMeta().GetEventId()] == 1 {
		s.events = append(s.events, e)
	}
	if s.after == nil {
		return nil
	}
	return s.after(e)
}

func newStream() *stream { return &stream{ids: map[string]int{}} }

func tenants(t *testing.T, names ...string) *storetest.DB {
	t.Helper()
	db := storetest.New(t)
	for _, name := range names {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		            VALUES ($1, '', '{}', $1, 'dental', 'MX', 'UTC', 'MXN', 'es')`, name)
	}
	return db
}

func publisherOf(t *testing.T, db *storetest.DB, to publisher) *Publisher {
	t.Helper()
	return New(db.Open(t, "recado_tool_executor"), to, slog.New(slog.DiscardHandler))
}

const orderSQL = `INSERT INTO business.orders (tenant_id, id, number, contact_id, conversation_id, order_type, estimated_at, currency,
  subtotal, delivery_fee, total) VALUES ($1, $2, $3, $4, $5, 'pickup', now(), 'MXN', 4500, 0, 4500)`

const appointmentSQL = `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, service_name, starts_at, ends_at)
  VALUES ($1, $2, $3, gen_random_uuid(), 'Limpieza', now(), now() + interval '1 hour')`

func drain(t *testing.T, p *Publisher) {
	t.Helper()
	if err := p.drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func left(t *testing.T, db *storetest.DB) (n int) {
	t.Helper()
	db.QueryRow(t, `SELECT count(*) FROM business.outbox`, nil, &n)
	return n
}

func TestEveryChangeOfStateIsOneEvent(t *testing.T) {
	t.Parallel()
	db, to := tenants(t, "shop"), newStream()
	order, visit, contact, conversation := uuid.NewString(), uuid.NewString(), uuid.NewString(), uuid.NewString()
	db.Exec(t, orderSQL, "shop", order, 7, contact, conversation)
	db.Exec(t, appointmentSQL, "shop", visit, contact)
	for _, change := range []string{
		`UPDATE business.orders SET status = 'preparing'`, `UPDATE business.orders SET status = 'preparing', updated_at = now()`,
		`UPDATE business.orders SET address = '', cancel_reason = 'changed my mind'`,
		`UPDATE business.appointments SET starts_at = starts_at - interval '1 day'`, `UPDATE business.appointments SET notes = 'x'`,
		`UPDATE business.appointments SET status = 'completed'`,
	} {
		db.Exec(t, change)
	}
	drain(t, publisherOf(t, db, to))
	var got []string
	for _, e := range to.events {
		m := e.GetMeta()
		if m.GetTenantId() != "shop" || m.GetContact().GetContactId() != contact || m.GetOccurredAt() == nil {
			t.Errorf("the event is of %v", m)
		}
		switch e := e.(type) {
		case *recadov1.OrderChanged:
			got = append(got, fmt.Sprintf("order %d %s>%s %d %s", e.GetNumber(), e.GetPreviousState(), e.GetState(), e.GetTotal(), e.GetCurrency()))
			if e.GetOrderId() != order || m.GetConversationKey() != conversation {
				t.Errorf("the order's event is of %s in %s", e.GetOrderId(), m.GetConversationKey())
			}
		case *recadov1.AppointmentChanged:
			got = append(got, fmt.Sprintf("%s %s>%s", e.GetService(), e.GetPreviousState(), e.GetState()))
			if e.GetAppointmentId() != visit || e.GetStartsAt() == nil || m.GetConversationKey() != "" {
				t.Errorf("the appointment's event is %v", e)
			}
		}
	}
	want := []string{
		"order 7 >received 4500 MXN", "Limpieza >confirmed", "order 7 received>preparing 4500 MXN",
		"Limpieza confirmed>confirmed", "Limpieza confirmed>completed",
	}
	if !slices.Equal(got, want) || left(t, db) != 0 {
		t.Errorf("got %q, %d left; want %q", got, left(t, db), want)
	}
}

// A process that dies after the stream took an event, before the row is gone, is one whose publish never returns.
func TestAKillBetweenStateAndPublishLosesNothingAndTellsNothingTwice(t *testing.T) {
	t.Parallel()
	db, to := tenants(t, "shop"), newStream()
	for n := range 20 {
		db.Exec(t, orderSQL, "shop", uuid.NewString(), n+1, uuid.NewString(), nil)
	}
	killed, kill := context.WithCancel(t.Context())
	count := 0
	to.after = func(bus.Event) error {
		if count++; count == 5 { // it is in the stream: who published it hears no more
			kill()
			panic("killed")
		}
		return nil
	}
	victim := publisherOf(t, db, to)
	func() {
		defer func() { _ = recover() }()
		_ = victim.drain(killed)
	}()
	if n := left(t, db); n != 20 {
		t.Fatalf("%d rows are left of a batch that was cut, want all 20", n)
	}
	to.mu = sync.Mutex{}
	to.after = nil
	drain(t, publisherOf(t, db, to))
	if len(to.events) != 20 || left(t, db) != 0 {
		t.Errorf("%d events, %d rows left; want each of 20 once", len(to.events), left(t, db))
	}
}

func TestEventsWaitWhileTheBusIsAwayAndAllComeOnceItIsBack(t *testing.T) {
	t.Parallel()
	db, to := tenants(t, "shop"), newStream()
	for n := range 3 {
		db.Exec(t, orderSQL, "shop", uuid.NewString(), n+1, uuid.NewString(), nil)
	}
	p := publisherOf(t, db, to)
	taken := 0
	to.after = func(bus.Event) error {
		if taken++; taken > 1 {
			return bus.Unavailable(errors.New("no server"))
		}
		return nil
	}
	if err := p.drain(t.Context()); !bus.IsUnavailable(err) || left(t, db) != 2 {
		t.Errorf("got %v and %d rows, want that two wait", err, left(t, db))
	}
	to.after = nil
	drain(t, p)
	if len(to.events) != 3 || left(t, db) != 0 {
		t.Errorf("%d events, %d rows left", len(to.events), left(t, db))
	}
}

func TestAnEventThatTheBusRefusesHoldsNobody(t *testing.T) {
	t.Parallel()
	db, to := tenants(t, "shop"), newStream()
	db.Exec(t, orderSQL, "shop", uuid.NewString(), 1, uuid.NewString(), nil)
	db.Exec(t, orderSQL, "shop", uuid.NewString(), 2, uuid.NewString(), nil)
	to.after = func(e bus.Event) error {
		if e.(*recadov1.OrderChanged).GetNumber() == 1 {
			return errors.New("too large")
		}
		return nil
	}
	drain(t, publisherOf(t, db, to))
	if len(to.events) != 2 || left(t, db) != 0 {
		t.Errorf("%d events, %d rows left", len(to.events), left(t, db))
	}
}

func TestATenantWithManyEventsHoldsNoOthers(t *testing.T) {
	t.Parallel()
	db, to := tenants(t, "busy", "calm"), newStream()
	db.Exec(t, `INSERT INTO business.orders (tenant_id, id, number, contact_id, order_type, estimated_at, currency, subtotal, delivery_fee, total)
	            SELECT 'busy', gen_random_uuid(), n, gen_random_uuid(), 'pickup', now(), 'MXN', 1, 0, 1 FROM generate_series(1, 500) n`)
	db.Exec(t, orderSQL, "calm", uuid.NewString(), 1, uuid.NewString(), nil)
	p := publisherOf(t, db, to)
	if _, err := p.publishSome(t.Context()); err != nil {
		t.Fatal(err)
	}
	place := slices.IndexFunc(to.events, func(e bus.Event) bool { return e.GetMeta().GetTenantId() == "calm" })
	if place < 0 || place > 1 {
		t.Errorf("the other tenant's event came as number %d of the first %d", place, len(to.events))
	}
	drain(t, p)
	if len(to.events) != 501 {
		t.Errorf("%d events, want 501", len(to.events))
	}
}

func TestTwoPublishersShareTheWorkOverARealStream(t *testing.T) {
	t.Parallel()
	db, server := tenants(t, "shop"), bustest.New(t)
	const n = 100
	db.Exec(t, `INSERT INTO business.orders (tenant_id, id, number, contact_id, order_type, estimated_at, currency, subtotal, delivery_fee, total)
	            SELECT 'shop', gen_random_uuid(), n, gen_random_uuid(), 'pickup', now(), 'MXN', 1, 0, 1 FROM generate_series(1, $1) n`, n)
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	for range 2 {
		p := publisherOf(t, db, server.Bus(t, "tool-executor"))
		work.Go(func() { _ = p.Run(ctx) })
	}
	events := bustest.Collect[*recadov1.OrderChanged](t, server, subject.OrderChanged, n)
	bustest.Eventually(t, "the outbox to be empty", func() bool { return left(t, db) == 0 })
	db.Exec(t, `UPDATE business.orders SET status = 'preparing' WHERE number = 1`) // somebody else's: nobody wakes a publisher
	bustest.Eventually(t, "what others wrote", func() bool { return bustest.Count(t, server, subject.OrderChanged) == n+1 })
	stop()
	work.Wait()
	if len(events) != n {
		t.Errorf("%d events", len(events))
	}
}
