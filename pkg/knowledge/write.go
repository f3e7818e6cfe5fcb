package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/tenant"
)

// cutVersion is part of a chunk's form: raise it when extraction, cutting or stemming changes, and documents are indexed again.
const cutVersion = "3"

const (
	embedBatch = 64  // texts of one embedding call
	writeBatch = 128 // chunks of one INSERT
)

// made says how a corpus's chunks are made: how they are cut, and in which space they are embedded.
type made struct {
	Cut
	space string
}

// form is how it stands on each document.
func (m made) form() string {
	return fmt.Sprintf("%s#%s:%d/%d/%d", m.space, cutVersion, m.Target, m.Max, m.Overlap)
}

// Begun is what Begin says of a document.
type Begun struct {
	Indexed bool // it is searchable as it stands: there is nothing to do
	Chunks  int  // of it, where it is indexed
	// Original is the object that is kept of it, where it is indexed.
	Original string
	Attempt  int // from 1, since it was indexed last
	made     made
}

// Begin notes that a document is being indexed; its earlier chunks stay. One that is indexed already, with the same body, only notes the
// newer event. ErrUnreadable, ErrSuperseded and ErrNoTenant are final; store.IsUnavailable says what is not.
func (x *Index) Begin(ctx context.Context, d Document) (b Begun, err error) {
	err = x.db.Tenant(ctx, d.Tenant, func(tx pgx.Tx) error {
		made, err := x.known(ctx, tx, d)
		if err != nil {
			return err
		}
		if b, err = x.indexed(ctx, tx, d, made); err != nil || b.Indexed {
			return err
		}
		b.made = made
		b.Attempt, err = x.claim(ctx, tx, d, outcome{state: "processing", form: made.form()})
		return err
	})
	if errors.Is(err, ErrSuperseded) {
		return x.superseded(ctx, d, b.made)
	}
	return b, err
}

// Put makes a document searchable and returns the number of its chunks. All of its chunks are replaced at once; the same body again
// changes nothing. ErrUnreadable, ErrSuperseded and ErrNoTenant are final; ErrEmbedder and store.IsUnavailable say what is unavailable.
func (x *Index) Put(ctx context.Context, d Document) (int, error) {
	b, err := x.Begin(ctx, d)
	if err != nil || b.Indexed {
		return b.Chunks, err
	}
	return x.Finish(ctx, d, b)
}

// superseded looks whether it was by the same text, put at the same time: then it is indexed.
func (x *Index) superseded(ctx context.Context, d Document, m made) (b Begun, err error) {
	err = x.db.Tenant(ctx, d.Tenant, func(tx pgx.Tx) error {
		b, err = x.indexed(ctx, tx, d, m)
		return err
	})
	if err == nil && !b.Indexed {
		err = ErrSuperseded
	}
	return b, err
}

const touchIndexed = `UPDATE knowledge.documents SET submitted_at = greatest(submitted_at, $8)
WHERE tenant_id = $1 AND id = $2 AND state = 'indexed' AND sha256 = $3 AND corpus_id = $4 AND kind = $5
  AND (title = $6 OR $6 = '') AND form = $7
RETURNING chunks + (SELECT coalesce(sum(r.chunks), 0) FROM knowledge.documents r
  WHERE r.tenant_id = $1 AND r.parent_id = $2)::int, object_key`

// countCorpora counts a tenant's corpora, and whether this is one: whoever applies a tenant gives it one at least. It says how this one is
// cut and embedded, and adds up the bytes of the tenant's other documents.
const countCorpora = `SELECT count(*), count(*) FILTER (WHERE id = $2), coalesce(max(target_tokens) FILTER (WHERE id = $2), 0),
  coalesce(max(max_tokens) FILTER (WHERE id = $2), 0), coalesce(max(overlap_tokens) FILTER (WHERE id = $2), 0),
  coalesce(max(embedder) FILTER (WHERE id = $2), ''), coalesce(max(dimensions) FILTER (WHERE id = $2), 0),
  (SELECT coalesce(sum(bytes), 0) FROM knowledge.documents WHERE tenant_id = $1 AND id <> $3)
FROM knowledge.corpora WHERE tenant_id = $1`

