package tools

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// Tx is the transaction of one write tool.
type Tx struct{ tx pgx.Tx }

const fenceSQL = `SELECT chat.hold_fence($1, $2, $3)`

const lockKeySQL = `SELECT pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))`

const holdContactSQL = `SELECT chat.hold_contact($1, $2, $3)`

const ledgerSQL = `SELECT request_hash, result, error, evidence FROM business.tool_ledger
WHERE tenant_id = $1 AND idempotency_key = $2 AND created_at > now() - $3::interval`

const recordSQL = `INSERT INTO business.tool_ledger
  (tenant_id, idempotency_key, tool, turn_id, conversation_id, request_hash, result, error, evidence)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (tenant_id, idempotency_key) DO UPDATE SET tool = excluded.tool, turn_id = excluded.turn_id,
  conversation_id = excluded.conversation_id, request_hash = excluded.request_hash, result = excluded.result, error = excluded.error,
  evidence = excluded.evidence, created_at = now()`

// forEver is longer than any row of the ledger is kept.
const forEver = 100 * 365 * 24 * time.Hour

// errSuperseded: the turn has lost its conversation; nothing is written.
var errSuperseded = &tool.Error{Code: "superseded", Message: "another turn has the conversation"}

// errGone: the contact that a program names is none of the tenant's.
var errGone = &tool.Error{Code: "unknown_contact", Field: "contact_id", Message: "the business has no such contact"}

// errRolledBack ends the transaction of a dry run.
var errRolledBack = errors.New("a dry run writes nothing")

// once runs a write in one transaction with its ledger row and the fence check: whoever repeats the key gets the first result again.
func (s *Store) once(ctx context.Context, c tool.Call, write func(*Tx) (tool.Result, error)) (result tool.Result, err error) {
	if c.Key == "" {
		return refuse(&tool.Error{Code: "invalid_arguments", Field: "idempotency_key", Message: "expected a key"})
	}
	err = store.Retry(ctx, func() error { // two that want one time may wait for each other: the server ends one of them
		return s.db.Tenant(ctx, c.Tenant, func(tx pgx.Tx) error {
			result, err = onceIn(ctx, &Tx{tx}, c, write)
			if err == nil && c.DryRun {
				return errRolledBack
			}
			return err
		})
	})
	if errors.Is(err, errRolledBack) {
		result.DryRun, err = true, nil
	}
	if refusal, ok := errors.AsType[*tool.Error](err); ok {
		return refuse(refusal)
	}
	if err != nil {
		return tool.Result{}, fmt.Errorf("tool %s: %w", c.Tool, err)
	}
	return result, nil
}

// errNotDone: the key has done nothing, and cannot any more by the hand of an earlier owner.
var errNotDone = &tool.Error{Code: "not_done", Message: "nothing was done under this key"}

// Done gives the first result of a key again, and does nothing where it has none.
func (s *Store) Done(ctx context.Context, c tool.Call) (tool.Result, error) {
	return s.once(ctx, c, func(*Tx) (tool.Result, error) { return tool.Result{}, errNotDone })
}

// onceIn locks the conversation first, as every transaction does, then the key.
func onceIn(ctx context.Context, t *Tx, c tool.Call, write func(*Tx) (tool.Result, error)) (tool.Result, error) {
	if err := t.hold(ctx, c); err != nil {
		return tool.Result{}, err
	}
	if _, err := t.tx.Exec(ctx, lockKeySQL, c.Tenant, c.Key); err != nil {
		return tool.Result{}, fmt.Errorf("lock key: %w", err)
	}
	if !c.DryRun {
		if known, found, err := t.ledger(ctx, c); err != nil || found {
			return known, err
		}
	}
	result, err := write(t)
	if err != nil || result.Err != nil {
		return result, err // a refused argument writes nothing and may be asked again
	}
	if c.Hide != nil {
		if result, err = c.Hide(ctx, result); err != nil {
			return tool.Result{}, err
		}
	}
	return result, t.record(ctx, c, result)
}

