package promises

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

// due is a message whose time has come.
type due struct {
	Tenant       tenant.ID
	ID           string
	Version      int32
	Kind         string
	Subject      string
	Contact      string
	Conversation *string // nil: nobody has written from there
	Channel      string
	Account      string
	Attempts     int
	DueAt        time.Time
	ExpiresAt    time.Time
}

const claimSQL = `SELECT tenant_id, id::text, version, kind, subject_id::text, contact_id::text, conversation_id::text, channel, account_id,
  attempts, due_at, expires_at FROM business.claim_messages($1, $2, $3)`

func (s *Sweeper) claim(ctx context.Context) (list []due, err error) {
	err = s.Store.System(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, claimSQL, batch, share, hold)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[due])
		return err
	})
	return list, err
}

// closeVisits marks the no-shows of the tenants that want that.
func (s *Sweeper) closeVisits(ctx context.Context) (n int64, err error) {
	err = s.Store.System(ctx, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `SELECT business.mark_no_shows($1)`, batch).Scan(&n)
	})
	return n, err
}

// drop ends a message that nobody can be told.
func (s *Sweeper) drop(ctx context.Context, d *due, reason string) error {
	return s.Store.System(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `SELECT business.end_message($1, $2, 'dropped', $3, NULL)`, string(d.Tenant), d.ID, reason)
		return err
	})
}
