//go:build !race

package knowledge_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"
	pgxvector "github.com/pgvector/pgvector-go/pgx"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
)

// BenchmarkScale asks scopes of several sizes in a database of RECADO_SCALE chunks, a million by default, over a thousand tenants:
//
//	go test ./pkg/knowledge -run '^$' -bench Scale -benchtime 300x -timeout 3h
//
// A fifth are one tenant's, nineteen have a fiftieth each, the rest share what is left. Vectors have 1,536 dimensions from 300 clusters of
// a latent space of 32 and some noise, half of a tenant's from its own ten clusters; texts are of a Zipf vocabulary of 50,000 words.
func BenchmarkScale(b *testing.B) {
	total := 1_000_000
	if own := os.Getenv("RECADO_SCALE"); own != "" {
		var err error
		if total, err = strconv.Atoi(own); err != nil {
			b.Fatalf("RECADO_SCALE: expected a number: %s", err)
		}
	}
	w := newWorld(b)
	sizes := sizesOf(total)
	began := time.Now()
	w.fill(b, sizes)
	b.Logf("%d chunks of %d tenants in %s", total, len(sizes), time.Since(began).Round(time.Second))
	for _, scope := range []struct {
		name   string
		tenant int
	}{{"small", len(sizes) / 2}, {"5000", len(sizes) - 1}, {"large", 1}, {"largest", 0}} {
		b.Run(fmt.Sprintf("%s/%d", scope.name, sizes[scope.tenant]), func(b *testing.B) { w.ask(b, scope.tenant) })
	}
}

// sizesOf are the chunks of each tenant, the largest first, and last one of 5,000, the most that an exact search is for.
func sizesOf(total int) []int {
	sizes := []int{total / 5}
	for range 19 {
		sizes = append(sizes, total/50)
	}
	left := total - total/5 - 19*(total/50) - 5000
	for i := range 979 {
		sizes = append(sizes, left/979+min(1, max(0, left%979-i)))
	}
	return append(sizes, 5000)
}

const (
	latent     = 32
	dimensions = 1536
	clusters   = 300
	vocabulary = 50_000
	chunkWords = 90
)

type world struct {
	*lab
	centres  [clusters][latent]float32
	axes     [latent][dimensions]float32
	asked    sync.Map // vectors of the questions
	embedder worldEmbedder
}

// worldEmbedder knows the questions that were made.
type worldEmbedder struct{ asked *sync.Map }

func (worldEmbedder) Space() llm.Space {
	return llm.Space{Model: "synthetic", Dimensions: dimensions, Low: 0, High: 1}
}

func (e worldEmbedder) Embed(_ context.Context, texts []string) (out [][]float32, err error) {
	for _, t := range texts {
		v, ok := e.asked.Load(t)
		if !ok {
			return nil, fmt.Errorf("nobody made the question %q", t)
		}
		out = append(out, v.([]float32))
	}
	return out, nil
}

func newWorld(b *testing.B) *world {
	w := &world{}
	w.embedder = worldEmbedder{&w.asked}
	w.lab = newLab(b, w.embedder)
	r := rand.New(rand.NewPCG(7, 7))
	for i := range w.centres {
		for j := range w.centres[i] {
			w.centres[i][j] = float32(r.NormFloat64())
		}
	}
	for i := range w.axes {
		for j := range w.axes[i] {
			w.axes[i][j] = float32(r.NormFloat64() / math.Sqrt(latent))
		}
	}
	return w
}

// vector is a point of a tenant: of its own clusters or of any.
func (w *world) vector(r *rand.Rand, tenant int) []float32 {
	cluster := r.IntN(clusters)
	if r.IntN(2) == 0 {
		cluster = (tenant*31 + r.IntN(10)*7) % clusters
	}
	out := make([]float32, dimensions)
	for i := range latent {
		x := w.centres[cluster][i] + float32(r.NormFloat64()*0.5)
		for j, a := range w.axes[i] {
			out[j] += x * a
		}
	}
	for j := range out {
		out[j] += float32(r.Float64()-0.5) * 0.4
	}
	return out
}

// zipfWords are words by their number; without vowels, so that no stemmer changes them.
func zipfWords(z *rand.Zipf, n int) []string {
	out := make([]string, n)
	for i := range out {
		const letters = "bcdfghjklmnpqrtvwxz"
		number, word := int(z.Uint64())+len(letters)*len(letters), ""
		for number > 0 {
			word, number = word+string(letters[number%len(letters)]), number/len(letters)
		}
		out[i] = word
	}
	return out
}

func zipf(r *rand.Rand) *rand.Zipf { return rand.NewZipf(r, 1.1, 2.7, vocabulary-1) }

func tenantName(i int) string { return fmt.Sprintf("tenant-%04d", i) }

