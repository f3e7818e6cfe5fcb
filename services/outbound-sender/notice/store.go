package notice

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// table is delivery.notices as this process uses it.
type table struct{ db *store.Store }

// ending is how an attempt ended.
type ending struct {
	state  string // sent, failed or pending
	wait   time.Duration
	reason string
}

const acceptSQL = `SELECT delivery.accept_notice($1, $2, $3, $4, $5, $6, $7, $8, $9)`

// accept keeps a notice once; false where the tenant has too many that wait.
func (t table) accept(ctx context.Context, e *recadov1.HandoffRequested, kind, target string) (kept bool, err error) {
	since := e.GetSince()
	if since == nil {
		since = e.GetMeta().GetOccurredAt()
	}
	id := e.GetMeta().GetTenantId()
	err = t.db.Batch(ctx, tenant.ID(id), func(b *pgx.Batch) {
		args := []any{id, idOf(e, kind, target), e.GetConversationId(), e.GetEpoch(), kind, e.GetReason(), since.AsTime(), target, share}
		b.Queue(acceptSQL, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&kept) })
	})
	if err != nil {
		return false, fmt.Errorf("keep notice: %w", err)
	}
	return kept, nil
}

// acceptChange keeps a notice of an order or appointment once; false where the tenant has too many that wait.
func (t table) acceptChange(ctx context.Context, c change) (kept bool, err error) {
	err = t.db.Batch(ctx, c.tenant, func(b *pgx.Batch) {
		b.Queue(`SELECT delivery.accept_change($1, $2, $3, $4, $5, $6, $7)`, c.tenant, c.id(), c.subject, c.kind, c.at, c.target, share).
			QueryRow(func(row pgx.Row) error { return row.Scan(&kept) })
	})
	if err != nil {
		return false, fmt.Errorf("keep notice: %w", err)
	}
	return kept, nil
}

// acceptBudget keeps a notice of a budget once; false where the tenant has too many that wait.
func (t table) acceptBudget(ctx context.Context, e *recadov1.BudgetReached, month time.Time, kind, target string) (kept bool, err error) {
	id := e.GetMeta().GetTenantId()
	args := []any{id, budgetID(e, kind, target), month, kind, e.GetMeta().GetOccurredAt().AsTime(), target, share}
	err = t.db.Batch(ctx, tenant.ID(id), func(b *pgx.Batch) {
		b.Queue(`SELECT delivery.accept_budget($1, $2, $3, $4, $5, $6, $7)`, args...).
			QueryRow(func(row pgx.Row) error { return row.Scan(&kept) })
	})
	if err != nil {
		return false, fmt.Errorf("keep notice: %w", err)
	}
	return kept, nil
}

const claimSQL = `SELECT tenant_id, id::text, coalesce(conversation_id::text, ''), kind, reason, since, target, attempts, channel,
  contact_name, stale, coalesce(subject_id::text, ''), about, budget FROM delivery.due_notices($1, 1, $2, $3)`

// claim takes due notices for this process, one of each tenant that is not busy.
func (t table) claim(ctx context.Context, limit int, hold time.Duration, busy []string) (out []*notice, err error) {
	err = t.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(claimSQL, limit, hold, busy).Query(func(rows pgx.Rows) error {
			out, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (*notice, error) {
				n := &notice{}
				return n, row.Scan(&n.Tenant, &n.ID, &n.Conversation, &n.Kind, &n.Reason, &n.Since, &n.Target, &n.Attempts,
					&n.Channel, &n.Contact, &n.Stale, &n.Subject, &n.About, &n.Budget)
			})
			return err
		})
	})
	return out, err
}

// end keeps what came of an attempt.
func (t table) end(ctx context.Context, n *notice, e ending) error {
	return t.db.Batch(ctx, n.Tenant, func(b *pgx.Batch) {
		b.Queue(`SELECT delivery.end_notice($1, $2, $3, $4, $5, $6)`, string(n.Tenant), n.ID, n.Attempts, e.state, e.wait, e.reason)
	})
}

const pruneBatch = 1000

// prune forgets notices that are older than an age.
func (t table) prune(ctx context.Context, age time.Duration) error {
	return t.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT delivery.prune_notices(now() - $1::interval, $2)`, age, pruneBatch)
	})
}
