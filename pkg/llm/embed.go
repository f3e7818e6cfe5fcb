package llm

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
	openai "github.com/sashabaranov/go-openai"
	"go.opentelemetry.io/otel/trace"
)

// embedBatch is how many texts one request may hold.
const embedBatch = 256

// OpenAIEmbedder embeds through an OpenAI-compatible endpoint.
type OpenAIEmbedder struct {
	client *openai.Client
	cfg    Config
	space  Space
	price  *float64
	report func(context.Context, Call)
}

// Report has each attempt told: its tokens, and what they cost at so many dollars a million; nil where no price is known.
func (e *OpenAIEmbedder) Report(price *float64, to func(context.Context, Call)) {
	e.price, e.report = price, to
}

// NewOpenAIEmbedder returns an embedder whose vectors belong to the given space.
func NewOpenAIEmbedder(cfg Config, space Space) *OpenAIEmbedder {
	return &OpenAIEmbedder{client: openai.NewClientWithConfig(clientConfig(cfg)), cfg: cfg, space: space}
}

// Space names the embedding space.
func (e *OpenAIEmbedder) Space() Space { return e.space }

// Embed returns one vector for each text, in their order.
func (e *OpenAIEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for start := 0; start < len(texts); start += embedBatch {
		batch, err := e.embed(ctx, texts[start:min(start+embedBatch, len(texts))])
		if err != nil {
			return nil, err
		}
		out = append(out, batch...)
	}
	return out, nil
}

func (e *OpenAIEmbedder) embed(ctx context.Context, texts []string) ([][]float32, error) {
	begun := time.Now()
	vectors, tokens, err := e.ask(ctx, texts)
	if e.report != nil {
		e.report(ctx, e.call(ctx, begun, texts, tokens, err))
	}
	return vectors, err
}

// call accounts for an attempt. One that was refused cost nothing; the tokens of one that the provider took and did not count are
// estimated.
func (e *OpenAIEmbedder) call(ctx context.Context, begun time.Time, texts []string, tokens int, err error) Call {
	c := Call{
		ID: uuid.NewString(), Kind: CallEmbedding, Provider: hostOf(e.cfg.BaseURL), Model: e.space.Model, Outcome: OutcomeOK,
		At: begun, Duration: time.Since(begun), Usage: Usage{Input: tokens},
	}
	if t := trace.SpanContextFromContext(ctx).TraceID(); t.IsValid() {
		c.TraceID = t.String()
	}
	failed, known := errors.AsType[*Error](err)
	switch {
	case known:
		c.Outcome = string(failed.Kind)
	case err != nil:
		c.Outcome = "canceled"
	}
	if tokens == 0 && (err == nil || known && failed.Status == http.StatusOK) {
		size := 0
		for _, t := range texts {
			size += len(t)
		}
		c.Usage = Usage{Input: size/charsPerToken + 1, Estimated: true}
	}
	if e.price != nil {
		micros := int64(math.Ceil(float64(c.Usage.Input)**e.price - 1e-6))
		c.Cost = &micros
	}
	return c
}

// hostOf names a provider by its address.
func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// ask makes one request, and returns the tokens that the provider counted.
func (e *OpenAIEmbedder) ask(ctx context.Context, texts []string) (out [][]float32, tokens int, err error) {
	limited, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	limited, wait := withRetryAfter(limited)
	answer, err := e.client.CreateEmbeddings(limited, openai.EmbeddingRequestStrings{
		Input: texts, Model: openai.EmbeddingModel(e.space.Model), Dimensions: e.space.Dimensions, EncodingFormat: openai.EmbeddingEncodingFormatFloat,
	})
	if err != nil {
		return nil, 0, withWait(classify(ctx, err), *wait)
	}
	tokens = max(0, answer.Usage.PromptTokens)
	out = make([][]float32, len(texts))
	for _, d := range answer.Data { // ordered by index, not by arrival
		if d.Index < 0 || d.Index >= len(out) || len(d.Embedding) != e.space.Dimensions {
			return nil, tokens, &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "embedding of another size or index"}
		}
		out[d.Index] = d.Embedding
	}
	for _, v := range out {
		if v == nil {
			return nil, tokens, &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "an embedding is missing"}
		}
	}
	return out, tokens, nil
}
