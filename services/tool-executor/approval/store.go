package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// rule says from which total on, in minor units, a write waits; zero is every one.
type rule struct {
	Above    int64
	Currency string
}

const ruleSQL = `SELECT coalesce((approvals -> $2 ->> 'above')::bigint, 0), currency
FROM core.tenants WHERE tenant_id = $1 AND approvals ? $2`

func (g *Gate) rule(ctx context.Context, c tool.Call) (r rule, found bool, err error) {
	err = g.Store.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(ruleSQL, c.Tenant, c.Tool).Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&r.Above, &r.Currency}, func() error { found = true; return nil })
			return err
		})
	})
	if err != nil {
		return r, false, fmt.Errorf("read what waits for a person: %w", err)
	}
	return r, found, nil
}

// done is what the call's key has done already; an error of the result says that it was nothing.
func (g *Gate) done(ctx context.Context, c tool.Call) (tool.Result, error) {
	c.OnlyRepeat = true
	return ledger.New(g.Store).Done(ctx, c)
}

const openSQL = `SELECT count(*) FILTER (WHERE contact_id = $2), count(*) FROM business.approvals
WHERE tenant_id = $1 AND state = 'pending'`

const keepSQL = `INSERT INTO business.approvals (tenant_id, id, contact_id, conversation_id, turn_id, channel, assistant_id, language, tool,
  arguments, sealed, arguments_hash, preview, expires_at)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + make_interval(hours => approval_hours)
  FROM core.tenants WHERE tenant_id = $1`

// keep writes the call down instead of running it, once for its key.
func (g *Gate) keep(ctx context.Context, c tool.Call, asked json.RawMessage, shown preview) (tool.Result, error) {
	args, err := compact(asked)
	if err != nil {
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Message: "expected a JSON object"})
	}
	return ledger.New(g.Store).Once(ctx, c, func(tx pgx.Tx) (tool.Result, error) {
		var own, all int
		if err := tx.QueryRow(ctx, openSQL, c.Tenant, c.ContactID).Scan(&own, &all); err != nil {
			return tool.Result{}, fmt.Errorf("count approvals: %w", err)
		}
		if own >= maxOwn || all >= maxTenant {
			return wire.Refuse(&tool.Error{Code: "too_many_pending", Message: "too much waits for a person already"})
		}
		id := uuid.Must(uuid.NewV7())
		_, err := tx.Exec(ctx, keepSQL, c.Tenant, id, c.ContactID, c.ConversationID, ledger.ID(c.TurnID), c.Channel, c.AssistantID,
			c.Language, c.Tool, args, sealedOf(c), hash(c.Tool, args), shown)
		if err != nil {
			return tool.Result{}, fmt.Errorf("keep a write for approval: %w", err)
		}
		told := waiting{Pending: true, ID: id.String(), Message: pendingWords[language.Lang(c.Language).Spoken()]}
		return wire.Answer(told, wire.Row("approvals", id.String()))
	})
}

func sealedOf(c tool.Call) []tool.Sealed {
	if c.PII == nil {
		return []tool.Sealed{}
	}
	return c.PII
}

// kept is an approval with the call that it is of.
type kept struct {
	id      uuid.UUID
	state   string
	call    tool.Call
	hash    []byte
	preview preview
	late    bool
}

const readSQL = `SELECT state, contact_id::text, conversation_id::text, coalesce(turn_id::text, ''), channel, assistant_id, language, tool,
  arguments, sealed, arguments_hash, preview, state = 'pending' AND expires_at <= clock_timestamp()
FROM business.approvals WHERE tenant_id = $1 AND id = $2 AND told_at IS NULL`

// read returns an approval of which nobody was told yet; false where there is none.
func (s *Sweeper) read(ctx context.Context, id tenant.ID, which uuid.UUID) (k kept, found bool, err error) {
	k.id = which
	c := &k.call
	err = s.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, readSQL, id, which).Scan(&k.state, &c.ContactID, &c.ConversationID, &c.TurnID, &c.Channel,
			&c.AssistantID, &c.Language, &c.Tool, &c.Arguments, &c.PII, &k.hash, &k.preview, &k.late)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return k, false, nil
	}
	if err != nil {
		return k, false, fmt.Errorf("read an approval: %w", err)
	}
	c.Tenant, c.ID, c.Key, c.Approved, c.Outside = id, which.String(), "approval:"+which.String(), true, "approval"
	return k, true, nil
}

const endSQL = `UPDATE business.approvals SET state = $3, outcome = $4, told_at = now(), decided_at = coalesce(decided_at, now())
WHERE tenant_id = $1 AND id = $2 AND told_at IS NULL AND state = $5`

const tellSQL = `INSERT INTO business.scheduled_messages
  (tenant_id, contact_id, conversation_id, kind, subject_id, facts, due_at, expires_at, next_at)
VALUES ($1, $2, $3, 'approval_decided', $4, $5, now(), now() + interval '3 days', now())
ON CONFLICT (tenant_id, kind, subject_id, version) DO NOTHING`

// end says how an approval ended and plans to tell the customer, in one transaction: once, however many have run it.
func (s *Sweeper) end(ctx context.Context, k kept, state string, outcome any) error {
	facts := map[string]any{"decision": decisions[state], "subject": k.preview.Subject}
	err := s.Store.Tenant(ctx, k.call.Tenant, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, endSQL, k.call.Tenant, k.id, state, outcome, k.state)
		if err != nil || done.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, tellSQL, k.call.Tenant, k.call.ContactID, ledger.ID(k.call.ConversationID), k.id, facts)
		return err
	})
	if err != nil {
		return fmt.Errorf("end an approval: %w", err)
	}
	return nil
}

// due are the approvals that something is to be done about.
func (s *Sweeper) due(ctx context.Context) (list []due, err error) {
	err = s.Store.System(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT tenant_id, id, attempts FROM business.approvals_due($1, $2)`, batch, share)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[due])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find approvals: %w", err)
	}
	return list, nil
}
