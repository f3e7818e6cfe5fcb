package outboundsender

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// deliveries is schema delivery as this process uses it.
type deliveries struct {
	db       *store.Store
	instance string
}

const acceptSQL = `SELECT delivery.accept($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

// accept records a reply; take is true when this process can send it at once.
func (d *deliveries) accept(ctx context.Context, r *recadov1.ReplyDrafted, traceparent string, parts int, take bool) (verdict, error) {
	event, err := proto.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("encode reply: %w", err)
	}
	var instance *string
	if take {
		instance = &d.instance
	}
	meta := r.GetMeta()
	var v verdict
	err = d.db.Batch(ctx, tenant.ID(meta.GetTenantId()), func(b *pgx.Batch) {
		b.Queue(acceptSQL, meta.GetTenantId(), r.GetReplyId(), r.GetConversationId(), meta.GetChannel(), meta.GetAccountId(),
			r.GetEpoch(), r.GetSequence(), event, traceparent, parts, instance).
			QueryRow(func(row pgx.Row) error { return row.Scan(&v) })
	})
	if err != nil {
		return "", fmt.Errorf("accept reply: %w", err)
	}
	return v, nil
}

const claimSQL = `SELECT tenant_id, event, traceparent, attempts, part, uncertain, stale FROM delivery.claim($1, $2)`

// claim takes due replies for this process.
func (d *deliveries) claim(ctx context.Context, limit int) (out []*delivery, err error) {
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(claimSQL, d.instance, limit).Query(func(rows pgx.Rows) error {
			out, err = pgx.CollectRows(rows, scanDelivery)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("claim deliveries: %w", err)
	}
	return out, nil
}

func scanDelivery(row pgx.CollectableRow) (*delivery, error) {
	var event []byte
	d := &delivery{reply: &recadov1.ReplyDrafted{}}
	if err := row.Scan(&d.tenant, &event, &d.traceparent, &d.attempts, &d.part, &d.uncertain, &d.stale); err != nil {
		return nil, err
	}
	return d, proto.Unmarshal(event, d.reply)
}

const progressSQL = `SELECT delivery.progress($1, $2, $3, $4, $5)`

// progress records that the channel took a part that is not the last.
func (d *deliveries) progress(ctx context.Context, x *delivery, part int, provider string) error {
	err := d.db.Batch(ctx, x.tenant, func(b *pgx.Batch) {
		b.Queue(progressSQL, x.tenant, x.reply.GetReplyId(), part, x.reply.GetMeta().GetChannel(), provider)
	})
	if err != nil {
		return fmt.Errorf("record part: %w", err)
	}
	return nil
}

const settleSQL = `SELECT statuses, coalesce(failure, ''), more FROM delivery.settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

// settle ends this process's attempt.
func (d *deliveries) settle(ctx context.Context, x *delivery, s settlement) (out settled, err error) {
	err = d.db.Batch(ctx, x.tenant, func(b *pgx.Batch) {
		b.Queue(settleSQL, x.tenant, x.reply.GetReplyId(), d.instance, x.attempts, s.state, s.part, x.reply.GetMeta().GetChannel(), s.provider,
			s.wait, s.pause, s.reason, s.uncertain).
			QueryRow(func(row pgx.Row) error { return row.Scan(&out.statuses, &out.failure, &out.more) })
	})
	if err != nil {
		return settled{}, fmt.Errorf("settle delivery: %w", err)
	}
	return out, nil
}

const receiveSQL = `SELECT known, event, coalesce(traceparent, ''), coalesce(applies, false), coalesce(was, ''), coalesce(attempts, 0), coalesce(uncertain, false), coalesce(more, false)
FROM delivery.receive($1, $2, $3, $4, $5, $6, $7)`

// receive applies a receipt.
func (d *deliveries) receive(ctx context.Context, r receipt) (out received, err error) {
	var reply *string
	if r.reply != "" {
		reply = &r.reply
	}
	var event []byte
	err = d.db.Batch(ctx, r.tenant, func(b *pgx.Batch) {
		b.Queue(receiveSQL, r.tenant, r.channel, r.provider, reply, r.part, int16(r.status), r.reason).
			QueryRow(func(row pgx.Row) error {
				return row.Scan(&out.found, &event, &out.traceparent, &out.applies, &out.was, &out.attempts, &out.uncertain, &out.more)
			})
	})
	if err != nil {
		return received{}, fmt.Errorf("apply receipt: %w", err)
	}
	out.reply = &recadov1.ReplyDrafted{}
	return out, proto.Unmarshal(event, out.reply)
}

const beatSQL = `SELECT delivery.beat($1, $2, $3, $4)`

// beat renews the lease of this process and frees what dead ones were sending, and what stands in this one's name but is not
// among the replies that it is sending.
func (d *deliveries) beat(ctx context.Context, lease, wait time.Duration, sending []string) (freed int64, err error) {
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(beatSQL, d.instance, lease, wait, sending).QueryRow(func(row pgx.Row) error { return row.Scan(&freed) })
	})
	if err != nil {
		return 0, fmt.Errorf("renew lease: %w", err)
	}
	return freed, nil
}

const releaseSQL = `SELECT delivery.release($1)`

// release takes up again what was parked because an account of the tenant was refused.
func (d *deliveries) release(ctx context.Context, id tenant.ID) (released int64, err error) {
	err = d.db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(releaseSQL, id).QueryRow(func(row pgx.Row) error { return row.Scan(&released) })
	})
	if err != nil {
		return 0, fmt.Errorf("release parked deliveries: %w", err)
	}
	return released, nil
}