// fill writes the chunks as PostgreSQL takes them fastest; the text index is made anew afterwards.
func (w *world) fill(b *testing.B, sizes []int) {
	ctx := b.Context()
	conn, err := pgx.Connect(ctx, w.db.URL)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if err := pgxvector.RegisterTypes(ctx, conn); err != nil {
		b.Fatal(err)
	}
	w.db.Exec(b, "DROP INDEX knowledge.chunks_tsv")
	for i, size := range sizes {
		id := tenantName(i)
		w.db.Exec(b, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', $1, 'general', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
		w.db.Exec(b, `INSERT INTO knowledge.corpora (tenant_id, id, slug) VALUES ($1, $2, 'general')`, id, general)
		w.db.Exec(b, `INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier, corpora)
			VALUES ($1, $2, 'sofia', 'Sofía', 'casual', 'full', 'rules', ARRAY[$3::uuid])`, id, sofia, general)
		w.fillTenant(b, conn, i, size)
	}
	w.db.Exec(b, "CREATE INDEX chunks_tsv ON knowledge.chunks USING gin (tsv)")
	w.db.Exec(b, "VACUUM ANALYZE knowledge.chunks")
	w.db.Exec(b, "ANALYZE knowledge.documents")
}

const perDocument = 20

func (w *world) fillTenant(b *testing.B, conn *pgx.Conn, i, size int) {
	r := rand.New(rand.NewPCG(11, uint64(i)))
	z := zipf(r)
	id, space := tenantName(i), fmt.Sprintf("%s/%d", w.embedder.Space().Model, dimensions)
	var rows [][]any
	for first := 0; first < size; first += perDocument {
		document, chunks := uuid.NewSHA1(general, fmt.Appendf(nil, "%d/%d", i, first)), min(perDocument, size-first)
		w.db.Exec(b, `INSERT INTO knowledge.documents (tenant_id, id, corpus_id, kind, title, sha256, state, chunks, words, submitted_at)
			VALUES ($1, $2, $3, 'article', $4, '', 'indexed', $5, $6, now())`, id, document, general, "Documento", chunks, chunks*chunkWords)
		for ord := range chunks {
			text := zipfWords(z, chunkWords)
			rows = append(rows, []any{
				id, document, ord, general, "article", space, strings.Join(text, " "), chunkWords * 2, chunkWords,
				pgvector.NewHalfVector(w.vector(r, i)), tsvector(text),
			})
		}
		if len(rows) < 2000 && first+perDocument < size {
			continue
		}
		w.load(b, conn, rows)
		rows = rows[:0]
	}
}

// load writes rows in one go; COPY knows no text form of a tsvector beside binary vectors.
func (w *world) load(b *testing.B, conn *pgx.Conn, rows [][]any) {
	ctx := b.Context()
	batch := &pgx.Batch{}
	const insert = `INSERT INTO knowledge.chunks (tenant_id, document_id, ord, corpus_id, kind, space, body, tokens, words, embedding, tsv)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text::tsvector)`
	for _, row := range rows {
		batch.Queue(insert, row...)
	}
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		b.Fatal(err)
	}
}

func tsvector(words []string) string {
	places := map[string][]string{}
	for i, w := range words {
		places[w] = append(places[w], strconv.Itoa(i+1))
	}
	var out strings.Builder
	for _, w := range slices.Sorted(maps.Keys(places)) {
		fmt.Fprintf(&out, "'%s':%s ", w, strings.Join(places[w], ","))
	}
	return out.String()
}

// ask searches as an assistant of a tenant does, both halves, with questions of eight words; recall is against the exact nearest.
func (w *world) ask(b *testing.B, i int) {
	r := rand.New(rand.NewPCG(13, uint64(i)))
	z := zipf(r)
	id := tenant.ID(tenantName(i))
	var took []time.Duration
	found, wanted := 0, 0
	for n := 0; b.Loop(); n++ {
		question := strings.Join(zipfWords(z, 8), " ") + " " + strconv.Itoa(n)
		vector := w.vector(r, i)
		w.asked.Store(question, vector)
		began := time.Now()
		w.search(b, knowledge.Query{Tenant: id, Text: question, TopK: 10})
		took = append(took, time.Since(began))
		if n%10 == 0 {
			b.StopTimer()
			hits, exact := w.nearest(b, id, question, vector)
			found, wanted = found+hits, wanted+exact
			b.StartTimer()
		}
		w.asked.Delete(question)
	}
	slices.Sort(took)
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(took[len(took)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
	b.ReportMetric(float64(found)/float64(max(1, wanted)), "recall@10")
}

// nearest counts the ten nearest chunks, and how many of them the vectors' half finds.
func (w *world) nearest(b *testing.B, id tenant.ID, question string, vector []float32) (found, wanted int) {
	near := map[string]bool{}
	result, err := w.readers.Only(knowledge.ByVectors).Search(b.Context(), knowledge.Query{
		Tenant: id, Assistant: sofia.String(), Text: question, TopK: 10,
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, h := range result.Hits {
		near[h.ID()] = true
	}
	var exact []string
	w.db.QueryRow(b, `SELECT array_agg(document_id || '/' || ord) FROM (SELECT document_id, ord FROM knowledge.chunks
		WHERE tenant_id = $1 AND 1 - (embedding <=> $2::halfvec) > 0 -- the least raw cosine of the space
		ORDER BY (embedding <=> $2::halfvec) + 0 LIMIT 10) near`, []any{string(id), pgvector.NewHalfVector(vector).String()}, &exact)
	for _, chunk := range exact {
		if near[chunk] {
			found++
		}
	}
	return found, len(exact)
}
