// Package watch tells of each search of a business's documents how it went, and nothing of what was asked or found.
package watch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/knowledge"
)

// Searcher searches a tenant's documents.
type Searcher interface {
	Search(ctx context.Context, q knowledge.Query) (knowledge.Result, error)
}

// Index is a Searcher that is watched. It is safe for concurrent use.
type Index struct {
	in                                              Searcher
	log                                             *slog.Logger
	searching, embedding, relevance, chunks, tokens metric.Float64Histogram
}

// tokenBytes is about what a token has, in the languages of our documents.
const tokenBytes = 4

var (
	seconds    = metric.WithExplicitBucketBoundaries(.002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5)
	shares     = metric.WithExplicitBucketBoundaries(.1, .2, .3, .4, .5, .6, .7, .8, .9, 1)
	counts     = metric.WithExplicitBucketBoundaries(0, 1, 2, 3, 5, 10, 20, 50)
	tokenSteps = metric.WithExplicitBucketBoundaries(0, 100, 250, 500, 1000, 2000, 4000, 8000)
)

// New watches an index.
func New(in Searcher, m metric.Meter, log *slog.Logger) (*Index, error) {
	x := &Index{in: in, log: log}
	var errs [5]error
	x.searching, errs[0] = m.Float64Histogram("recado.knowledge.search.duration", metric.WithUnit("s"), seconds,
		metric.WithDescription("what the database takes of a search of documents"))
	x.embedding, errs[1] = m.Float64Histogram("recado.knowledge.embedding.duration", metric.WithUnit("s"), seconds,
		metric.WithDescription("what the embedding of a question takes"))
	x.relevance, errs[2] = m.Float64Histogram("recado.knowledge.relevance", shares,
		metric.WithDescription("mean relevance of what a search found, where it found anything"))
	x.chunks, errs[3] = m.Float64Histogram("recado.knowledge.chunks", counts, metric.WithDescription("chunks that a search found"))
	x.tokens, errs[4] = m.Float64Histogram("recado.knowledge.context.tokens", tokenSteps,
		metric.WithDescription("tokens that a search found, estimated from bytes"))
	return x, errors.Join(errs[:]...)
}

// Search is the index's, told in one line and in metrics.
func (x *Index) Search(ctx context.Context, q knowledge.Query) (knowledge.Result, error) {
	found, err := x.in.Search(ctx, q)
	if err != nil {
		return found, err
	}
	bytes, mean := 0, 0.0
	for _, h := range found.Hits {
		bytes += len(h.Content) + len(h.Before) + len(h.After)
		mean += h.Relevance / float64(len(found.Hits))
	}
	mode := metric.WithAttributes(attribute.Bool("degraded", found.Degraded))
	x.searching.Record(ctx, found.Searching.Seconds(), mode)
	x.embedding.Record(ctx, found.Embedding.Seconds(), mode)
	x.chunks.Record(ctx, float64(len(found.Hits)), mode)
	x.tokens.Record(ctx, float64(bytes/tokenBytes), mode)
	if len(found.Hits) > 0 {
		x.relevance.Record(ctx, mean, mode)
	}
	x.log.InfoContext(ctx, "documents searched", "tenant", q.Tenant, "assistant", q.Assistant, "contact", hashOf(q.Contact),
		"chunks", len(found.Hits), "relevance", mean, "embedding_ms", millis(found.Embedding), "search_ms", millis(found.Searching),
		"degraded", found.Degraded)
	return found, nil
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// hashOf tells lines of one contact from those of others, without its id.
func hashOf(contact string) string {
	if contact == "" {
		return "none"
	}
	sum := sha256.Sum256([]byte(contact))
	return hex.EncodeToString(sum[:6])
}
