// Package ledger lets a write tool write once: in one transaction with the row that says what it did, under its turn's fence.
package ledger

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

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Ledger is business.tool_ledger.
type Ledger struct{ db *store.Store }

// New keeps what writes did in db, which must act as recado_tool_executor.
func New(db *store.Store) Ledger { return Ledger{db} }

// Write is what a tool does in its transaction. A refusal of its writes nothing.
type Write func(tx pgx.Tx) (tool.Result, error)

const fenceSQL = `SELECT chat.hold_fence($1, $2, $3)`

const lockSQL = `SELECT pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))`

const holdContactSQL = `SELECT chat.hold_contact($1, $2, $3)`

const ledgerSQL = `SELECT request_hash, result, error, evidence FROM business.tool_ledger
WHERE tenant_id = $1 AND idempotency_key = $2 AND created_at > now() - $3::interval`

const recordSQL = `INSERT INTO business.tool_ledger
  (tenant_id, idempotency_key, tool, turn_id, conversation_id, request_hash, result, error, evidence, contact_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (tenant_id, idempotency_key) DO UPDATE SET tool = excluded.tool, turn_id = excluded.turn_id,
  conversation_id = excluded.conversation_id, request_hash = excluded.request_hash, result = excluded.result, error = excluded.error,
  contact_id = excluded.contact_id,
  evidence = excluded.evidence, created_at = now()`

// forEver is longer than any row of the ledger is kept.
const forEver = 100 * 365 * 24 * time.Hour

// errSuperseded: the turn has lost its conversation; nothing is written.
var errSuperseded = &tool.Error{Code: "superseded", Message: "another turn has the conversation"}

// errGone: the contact that a program names is none of the tenant's.
var errGone = &tool.Error{Code: "unknown_contact", Field: "contact_id", Message: "the business has no such contact"}

// errRolledBack ends the transaction of a dry run.
var errRolledBack = errors.New("a dry run writes nothing")

// Once runs a write in one transaction with its ledger row and the fence check: whoever repeats the key gets the first result again.
func (l Ledger) Once(ctx context.Context, c tool.Call, write Write) (result tool.Result, err error) {
	if c.Key == "" {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "idempotency_key", Message: "expected a key"})
	}
	err = store.Retry(ctx, func() error { // two that want one time may wait for each other: the server ends one of them
		return l.db.Tenant(ctx, c.Tenant, func(tx pgx.Tx) error {
			result, err = onceIn(ctx, tx, c, write)
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
		return wire.Refuse(refusal)
	}
	if err != nil {
		return tool.Result{}, fmt.Errorf("tool %s: %w", c.Tool, err)
	}
	return result, nil
}

// errNotDone: the key has done nothing, and cannot any more by the hand of an earlier owner.
var errNotDone = &tool.Error{Code: "not_done", Message: "nothing was done under this key"}

// Done gives the first result of a key again, and does nothing where it has none.
func (l Ledger) Done(ctx context.Context, c tool.Call) (tool.Result, error) {
	return l.Once(ctx, c, func(pgx.Tx) (tool.Result, error) { return tool.Result{}, errNotDone })
}

// onceIn locks the conversation first, as every transaction does, then the key.
func onceIn(ctx context.Context, tx pgx.Tx, c tool.Call, write Write) (tool.Result, error) {
	known, found, err := begin(ctx, tx, c)
	if err != nil || found {
		return known, err
	}
	result, err := write(tx)
	if err != nil || result.Err != nil {
		return result, err // a refused argument writes nothing and may be asked again
	}
	if c.Hide != nil {
		if result, err = c.Hide(ctx, result); err != nil {
			return tool.Result{}, err
		}
	}
	return result, record(ctx, tx, c, result)
}

// begin makes sure that the turn, or the contact of a program's call, still has the conversation, until the transaction ends, and reads
// what the key has done already. It is one round trip; each of its statements sees what the one before it waited for.
func begin(ctx context.Context, tx pgx.Tx, c tool.Call) (r tool.Result, found bool, err error) {
	query, args, lost := fenceSQL, []any{c.Tenant, c.ConversationID, c.Fence}, errSuperseded
	if c.Outside != "" {
		query, args, lost = holdContactSQL, []any{c.Tenant, c.ContactID, c.ConversationID}, errGone
	}
	var current bool
	var hash, refusal, evidence []byte
	var used share
	b := &pgx.Batch{}
	b.Queue(query, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&current) })
	if c.ContactID != "" { // what is bounded by contact is counted by one at a time: a program's calls have no turn that orders them
		QueueLock(b, c, "contact "+c.ContactID)
		if !c.OnlyRepeat {
			queueShare(b, c, &used)
		}
	}
	b.Queue(lockSQL, c.Tenant, c.Key)
	if !c.DryRun {
		b.Queue(ledgerSQL, c.Tenant, c.Key, cmp.Or(c.Within, forEver)).Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&hash, &r.JSON, &refusal, &evidence}, func() error { found = true; return nil })
			return err
		})
	}
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return r, false, fmt.Errorf("check fence and ledger: %w", err)
	}
	switch {
	case !current:
		return tool.Result{}, false, lost
	case !found && used.most > 0 && used.written >= used.most:
		return tool.Result{}, false, tooMany(used, c.Language)
	case !found:
		return r, false, nil
	case !bytes.Equal(hash, requestHash(c)):
		return r, true, &tool.Error{Code: "key_reused", Message: "the idempotency key belongs to another request"}
	}
	r.Replayed = true
	return r, true, json.Unmarshal(evidence, &r.Evidence)
}

func record(ctx context.Context, tx pgx.Tx, c tool.Call, r tool.Result) error {
	evidence, err := json.Marshal(r.Evidence)
	if err != nil {
		return fmt.Errorf("encode evidence: %w", err)
	}
	_, err = tx.Exec(ctx, recordSQL, c.Tenant, c.Key, c.Tool, ID(c.TurnID), ID(c.ConversationID),
		requestHash(c), r.JSON, nil, evidence, ID(c.ContactID))
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

// ID stores an id that is not one as null.
func ID(s string) *uuid.UUID {
	id, err := uuid.Parse(s)
	if err != nil {
		return nil
	}
	return &id
}

// QueueLock is Lock as a part of a batch.
func QueueLock(b *pgx.Batch, c tool.Call, name string) { b.Queue(lockSQL, c.Tenant, name) }

// Lock lets no other transaction of the tenant hold name until this one ends.
func Lock(ctx context.Context, tx pgx.Tx, c tool.Call, name string) error {
	_, err := tx.Exec(ctx, lockSQL, c.Tenant, name)
	return err
}
