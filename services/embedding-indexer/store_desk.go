package embeddingindexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// document is one as a program sees it.
type document struct {
	ID        uuid.UUID         `json:"document_id"`
	CorpusID  uuid.UUID         `json:"-"`
	Corpus    string            `json:"corpus"`
	Contact   *string           `json:"contact,omitempty"` // whose own corpus it is in
	Kind      string            `json:"kind"`
	Title     string            `json:"title"`
	Type      string            `json:"type"`
	Language  string            `json:"language,omitempty"`
	State     string            `json:"state"`
	Reason    string            `json:"reason,omitempty"`
	Attempts  int               `json:"attempts,omitempty"`
	Chunks    int               `json:"chunks"`
	Bytes     int64             `json:"bytes"`
	Source    string            `json:"source"`
	SourceURL string            `json:"source_url,omitempty"`
	Category  string            `json:"category,omitempty"`
	Tags      []string          `json:"tags"`
	Metadata  map[string]string `json:"metadata"`
	AddedBy   string            `json:"added_by,omitempty"`
	Version   int64             `json:"version"`
	Updated   time.Time         `json:"updated_at"`
	Preview   string            `json:"preview,omitempty"`
}

const selectDocuments = `SELECT d.id, d.corpus_id, k.slug, k.contact_id::text, d.kind, d.title, d.mime, d.language, d.state,
  d.reason, d.attempts, d.chunks + (SELECT coalesce(sum(r.chunks), 0) FROM knowledge.documents r
    WHERE r.tenant_id = $1 AND r.parent_id = d.id)::int, d.bytes, d.source, d.source_url, d.category, d.tags, d.metadata,
  d.added_by, d.version, d.updated_at,
  coalesce((SELECT left(c.body, 200) FROM knowledge.chunks c WHERE c.tenant_id = $1 AND c.document_id = d.id AND c.ord = 0), '')
FROM knowledge.documents d JOIN knowledge.corpora k ON k.tenant_id = d.tenant_id AND k.id = d.corpus_id
WHERE d.tenant_id = $1 AND d.state <> 'removed' AND d.parent_id IS NULL`

// read returns one document.
func (d *desk) read(ctx context.Context, id tenant.ID, which uuid.UUID) (out document, err error) {
	found, err := d.documents(ctx, id, selectDocuments+` AND d.id = $2`, id, which)
	switch {
	case err != nil:
		return out, err
	case len(found) == 0:
		return out, unknown("id")
	}
	return found[0], nil
}

func (d *desk) documents(ctx context.Context, id tenant.ID, sql string, args ...any) (out []document, err error) {
	err = d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[document])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read documents: %w", err)
	}
	return out, nil
}

const (
	perPage  = 50
	mostPage = 200
)

type page struct {
	Documents []document `json:"documents"`
	Next      string     `json:"next,omitempty"` // after of the next page
}

const listDocuments = selectDocuments + ` AND ($2 = '' OR k.slug = $2) AND ($3 = '' OR d.state = $3)
  AND ($4 = '' OR k.contact_id::text = $4) AND ($5 = '' OR d.id > nullif($5, '')::uuid) ORDER BY d.id LIMIT $6`

// list returns a page of documents, by corpus, state and contact.
func (d *desk) list(r *http.Request, who apikey.Grant) (int, any, error) {
	ctx := r.Context()
	limit, err := number(r, "limit", perPage, mostPage)
	if err != nil {
		return 0, nil, err
	}
	q := r.URL.Query()
	after := q.Get("after")
	if after != "" && uuid.Validate(after) != nil {
		return 0, nil, invalid("after", "next of the page before")
	}
	found, err := d.documents(ctx, who.Tenant, listDocuments, who.Tenant, q.Get("corpus"), q.Get("state"), q.Get("contact"),
		after, limit+1)
	if err != nil {
		return 0, nil, err
	}
	out := page{Documents: found}
	if len(found) > limit {
		out.Documents, out.Next = found[:limit], found[limit-1].ID.String()
	}
	if out.Documents == nil {
		out.Documents = []document{}
	}
	return http.StatusOK, out, nil
}

// passage is one chunk as a program sees it.
type passage struct {
	Ord     int    `json:"ord"`
	Heading string `json:"heading,omitempty"`
	Content string `json:"content"`
	Tokens  int    `json:"tokens"`
	Page    int    `json:"page,omitempty"`
}

// a row of a table stands under its own title
const selectPassages = `SELECT c.ord, CASE WHEN d.parent_id IS NULL THEN c.heading ELSE d.title END, left(c.body, 500), c.tokens, c.page
FROM knowledge.documents d JOIN knowledge.chunks c ON c.tenant_id = d.tenant_id AND c.document_id = d.id
WHERE d.tenant_id = $1 AND (d.id = $2 OR d.parent_id = $2) ORDER BY d.parent_id NULLS FIRST, (d.metadata->>'row')::int, c.ord LIMIT 100`

