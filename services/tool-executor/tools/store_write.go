package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// Tx is the transaction of one write tool.
type Tx struct{ tx pgx.Tx }

// once runs a write in one transaction with its ledger row: whoever repeats the key gets the first result again.
func (s *Store) once(ctx context.Context, c tool.Call, write func(*Tx) (tool.Result, error)) (tool.Result, error) {
	return ledger.New(s.db).Once(ctx, c, func(tx pgx.Tx) (tool.Result, error) { return write(&Tx{tx}) })
}

// Done gives the first result of a key again, and does nothing where it has none.
func (s *Store) Done(ctx context.Context, c tool.Call) (tool.Result, error) {
	return ledger.New(s.db).Done(ctx, c)
}

const handoffSQL = `INSERT INTO business.handoffs (tenant_id, id, contact_id, conversation_id, turn_id, reason, summary)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

func (t *Tx) recordHandoff(ctx context.Context, c tool.Call, reason, summary string) (string, error) {
	id := uuid.Must(uuid.NewV7())
	_, err := t.tx.Exec(ctx, handoffSQL, c.Tenant, id, ledger.ID(c.ContactID), c.ConversationID, ledger.ID(c.TurnID), reason, summary)
	if err != nil {
		return "", fmt.Errorf("record handoff: %w", err)
	}
	return id.String(), nil
}

const appointmentSQL = `INSERT INTO business.appointments
  (tenant_id, id, contact_id, conversation_id, turn_id, service_id, staff_id, branch_id,
  resource_id, service_name, staff_name, branch_name, party_size, starts_at, ends_at, notes, channel,
  room_id, buffer_before_minutes, buffer_after_minutes, replaces, assistant_id, confidence)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  nullif(least(greatest($23::real, 0), 1), 0))`

// dropNextSQL gives back what the contact holds of a person, a table or a room within the time that a booking takes with what it wants
// before and after; what was offered from the waiting list waits again.
const dropNextSQL = `WITH dropped AS (
  DELETE FROM business.slot_holds WHERE tenant_id = $1 AND contact_id = $2
     AND (resource_id = ANY ($3) OR room_id = ANY ($3))
     AND starts_at - make_interval(mins => buffer_before_minutes) < $5 AND ends_at + make_interval(mins => buffer_after_minutes) > $4
  RETURNING waiting_id)
UPDATE business.waiting_list w SET state = 'waiting', offered_until = NULL, updated_at = now()
FROM dropped d WHERE w.tenant_id = $1 AND w.id = d.waiting_id AND w.state = 'offered'`

// insertAppointment books one resource; the savepoint keeps the transaction alive when the constraint refuses.
func (t *Tx) insertAppointment(ctx context.Context, c tool.Call, b booking, f openings.Free, a *openings.Agenda) (string, error) {
	id := uuid.Must(uuid.NewV7())
	var service, staff *uuid.UUID
	staffName := ""
	if b.wish.Service != uuid.Nil {
		service = &b.wish.Service
	}
	var party *int
	if f.Resource.Table {
		party = &b.wish.Party
	} else {
		staff, staffName = &f.Resource.ID, f.Resource.Name
	}
	point, err := t.tx.Begin(ctx)
	if err != nil {
		return "", fmt.Errorf("set savepoint: %w", err)
	}
	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	ends, taken := f.Starts.Add(minutes(b.wish.Minutes)), []uuid.UUID{f.Resource.ID, f.Room}
	batch := &pgx.Batch{}
	batch.Queue(dropNextSQL, c.Tenant, c.ContactID, taken, f.Starts.Add(-minutes(b.wish.Before)), ends.Add(minutes(b.wish.After)))
	batch.Queue(appointmentSQL, c.Tenant, id, c.ContactID, ledger.ID(c.ConversationID), ledger.ID(c.TurnID), service, staff,
		f.Branch.ID, f.Resource.ID, serviceName(a, b), staffName, f.Branch.Name, party, f.Starts, ends, b.args.Notes, c.Channel,
		f.RoomID(), b.wish.Before, b.wish.After, ledger.ID(b.args.replaces), c.AssistantID, c.Confidence)
	err = point.SendBatch(ctx, batch).Close()
	if openings.Taken(err) {
		return "", errors.Join(openings.ErrTaken, point.Rollback(ctx))
	}
	if err != nil {
		return "", fmt.Errorf("book: %w", err)
	}
	return id.String(), point.Commit(ctx)
}

// channelPage is the channel whose contacts nobody knows.
const channelPage = "webchat"

const visitorsSQL = `SELECT count(*) FROM business.appointments
WHERE tenant_id = $1 AND channel = 'webchat' AND created_at > now() - interval '1 hour'`

// takenByVisitors counts the last hour's bookings of a page's visitors, and lets no other visitor's booking pass until this one ends.
func (t *Tx) takenByVisitors(ctx context.Context, c tool.Call) (taken int, err error) {
	if err := ledger.Lock(ctx, t.tx, c, "bookings of "+channelPage); err != nil {
		return 0, fmt.Errorf("lock bookings: %w", err)
	}
	if err := t.tx.QueryRow(ctx, visitorsSQL, c.Tenant).Scan(&taken); err != nil {
		return 0, fmt.Errorf("count bookings: %w", err)
	}
	return taken, nil
}
