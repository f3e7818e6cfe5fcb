package answers

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
)

const (
	// nearEnough is the cosine from which two questions of one scope are one.
	nearEnough  = 0.92
	maxCompared = 200
	// embedPatience bounds what a customer waits for the meaning of a question.
	embedPatience = time.Second
	// restAfter is for how long nothing is embedded after it has failed.
	restAfter = time.Minute
)

// Near tells what a question means by its embedding. It is safe for concurrent use.
type Near struct {
	embedder llm.Embedder
	space    string
	rests    atomic.Int64 // until when, in Unix nanoseconds
}

// NearBy finds questions by the configured embedder, whose calls are told to account. It is nil for the offline one, which tells letters
// and no meanings (TestTheOfflineEmbedderTellsNoMeanings).
func NearBy(cfg knowledge.EmbedderConfig, account func(context.Context, llm.Call)) (*Near, error) {
	e, err := knowledge.NewEmbedder(cfg, account)
	if _, offline := e.(knowledge.HashEmbedder); offline || err != nil {
		return nil, err
	}
	return &Near{embedder: e, space: nameOf(e.Space())}, nil
}

func nameOf(s llm.Space) string { return fmt.Sprintf("%s/%d", s.Model, s.Dimensions) }

// of is what a question is compared within; nil where it is not.
func (n *Near) of(q *Question) (scope []byte, space string) {
	if n == nil {
		return nil, ""
	}
	return q.scope(), n.space
}

// direction is what a question means; nil where that cannot be had now.
func (n *Near) direction(ctx context.Context, q *Question) []float32 {
	if time.Now().UnixNano() < n.rests.Load() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, embedPatience)
	defer cancel()
	vectors, err := n.embedder.Embed(ctx, []string{q.Text})
	if err != nil || len(vectors) != 1 {
		n.rests.Store(time.Now().Add(restAfter).UnixNano())
		return nil
	}
	for _, v := range vectors[0] {
		if v != 0 {
			return vectors[0]
		}
	}
	return nil
}
