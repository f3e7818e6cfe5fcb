package answers

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
)

const (
	findSQL = `
SELECT v.version, a.reply, a.evidence, a.model, a.tier, a.input_tokens, a.output_tokens, a.cost_micros
  FROM core.evidence_versions v
  LEFT JOIN chat.answers a ON a.tenant_id = v.tenant_id AND a.assistant_id = $2 AND a.key = $3 AND a.version = v.version
        AND a.expires_at > now()
 WHERE v.tenant_id = $1`

	// once in ten minutes is often enough to know which one nobody asks for
	useSQL = `
UPDATE chat.answers SET used_at = now()
 WHERE tenant_id = $1 AND assistant_id = $2 AND key = $3 AND used_at < now() - interval '10 minutes'`

	keepSQL = `SELECT chat.keep_answer($1, $2, $3, $4, $5, $6, $7)`
)

func find(ctx context.Context, db *store.Store, q *Question) (found Found, err error) {
	key := q.key()
	err = db.Batch(ctx, q.Tenant, func(b *pgx.Batch) {
		b.Queue(findSQL, string(q.Tenant), q.Assistant, key).Query(func(rows pgx.Rows) error {
			all, err := pgx.CollectRows(rows, read)
			if err == nil && len(all) > 0 {
				found = all[0]
			}
			return err
		})
		b.Queue(useSQL, string(q.Tenant), q.Assistant, key)
	})
	if err != nil {
		return Found{}, fmt.Errorf("find answer: %w", err)
	}
	return found, nil
}

func read(row pgx.CollectableRow) (f Found, err error) {
	var reply, model, tier *string
	var evidence []tool.Evidence
	var input, output *int
	var a Answer
	if err := row.Scan(&f.version, &reply, &evidence, &model, &tier, &input, &output, &a.Cost); err != nil || reply == nil {
		return f, err
	}
	a.Text, a.Evidence, a.Model = *reply, evidence, *model
	a.Tier, a.Usage.Input, a.Usage.Output = llm.Tier(*tier), *input, *output
	f.Answer = &a
	return f, nil
}

// kept is an answer as chat.keep_answer reads it.
type kept struct {
	Reply    string          `json:"reply"`
	Evidence []tool.Evidence `json:"evidence"`
	Model    string          `json:"model"`
	Tier     string          `json:"tier"`
	Input    int             `json:"input_tokens"`
	Output   int             `json:"output_tokens"`
	Cost     *int64          `json:"cost_micros"`
}

func keep(ctx context.Context, db *store.Store, q *Question, version int64, a *Answer) error {
	evidence := a.Evidence
	if evidence == nil {
		evidence = []tool.Evidence{}
	}
	body, err := json.Marshal(kept{a.Text, evidence, a.Model, string(a.Tier), a.Usage.Input, a.Usage.Output, a.Cost})
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	err = db.Batch(ctx, q.Tenant, func(b *pgx.Batch) {
		b.Queue(keepSQL, string(q.Tenant), q.Assistant, q.key(), version, json.RawMessage(body), keepFor, maxKept)
	})
	if err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	return nil
}
