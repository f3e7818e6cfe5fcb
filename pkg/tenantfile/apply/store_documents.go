package apply

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

// pending is a document whose last change is not published yet.
type pending struct {
	ID      string
	SHA256  string
	Removed bool
	Version int64 // of the tenant when it changed
}

const upsertDocuments = `
WITH input AS (SELECT * FROM jsonb_populate_recordset(NULL::core.documents, $2)),
gone AS (
  UPDATE core.documents SET removed = true, announced = '', version = $3
  WHERE tenant_id = $1 AND NOT removed AND id NOT IN (SELECT id FROM input) RETURNING 1),
written AS (
  INSERT INTO core.documents AS old (tenant_id, id, slug, corpus_id, kind, title, sha256, version)
  SELECT $1, id, slug, corpus_id, kind, title, sha256, $3 FROM input
  ON CONFLICT (tenant_id, id) DO UPDATE SET corpus_id = excluded.corpus_id, kind = excluded.kind, title = excluded.title,
    sha256 = excluded.sha256, announced = '', removed = false, version = excluded.version
  WHERE old.removed OR (old.corpus_id, old.kind, old.title, old.sha256)
    IS DISTINCT FROM (excluded.corpus_id, excluded.kind, excluded.title, excluded.sha256)
  RETURNING (xmax = 0) AS created)
SELECT (SELECT count(*) FROM written WHERE created), (SELECT count(*) FROM written WHERE NOT created), (SELECT count(*) FROM gone)`

// replaceDocuments notes which documents there are; what changed is to be announced.
func replaceDocuments(ctx context.Context, tx pgx.Tx, f *tenantfile.File, v version, sum *Summary) error {
	data, err := json.Marshal(documentRows(f))
	if err != nil {
		return fmt.Errorf("encode documents: %w", err)
	}
	if err := sum.count(tx.QueryRow(ctx, upsertDocuments, f.Tenant.ID, data, v.Number)); err != nil {
		return fmt.Errorf("write core.documents: %w", err)
	}
	return nil
}

// documentRow has its fields in the order in which the content's hash has always seen them.
type documentRow struct {
	Corpus string `json:"corpus_id"`
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	SHA256 string `json:"sha256"`
	Slug   string `json:"slug"`
	Title  string `json:"title"`
}

func documentRows(f *tenantfile.File) []documentRow {
	out := make([]documentRow, len(f.Documents))
	for i, d := range f.Documents {
		out[i] = documentRow{
			ID: tenantfile.ID(f.Tenant.ID, "document", d.Slug), Slug: d.Slug, Corpus: tenantfile.ID(f.Tenant.ID, "corpus", d.Corpus),
			Kind: d.Kind, Title: d.Title, SHA256: d.SHA256,
		}
	}
	return out
}

const selectPending = `SELECT id::text, sha256, removed, version FROM core.documents
WHERE tenant_id = $1 AND (removed OR announced <> sha256) ORDER BY slug`

func pendingDocuments(ctx context.Context, tx pgx.Tx, id string) ([]pending, error) {
	rows, err := tx.Query(ctx, selectPending, id)
	if err != nil {
		return nil, fmt.Errorf("read documents: %w", err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowToStructByPos[pending])
	if err != nil {
		return nil, fmt.Errorf("read documents: %w", err)
	}
	return out, nil
}

const (
	updateAnnounced = `UPDATE core.documents SET announced = sha256 WHERE tenant_id = $1 AND id = $2 AND version = $3 AND NOT removed`
	deleteAnnounced = `DELETE FROM core.documents WHERE tenant_id = $1 AND id = $2 AND version = $3 AND removed`
)

// markAnnounced notes what was published; a document that has changed meanwhile stays pending.
func (a *Applier) markAnnounced(ctx context.Context, id tenant.ID, docs []pending) error {
	err := a.Store.Batch(ctx, id, func(b *pgx.Batch) {
		for _, d := range docs {
			statement := updateAnnounced
			if d.Removed {
				statement = deleteAnnounced
			}
			b.Queue(statement, string(id), d.ID, d.Version)
		}
	})
	if err != nil {
		return fmt.Errorf("note announced documents: %w", err)
	}
	return nil
}
