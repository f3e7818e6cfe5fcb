package outboundsender_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store/storetest"
)

// many puts n due replies of a tenant into the table, each of a conversation of its own.
func many(t testing.TB, db *storetest.DB, tenant, account string, n int) {
	t.Helper()
	db.Exec(t, fmt.Sprintf(`WITH c AS (
		INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id)
		SELECT '%[1]s', gen_random_uuid(), 'whatsapp', '%[2]s', gen_random_uuid() FROM generate_series(1, %[3]d) RETURNING id)
		INSERT INTO delivery.deliveries (tenant_id, reply_id, conversation_id, channel, account_id, epoch, sequence, event, parts)
		SELECT '%[1]s', gen_random_uuid(), id, 'whatsapp', '%[2]s', 1, 1, '', 1 FROM c`, tenant, account, n))
}

// claimed claims for a process and counts by tenant.
func claimed(t *testing.T, db *storetest.DB, limit int) map[string]int {
	t.Helper()
	var tenants []string
	db.QueryRow(t, `SELECT coalesce(array_agg(tenant_id), '{}') FROM delivery.claim('p', $1)`, []any{limit}, &tenants)
	out := map[string]int{}
	for _, id := range tenants {
		out[id]++
	}
	return out
}

func TestBacklogOfOneTenantLeavesTheOthersTheirTurn(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	many(t, db, "aaa", "1", 1500)
	many(t, db, "zzz", "2", 3)
	if got := claimed(t, db, 64); got["zzz"] != 3 || got["aaa"] != 61 {
		t.Errorf("claimed %v", got)
	}
}

func TestPausedAccountIsLeftAloneByEveryProcess(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	many(t, db, "aaa", "1", 100)
	many(t, db, "aaa", "2", 2)
	var reply string
	var attempt int
	db.QueryRow(t, `SELECT reply_id::text, attempts FROM delivery.claim('p', 1)`, nil, &reply, &attempt)
	db.Exec(t, `SELECT delivery.settle('aaa', $1, 'p', $2, 'pending', 0, 'whatsapp', '', '1 hour', '1 hour', 'unavailable', false)`, reply, attempt)
	if got := claimed(t, db, 64); got["aaa"] != 2 {
		t.Errorf("claimed %v", got)
	}
	var accepted string
	db.QueryRow(t, `SELECT delivery.accept('aaa', gen_random_uuid(), (SELECT id FROM chat.conversations LIMIT 1), 'whatsapp', '1', 1, 1, '', '', 1, 'q')`, nil, &accepted)
	if accepted != "pending" {
		t.Errorf("a reply of the paused account is %s", accepted)
	}
	db.Exec(t, `UPDATE delivery.pauses SET paused_until = now()`)
	if got := claimed(t, db, 64); got["aaa"] != 64 {
		t.Errorf("after the pause: claimed %v", got)
	}
}

func TestWaitingForAPauseIsNotAnAttempt(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	many(t, db, "aaa", "1", 1)
	for range 12 {
		var reply string
		var attempt int
		db.QueryRow(t, `SELECT reply_id::text, attempts FROM delivery.claim('p', 1)`, nil, &reply, &attempt)
		if attempt != 1 {
			t.Fatalf("attempt %d", attempt)
		}
		db.Exec(t, `SELECT delivery.settle('aaa', $1, 'p', 1, 'pending', 0, 'whatsapp', '', '0 s', '0 s', 'account_paused', false)`, reply)
	}
}

func TestStaleReplyIsReportedAgainWhenItIsDraftedAgain(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	many(t, db, "aaa", "1", 1)
	db.Exec(t, `UPDATE chat.conversations SET epoch = 2`)
	db.Exec(t, `DELETE FROM delivery.deliveries`)
	const accept = `SELECT delivery.accept('aaa', '018f0000-0000-7000-8000-000000000001', (SELECT id FROM chat.conversations), 'whatsapp', '1', 1, 1, '', '', 1, 'p')`
	for range 2 {
		var got string
		if db.QueryRow(t, accept, nil, &got); got != "stale" {
			t.Errorf("got %s", got)
		}
	}
}

func BenchmarkClaim(b *testing.B) {
	db := storetest.New(b)
	for i := range 20 {
		many(b, db, fmt.Sprintf("t%02d", i), "1", 1000)
	}
	db.Exec(b, `ANALYZE delivery.deliveries`)
	sender := db.Open(b, "recado_outbound_sender")
	for b.Loop() {
		err := sender.SystemBatch(b.Context(), func(batch *pgx.Batch) { batch.Queue(`SELECT count(*) FROM delivery.claim('p', 64)`) })
		if err != nil {
			b.Fatal(err)
		}
	}
}
