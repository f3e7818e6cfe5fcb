package agentrunner

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

// database is the schema chat as agent-runner uses it. Its rules are in the functions of migrations 0003 and 0009.
type database struct {
	db       *store.Store
	instance string
}

const claimSQL = `
SELECT tenant_id, id, channel, account_id, contact_id, assistant_id, handoff_mode, handoff_at, handoff_reason, handoff_note,
       epoch, fence, version, turn_id, turn_at, turn_attempts, sequence, greeted, dialogue, burst_at, unpublished,
       message_ids, sequences, events, traceparents
  FROM chat.claim($1, $2, $3)`

// Claim takes due conversations.
func (d *database) Claim(ctx context.Context, limit, share int) (claimed []*turn.Conversation, err error) {
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(claimSQL, d.instance, limit, share).Query(func(rows pgx.Rows) error {
			claimed, err = pgx.CollectRows(rows, readClaim)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("claim conversations: %w", err)
	}
	return claimed, nil
}

// inbox is the messages of a claim as columns.
type inbox struct {
	ids       []string
	sequences []int64
	events    [][]byte
	traces    []string
}

func readClaim(row pgx.CollectableRow) (*turn.Conversation, error) {
	var c turn.Conversation
	var in inbox
	var since, burst *time.Time
	err := row.Scan(&c.Tenant, &c.ID, &c.Channel, &c.AccountID, &c.ContactID, &c.AssistantID,
		&c.Handoff.Mode, &since, &c.Handoff.Reason, &c.Handoff.Note,
		&c.Epoch, &c.Fence, &c.Version, &c.TurnID, &c.StartedAt, &c.Attempts, &c.Sequence, &c.Greeted, &c.Dialogue, &burst, &c.Unpublished,
		&in.ids, &in.sequences, &in.events, &in.traces)
	if err != nil {
		return nil, err
	}
	if burst != nil {
		c.BurstAt = *burst
	}
	if since != nil {
		c.Handoff.Since = *since
	}
	c.Messages, err = in.messages()
	return &c, err
}

func (in inbox) messages() ([]turn.Message, error) {
	out := make([]turn.Message, len(in.ids))
	for i := range in.ids {
		routed := new(recadov1.MessageRouted)
		if err := proto.Unmarshal(in.events[i], routed); err != nil {
			return nil, fmt.Errorf("decode message %s: %w", in.ids[i], err)
		}
		out[i] = turn.Message{ID: in.ids[i], Sequence: in.sequences[i], Routed: routed, Traceparent: in.traces[i]}
	}
	return out, nil
}

// Disown frees claims whose answer never came.
func (d *database) Disown(ctx context.Context, turns []string) error {
	return d.system(ctx, "disown", `SELECT chat.disown($1, $2::text[]::uuid[])`, d.instance, turns)
}

// Leave frees all turns of this process.
func (d *database) Leave(ctx context.Context) error {
	return d.system(ctx, "leave", `SELECT chat.leave($1)`, d.instance)
}

// Beat renews this process's lease, and lets nothing wait for a clock that was set back.
func (d *database) Beat(ctx context.Context, lease time.Duration) (freed int64, err error) {
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT chat.follow_clock($1)`, lease)
		b.Queue(`SELECT chat.beat($1, $2)`, d.instance, lease).QueryRow(func(row pgx.Row) error { return row.Scan(&freed) })
	})
	return freed, wrap("renew lease", err)
}

// MarkPublished empties outboxes.
func (d *database) MarkPublished(ctx context.Context, tenants, turns []string) error {
	return d.system(ctx, "mark published", `SELECT chat.mark_published($1, $2::text[]::uuid[])`, tenants, turns)
}

// Unpublished lists old outboxes of every tenant.
func (d *database) Unpublished(ctx context.Context, age time.Duration, limit int) (out []turn.Outbox, err error) {
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT tenant_id, id, stages, events, traceparent FROM chat.unpublished($1, $2)`, age, limit).
			Query(func(rows pgx.Rows) error { out, err = pgx.CollectRows(rows, readOutbox); return err })
	})
	return out, wrap("list outboxes", err)
}

func readOutbox(row pgx.CollectableRow) (turn.Outbox, error) {
	var o turn.Outbox
	var stages []string
	var events [][]byte
	err := row.Scan(&o.Tenant, &o.TurnID, &stages, &events, &o.Traceparent)
	for i := range stages {
		o.Events = append(o.Events, turn.Event{Stage: stages[i], Body: events[i]})
	}
	return o, err
}

// Backlog counts the messages that wait, per tenant, and those among them that have waited longer than age.
func (d *database) Backlog(ctx context.Context, age time.Duration) (out []backlog, err error) {
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT tenant_id, waiting, late FROM chat.backlog($1)`, age).
			Query(func(rows pgx.Rows) error { out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[backlog]); return err })
	})
	return out, wrap("count backlog", err)
}

type backlog struct {
	Tenant        tenant.ID
	Waiting, Late int64
}

// Prune removes ended rows older than age, a bounded number at a time; it returns how many went.
func (d *database) Prune(ctx context.Context, age time.Duration, limit int) (gone int64, err error) {
	add := func(row pgx.Row) error {
		var n int64
		err := row.Scan(&n)
		gone += n
		return err
	}
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		for _, function := range []string{
			"prune_names", "prune", "prune_conversations", "prune_usage", "prune_budgets", "prune_answers", "prune_memory",
		} {
			b.Queue(`SELECT chat.`+function+`(now() - $1::interval, $2)`, age, limit).QueryRow(add)
		}
	})
	return gone, wrap("prune", err)
}

func (d *database) system(ctx context.Context, what, sql string, args ...any) error {
	return wrap(what, d.db.SystemBatch(ctx, func(b *pgx.Batch) { b.Queue(sql, args...) }))
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// nullable keeps an absent JSON value apart from the value null.
func nullable(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	return raw
}
