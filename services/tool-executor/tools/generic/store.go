package generic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/attempt"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/say"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// tx is the transaction of one write.
type tx struct{ tx pgx.Tx }

func (r records) once(ctx context.Context, c tool.Call, write func(*tx) (tool.Result, error)) (tool.Result, error) {
	return r.ledger.Once(ctx, c, func(in pgx.Tx) (tool.Result, error) { return write(&tx{in}) })
}

// outgoing is what cannot be taken back: allow may refuse it, in the transaction that keeps its key.
type outgoing struct {
	call  tool.Call
	allow func(*tx) (tool.Result, error)
	do    func(ctx context.Context) attempt.Outcome
}

func atMostOnce(ctx context.Context, l attempt.Attempts, a outgoing) (tool.Result, error) {
	return l.Once(ctx, a.call, func(in pgx.Tx) (tool.Result, error) { return a.allow(&tx{in}) }, a.do)
}

const ownSQL = `SELECT r.id::text, r.content, (r.created_at AT TIME ZONE t.zone)::date
FROM business.records r JOIN core.tenants t ON t.tenant_id = r.tenant_id
WHERE r.tenant_id = $1 AND r.contact_id = $2 AND r.collection = $3 AND r.content @> $4
ORDER BY r.created_at DESC, r.id DESC LIMIT 100`