// indexed reports whether there is nothing to do but to note the newer event.
func (x *Index) indexed(ctx context.Context, tx pgx.Tx, d Document, m made) (b Begun, err error) {
	err = tx.QueryRow(ctx, touchIndexed, d.Tenant, d.ID, d.SHA256, d.Corpus, d.Kind, d.Title, m.form(), d.Submitted.UTC()).
		Scan(&b.Chunks, &b.Original)
	if errors.Is(err, pgx.ErrNoRows) {
		return b, nil
	}
	if err != nil {
		return b, fmt.Errorf("look for the document: %w", err)
	}
	b.Indexed = true
	return b, nil
}

// known refuses a document of no corpus, which would be kept and found by nobody, and one too many. It returns how the
// corpus's chunks are made.
func (x *Index) known(ctx context.Context, tx pgx.Tx, d Document) (c made, err error) {
	var all, this, dimensions int
	var bytes int64
	var embedder string
	err = tx.QueryRow(ctx, countCorpora, d.Tenant, d.Corpus, d.ID).
		Scan(&all, &this, &c.Target, &c.Max, &c.Overlap, &embedder, &dimensions, &bytes)
	c.space = x.spaces.named(embedder, dimensions)
	switch {
	case err != nil:
		return c, fmt.Errorf("read corpora: %w", err)
	case all == 0:
		return c, ErrNoTenant
	case this == 0:
		return c, fmt.Errorf("%w: the tenant has no such corpus", ErrUnreadable)
	case x.MaxBytes > 0 && bytes+int64(len(d.Body)) > x.MaxBytes:
		return c, fmt.Errorf("%w: the tenant's documents would be larger than %d MB together", ErrUnreadable, x.MaxBytes>>20)
	}
	return c, nil
}

const upsertDocument = `INSERT INTO knowledge.documents AS old
  (tenant_id, id, corpus_id, kind, title, language, sha256, state, reason, form, chunks, words, submitted_at, mime, bytes, object_key,
   source, source_url, category, tags, metadata, added_by, attempts, version, parent_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, ($8 = 'processing')::int,
  ($8 = 'indexed')::int, $23)
ON CONFLICT (tenant_id, id) DO UPDATE SET corpus_id = excluded.corpus_id, kind = excluded.kind,
  title = CASE excluded.title WHEN '' THEN old.title ELSE excluded.title END,
  language = excluded.language, sha256 = excluded.sha256, state = excluded.state,
  reason = CASE excluded.state WHEN 'processing' THEN old.reason ELSE excluded.reason END,
  form = CASE excluded.state WHEN 'indexed' THEN excluded.form ELSE old.form END,
  chunks = CASE excluded.state WHEN 'indexed' THEN excluded.chunks ELSE old.chunks END,
  words = CASE excluded.state WHEN 'indexed' THEN excluded.words ELSE old.words END,
  version = old.version + (excluded.state = 'indexed')::int, updated_at = now(),
  submitted_at = greatest(old.submitted_at, excluded.submitted_at),
  mime = excluded.mime, bytes = excluded.bytes, object_key = excluded.object_key, source = excluded.source,
  source_url = excluded.source_url,
  category = excluded.category, tags = excluded.tags, metadata = excluded.metadata, added_by = excluded.added_by,
  attempts = CASE excluded.state WHEN 'indexed' THEN 0 WHEN 'processing'
    THEN 1 + CASE old.sha256 WHEN excluded.sha256 THEN old.attempts ELSE 0 END ELSE old.attempts END
WHERE (old.submitted_at <= excluded.submitted_at OR old.state = 'processing' AND (old.sha256, old.corpus_id, old.kind, old.title)
    = (excluded.sha256, excluded.corpus_id, excluded.kind, excluded.title))
  AND (old.state, old.sha256, old.corpus_id, old.kind, old.title, old.form, true) IS DISTINCT FROM
    ('indexed', excluded.sha256, excluded.corpus_id, excluded.kind, excluded.title, excluded.form,
      excluded.state IN ('processing', 'indexed'))
RETURNING attempts`

