package answers

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
)

const (
	findSQL = `
SELECT v.version, EXISTS (SELECT FROM chat.answers n WHERE n.tenant_id = $1 AND n.assistant_id = $2 AND n.scope = $4 AND n.space = $5
         AND n.version = v.version AND n.expires_at > now()),
       a.reply, a.evidence, a.model, a.tier, a.input_tokens, a.output_tokens, a.cost_micros
  FROM core.evidence_versions v
  LEFT JOIN chat.answers a ON a.tenant_id = v.tenant_id AND a.assistant_id = $2 AND a.key = $3 AND a.version = v.version
        AND a.expires_at > now()
 WHERE v.tenant_id = $1`

	// once in ten minutes is often enough to know which one nobody asks for
	useSQL = `
UPDATE chat.answers SET used_at = now()
 WHERE tenant_id = $1 AND assistant_id = $2 AND key = $3 AND used_at < now() - interval '10 minutes'`

	// those that were used last are compared; a vector without a direction is near to nothing, which would read as NaN
	nearSQL = `
WITH near AS (
  SELECT n.*, 1 - (n.embedding <=> $5::halfvec) AS cosine
    FROM (SELECT a.* FROM chat.answers a JOIN core.evidence_versions v ON v.tenant_id = a.tenant_id AND v.version = a.version
           WHERE a.tenant_id = $1 AND a.assistant_id = $2 AND a.scope = $3 AND a.space = $4 AND a.expires_at > now()
             AND NOT (a.bag = $8 AND a.line <> $9)
           ORDER BY a.used_at DESC LIMIT $7) n
), best AS (
  SELECT * FROM near WHERE cosine >= $6 AND cosine < 1.01 ORDER BY cosine DESC LIMIT 1
), used AS (
  UPDATE chat.answers u SET used_at = now() FROM best
   WHERE u.tenant_id = $1 AND u.assistant_id = $2 AND u.key = best.key AND u.used_at < now() - interval '10 minutes'
)
SELECT version, false, reply, evidence, model, tier, input_tokens, output_tokens, cost_micros FROM best`

	directionSQL = `
UPDATE chat.answers SET scope = $4, space = $5, embedding = $6::halfvec, bag = $8, line = $9
 WHERE tenant_id = $1 AND assistant_id = $2 AND key = $3 AND version = $7`

	keepSQL = `SELECT chat.keep_answer($1, $2, $3, $4, $5, $6, $7)`
)

func find(ctx context.Context, db *store.Store, q *Question, scope []byte, space string) (found Found, err error) {
	key := q.key()
	err = db.Batch(ctx, q.Tenant, func(b *pgx.Batch) {
		b.Queue(findSQL, string(q.Tenant), q.Assistant, key, scope, space).Query(func(rows pgx.Rows) error {
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

// nearest puts the answer to the nearest known question into found, if there is one that is near enough.
func nearest(ctx context.Context, db *store.Store, q *Question, scope []byte, space string, found *Found) error {
	bag, line := order(q.Text)
	args := []any{string(q.Tenant), q.Assistant, scope, space, pgvector.NewHalfVector(found.direction), nearEnough, maxCompared, bag, line}
	err := db.Batch(ctx, q.Tenant, func(b *pgx.Batch) {
		b.Queue(nearSQL, args...).
			Query(func(rows pgx.Rows) error {
				all, err := pgx.CollectRows(rows, read)
				if err == nil && len(all) > 0 {
					found.Answer, found.Near = all[0].Answer, true
				}
				return err
			})
	})
	if err != nil {
		return fmt.Errorf("find near answer: %w", err)
	}
	return nil
}

func read(row pgx.CollectableRow) (f Found, err error) {
	var reply, model, tier *string
	var evidence []tool.Evidence
	var input, output *int
	var a Answer
	if err := row.Scan(&f.version, &f.others, &reply, &evidence, &model, &tier, &input, &output, &a.Cost); err != nil || reply == nil {
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

// keeping is an answer on its way into the table.
type keeping struct {
	question  *Question
	version   int64
	answer    *Answer
	scope     []byte
	space     string
	direction []float32
}

func keep(ctx context.Context, db *store.Store, k *keeping) error {
	q, a := k.question, k.answer
	evidence := a.Evidence
	if evidence == nil {
		evidence = []tool.Evidence{}
	}
	body, err := json.Marshal(kept{a.Text, evidence, a.Model, string(a.Tier), a.Usage.Input, a.Usage.Output, a.Cost})
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	err = db.Batch(ctx, q.Tenant, func(b *pgx.Batch) {
		b.Queue(keepSQL, string(q.Tenant), q.Assistant, q.key(), k.version, json.RawMessage(body), keepFor, maxKept)
		if k.scope != nil && k.direction != nil {
			bag, line := order(q.Text)
			b.Queue(directionSQL, string(q.Tenant), q.Assistant, q.key(), k.scope, k.space, pgvector.NewHalfVector(k.direction), k.version,
				bag, line)
		}
	})
	if err != nil {
		return fmt.Errorf("keep answer: %w", err)
	}
	return nil
}
