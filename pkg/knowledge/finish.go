package knowledge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
)

// part is what becomes one row of documents: the document itself, or one row of a table, which is a document of its own.
type part struct {
	id    uuid.UUID
	title string
	sha   string
	row   int // from 1; 0: the document itself
	rows  []chunkRow
}

// Finish is Put for a document that has begun. Where its corpus is to be cut or embedded otherwise meanwhile, it is made again.
func (x *Index) Finish(ctx context.Context, d Document, b Begun) (chunks int, err error) {
	text, err := x.Reader.Read(ctx, extract.File{Name: cmp.Or(d.FileName, d.Title), Type: d.Type, Title: d.Title, Body: d.Body})
	if err != nil {
		return 0, err
	}
	d.Title, d.Type = cmp.Or(d.Title, text.Title), text.Type
	for range remakes {
		var now made
		if chunks, now, err = x.finish(ctx, d, b.made, text); !errors.Is(err, errRemade) {
			return chunks, err
		}
		b.made = now
	}
	return 0, err
}

// remakes bounds how often a document is made because its corpus changed meanwhile.
const remakes = 5

// errRemade says that a document's corpus is made otherwise by now.
var errRemade = errors.New("the corpus changed while its document was indexed")

// finish makes a document's chunks and replaces the earlier ones, all at once. With errRemade it returns how they are made now.
func (x *Index) finish(ctx context.Context, d Document, m made, text extract.Text) (total int, now made, err error) {
	parts, withheld := x.parts(d, m.Cut, text)
	if len(parts) == 0 {
		return 0, m, fmt.Errorf("%w: %s", ErrUnreadable, cmp.Or(withheld, "it has no text"))
	}
	table := parts[0].row > 0
	if table {
		if parts, err = x.changed(ctx, d, m, parts); err != nil {
			return 0, m, err
		}
	}
	if err := x.embed(ctx, m.space, parts); err != nil {
		return 0, m, err
	}
	notes := text.Notes
	if withheld != "" {
		notes = append([]string{withheld}, notes...)
	}
	done := outcome{state: "indexed", form: m.form(), space: m.space, reason: clip(strings.Join(notes, "; "), maxReason)}
	err = x.db.Tenant(ctx, d.Tenant, func(tx pgx.Tx) error {
		if now, err = x.held(ctx, tx, d.Tenant, d.Corpus); err != nil {
			return err
		}
		if now != m {
			return errRemade
		}
		total, err = x.write(ctx, tx, d, done, parts, table)
		return err
	})
	if errors.Is(err, ErrSuperseded) {
		b, err := x.superseded(ctx, d, m)
		return b.Chunks, m, err
	}
	return total, now, err
}

// holdCorpus keeps a corpus from being changed or removed until the transaction ends.
const holdCorpus = `SELECT target_tokens, max_tokens, overlap_tokens, embedder, dimensions FROM knowledge.corpora
WHERE tenant_id = $1 AND id = $2 FOR SHARE`

func (x *Index) held(ctx context.Context, tx pgx.Tx, id tenant.ID, corpus uuid.UUID) (m made, err error) {
	var embedder string
	var dimensions int
	err = tx.QueryRow(ctx, holdCorpus, id, corpus).Scan(&m.Target, &m.Max, &m.Overlap, &embedder, &dimensions)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, fmt.Errorf("%w: the tenant has no such corpus", ErrUnreadable)
	}
	if err != nil {
		return m, fmt.Errorf("hold the corpus: %w", err)
	}
	m.space = x.spaces.named(embedder, dimensions)
	return m, nil
}

// maxReason bounds what is said of a document, in runes.
const maxReason = 1000

