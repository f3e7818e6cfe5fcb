package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/recado/recado/pkg/tenant"
)

// Query is a question to a tenant's documents.
type Query struct {
	Tenant    tenant.ID
	Assistant string      // its id, required: only the corpora that it reads are searched; one that is unknown reads none
	Contact   string      // the id of the contact whose own corpora are searched too, where the assistant allows that; empty: nobody's
	Corpora   []uuid.UUID // of what the assistant reads only these; empty is all of it
	Kinds     []Kind      // only these; empty is every one
	Text      string
	TopK      int     // 1 to 50; 5 when zero
	Least     float64 // hits of less relevance are left out
	// Synonyms are lists of words that the tenant uses for one another.
	Synonyms [][]string
	// Budget is how many tokens the hits may have, by estimate; what they leave is filled with their neighbours. The first hit stands
	// whatever its length. 0: no budget, and no neighbours.
	Budget int
}

// Hit is a chunk that a question found.
type Hit struct {
	Document uuid.UUID
	Ord      int
	Kind     Kind
	Title    string
	Heading  string
	Source   string // the address of its document, else what it came from: manual, file, csv, pdf, …
	Page     int    // where it stands, from 1; 0 where a document has none
	Content  string // what answers: an FAQ's answer, a chunk's text
	// Before and After stand beside it in the document, under the same heading, as far as Query.Budget has room.
	Before, After string
	Personal      bool // of a corpus of one person, not of the business
	// Relevance, 0 to 1, says how surely it answers: from Threshold on it is taken for an answer.
	Relevance float64
	// Cosine is raw, Calibrated the same on its space's scale; both 0 without a vector.
	Cosine, Calibrated float64
	// Coverage is the part of the question's words, by their weight, that the chunk holds.
	Coverage float64
	// TextRank and VectorRank count from 1; 0 where that side did not find it.
	TextRank, VectorRank int
	// Fused is the score of both ranks, by which hits are ordered before relevance decides.
	Fused float64
}

// ID names the chunk: <document>/<ord>.
func (h Hit) ID() string { return h.Document.String() + "/" + strconv.Itoa(h.Ord) }

// Result is what a search found, best first.
type Result struct {
	Hits []Hit
	// Degraded reports whether chunks of some embedding space were found by their words alone, TextOnly whether all were: the question
	// could not be embedded there. Reason says why.
	Degraded, TextOnly bool
	Reason             string
	// Nothing reports whether the question has neither words nor a vector: nothing was searched.
	Nothing bool
	// Embedding and Searching are how long the question's vector and the database took.
	Embedding, Searching time.Duration
}

// scopeStatement says whose eyes a transaction reads with: row-level security shows it no corpus but theirs.
const scopeStatement = `SELECT set_config('recado.assistant', $1, true), set_config('recado.user', $2, true),
  set_config('plan_cache_mode', 'force_custom_plan', true)`

const (
	defaultTopK  = 5
	maxTopK      = 50
	maxQuestion  = 4000 // bytes
	embedTimeout = 3 * time.Second
	maxRounds    = 3 // of a search, while its scope gets new spaces
	// candidates of each side take part in the fusion
	candidates = 50
)

// Search finds what answers a question, in one round trip to the database. An embedder that fails is no error: words alone decide.
func (x *Index) Search(ctx context.Context, q Query) (Result, error) {
	if q.TopK == 0 {
		q.TopK = defaultTopK
	}
	if err := q.Check(); err != nil {
		return Result{}, err
	}
	var out Result
	words := widened(x.termsOf(q.Text), q.Synonyms)
	spaces := x.spacesFor(q)
	var in []asking
	var rows []found
	for range maxRounds { // once, unless the scope has spaces that were not asked in
		began := time.Now()
		in = x.embedQuestion(ctx, q.Text, spaces, in)
		out.Embedding += time.Since(began)
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		began = time.Now()
		found, have, err := x.find(ctx, q, words, in)
		if err != nil {
			return Result{}, fmt.Errorf("search: %w", err)
		}
		out.Searching += time.Since(began)
		rows = found
		if x.half == ByWords || len(have) == 0 {
			break
		}
		x.scopes.keep(q, have)
		asked := spaces
		spaces = have
		if containsAll(asked, have) {
			break
		}
	}
	var why error
	if out.TextOnly, why = away(spaces, in); why != nil {
		out.Degraded, out.Reason = true, why.Error()
	}
	embedded := slices.ContainsFunc(in, func(a asking) bool { return a.vector != nil })
	if out.Nothing = len(words) == 0 && !embedded; !out.Nothing {
		out.Hits = rank(rows, q, asked{terms: words, carries: carriedBy(words), in: in})
	}
	if q.Budget > 0 {
		out.Hits = within(q.Budget, out.Hits)
	}
	return out, nil
}

