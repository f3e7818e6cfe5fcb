package toolexecutor

import (
	"context"
	"log/slog"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/tool-executor/changes"
	"github.com/recado/recado/services/tool-executor/tools/loyalty"
)

// A process dies at each step between the state and its award: before the event is on the bus, after that, and after the award.
func TestAKillBetweenStateAndAwardLosesNeitherAndAwardsOnce(t *testing.T) {
	t.Parallel()
	db, server := storetest.New(t), bustest.New(t)
	db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
	            VALUES ('shop', '', '{}', 'S', 'restaurant', 'MX', 'UTC', 'MXN', 'es')`)
	db.Exec(t, `INSERT INTO business.loyalty_programs (tenant_id, id, slug, name, per_appointment, per_order) VALUES ('shop', gen_random_uuid(), 'l', 'Club', 10, 5)`)
	contact := uuid.NewString()
	db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
	            SELECT 'shop', gen_random_uuid(), $1, gen_random_uuid(), now() - interval '1 hour', now() FROM generate_series(1, 20)`, contact)
	db.Exec(t, `INSERT INTO business.orders (tenant_id, id, number, contact_id, order_type, estimated_at, currency, subtotal, delivery_fee, total)
	            SELECT 'shop', gen_random_uuid(), n, $1, 'pickup', now(), 'MXN', 1, 0, 1 FROM generate_series(1, 20) n`, contact)
	db.Exec(t, `UPDATE business.appointments SET status = 'completed'`)
	db.Exec(t, `UPDATE business.orders SET status = 'delivered'`)
	pool := db.Open(t, "recado_tool_executor")
	awarder := loyalty.NewAwarder(pool)
	left := func() (n int) { db.QueryRow(t, `SELECT count(*) FROM business.outbox`, nil, &n); return n }

	dying := server.Bus(t, "tool-executor")
	died, die := context.WithCancel(t.Context())
	die() // before anything is published
	_ = changes.New(pool, dying, slog.New(slog.DiscardHandler)).Run(died)

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	heir := changes.New(pool, server.Bus(t, "tool-executor"), slog.New(slog.DiscardHandler))
	go func() { _ = heir.Run(ctx) }()
	bustest.Eventually(t, "the events to be on the bus", func() bool { return left() == 0 })

	first, kill := context.WithCancel(t.Context())
	seen := 0
	_ = bus.Hop[*recadov1.AppointmentChanged]{
		Name: "tool-executor", From: subject.AppointmentChanged, Workers: 1,
		Handle: func(ctx context.Context, e *recadov1.AppointmentChanged) error {
			if err := awarder.Appointment(ctx, e); err != nil {
				return err
			}
			if seen++; seen == 25 { // awarded, and nobody hears of it
				kill()
				return bus.Unavailable(context.Canceled)
			}
			return nil
		},
	}.Run(first, dying)

	again := server.Bus(t, "tool-executor")
	go func() {
		_ = bus.Hop[*recadov1.AppointmentChanged]{Name: "tool-executor", From: subject.AppointmentChanged, Handle: awarder.Appointment, Workers: 2}.Run(ctx, again)
	}()
	go func() {
		_ = bus.Hop[*recadov1.OrderChanged]{Name: "tool-executor", From: subject.OrderChanged, Handle: awarder.Order, Workers: 2}.Run(ctx, again)
	}()
	var balance, awards int
	bustest.Eventually(t, "every award", func() bool {
		db.QueryRow(t, `SELECT coalesce(sum(balance), 0), (SELECT count(*) FROM business.loyalty_transactions) FROM business.loyalty_accounts`, nil, &balance, &awards)
		return awards >= 40
	})
	if balance != 20*10+20*5 || awards != 40 {
		t.Errorf("%d awards add up to %d, want 40 and 300", awards, balance)
	}
}
