package promise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

// diner is a contact with a conversation and an order of a type, made an hour ago.
func (l *lab) diner(t *testing.T, of tenant.ID, orderType string) *patient {
	t.Helper()
	p := l.patient(t, of)
	p.appointment = uuid.NewString()
	l.db.Exec(t, `INSERT INTO business.contacts (tenant_id, id) VALUES ($1, $2)`, string(of), p.contact)
	l.db.Exec(t, `INSERT INTO business.orders (tenant_id, id, number, contact_id, conversation_id, order_type, branch_name, estimated_at, currency,
		  subtotal, delivery_fee, total, created_at)
		SELECT $1, $2, 1 + count(*), $3, $4, $5, 'Centro', now(), 'PEN', 100, 0, 100, now() - interval '1 hour' FROM business.orders`,
		string(of), p.appointment, p.contact, p.conversation, orderType)
	return p
}

// set changes an order as a role does, and says what is planned then; it returns the states that were planned and what was said.
func (l *lab) set(t *testing.T, p *patient, role, state string) (planned, text string) {
	t.Helper()
	err := l.db.Open(t, role).Tenant(t.Context(), p.tenant, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE business.orders SET status = $3, updated_at = now() WHERE tenant_id = $1 AND id = $2`, p.tenant, p.appointment, state)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	l.db.QueryRow(t, `SELECT coalesce(max(id::text) FILTER (WHERE state = 'waiting'), ''), coalesce(string_agg(facts ->> 'status', ' ' ORDER BY version), '')
		FROM business.scheduled_messages WHERE tenant_id = $1 AND subject_id = $2`, []any{string(p.tenant), p.appointment}, &p.message, &planned)
	e := p.due()
	e.Kind = "order_state"
	if p.message != "" {
		err = l.speaker.Handle(t.Context(), e)
	}
	if err != nil {
		t.Fatal(err)
	}
	l.db.QueryRow(t, `SELECT coalesce(string_agg(content ->> 'text', '|' ORDER BY sequence), '') FROM chat.replies WHERE conversation_id = $1`, []any{p.conversation}, &text)
	return planned, text
}

const staff, tools = "recado_console", "recado_tool_executor"

func TestWhatTheBusinessSaysOfAnOrderIsToldToWhoMadeItAndNothingElse(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for name, c := range map[string]struct {
		orderType, role, state string
		before                 string // a change that comes before it
		planned, said          string
	}{
		"ready to fetch":            {"pickup", staff, "ready", "", "ready", "ya está listo en Centro"},
		"ready and not yet brought": {"delivery", staff, "ready", "", "", ""},
		"on its way":                {"delivery", staff, "on_the_way", "", "on_the_way", "ya va en camino"},
		"nobody brings it":          {"pickup", staff, "on_the_way", "", "", ""},
		"being prepared":            {"pickup", staff, "preparing", "", "", ""},
		"fetched":                   {"pickup", staff, "delivered", "", "", ""},
		"cancelled by the business": {"delivery", staff, "cancelled", "", "cancelled", "tuvimos que cancelar el pedido"},
		"cancelled by the customer": {"delivery", tools, "cancelled", "", "", ""},
		"of last week":              {"pickup", staff, "ready", `UPDATE business.orders SET estimated_at = now() - interval '7 days' WHERE id = '%[2]s'`, "", ""},
		"of who was erased":         {"pickup", staff, "ready", `UPDATE chat.contacts SET sealed_address = '' WHERE id = '%[1]s'`, "", ""},
		"in the quiet hours":        {"pickup", staff, "ready", `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '24:00'`, "ready", "ya está listo"},
		"with a person":             {"pickup", staff, "ready", `UPDATE chat.conversations SET handoff_mode = 'human' WHERE contact_id = '%[1]s'`, "ready", ""},
		"to who wanted no messages, then ordered": {
			"pickup", staff, "ready", `UPDATE business.contacts SET silenced_at = now() - interval '1 day' WHERE id = '%[1]s'`, "ready", "ya está listo",
		},
		"to who ordered, then wanted no messages": {"pickup", staff, "ready", `UPDATE business.contacts SET silenced_at = now() WHERE id = '%[1]s'`, "ready", ""},
		"cancelled to who wants no messages": {
			"pickup", staff, "cancelled", `UPDATE business.contacts SET silenced_at = now() WHERE id = '%[1]s'`, "cancelled", "tuvimos que cancelar",
		},
	} {
		p := l.diner(t, "clinic", c.orderType)
		if c.before != "" {
			l.db.Exec(t, fmt.Sprintf(c.before+" -- %[1]s %[2]s", p.contact, p.appointment))
		}
		planned, text := l.set(t, p, c.role, c.state)
		if planned != c.planned || (c.said == "") != (text == "") || !strings.Contains(text, c.said) {
			t.Errorf("%s: planned %q, said %q", name, planned, text)
		}
		l.db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
	}
}

func TestAnOrdersStatesAreToldOnceEachAndNoneThatIsOverMeanwhile(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.diner(t, "clinic", "pickup")
	l.set(t, p, staff, "ready")
	l.set(t, p, staff, "preparing") // the database lets it go back
	if planned, text := l.set(t, p, staff, "ready"); planned != "ready" || strings.Count(text, "ya está listo") != 1 {
		t.Errorf("planned %q, said %q", planned, text)
	}
	q := l.diner(t, "clinic", "pickup")
	l.db.Exec(t, `UPDATE chat.conversations SET owner = 'somebody' WHERE id = $1`, q.conversation)
	l.set(t, q, staff, "ready")
	l.db.Exec(t, `UPDATE chat.conversations SET owner = NULL WHERE id = $1`, q.conversation)
	if planned, text := l.set(t, q, staff, "delivered"); planned != "ready" || text != "" {
		t.Errorf("planned %q, said %q of an order that was fetched", planned, text)
	}
}

func TestHowAnOrderGoesWaitsForTheChannelsWindow(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.diner(t, "clinic", "pickup")
	l.db.Exec(t, `UPDATE chat.messages SET received_at = now() - interval '2 days' WHERE conversation_id = $1`, p.conversation)
	if _, text := l.set(t, p, staff, "ready"); text != "" {
		t.Errorf("said %q", text)
	}
	l.db.Exec(t, `UPDATE chat.messages SET received_at = now() WHERE conversation_id = $1`, p.conversation)
	if _, text := l.set(t, p, staff, "ready"); !strings.Contains(text, "ya está listo") {
		t.Errorf("then said %q", text)
	}
}