// own are the contact's records of a kind that hold these values.
func (r records) own(ctx context.Context, c tool.Call, kind string, where map[string]any) (out []record, err error) {
	holds := json.RawMessage("{}")
	if len(where) > 0 {
		if holds, err = encode(where); err != nil {
			return nil, err
		}
	}
	out = []record{}
	err = r.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(ownSQL, c.Tenant, ledger.ID(c.ContactID), kind, holds).Query(func(rows pgx.Rows) error {
			var x record
			var day time.Time
			var content []byte
			_, err := pgx.ForEachRow(rows, []any{&x.ID, &content, &day}, func() error {
				x.Values, x.CreatedAt = nil, day.Format(time.DateOnly)
				if err := json.Unmarshal(content, &x.Values); err != nil {
					return err
				}
				out = append(out, x)
				return nil
			})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	return out, nil
}

const countSQL = `SELECT count(*) FROM business.records WHERE tenant_id = $1 AND contact_id = $2 AND collection = $3`

// count is how many records of a kind the contact has; the ledger lets no other write for the contact pass meanwhile.
func (x *tx) count(ctx context.Context, c tool.Call, kind string) (n int, err error) {
	if err = x.tx.QueryRow(ctx, countSQL, c.Tenant, ledger.ID(c.ContactID), kind).Scan(&n); err != nil {
		return 0, fmt.Errorf("count records: %w", err)
	}
	return n, nil
}

// contactSQL makes sure of the row with which records go, and keeps it as long as they are written.
const contactSQL = `INSERT INTO business.contacts (tenant_id, id) VALUES ($1, $2)
ON CONFLICT (tenant_id, id) DO UPDATE SET updated_at = now()`

const insertSQL = `INSERT INTO business.records (tenant_id, id, collection, contact_id, conversation_id, turn_id, content)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

func (x *tx) insert(ctx context.Context, c tool.Call, kind string, values map[string]any) (string, error) {
	content, err := encode(values)
	if err != nil {
		return "", err
	}
	if _, err := x.tx.Exec(ctx, contactSQL, c.Tenant, ledger.ID(c.ContactID)); err != nil {
		return "", fmt.Errorf("write contact: %w", err)
	}
	id := uuid.Must(uuid.NewV7())
	contact, conversation, turn := ledger.ID(c.ContactID), ledger.ID(c.ConversationID), ledger.ID(c.TurnID)
	_, err = x.tx.Exec(ctx, insertSQL, c.Tenant, id, kind, contact, conversation, turn, content)
	if err != nil {
		return "", fmt.Errorf("write record: %w", err)
	}
	return id.String(), nil
}

const recordSQL = `SELECT content FROM business.records
WHERE tenant_id = $1 AND contact_id = $2 AND collection = $3 AND id = $4 FOR UPDATE`

func (x *tx) read(ctx context.Context, c tool.Call, kind, id string) (values map[string]any, found bool, err error) {
	var content []byte
	err = x.tx.QueryRow(ctx, recordSQL, c.Tenant, ledger.ID(c.ContactID), kind, ledger.ID(id)).Scan(&content)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &values)
	}
	if err != nil {
		return nil, false, fmt.Errorf("read record: %w", err)
	}
	return values, true, nil
}

const updateSQL = `UPDATE business.records SET content = $4, updated_at = now() WHERE tenant_id = $1 AND contact_id = $2 AND id = $3`

func (x *tx) update(ctx context.Context, c tool.Call, id string, values map[string]any) error {
	content, err := encode(values)
	if err != nil {
		return err
	}
	if _, err := x.tx.Exec(ctx, contactSQL, c.Tenant, ledger.ID(c.ContactID)); err != nil {
		return fmt.Errorf("write contact: %w", err)
	}
	if _, err := x.tx.Exec(ctx, updateSQL, c.Tenant, ledger.ID(c.ContactID), ledger.ID(id), content); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

const lettersSQL = `SELECT
  (SELECT count(*) FROM business.tool_ledger
    WHERE tenant_id = $1 AND conversation_id = $2 AND tool = 'send_email' AND created_at > now() - interval '1 day'),
  (SELECT count(*) FROM business.tool_ledger WHERE tenant_id = $1 AND tool = 'send_email' AND created_at > now() - interval '1 day'),
  coalesce((SELECT email FROM business.contacts WHERE tenant_id = $1 AND id = $3), '')`

// letters counts what was sent; no other letter of the business's is allowed meanwhile.
func (x *tx) letters(ctx context.Context, c tool.Call) (l letters, err error) {
	if err = ledger.Lock(ctx, x.tx, c, "send_email"); err == nil {
		row := x.tx.QueryRow(ctx, lettersSQL, c.Tenant, ledger.ID(c.ConversationID), ledger.ID(c.ContactID))
		err = row.Scan(&l.here, &l.tenant, &l.own)
	}
	if err != nil {
		return letters{}, fmt.Errorf("count e-mails: %w", err)
	}
	return l, nil
}

const (
	// getsADay is how often a contact may have programs asked within a day, maxTenantGets how often all of a business's may.
	getsADay, maxTenantGets = 60, 5000
)

const getsSQL = `SELECT (SELECT count(*) FROM business.tool_ledger
    WHERE tenant_id = $1 AND contact_id = $2 AND tool = 'http_get' AND created_at > now() - interval '1 day'),
  (SELECT count(*) FROM business.tool_ledger WHERE tenant_id = $1 AND tool = 'http_get' AND created_at > now() - interval '1 day')`

// askedSQL keeps that somebody was asked, and nothing of what.
const askedSQL = `INSERT INTO business.tool_ledger
  (tenant_id, idempotency_key, tool, turn_id, conversation_id, contact_id, request_hash, result)
VALUES ($1, 'get/' || gen_random_uuid(), 'http_get', $2, $3, $4, '', '{}')`

// count keeps that a program is asked without anything being written, or refuses it.
func count(ctx context.Context, db *store.Store, c tool.Call) (refusal *tool.Error, err error) {
	contact := ledger.ID(c.ContactID)
	err = db.Tenant(ctx, c.Tenant, func(in pgx.Tx) error {
		var own, all int
		if err := ledger.Lock(ctx, in, c, "http_get"); err != nil {
			return err
		}
		if err := in.QueryRow(ctx, getsSQL, c.Tenant, contact).Scan(&own, &all); err != nil {
			return err
		}
		if own >= getsADay || all >= maxTenantGets {
			refusal = &tool.Error{Code: "too_many_today", Message: say.TooManyToday(c.Language)}
			return nil
		}
		_, err := in.Exec(ctx, askedSQL, c.Tenant, ledger.ID(c.TurnID), ledger.ID(c.ConversationID), contact)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count requests: %w", err)
	}
	return refusal, nil
}

func refused(refusal *tool.Error, err error) (tool.Result, error) {
	if err != nil {
		return tool.Result{}, err
	}
	return wire.Refuse(refusal)
}
