// Package attempt asks somebody outside at most once for what cannot be taken back.
package attempt

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Attempts keeps what was attempted in the ledger.
type Attempts struct {
	db     *store.Store
	ledger ledger.Ledger
}

// New keeps attempts in db, which must act as recado_tool_executor.
func New(db *store.Store) Attempts { return Attempts{db, ledger.New(db)} }

// Outcome is what came of asking somebody outside.
type Outcome struct {
	Success bool   `json:"success"`
	Status  int    `json:"status,omitempty"`
	Body    string `json:"body,omitempty"` // outside text
	Error   string `json:"error,omitempty"`
}

// unknown is what is kept while somebody outside is asked: who repeats the call after a crash is told that, and nobody is asked twice.
var unknown = Outcome{Error: "unknown: it was begun and may have been done"}

const outcomeSQL = `UPDATE business.tool_ledger SET result = $3, evidence = $4 WHERE tenant_id = $1 AND idempotency_key = $2`

// Once does what cannot be taken back: the key is kept before it is done, and no lock is held meanwhile. Allow refuses in the
// transaction that keeps the key.
func (l Attempts) Once(ctx context.Context, c tool.Call, allow ledger.Write, do func(ctx context.Context) Outcome) (tool.Result, error) {
	begun, err := l.ledger.Once(ctx, c, func(tx pgx.Tx) (tool.Result, error) {
		if r, err := allow(tx); err != nil || r.Err != nil {
			return r, err
		}
		return wire.Answer(unknown)
	})
	if err != nil || begun.Err != nil || begun.Replayed || begun.DryRun {
		return begun, err
	}
	result, err := wire.Answer(do(ctx), tool.Evidence{ID: c.Tool + ":" + c.ID, Kind: "tool", Source: "business.tool_ledger/" + c.Tool})
	if err == nil && c.Hide != nil {
		result, err = c.Hide(ctx, result)
	}
	if err != nil {
		return tool.Result{}, err
	}
	return result, l.finish(context.WithoutCancel(ctx), c, result)
}

func (l Attempts) finish(ctx context.Context, c tool.Call, r tool.Result) error {
	evidence, err := json.Marshal(r.Evidence)
	if err != nil {
		return fmt.Errorf("encode evidence: %w", err)
	}
	err = l.db.Tenant(ctx, c.Tenant, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, outcomeSQL, c.Tenant, c.Key, r.JSON, evidence)
		return err
	})
	if err != nil {
		return fmt.Errorf("write what came of it: %w", err)
	}
	return nil
}

// Free is Once of what nothing but the key bounds.
func (l Attempts) Free(ctx context.Context, c tool.Call, do func(ctx context.Context) Outcome) (tool.Result, error) {
	return l.Once(ctx, c, func(pgx.Tx) (tool.Result, error) { return tool.Result{}, nil }, do)
}