// show returns a document and what its first chunks say.
func (d *desk) show(r *http.Request, who apikey.Grant) (int, any, error) {
	ctx := r.Context()
	id, err := idOf(r)
	if err != nil {
		return 0, nil, err
	}
	found, err := d.read(ctx, who.Tenant, id)
	if err != nil {
		return 0, nil, err
	}
	passages := []passage{}
	err = d.Store.Tenant(ctx, who.Tenant, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selectPassages, who.Tenant, id)
		if err != nil {
			return err
		}
		passages, err = pgx.AppendRows(passages, rows, pgx.RowToStructByPos[passage])
		return err
	})
	if err != nil {
		return 0, nil, fmt.Errorf("read passages: %w", err)
	}
	return http.StatusOK, struct {
		document
		Passages []passage `json:"passages"`
	}{found, passages}, nil
}

// forgetForm lets a document be indexed again although its text is the same.
const forgetForm = `UPDATE knowledge.documents SET form = '', state = 'pending', reason = 'asked for again', updated_at = now()
WHERE tenant_id = $1 AND id = $2 AND state <> 'removed' AND object_key <> ''
RETURNING corpus_id::text, kind, title, mime, object_key, sha256, language, source, source_url, category, tags, metadata, added_by`

// forget returns the event that submits a document's original again.
func (d *desk) forget(ctx context.Context, id tenant.ID, which uuid.UUID) (*recadov1.DocumentSubmitted, error) {
	e := &recadov1.DocumentSubmitted{DocumentId: which.String()}
	var kind, key string
	err := d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, forgetForm, id, which).Scan(&e.CorpusId, &kind, &e.Title, &e.MimeType, &key, &e.Sha256,
			&e.Language, &e.Source, &e.SourceUrl, &e.Category, &e.Tags, &e.Metadata, &e.AddedBy)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, unknown("id")
	}
	if err != nil {
		return nil, fmt.Errorf("forget a document's form: %w", err)
	}
	e.Kind, e.Body = kindOf(kind), &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: key}
	return e, nil
}

// corpus is one as a program sees it.
type corpus struct {
	Slug      string  `json:"corpus"`
	Contact   *string `json:"contact,omitempty"`
	Active    bool    `json:"active"`
	Target    int     `json:"chunk_tokens"`
	Max       int     `json:"max_tokens"`
	Overlap   int     `json:"overlap_tokens"`
	Embedder  string  `json:"embedder,omitempty"` // empty: the installation's own
	Size      int     `json:"dimensions"`         // of its vectors, where it is named
	Documents int     `json:"documents"`
	Version   int64   `json:"version"`
}

const selectCorpora = `SELECT k.slug, k.contact_id::text, k.active, k.target_tokens, k.max_tokens, k.overlap_tokens, k.embedder,
  k.dimensions,
  (SELECT count(*) FROM knowledge.documents d WHERE d.tenant_id = $1 AND d.corpus_id = k.id AND d.state <> 'removed')::int, k.version
FROM knowledge.corpora k WHERE k.tenant_id = $1 AND ($2 = '' AND k.contact_id IS NULL OR k.contact_id::text = $2) ORDER BY k.slug LIMIT 500`

// corpora lists the business's corpora, or a contact's own.
func (d *desk) corpora(r *http.Request, who apikey.Grant) (int, any, error) {
	ctx := r.Context()
	out := []corpus{}
	err := d.Store.Tenant(ctx, who.Tenant, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selectCorpora, who.Tenant, r.URL.Query().Get("contact"))
		if err != nil {
			return err
		}
		out, err = pgx.AppendRows(out, rows, pgx.RowToStructByPos[corpus])
		return err
	})
	if err != nil {
		return 0, nil, fmt.Errorf("read corpora: %w", err)
	}
	return http.StatusOK, map[string][]corpus{"corpora": out}, nil
}

const (
	maxCorpora = 10_000 // of a tenant, those of its contacts included

	upsertCorpus = `INSERT INTO knowledge.corpora AS old (tenant_id, id, slug, contact_id, active, embedder, dimensions)
SELECT $1, $2, $3, nullif($4, '')::uuid, coalesce($5, true), coalesce($7, ''), coalesce($8, 1536)
WHERE (SELECT count(*) FROM knowledge.corpora WHERE tenant_id = $1) < $6
  OR EXISTS (SELECT FROM knowledge.corpora WHERE tenant_id = $1 AND id = $2)
ON CONFLICT (tenant_id, id) DO UPDATE SET active = coalesce($5, old.active), embedder = coalesce($7, old.embedder),
  dimensions = coalesce($8, old.dimensions), version = old.version + 1, updated_at = now()
RETURNING id`
	findCorpus = `SELECT id FROM knowledge.corpora WHERE tenant_id = $1 AND slug = $2
  AND contact_id IS NOT DISTINCT FROM nullif($3, '')::uuid`
)

