package services_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services"
)

// twoDaysAgo is a conversation, its reply's delivery, a tool's ledger row and a visit.
const twoDaysAgo = `
INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
  VALUES ('clinic', '', '{}', 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es');
INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, updated_at)
  VALUES ('clinic', gen_random_uuid(), 'whatsapp', '1', gen_random_uuid(), now() - interval '2 days');
INSERT INTO delivery.deliveries (tenant_id, reply_id, conversation_id, channel, account_id, epoch, sequence, event, state, parts, created_at)
  VALUES ('clinic', gen_random_uuid(), gen_random_uuid(), 'whatsapp', '1', 1, 1, '', 'sent', 1, now() - interval '2 days');
INSERT INTO business.tool_ledger (tenant_id, idempotency_key, tool, request_hash, result, created_at)
  VALUES ('clinic', 'k', 'create_appointment', '', '{}', now() - interval '2 days');
INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at, created_at)
  VALUES ('clinic', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - interval '2 days', now() - interval '47 hours', now() - interval '2 days')`

func TestServicesRemoveWhatIsKeptNoLonger(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, twoDaysAgo)
	owners := []string{"agent-runner", "tool-executor", "outbound-sender"}
	apptest.Start(t, apptest.Options{
		Server: bustest.New(t),
		Env:    map[string]string{"RECADO_POSTGRES_URL": db.URL, "RECADO_CHAT_RETENTION": "24h"},
		Services: slices.DeleteFunc(services.All(), func(service app.Service) bool {
			return !slices.Contains(owners, service.Name)
		}),
	})
	conn, err := pgx.Connect(t.Context(), db.URL)
	check(t, "connect", err)
	const left = `SELECT (SELECT count(*) FROM chat.conversations) + (SELECT count(*) FROM delivery.deliveries)
	  + (SELECT count(*) FROM business.tool_ledger)`
	bustest.Eventually(t, "the old rows to go", func() bool {
		var n int
		return conn.QueryRow(t.Context(), left).Scan(&n) == nil && n == 0
	})
	var visits int
	check(t, "count visits", conn.QueryRow(t.Context(), `SELECT count(*) FROM business.appointments`).Scan(&visits))
	if visits != 1 {
		t.Errorf("%d appointments are left, want the one whose own time is not over", visits)
	}
}
