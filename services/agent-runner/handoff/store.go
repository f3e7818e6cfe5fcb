package handoff

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// row is a conversation as the desk and the sweep see it, locked.
type row struct {
	Tenant    tenant.ID
	ID        string
	Mode      string
	At        time.Time // since when; of a conversation from before handoffs had a time, when it last changed
	Heard     *time.Time
	Reason    string
	Reminders int
	Epoch     int64
	Sequence  int64
	Channel   string
	Account   string
	Assistant string
	Contact   string
	Address   []byte
	Name      string
	Language  string
	Now       time.Time // the database's
}

const rowColumns = `SELECT c.tenant_id, c.id, c.handoff_mode, coalesce(c.handoff_at, c.updated_at), c.handoff_heard_at, c.handoff_reason,
       c.handoff_reminders, c.epoch, c.sequence, c.channel, c.account_id, c.assistant_id, c.contact_id,
       coalesce(p.sealed_address, ''), coalesce(p.profile_name, ''), c.language, now()
  FROM chat.conversations c LEFT JOIN chat.contacts p ON p.tenant_id = c.tenant_id AND p.id = c.contact_id
 WHERE c.tenant_id = $1 `

const (
	lockSQL    = rowColumns + `AND c.id = $2 FOR NO KEY UPDATE OF c`
	lockDueSQL = rowColumns + `AND c.id = $2 AND c.handoff_mode <> 'ai' AND (c.handoff_due IS NULL OR c.handoff_due <= now())
   FOR NO KEY UPDATE OF c SKIP LOCKED`
)

func scanRow(r pgx.CollectableRow) (out row, err error) {
	err = r.Scan(&out.Tenant, &out.ID, &out.Mode, &out.At, &out.Heard, &out.Reason, &out.Reminders, &out.Epoch, &out.Sequence,
		&out.Channel, &out.Account, &out.Assistant, &out.Contact, &out.Address, &out.Name, &out.Language, &out.Now)
	return out, err
}

// lock reads a conversation and keeps it from others until the transaction ends; pgx.ErrNoRows where there is none.
func lock(ctx context.Context, tx pgx.Tx, sql string, id tenant.ID, conversation string) (row, error) {
	rows, err := tx.Query(ctx, sql, string(id), conversation)
	if err != nil {
		return row{}, err
	}
	return pgx.CollectExactlyOneRow(rows, scanRow)
}

// meta is that of an event about the conversation.
func (r *row) meta(event string) *recadov1.Meta {
	return &recadov1.Meta{
		EventId: event, TenantId: string(r.Tenant), AssistantId: r.Assistant,
		Channel: r.Channel, AccountId: r.Account, ConversationKey: r.ID,
		Contact:    &recadov1.Contact{ContactId: r.Contact, SealedAddress: r.Address, ProfileName: r.Name},
		OccurredAt: timestamppb.New(r.Now),
	}
}

// eventID names an event by its cause, so that two who find the same cause make one event.
func (r *row) eventID(what string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%s/%s/%d/%s", r.Tenant, r.ID, r.Epoch, what)).String()
}

// outbox is the events of something that is no turn.
type outbox struct {
	id, outcome, reason string
	events              []bus.Event
}

// keep writes an outbox in the caller's transaction; the sweep of the turns publishes it.
func (o outbox) keep(ctx context.Context, tx pgx.Tx, r *row) error {
	stages, bodies := make([]string, len(o.events)), make([][]byte, len(o.events))
	for i, e := range o.events {
		body, err := proto.Marshal(e)
		if err != nil {
			return fmt.Errorf("encode %s: %w", bus.StageOf(e), err)
		}
		stages[i], bodies[i] = bus.StageOf(e), body
	}
	const sql = `SELECT chat.add_outbox($1, $2, $3, $4, $5, $6, $7)`
	_, err := tx.Exec(ctx, sql, string(r.Tenant), r.ID, o.id, o.outcome, o.reason, stages, bodies)
	return err
}

// handBack gives the conversation to the assistant, which says note first when it speaks again.
func (r *row) handBack(ctx context.Context, tx pgx.Tx, reason, note string) error {
	var epoch int64
	if err := tx.QueryRow(ctx, `SELECT chat.hand_back($1, $2, $3)`, string(r.Tenant), r.ID, note).Scan(&epoch); err != nil {
		return err
	}
	id := r.eventID("returned")
	return outbox{id: id, outcome: "returned", reason: reason, events: []bus.Event{
		&recadov1.HandoffReturned{Meta: r.meta(id), ConversationId: r.ID, Epoch: epoch, Reason: reason},
	}}.keep(ctx, tx, r)
}
