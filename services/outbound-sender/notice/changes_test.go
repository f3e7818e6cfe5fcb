package notice

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// order makes an order of a new contact that takes the place of another, if one is named, and returns its event.
func (l *lab) order(t *testing.T, id tenant.ID, number int, replaces string) *recadov1.OrderChanged {
	t.Helper()
	l.business(t, id)
	order, contact := uuid.NewString(), uuid.NewString()
	if replaces != "" {
		l.db.QueryRow(t, `SELECT contact_id::text FROM business.orders WHERE id = $1`, []any{replaces}, &contact)
	}
	l.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name)
	              VALUES ($1, $2, 'whatsapp', '123', 'x', 'Ana') ON CONFLICT DO NOTHING`, string(id), contact)
	l.db.Exec(t, `INSERT INTO business.orders (tenant_id, id, number, contact_id, channel, order_type, zone_name, address, estimated_at, currency,
	              subtotal, delivery_fee, total, replaces)
	              VALUES ($1, $2, $3, $4, 'whatsapp', 'delivery', 'Cholula', 'Calle secreta 5', '2026-11-24 02:00Z', 'MXN', 9600, 3000, 12600, nullif($5, '')::uuid)`,
		string(id), order, number, contact, replaces)
	l.db.Exec(t, `INSERT INTO business.order_items (tenant_id, order_id, position, name, quantity, options, allergens, notes, unit_price, line_total)
	              VALUES ($1, $2, 0, 'Taco al pastor', 2, '{Con queso}', '{maíz}', 'sin {total} cebolla [TEL_1]', 4800, 9600)`, string(id), order)
	return &recadov1.OrderChanged{
		Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: string(id)}, OrderId: order, Number: int64(number), State: "received",
		Replaces: replaces, ChangedAt: timestamppb.Now(),
	}
}

func (l *lab) business(t *testing.T, id tenant.ID) {
	t.Helper()
	l.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
	              VALUES ($1, '', '{}', 'T', 'restaurant', 'MX', 'America/Mexico_City', 'MXN', 'es') ON CONFLICT DO NOTHING`, string(id))
}

func (l *lab) acceptOrder(t *testing.T, e *recadov1.OrderChanged) {
	t.Helper()
	if err := l.AcceptOrder(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

// cancel ends an order as a customer does, and returns its event.
func (l *lab) cancel(t *testing.T, e *recadov1.OrderChanged) *recadov1.OrderChanged {
	t.Helper()
	l.db.Exec(t, `UPDATE business.orders SET status = 'cancelled' WHERE id = $1`, e.GetOrderId())
	return &recadov1.OrderChanged{
		Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: e.GetMeta().GetTenantId()}, OrderId: e.GetOrderId(),
		State: "cancelled", PreviousState: "received", ChangedAt: timestamppb.Now(),
	}
}

func TestBusinessIsToldOfANewOrderByEveryWayOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook, email, whatsapp)
	e := l.order(t, "clinic", 7, "")
	for range 3 {
		l.acceptOrder(t, e)
	}
	l.sendAll(t)
	l.acceptOrder(t, e)
	l.sendAll(t)
	if got := l.states(t); !slices.Equal(got, []string{"email sent", "webhook sent", "whatsapp sent"}) {
		t.Fatalf("states %v", got)
	}
	sent := l.sandbox.Sent()
	if len(sent) != 1 || len(l.mail.received()) != 1 || l.hook.count() != 1 {
		t.Fatalf("%d, %d and %d notices", len(sent), len(l.mail.received()), l.hook.count())
	}
	for _, want := range []string{
		"Clínica Sol: pedido nuevo 7, $126\n", "A domicilio: 2026-11-23 20:00, Cholula\n",
		"2 × Taco al pastor, Con queso: $96 (nota: sin (total) cebolla [DATO PROTEGIDO]) [contiene maíz]\n",
		"Envío: $30\nTotal: $126\n", "Contacto: Ana (whatsapp)", "recado order show 7 --tenant clinic",
	} {
		if !strings.Contains(sent[0].Text, want) {
			t.Errorf("it lacks %q: %s", want, sent[0].Text)
		}
	}
	var p ChangePayload
	if err := json.Unmarshal(l.hook.bodies[0], &p); err != nil || p.Notice != orderNew || p.Order != e.GetOrderId() {
		t.Errorf("webhook %s, %v", l.hook.bodies[0], err)
	}
	if p.About.Total != 12600 || p.About.Lines[0].Notes != "sin {total} cebolla [DATO PROTEGIDO]" {
		t.Errorf("webhook %s", l.hook.bodies[0])
	}
	for _, text := range append(l.mail.received(), string(l.hook.bodies[0]), sent[0].Text) {
		if strings.Contains(text, "secreta") {
			t.Errorf("the address is told: %s", text)
		}
	}
}