// outcome is what becomes of a document.
type outcome struct {
	state, reason string
	form, space   string
	chunks, words int
	parent        *uuid.UUID
}

// claim writes the document's row, unless a newer event was there first; the row stays locked until the transaction ends. It returns how
// often the document was begun since it was indexed last.
func (x *Index) claim(ctx context.Context, tx pgx.Tx, d Document, o outcome) (attempts int, err error) {
	tags, metadata := d.Tags, d.Metadata
	if tags == nil {
		tags = []string{}
	}
	if metadata == nil {
		metadata = map[string]string{}
	}
	err = tx.QueryRow(ctx, upsertDocument, d.Tenant, d.ID, d.Corpus, d.Kind, d.Title, d.Language, d.SHA256, o.state, o.reason,
		o.form, o.chunks, o.words, d.Submitted.UTC(), d.Type, len(d.Body), d.ObjectKey, cmp.Or(d.Source, "manual"), d.SourceURL, d.Category,
		tags, metadata, d.AddedBy, o.parent).Scan(&attempts)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return 0, ErrSuperseded
	case err != nil:
		return 0, writeError("write document", err)
	}
	return attempts, nil
}

// writeError tells a missing tenant, the only row that a document refers to, from other errors.
func writeError(what string, err error) error {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok && answer.Code == "23503" {
		return fmt.Errorf("%s: %w", what, ErrNoTenant)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Wait notes that a document is not searchable yet, and why. Its earlier chunks stay.
func (x *Index) Wait(ctx context.Context, d Document, reason string) error {
	_, err := x.note(ctx, d, outcome{state: "pending", reason: reason})
	return err
}

// Fail notes that a document cannot be indexed, and why, and returns how often that was tried. Its earlier chunks stay.
func (x *Index) Fail(ctx context.Context, d Document, reason string) (attempts int, err error) {
	return x.note(ctx, d, outcome{state: "failed", reason: reason})
}

func (x *Index) note(ctx context.Context, d Document, o outcome) (attempts int, err error) {
	err = x.db.Tenant(ctx, d.Tenant, func(tx pgx.Tx) error {
		attempts, err = x.claim(ctx, tx, d, o)
		return err
	})
	return attempts, err
}

const removeDocument = `INSERT INTO knowledge.documents AS old
  (tenant_id, id, corpus_id, kind, title, sha256, state, submitted_at)
VALUES ($1, $2, '00000000-0000-0000-0000-000000000000', 'article', '', '', 'removed', $3)
ON CONFLICT (tenant_id, id) DO UPDATE SET state = 'removed', reason = '', sha256 = '', title = '', chunks = 0, words = 0, form = '',
  corpus_id = excluded.corpus_id, mime = '', bytes = 0, object_key = '', source_url = '', category = '', tags = '{}', metadata = '{}',
  added_by = '', attempts = 0, submitted_at = excluded.submitted_at, updated_at = now()
WHERE old.submitted_at <= excluded.submitted_at`

// Remove deletes a document and its chunks; at says when that was asked for. What was submitted before stays deleted, even when its
// event comes later.
func (x *Index) Remove(ctx context.Context, id tenant.ID, document uuid.UUID, at time.Time) error {
	return x.db.Tenant(ctx, id, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, removeDocument, id, document, at.UTC())
		if err != nil {
			return writeError("remove document", err)
		}
		if tag.RowsAffected() == 0 {
			return ErrSuperseded
		}
		if _, err := tx.Exec(ctx, deleteChunks, id, document); err != nil {
			return fmt.Errorf("delete chunks: %w", err)
		}
		if _, err := tx.Exec(ctx, deleteOtherRows, id, document, []uuid.UUID{}); err != nil {
			return fmt.Errorf("delete rows: %w", err)
		}
		return nil
	})
}
