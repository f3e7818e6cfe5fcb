package outboundsender

import (
	"context"
	"fmt"
	"log/slog"
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

// accept stores a reply that this process cannot send now.
func (t *deliveries) accept(ctx context.Context, d *delivery) (acceptance, error) {
	return t.store(ctx, d, nil)
}

// acceptAndClaim stores a reply and claims it for this process, if nothing waits before it.
func (t *deliveries) acceptAndClaim(ctx context.Context, d *delivery) (acceptance, error) {
	return t.store(ctx, d, &t.instance)
}

func (t *deliveries) store(ctx context.Context, d *delivery, owner *string) (got acceptance, err error) {
	r, meta := d.reply, d.reply.GetMeta()
	event, err := proto.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("encode reply: %w", err)
	}
	err = t.db.Batch(ctx, d.tenant, func(b *pgx.Batch) {
		b.Queue(acceptSQL, meta.GetTenantId(), r.GetReplyId(), r.GetConversationId(), meta.GetChannel(), meta.GetAccountId(),
			r.GetEpoch(), r.GetSequence(), event, d.traceparent, len(d.requests), owner).
			QueryRow(func(row pgx.Row) error { return row.Scan(&got) })
	})
	if err != nil {
		return "", fmt.Errorf("accept reply: %w", err)
	}
	return got, nil
}

const claimSQL = `SELECT tenant_id, event, traceparent, attempts, part, uncertain, stale FROM delivery.claim($1, $2)`

// claim takes due replies for this process.
func (t *deliveries) claim(ctx context.Context, limit int) (out []*delivery, err error) {
	err = t.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(claimSQL, t.instance, limit).Query(func(rows pgx.Rows) error {
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
func (t *deliveries) progress(ctx context.Context, d *delivery, part int, provider string) error {
	err := t.db.Batch(ctx, d.tenant, func(b *pgx.Batch) {
		b.Queue(progressSQL, d.tenant, d.reply.GetReplyId(), part, d.reply.GetMeta().GetChannel(), provider)
	})
	if err != nil {
		return fmt.Errorf("record part: %w", err)
	}
	return nil
}

const finishSQL = `SELECT statuses, coalesce(failure, ''), more FROM delivery.settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

// finish ends this process's attempt.
func (t *deliveries) finish(ctx context.Context, d *delivery, end result) (out followUp, err error) {
	err = t.db.Batch(ctx, d.tenant, func(b *pgx.Batch) {
		b.Queue(finishSQL, d.tenant, d.reply.GetReplyId(), t.instance, d.attempts, end.state, end.part,
			d.reply.GetMeta().GetChannel(), end.provider, end.wait, end.pause, end.reason, end.uncertain).
			QueryRow(func(row pgx.Row) error { return row.Scan(&out.statuses, &out.failure, &out.more) })
	})
	if err != nil {
		return followUp{}, fmt.Errorf("finish attempt: %w", err)
	}
	return out, nil
}

const receiveSQL = `SELECT known, event, coalesce(traceparent, ''), coalesce(applies, false), coalesce(was, ''), coalesce(attempts, 0),
       coalesce(uncertain, false), coalesce(more, false)
FROM delivery.receive($1, $2, $3, $4, $5, $6, $7)`

// receive applies a receipt.
func (t *deliveries) receive(ctx context.Context, r receipt) (out applied, err error) {
	var reply *string
	if r.reply != "" {
		reply = &r.reply
	}
	var event []byte
	err = t.db.Batch(ctx, r.tenant, func(b *pgx.Batch) {
		b.Queue(receiveSQL, r.tenant, r.channel, r.provider, reply, r.part, int16(r.status), r.reason).
			QueryRow(func(row pgx.Row) error {
				return row.Scan(&out.found, &event, &out.traceparent, &out.applies, &out.was, &out.attempts, &out.uncertain, &out.more)
			})
	})
	if err != nil {
		return applied{}, fmt.Errorf("apply receipt: %w", err)
	}
	out.reply = &recadov1.ReplyDrafted{}
	return out, proto.Unmarshal(event, out.reply)
}

const beatSQL = `SELECT delivery.beat($1, $2, $3, $4)`

// beat renews the lease of this process and frees what dead ones were sending, and what stands in this one's name but is not
// among the replies that it is sending.
func (t *deliveries) beat(ctx context.Context, lease, wait time.Duration, sending []string) (freed int64, err error) {
	err = t.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT delivery.follow_clock($1)`, lease)
		b.Queue(beatSQL, t.instance, lease, wait, sending).QueryRow(func(row pgx.Row) error { return row.Scan(&freed) })
	})
	if err != nil {
		return 0, fmt.Errorf("renew lease: %w", err)
	}
	return freed, nil
}

const releaseSQL = `SELECT delivery.release($1)`

// release takes up again what was parked because an account of the tenant was refused.
func (t *deliveries) release(ctx context.Context, id tenant.ID) (released int64, err error) {
	err = t.db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(releaseSQL, id).QueryRow(func(row pgx.Row) error { return row.Scan(&released) })
	})
	if err != nil {
		return 0, fmt.Errorf("release parked deliveries: %w", err)
	}
	return released, nil
}

// releaseWindows takes up again what was parked because the channel's window was over, where the person has written since; what has
// waited too long, or was overtaken, ends.
func (t *deliveries) releaseWindows(ctx context.Context) (released, ended int64, err error) {
	err = t.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT released, ended FROM delivery.release_windows($1, $2)`, windowAge, windowsBatch).
			QueryRow(func(row pgx.Row) error { return row.Scan(&released, &ended) })
	})
	if err != nil {
		return 0, 0, fmt.Errorf("release replies that wait for a window: %w", err)
	}
	return released, ended, nil
}

const pruneSQL = `SELECT delivery.prune(now() - $1::interval, $2)`

// prune removes what is kept no longer, every hour until ctx ends.
func (t *deliveries) prune(ctx context.Context, log *slog.Logger, age time.Duration) {
	t.db.KeepPruning(ctx, log, pruneSQL, age, store.PruneBatch)
}
