package agentrunner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services/agent-runner/fact"
	"github.com/recado/recado/services/agent-runner/remember"
	"github.com/recado/recado/services/agent-runner/turn"
)

const summarySQL = `SELECT text FROM chat.summaries WHERE tenant_id = $1 AND conversation_id = $2`

const factsSQL = `
SELECT f.kind, f.text FROM chat.facts f JOIN chat.contacts p ON p.tenant_id = f.tenant_id AND p.id = f.contact_id
 WHERE f.tenant_id = $1 AND f.contact_id = $2 AND f.expires_at > now() AND p.sealed_address <> '' AND coalesce(p.consents, $3)
 ORDER BY f.confirmed_at DESC, f.id DESC LIMIT $4`

// Memory reads what is kept of a conversation and its contact, as far as the tenant wants it.
func (d *database) Memory(ctx context.Context, c *turn.Conversation, want turn.Wanted) (known fact.Known, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		if want.Summary {
			b.Queue(summarySQL, string(c.Tenant), c.ID).QueryRow(func(row pgx.Row) error {
				if err := row.Scan(&known.Summary); !errors.Is(err, pgx.ErrNoRows) {
					return err
				}
				return nil
			})
		}
		if want.Facts != "" {
			b.Queue(factsSQL, string(c.Tenant), c.ContactID, want.Facts == "unless", remember.MaxFacts).Query(readFacts(&known.Facts))
		}
	})
	return known, wrap("read memory", err)
}

func readFacts(into *[]fact.Fact) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*into, err = pgx.CollectRows(rows, pgx.RowToStructByPos[fact.Fact])
		return err
	}
}

// noteMemory counts a commit's messages and keeps what the contact says of being remembered.
func (d *database) noteMemory(b *pgx.Batch, c *turn.Conversation, end *turn.Ending) {
	args := []any{string(c.Tenant), c.ID, d.instance, c.Fence, end.Version}
	if end.Noted > 0 {
		b.Queue(`SELECT chat.note_messages($1, $2, $3, $4, $5, $6, $7)`, append(args, end.Noted, remember.Every)...)
	}
	if end.Consents != nil {
		b.Queue(`SELECT chat.hear_remembering($1, $2, $3, $4, $5, $6)`, append(args, *end.Consents)...)
	}
}

const claimSummariesSQL = `
SELECT tenant_id, conversation_id::text, contact_id::text, fence, text, through, waiting FROM chat.claim_summaries($1, $2)`

// ClaimSummaries takes due summaries.
func (d *database) ClaimSummaries(ctx context.Context, limit int, hold time.Duration) (out []remember.Claim, err error) {
	err = d.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(claimSummariesSQL, limit, hold).Query(func(rows pgx.Rows) error {
			out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[remember.Claim])
			return err
		})
	})
	return out, wrap("claim summaries", err)
}

const olderSQL = `
SELECT ours, event, text, created_at FROM (
  (SELECT created_at, false AS ours, event, '' AS text FROM chat.messages
    WHERE tenant_id = $1 AND conversation_id = $2 AND ended IS NOT NULL AND kind IN ('text', 'interactive', 'echo')
      AND created_at > coalesce($3::timestamptz, '-infinity') ORDER BY created_at DESC LIMIT $4::int + $5::int)
  UNION ALL
  (SELECT created_at, true, NULL, content->>'text' FROM chat.replies
    WHERE tenant_id = $1 AND conversation_id = $2 AND created_at > coalesce($3::timestamptz, '-infinity')
    ORDER BY sequence DESC LIMIT $4::int + $5::int)
) AS said ORDER BY created_at DESC OFFSET $4::int LIMIT $5::int`

const namesSQL = `SELECT coalesce((SELECT names FROM chat.names WHERE tenant_id = $1 AND conversation_id = $2), '{}')`

// Older returns the messages that a summary is to be made of.
func (d *database) Older(ctx context.Context, c *remember.Claim, newest, limit int) (lines []fact.Line, err error) {
	var raw json.RawMessage
	var names vault.Names
	var read []turn.Line
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(namesSQL, string(c.Tenant), c.Conversation).
			QueryRow(func(row pgx.Row) error { return row.Scan(&raw) })
		b.Queue(olderSQL, string(c.Tenant), c.Conversation, c.Through, newest, limit).Query(func(rows pgx.Rows) error {
			read, err = pgx.CollectRows(rows, readLine)
			return err
		})
	})
	if err == nil {
		err = json.Unmarshal(raw, &names)
	}
	if err != nil {
		return nil, fmt.Errorf("read older messages: %w", err)
	}
	for _, l := range slices.Backward(read) {
		lines = append(lines, fact.Line{At: l.At, Ours: l.Ours, Text: vault.Replace(l.Text, names.Known(l.PII))})
	}
	return lines, nil
}

// FactsOf is what is remembered of a claim's contact.
func (d *database) FactsOf(ctx context.Context, c *remember.Claim) (facts []fact.Fact, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(factsSQL, string(c.Tenant), c.Contact, true, remember.MaxFacts).Query(readFacts(&facts))
	})
	return facts, wrap("read what is remembered", err)
}

// spend is a purse as the store of turns knows one.
func spend(p *remember.Purse, calls []llm.Call) *turn.Conversation {
	return &turn.Conversation{Tenant: p.Tenant, Month: p.Month, Limit: p.Limit, Calls: calls}
}

// KeepSummary ends a claim.
func (d *database) KeepSummary(
	ctx context.Context, c *remember.Claim, r *remember.Result, p *remember.Purse, calls []llm.Call,
) (ours bool, err error) {
	if r.Facts == nil {
		r.Facts = []fact.Fact{}
	}
	facts, err := json.Marshal(r.Facts)
	if err != nil {
		return false, fmt.Errorf("encode what is remembered: %w", err)
	}
	err = d.batchOf(ctx, spend(p, calls), c.Conversation, func(b *pgx.Batch) {
		b.Queue(`SELECT chat.keep_summary($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, string(c.Tenant), c.Conversation,
			c.Fence, r.Text, r.Through, c.Waiting, remember.Every, json.RawMessage(facts), r.Ask, r.Expires, remember.MaxFacts).
			QueryRow(func(row pgx.Row) error { return row.Scan(&ours) })
	})
	return ours, wrap("keep summary", err)
}

// maxAttempts is how often a summary is tried before more must be said.
const maxAttempts = 3

// PutOff gives a claim back.
func (d *database) PutOff(ctx context.Context, c *remember.Claim, wait time.Duration, p *remember.Purse, calls []llm.Call) error {
	return wrap("put off summary", d.batchOf(ctx, spend(p, calls), c.Conversation, func(b *pgx.Batch) {
		b.Queue(`SELECT chat.put_off_summary($1, $2, $3, $4, $5)`, string(c.Tenant), c.Conversation, c.Fence, wait, maxAttempts)
	}))
}

// SpentOf is what a purse has spent and holds.
func (d *database) SpentOf(ctx context.Context, p *remember.Purse) (int64, error) {
	return d.Spent(ctx, spend(p, nil))
}

// HoldOf keeps room for a call.
func (d *database) HoldOf(ctx context.Context, p *remember.Purse, call string, micros int64) (bool, error) {
	return d.Hold(ctx, spend(p, nil), call, micros)
}
