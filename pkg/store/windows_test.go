package store_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store/storetest"
)

func TestRepliesThatWaitForAWindowKeepNoOtherWaiting(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	ids := map[string]string{"clinic": uuid.NewString(), "bistro": uuid.NewString()}
	for tenant, id := range ids {
		db.Exec(t, remindedTenant, tenant, "UTC")
		contact := uuid.NewString()
		db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ($1, $2, 'whatsapp', 'a', '')`, tenant, contact)
		db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) VALUES ($1, $2, 'whatsapp', 'a', $3)`, tenant, id, contact)
	}
	park := func(tenant string, n int) {
		db.Exec(t, `INSERT INTO delivery.deliveries (tenant_id, reply_id, conversation_id, channel, account_id, epoch, sequence, event, parts, state, reason, due_at)
			SELECT $1, gen_random_uuid(), $2, 'whatsapp', 'a', 1, g, '', 1, 'parked', 'window_closed', now() - interval '1 hour' FROM generate_series(1, $3) g`,
			tenant, ids[tenant], n)
	}
	wrote := func(tenant string) {
		db.Exec(t, `INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at) VALUES ($1, $2, 'm', 1, 'text', '', now())`, tenant, ids[tenant])
	}
	look := func() (released, bistro int) {
		db.QueryRow(t, `SELECT released FROM delivery.release_windows('72 hours', 10)`, nil, &released)
		db.QueryRow(t, `SELECT count(*) FROM delivery.deliveries WHERE tenant_id = 'bistro' AND state = 'pending'`, nil, &bistro)
		return released, bistro
	}
	park("clinic", 50)
	if n, _ := look(); n != 0 {
		t.Fatalf("%d released, and nobody wrote", n)
	}
	park("bistro", 1)
	wrote("bistro")
	if n, bistro := look(); n != 1 || bistro != 1 {
		t.Fatalf("behind fifty that wait: %d released, %d of them", n, bistro)
	}
	wrote("clinic")
	park("bistro", 0)
	db.Exec(t, `UPDATE delivery.deliveries SET state = 'parked', due_at = now() - interval '1 minute' WHERE tenant_id = 'bistro'`)
	if n, bistro := look(); n != 10 || bistro != 1 {
		t.Errorf("behind fifty that may go: %d released, %d of them", n, bistro)
	}
}