// corpusOf finds the corpus of an upload; a contact's own is made where it has none.
func (d *desk) corpusOf(ctx context.Context, id tenant.ID, u upload) (found uuid.UUID, err error) {
	err = d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, findCorpus, id, u.Corpus, u.Contact).Scan(&found)
		if errors.Is(err, pgx.ErrNoRows) && u.Contact != "" && u.Corpus == ofContact {
			found, err = ensureCorpus(ctx, tx, id, wishes{slug: u.Corpus, contact: u.Contact})
		}
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return found, unknown("corpus")
	}
	return found, err
}

// wishes are what a request says of a corpus; nil stays as it is.
type wishes struct {
	slug, contact string
	active        *bool
	embedder      *string
	dimensions    *int
}

func ensureCorpus(ctx context.Context, tx pgx.Tx, id tenant.ID, w wishes) (found uuid.UUID, err error) {
	err = tx.QueryRow(ctx, upsertCorpus, id, corpusID(id, w.slug, w.contact), w.slug, w.contact, w.active, maxCorpora, w.embedder,
		w.dimensions).Scan(&found)
	if errors.Is(err, pgx.ErrNoRows) {
		most := fmt.Sprintf("at most %d corpora of a business", maxCorpora)
		return found, &refusal{Code: "full", Field: "corpus", Expected: most, status: http.StatusConflict}
	}
	return found, err
}

// corpusID is the same for a name as in the tenant's file; a contact's is its own.
func corpusID(id tenant.ID, slug, contact string) uuid.UUID {
	if contact == "" {
		return uuid.MustParse(tenantfile.ID(string(id), "corpus", slug))
	}
	return uuid.MustParse(tenantfile.ID(string(id), "corpus", strings.ToLower(contact)+"/"+slug))
}

var slugForm = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// corpusNamed reads the corpus that a request names.
func corpusNamed(r *http.Request) (slug, contact string, err error) {
	slug, contact = r.PathValue("slug"), r.URL.Query().Get("contact")
	if !slugForm.MatchString(slug) {
		return "", "", invalid("corpus", "1 to 40 of a-z, 0-9 and -")
	}
	if contact != "" && uuid.Validate(contact) != nil {
		return "", "", invalid("contact", "the id of a contact")
	}
	return slug, contact, nil
}

// wished reads what a request says of a corpus.
func (d *desk) wished(r *http.Request) (w wishes, err error) {
	if w.slug, w.contact, err = corpusNamed(r); err != nil {
		return w, err
	}
	q := r.URL.Query()
	switch q.Get("active") {
	case "":
	case "true":
		w.active = new(true)
	case "false":
		w.active = new(false)
	default:
		return w, invalid("active", "true or false")
	}
	if !q.Has("embedder") {
		return w, nil
	}
	size, err := number(r, "dimensions", usualDimensions, usualDimensions)
	if err != nil {
		return w, err
	}
	if err := d.Spaces.Check(q.Get("embedder"), size); err != nil {
		return w, invalid("embedder", "one that the installation has: "+err.Error())
	}
	w.embedder, w.dimensions = new(q.Get("embedder")), &size
	return w, nil
}

// usualDimensions is what an embedder is asked for, and the most.
const usualDimensions = 1536

// putCorpus makes a corpus, switches it on and off, or says who embeds it.
func (d *desk) putCorpus(r *http.Request, who apikey.Grant) (int, any, error) {
	ctx := r.Context()
	w, err := d.wished(r)
	if err != nil {
		return 0, nil, err
	}
	err = d.Store.Tenant(ctx, who.Tenant, func(tx pgx.Tx) error {
		_, err := ensureCorpus(ctx, tx, who.Tenant, w)
		return err
	})
	return http.StatusOK, map[string]string{"corpus": w.slug}, err
}

// removeCorpus removes a corpus with its documents, at once.
func (d *desk) removeCorpus(r *http.Request, who apikey.Grant) (int, any, error) {
	ctx := r.Context()
	slug, contact, err := corpusNamed(r)
	if err != nil {
		return 0, nil, err
	}
	removed := 0
	err = d.Store.Tenant(ctx, who.Tenant, func(tx pgx.Tx) error {
		var id uuid.UUID
		err := tx.QueryRow(ctx, findCorpus, who.Tenant, slug, contact).Scan(&id)
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT knowledge.remove_corpus($1, $2)`, who.Tenant, id).Scan(&removed)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil, unknown("corpus")
	}
	d.Left()
	return http.StatusOK, map[string]any{"corpus": slug, "documents": removed}, err
}