// parts cuts what was read of a document and leaves out what gives orders to an assistant.
func (x *Index) parts(d Document, c Cut, text extract.Text) (out []part, withheld string) {
	if len(text.Sections) == 0 || text.Sections[0].Row == 0 {
		chunks, withheld := trusted(c.Split(d, text))
		if len(chunks) == 0 {
			return nil, withheld
		}
		return []part{{id: d.ID, title: d.Title, sha: d.SHA256, rows: rowsOf(d.Title, chunks)}}, withheld
	}
	left := 0
	seen := map[uuid.UUID]bool{}
	for _, s := range text.Sections {
		title := strings.Join(s.Path, " > ")
		sum := sha256.Sum256([]byte(title + "\x00" + strings.Join(s.Blocks, extract.Between)))
		p := part{id: uuid.NewSHA1(d.ID, append([]byte("row/"), sum[:]...)), title: title, sha: hex.EncodeToString(sum[:]), row: s.Row}
		if seen[p.id] { // the same row again
			continue
		}
		seen[p.id] = true
		s.Path = nil
		chunks, orders := trusted(c.Split(d, extract.Text{Type: text.Type, Sections: []extract.Section{s}}))
		if orders != "" {
			left++
		}
		if len(chunks) > 0 {
			p.rows = rowsOf(title, chunks)
			out = append(out, p)
		}
	}
	if left > 0 {
		withheld = fmt.Sprintf("%d of %d rows withheld: they give orders to an assistant", left, len(text.Sections))
	}
	return out, withheld
}

func rowsOf(title string, chunks []Chunk) []chunkRow {
	out := make([]chunkRow, len(chunks))
	for i, c := range chunks {
		out[i].Chunk = c
		out[i].tsv, out[i].words = vectorText(head(title, c), c.Body)
	}
	return out
}

// changed empties the rows of a table that are indexed as they stand: an unchanged row is not embedded again.
func (x *Index) changed(ctx context.Context, d Document, m made, parts []part) ([]part, error) {
	kept := map[uuid.UUID]bool{}
	err := x.db.Tenant(ctx, d.Tenant, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selectRows, d.Tenant, d.ID, d.Corpus, d.Kind, m.form())
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		for _, id := range ids {
			kept[id] = true
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read rows: %w", err)
	}
	for i := range parts {
		if kept[parts[i].id] {
			parts[i].rows = nil
		}
	}
	return parts, nil
}

// write replaces what is known of a document, all at once, and returns the number of its chunks.
func (x *Index) write(ctx context.Context, tx pgx.Tx, d Document, done outcome, parts []part, table bool) (total int, err error) {
	own := done
	if !table {
		own.chunks, own.words = len(parts[0].rows), wordsIn(parts[0].rows)
	}
	if _, err := x.claim(ctx, tx, d, own); err != nil {
		return 0, err
	}
	ids := []uuid.UUID{}
	for _, p := range parts {
		if table {
			ids = append(ids, p.id)
			if p.rows == nil {
				continue
			}
			if err := x.writeRow(ctx, tx, d, done, p); err != nil {
				return 0, err
			}
		}
		if err := x.replace(ctx, tx, d, p.id, done.space, p.rows); err != nil {
			return 0, err
		}
	}
	if _, err := tx.Exec(ctx, deleteOtherRows, d.Tenant, d.ID, ids); err != nil {
		return 0, fmt.Errorf("delete rows that are gone: %w", err)
	}
	if !table {
		return own.chunks, nil
	}
	if _, err := tx.Exec(ctx, deleteChunks, d.Tenant, d.ID); err != nil { // of a text that it was before
		return 0, fmt.Errorf("delete chunks: %w", err)
	}
	return total, tx.QueryRow(ctx, countRows, d.Tenant, d.ID).Scan(&total)
}

// writeRow notes a row of a table.
func (x *Index) writeRow(ctx context.Context, tx pgx.Tx, d Document, done outcome, p part) error {
	parent := d.ID
	d.ID, d.Title, d.SHA256, d.Body, d.ObjectKey = p.id, p.title, p.sha, nil, ""
	d.Metadata = map[string]string{"row": strconv.Itoa(p.row)}
	_, err := x.claim(ctx, tx, d, outcome{state: "indexed", form: done.form, chunks: len(p.rows), words: wordsIn(p.rows), parent: &parent})
	if errors.Is(err, ErrSuperseded) {
		return nil
	}
	return err
}

func wordsIn(rows []chunkRow) (n int) {
	for _, r := range rows {
		n += r.words
	}
	return n
}

// head is what a chunk stands under: part of what is embedded and indexed, not of what is quoted.
func head(title string, c Chunk) string {
	text := title
	if c.Heading != "" {
		text += " > " + c.Heading
	}
	if c.Also != "" {
		text += "\n" + c.Also
	}
	return text
}