// hold makes sure that the turn, or the contact of a program's call, still has the conversation, until the transaction ends.
func (t *Tx) hold(ctx context.Context, c tool.Call) error {
	query, args, lost := fenceSQL, []any{c.Tenant, c.ConversationID, c.Fence}, errSuperseded
	if c.Outside != "" {
		query, args, lost = holdContactSQL, []any{c.Tenant, c.ContactID, c.ConversationID}, errGone
	}
	var current bool
	if err := t.tx.QueryRow(ctx, query, args...).Scan(&current); err != nil {
		return fmt.Errorf("check fence: %w", err)
	}
	if !current {
		return lost
	}
	return nil
}

func (t *Tx) ledger(ctx context.Context, c tool.Call) (r tool.Result, found bool, err error) {
	var hash, refusal, evidence []byte
	err = t.tx.QueryRow(ctx, ledgerSQL, c.Tenant, c.Key, cmp.Or(c.Within, forEver)).Scan(&hash, &r.JSON, &refusal, &evidence)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return r, false, nil
	case err != nil:
		return r, false, fmt.Errorf("read ledger: %w", err)
	case !bytes.Equal(hash, requestHash(c)):
		return r, true, &tool.Error{Code: "key_reused", Message: "the idempotency key belongs to another request"}
	}
	r.Replayed = true
	return r, true, json.Unmarshal(evidence, &r.Evidence)
}

func (t *Tx) record(ctx context.Context, c tool.Call, r tool.Result) error {
	evidence, err := json.Marshal(r.Evidence)
	if err != nil {
		return fmt.Errorf("encode evidence: %w", err)
	}
	_, err = t.tx.Exec(ctx, recordSQL, c.Tenant, c.Key, c.Tool, nullUUID(c.TurnID), nullUUID(c.ConversationID),
		requestHash(c), r.JSON, nil, evidence)
	if err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

// requestHash is of the arguments as they were asked: a hash of a telephone number would give the number away.
func requestHash(c tool.Call) []byte {
	asked := c.Asked
	if len(asked) == 0 {
		asked = c.Arguments
	}
	sum := sha256.Sum256(append([]byte(c.Tool+"\x00"), asked...))
	return sum[:]
}

// nullUUID stores an id that is not one as null.
func nullUUID(s string) *uuid.UUID {
	id, err := uuid.Parse(s)
	if err != nil {
		return nil
	}
	return &id
}

const handoffSQL = `INSERT INTO business.handoffs (tenant_id, id, contact_id, conversation_id, turn_id, reason, summary)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

func (t *Tx) recordHandoff(ctx context.Context, c tool.Call, reason, summary string) (string, error) {
	id := uuid.Must(uuid.NewV7())
	_, err := t.tx.Exec(ctx, handoffSQL, c.Tenant, id, nullUUID(c.ContactID), c.ConversationID, nullUUID(c.TurnID), reason, summary)
	if err != nil {
		return "", fmt.Errorf("record handoff: %w", err)
	}
	return id.String(), nil
}

const appointmentSQL = `INSERT INTO business.appointments
  (tenant_id, id, contact_id, conversation_id, turn_id, service_id, staff_id, branch_id,
  resource_id, service_name, staff_name, branch_name, party_size, starts_at, ends_at, notes, channel)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

// errTaken: somebody has the resource at that time.
var errTaken = errors.New("the time is taken")

const exclusionViolation = "23P01"

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
	ends := f.Starts.Add(time.Duration(b.wish.Minutes) * time.Minute)
	_, err = point.Exec(ctx, appointmentSQL, c.Tenant, id, c.ContactID, nullUUID(c.ConversationID), nullUUID(c.TurnID), service, staff,
		f.Branch.ID, f.Resource.ID, serviceName(a, b), staffName, f.Branch.Name, party, f.Starts, ends, b.args.Notes, c.Channel)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == exclusionViolation {
		return "", errors.Join(errTaken, point.Rollback(ctx))
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
	if _, err := t.tx.Exec(ctx, lockKeySQL, c.Tenant, "bookings of "+channelPage); err != nil {
		return 0, fmt.Errorf("lock bookings: %w", err)
	}
	if err := t.tx.QueryRow(ctx, visitorsSQL, c.Tenant).Scan(&taken); err != nil {
		return 0, fmt.Errorf("count bookings: %w", err)
	}
	return taken, nil
}
