package rekey

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/tenant"
)

const (
	// pauseSQL keeps replies from being sent: they wait in their table.
	pauseSQL = `
INSERT INTO delivery.pauses AS p (tenant_id, channel, account_id, paused_until)
SELECT $1, channel, account_id, now() + interval '10 years'
  FROM (SELECT channel, account_id FROM core.accounts WHERE tenant_id = $1
        UNION SELECT channel, account_id FROM delivery.deliveries WHERE tenant_id = $1) AS a
ON CONFLICT (tenant_id, channel, account_id) DO UPDATE SET paused_until = excluded.paused_until`

	resumeSQL = `UPDATE delivery.pauses SET paused_until = now() WHERE tenant_id = $1 AND paused_until > now() + interval '1 year'`

	// lockSQL keeps turns from beginning or ending meanwhile.
	lockSQL = `SELECT count(*) FROM (SELECT FROM chat.conversations WHERE tenant_id = $1 ORDER BY id FOR UPDATE) AS locked`

	busySQL = `
SELECT EXISTS (SELECT FROM chat.conversations WHERE tenant_id = $1 AND owner IS NOT NULL)
    OR EXISTS (SELECT FROM chat.turns WHERE tenant_id = $1 AND published_at IS NULL)
    OR EXISTS (SELECT FROM delivery.deliveries WHERE tenant_id = $1 AND state = 'sending')`

	contactChannelsSQL = `SELECT id::text, channel FROM chat.contacts WHERE tenant_id = $1`
)

// busy reports whether something of the tenant is still in the hands of a process.
func busy(ctx context.Context, tx pgx.Tx, id tenant.ID) (busy bool, err error) {
	if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '3s'; SET CONSTRAINTS ALL DEFERRED`); err != nil {
		return false, err
	}
	if _, err = tx.Exec(ctx, lockSQL, string(id)); err == nil {
		err = tx.QueryRow(ctx, busySQL, string(id)).Scan(&busy)
	}
	if err != nil {
		return false, fmt.Errorf("look for what is under way: %w", err)
	}
	return busy, nil
}

// contactChannels are the channels of the tenant's contacts, under their bare ids and under their new ones.
func contactChannels(ctx context.Context, tx pgx.Tx, id tenant.ID) (map[string]string, error) {
	rows, err := tx.Query(ctx, contactChannelsSQL, string(id))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	var contact, channel string
	_, err = pgx.ForEachRow(rows, []any{&contact, &channel}, func() error { out[contact] = channel; return nil })
	return out, err
}

// contended reports whether somebody held a lock that was needed.
func contended(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains([]string{"55P03", "40P01", "40001"}, refused.Code)
}