// embed fills in the vectors of chunks in a space, a batch at a time.
func (x *Index) embed(ctx context.Context, space string, parts []part) error {
	e, err := x.spaces.to(space)
	if err != nil {
		return fmt.Errorf("embed chunks: %w: %w", ErrEmbedder, err)
	}
	var texts []string
	var of []*chunkRow
	flush := func() error {
		vectors, err := vectorsOfTexts(ctx, e, texts)
		for i, v := range vectors {
			of[i].embedding = pgvector.NewHalfVector(v)
		}
		texts, of = texts[:0], of[:0]
		return err
	}
	for _, p := range parts {
		for i := range p.rows {
			texts, of = append(texts, head(p.title, p.rows[i].Chunk)+"\n"+p.rows[i].Body), append(of, &p.rows[i])
			if len(texts) == embedBatch {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return flush()
}

// vectorsOfTexts refuses what is not one vector of the space for each text.
func vectorsOfTexts(ctx context.Context, e llm.Embedder, texts []string) ([][]float32, error) {
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed chunks: %w: %w", ErrEmbedder, err)
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("embed chunks: %w: %d vectors for %d texts", ErrEmbedder, len(vectors), len(texts))
	}
	for _, v := range vectors {
		if want := e.Space().Dimensions; len(v) != want {
			return nil, fmt.Errorf("embed chunks: %w: a vector of %d dimensions instead of %d", ErrEmbedder, len(v), want)
		}
	}
	return vectors, nil
}

type chunkRow struct {
	Chunk
	embedding pgvector.HalfVector
	tsv       string
	words     int
}

const (
	deleteChunks = `DELETE FROM knowledge.chunks WHERE tenant_id = $1 AND document_id = $2`
	// COPY is refused on a table with row-level security
	insertChunks = `INSERT INTO knowledge.chunks
  (tenant_id, document_id, ord, corpus_id, kind, space, heading, body, tokens, words, embedding, tsv, page,
   start_rune, end_rune)
SELECT $1, $2, $3 + i - 1, $4, $5, $6, heading, body, tokens, words, embedding, tsv::tsvector, page, span_start, span_end
FROM unnest($7::text[], $8::text[], $9::int[], $10::int[], $11::halfvec[], $12::text[], $13::int[], $14::int[], $15::int[])
  WITH ORDINALITY AS u(heading, body, tokens, words, embedding, tsv, page, span_start, span_end, i)`
	// rows of a table that its newest text has not
	deleteOtherRows = `DELETE FROM knowledge.documents WHERE tenant_id = $1 AND parent_id = $2 AND id <> ALL ($3)`
	countRows       = `SELECT coalesce(sum(chunks), 0)::int FROM knowledge.documents WHERE tenant_id = $1 AND parent_id = $2`
	selectRows      = `SELECT id FROM knowledge.documents WHERE tenant_id = $1 AND parent_id = $2 AND corpus_id = $3 AND kind = $4
  AND form = $5`
)

// replace gives a document exactly these chunks.
func (x *Index) replace(ctx context.Context, tx pgx.Tx, d Document, id uuid.UUID, space string, rows []chunkRow) error {
	if _, err := tx.Exec(ctx, deleteChunks, d.Tenant, id); err != nil {
		return fmt.Errorf("delete older chunks: %w", err)
	}
	for start := 0; start < len(rows); start += writeBatch {
		part := rows[start:min(start+writeBatch, len(rows))]
		var headings, bodies, tsvs []string
		var embeddings []pgvector.HalfVector
		var tokens, words, pages, starts, ends []int
		for _, r := range part {
			headings, bodies = append(headings, r.Heading), append(bodies, r.Body)
			embeddings, tsvs = append(embeddings, r.embedding), append(tsvs, r.tsv)
			tokens, words = append(tokens, r.Tokens), append(words, r.words)
			pages, starts, ends = append(pages, r.Page), append(starts, r.Start), append(ends, r.End)
		}
		_, err := tx.Exec(ctx, insertChunks, d.Tenant, id, start, d.Corpus, d.Kind, space,
			headings, bodies, tokens, words, embeddings, tsvs, pages, starts, ends)
		if err != nil {
			return fmt.Errorf("write chunks from %d on: %w", start, err)
		}
	}
	return nil
}
