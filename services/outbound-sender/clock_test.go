package outboundsender_test

import (
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
)

func TestRepliesDoNotWaitForAClockThatWasSetBack(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	many(t, db, "aaa", "1", 3)
	db.Exec(t, `SELECT delivery.beat('p', '5 s', '60 s', '{}')`)
	db.Exec(t, `SELECT delivery.follow_clock('5 s')`)
	db.Exec(t, `UPDATE delivery.deliveries SET due_at = now() + interval '1 hour'`)
	ahead := func() (n int) {
		db.QueryRow(t, `SELECT count(*) FROM delivery.deliveries WHERE due_at > now() + interval '11 s'`, nil, &n)
		return n
	}
	db.Exec(t, `SELECT delivery.follow_clock('5 s')`)
	if got := ahead(); got != 3 {
		t.Errorf("%d of 3 replies wait as they should while the clock goes on", got)
	}
	db.Exec(t, `UPDATE delivery.owners SET expires_at = expires_at + interval '1 hour'`)
	db.Exec(t, `INSERT INTO delivery.pauses (tenant_id, channel, account_id, paused_until) VALUES ('aaa', 'whatsapp', '1', now() + interval '1 hour')`)
	db.Exec(t, `SELECT delivery.follow_clock('5 s')`)
	if got := ahead(); got != 0 {
		t.Errorf("%d replies wait for a clock that was set back by an hour", got)
	}
	var paused int
	db.QueryRow(t, `SELECT count(*) FROM delivery.pauses WHERE paused_until > now() + interval '11 s'`, nil, &paused)
	if paused != 0 {
		t.Error("the account is paused for as long as the clock went back")
	}
}