func TestAnOrderThatTakesAnothersPlaceIsToldInItsPlace(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	first := l.order(t, "clinic", 7, "")
	second := l.order(t, "clinic", 8, first.GetOrderId())
	l.acceptOrder(t, first)
	l.acceptOrder(t, l.cancel(t, first))
	l.acceptOrder(t, second)
	l.sendAll(t)
	var p ChangePayload
	if l.hook.count() != 1 {
		t.Fatalf("%d notices: %v", l.hook.count(), l.states(t))
	}
	if err := json.Unmarshal(l.hook.bodies[0], &p); err != nil || p.Notice != orderReplaced || p.About.Replaces != 7 {
		t.Errorf("%s, %v", l.hook.bodies[0], err)
	}
	l.acceptOrder(t, l.cancel(t, second))
	l.sendAll(t)
	if err := json.Unmarshal(l.hook.bodies[1], &p); err != nil || p.Notice != orderCancelled || p.About.Number != 8 {
		t.Errorf("%s, %v", l.hook.bodies[1], err)
	}
}

func TestWhatTheBusinessSaidItselfAndWhatIsLongOverIsNotTold(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	e := l.order(t, "clinic", 7, "")
	e.PreviousState, e.State = "received", "preparing"
	l.acceptOrder(t, e)
	old := l.order(t, "clinic", 8, "")
	old.ChangedAt = timestamppb.New(time.Now().Add(-longAgo - time.Minute))
	l.acceptOrder(t, old)
	l.acceptOrder(t, &recadov1.OrderChanged{
		Meta: &recadov1.Meta{EventId: "e", TenantId: "nobody"}, OrderId: uuid.NewString(), State: "received", ChangedAt: timestamppb.Now(),
	})
	if got := l.states(t); len(got) != 0 {
		t.Errorf("%v", got)
	}
	for _, spoil := range []*recadov1.OrderChanged{
		{Meta: &recadov1.Meta{TenantId: "clinic"}, OrderId: uuid.NewString()}, {Meta: &recadov1.Meta{EventId: "e", TenantId: "clinic"}, OrderId: "x"}, {},
	} {
		if err := l.AcceptOrder(t.Context(), spoil); err == nil {
			t.Errorf("%v was taken", spoil)
		}
	}
}

func TestBusinessIsToldOfAnAppointmentThatWasCancelled(t *testing.T) {
	t.Parallel()
	l := newLab(t, whatsapp)
	l.business(t, "clinic")
	visit := uuid.NewString()
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, service_name, staff_name, branch_name, starts_at, ends_at, status)
	              VALUES ('clinic', $1, gen_random_uuid(), gen_random_uuid(), 'Limpieza', 'Dra. Sol', 'Centro', '2026-11-24 16:00Z', '2026-11-24 17:00Z', 'cancelled')`, visit)
	e := &recadov1.AppointmentChanged{
		Meta: &recadov1.Meta{EventId: "e", TenantId: "clinic"}, AppointmentId: visit, State: "cancelled", PreviousState: "confirmed", ChangedAt: timestamppb.Now(),
	}
	for range 2 {
		if err := l.AcceptAppointment(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		l.sendAll(t)
	}
	sent := l.sandbox.Sent()
	if len(sent) != 1 || !strings.Contains(sent[0].Text, "cita cancelada, 2026-11-24 10:00\nLimpieza, Dra. Sol, Centro\n") {
		t.Errorf("told %+v, %v", sent, l.states(t))
	}
	e.State, e.Meta.EventId = "completed", "f"
	if err := l.AcceptAppointment(t.Context(), e); err != nil || len(l.states(t)) != 1 {
		t.Errorf("%v, %v", err, l.states(t))
	}
}

func TestOrdersHaveAShareOfTheirOwnBesideHandoffs(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	l.db.Exec(t, `INSERT INTO delivery.notices (tenant_id, id, subject_id, epoch, kind, since, target)
	              SELECT 'clinic', gen_random_uuid(), gen_random_uuid(), 0, 'order_new', now(), 'x' FROM generate_series(1, $1)`, share)
	l.acceptOrder(t, l.order(t, "clinic", 7, ""))
	l.accept(t, l.event(t, "clinic", requested, 0))
	l.acceptOrder(t, l.order(t, "bistro", 7, ""))
	if got := len(l.states(t)); got != share+2 {
		t.Errorf("%d notices are kept, want the handoff's and the other tenant's beside %d", got, share)
	}
}

func TestChangesAreWordedInThreeLanguages(t *testing.T) {
	t.Parallel()
	about := &About{Number: 7, Replaces: 6, Type: "pickup", Due: "2026-11-24 10:00", Branch: "Centro", Fee: 3000, Total: 12600, Currency: "MXN", Party: 4}
	for range maxLines + 2 {
		about.Lines = append(about.Lines, AboutLine{Quantity: 1, Name: "Agua", Total: 100})
	}
	for language, p := range changeLanguages {
		for kind := range p.subjects {
			n := &notice{Tenant: "clinic", Kind: kind, Subject: "s1", Channel: "whatsapp", Contact: "Ana\r\nBcc: x@y.example", About: about}
			got := wordsOf(n, &tenant.Settings{Name: "Sol", Language: language})
			if !strings.Contains(got.subject, "Sol") || strings.ContainsAny(got.subject, "{}\r\n") || strings.ContainsAny(got.body, "{}\r") {
				t.Errorf("%s, %s: %q", language, kind, got)
			}
			if kind != appointmentCancelled && strings.Count(got.body, "Agua") != maxLines {
				t.Errorf("%s, %s: %q", language, kind, got.body)
			}
		}
		if len(p.subjects) != len(changeLanguages["es"].subjects) {
			t.Errorf("%s lacks words", language)
		}
	}
}
