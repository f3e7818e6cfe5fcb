package knowledge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/knowledge"
)

// BenchmarkSearch asks a scope of so many chunks of some 100 words; the p99 stands beside the mean.
func BenchmarkSearch(b *testing.B) {
	for _, size := range []int{1000, 5000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			l := newLab(b, knowledge.HashEmbedder{})
			r := rand.New(rand.NewPCG(1, 2))
			for i := 0; i < size; i += 50 {
				d := document("clinic", fmt.Sprintf("Documento %d", i), filler(r, 50))
				d.Type = knowledge.Markdown
				l.put(b, d)
			}
			var chunks int
			l.db.Exec(b, "ANALYZE knowledge.chunks")
			l.db.QueryRow(b, "SELECT count(*) FROM knowledge.chunks", nil, &chunks)
			questions := make([]string, 64)
			for i := range questions {
				questions[i] = "¿tienen " + words(r, 4) + " para " + words(r, 2) + "?"
			}
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				began := time.Now()
				l.search(b, knowledge.Query{Tenant: "clinic", Text: questions[i%len(questions)], TopK: 3})
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(chunks), "chunks")
		})
	}
}

// BenchmarkIndex puts 1,000 documents of 2,000 words, as four workers of embedding-indexer do.
func BenchmarkIndex(b *testing.B) {
	const documents, workers = 1000, 4
	l := newLab(b, knowledge.HashEmbedder{})
	r := rand.New(rand.NewPCG(1, 2))
	bodies := make([]string, documents)
	for i := range bodies {
		bodies[i] = filler(r, 20)
	}
	round := 0
	for b.Loop() {
		round++
		var group errgroup.Group
		group.SetLimit(workers)
		for i, body := range bodies {
			group.Go(func() error {
				d := document("clinic", fmt.Sprintf("Documento %d de %d", i, round), body)
				d.Type = knowledge.Markdown
				_, err := l.Put(b.Context(), d)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(documents*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

// filler invents sections; words occur as in a language, few often and many seldom.
func filler(r *rand.Rand, sections int) string {
	var b strings.Builder
	for i := range sections {
		fmt.Fprintf(&b, "## Sección %d %s\n\n%s.\n\n", i, words(r, 3), words(r, 100))
	}
	return b.String()
}

func words(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = word(int(3000 * r.Float64() * r.Float64() * r.Float64()))
	}
	return strings.Join(out, " ")
}

func word(n int) string {
	const consonants, vowels = "bcdfglmnprst", "aeiou"
	var b strings.Builder
	for range 3 {
		b.WriteByte(consonants[n%len(consonants)])
		b.WriteByte(vowels[n/len(consonants)%len(vowels)])
		n = n*31/7 + 3
	}
	return b.String()
}
