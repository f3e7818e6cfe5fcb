package apply

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenantfile"
)

type corpusRow struct {
	ID            string `json:"id"`
	Slug          string `json:"slug"`
	Active        bool   `json:"active"`
	TargetTokens  int    `json:"target_tokens"`
	MaxTokens     int    `json:"max_tokens"`
	OverlapTokens int    `json:"overlap_tokens"`
	Embedder      string `json:"embedder"`
	Dimensions    int    `json:"dimensions"`
}

// upsertCorpora leaves alone what the file does not name: contacts and programs have corpora too.
const upsertCorpora = `
WITH written AS (
  INSERT INTO knowledge.corpora AS old (tenant_id, id, slug, active, target_tokens, max_tokens, overlap_tokens, embedder, dimensions)
  SELECT $1, id, slug, active, target_tokens, max_tokens, overlap_tokens, embedder, dimensions
  FROM jsonb_populate_recordset(NULL::knowledge.corpora, $2)
  ON CONFLICT (tenant_id, id) DO UPDATE SET slug = excluded.slug, active = excluded.active, target_tokens = excluded.target_tokens,
    max_tokens = excluded.max_tokens, overlap_tokens = excluded.overlap_tokens, embedder = excluded.embedder,
    dimensions = excluded.dimensions, version = old.version + 1, updated_at = now()
  WHERE (old.slug, old.active, old.target_tokens, old.max_tokens, old.overlap_tokens, old.embedder, old.dimensions)
    IS DISTINCT FROM (excluded.slug, excluded.active, excluded.target_tokens, excluded.max_tokens, excluded.overlap_tokens,
      excluded.embedder, excluded.dimensions)
  RETURNING (xmax = 0) AS created)
SELECT count(*) FILTER (WHERE created), count(*) FILTER (WHERE NOT created), 0 FROM written`

func writeCorpora(ctx context.Context, tx pgx.Tx, t *tenantfile.Tenant, sum *Summary) error {
	var rows []corpusRow
	for _, c := range t.AllCorpora() {
		cut := c.Cut()
		rows = append(rows, corpusRow{
			ID: tenantfile.ID(t.ID, "corpus", c.ID), Slug: c.ID, Active: or(c.Active, true),
			TargetTokens: cut.Target, MaxTokens: cut.Max, OverlapTokens: cut.Overlap,
			Embedder: c.Embedder, Dimensions: c.EmbedderDimensions(),
		})
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("encode corpora: %w", err)
	}
	if err := sum.count(tx.QueryRow(ctx, upsertCorpora, t.ID, data)); err != nil {
		return fmt.Errorf("write corpora: %w", err)
	}
	return nil
}