func containsAll(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// Check names the field that is wrong.
func (q Query) Check() error {
	if q.TopK < 0 || q.TopK > maxTopK {
		return fmt.Errorf("top_k: expected 1 to %d", maxTopK)
	}
	if strings.TrimSpace(q.Text) == "" || len(q.Text) > maxQuestion || !utf8.ValidString(q.Text) || strings.ContainsRune(q.Text, 0) {
		return fmt.Errorf("question: expected 1 to %d bytes of text", maxQuestion)
	}
	if q.Budget < 0 {
		return errors.New("budget: expected a number from 0")
	}
	if uuid.Validate(q.Assistant) != nil {
		return errors.New("assistant: expected a uuid")
	}
	if q.Contact != "" && uuid.Validate(q.Contact) != nil {
		return errors.New("contact: expected a uuid")
	}
	for _, k := range q.Kinds {
		if !slices.Contains(kinds, k) {
			return fmt.Errorf("kind: expected one of %v", kinds)
		}
	}
	return nil
}

func (x *Index) termsOf(text string) []term {
	if x.half == ByVectors {
		return []term{}
	}
	return terms(text)
}

// found is one row of the search statement.
type found struct {
	DocumentID        uuid.UUID
	Ord               int
	Kind              Kind
	Title             string
	Heading           string
	Body              string
	Source            string
	Page              int
	Cosine            *float64
	Coverage          float64
	TextRank, VecRank int
	Fused             float64
	BM25              float64
	Age               float64 // days since its document was last submitted
	Personal          bool
	Before, After     string // its neighbours under the same heading, where they are asked for
	Space             string // of its vector
	// of the scope, the same in each row: its size, and of each term the weight and in how many chunks it stands
	Size        float64
	Weights     []float64
	Frequencies []int32
}

// find returns what the question finds, and the spaces that the chunks of its scope are in.
func (x *Index) find(ctx context.Context, q Query, words []term, in []asking) (rows []found, have []string, err error) {
	only := []string{}
	for _, k := range q.Kinds {
		only = append(only, string(k))
	}
	corpora := q.Corpora
	if corpora == nil {
		corpora = []uuid.UUID{}
	}
	v := vectorsOf(in)
	queries, weights, stems := []string{}, []float64{}, []string{}
	for _, w := range words {
		queries, weights, stems = append(queries, w.query()), append(weights, w.weight), append(stems, w.stems...)
	}
	err = x.db.Batch(ctx, q.Tenant, func(b *pgx.Batch) {
		b.Queue(scopeStatement, q.Assistant, q.Contact)
		b.Queue(statements[len(v.names)], q.Tenant, corpora, only, queries, anyOf(stems), v.vectors, v.names, v.lows,
			v.text, v.vector, candidates, max(q.TopK, reranked), weights, q.Budget > 0).
			Query(func(r pgx.Rows) error {
				rows, err = pgx.CollectRows(r, pgx.RowToStructByPos[found])
				return err
			})
		b.Queue(spacesStatement, q.Tenant, corpora).Query(func(r pgx.Rows) error {
			have, err = pgx.CollectRows(r, pgx.RowTo[string])
			return err
		})
	})
	return rows, have, err
}

// inSpaces are the vectors of a question as the statement reads them, one after the other.
type inSpaces struct {
	vectors            []pgvector.HalfVector
	names              []string
	lows, text, vector []float64
}

func vectorsOf(in []asking) inSpaces {
	out := inSpaces{vectors: []pgvector.HalfVector{}, names: []string{}, lows: []float64{}, text: []float64{}, vector: []float64{}}
	for _, a := range in {
		if a.vector != nil {
			out.vectors, out.names = append(out.vectors, pgvector.NewHalfVector(a.vector)), append(out.names, a.name)
			out.lows, out.text = append(out.lows, a.Low), append(out.text, a.textWeight)
			out.vector = append(out.vector, a.vectorWeight)
		}
	}
	return out
}
