package llm

import (
	"context"
	"net/http"

	openai "github.com/sashabaranov/go-openai"
)

// embedBatch is how many texts one request may hold.
const embedBatch = 256

// OpenAIEmbedder embeds through an OpenAI-compatible endpoint.
type OpenAIEmbedder struct {
	client *openai.Client
	cfg    Config
	space  Space
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
	limited, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	limited, wait := withRetryAfter(limited)
	answer, err := e.client.CreateEmbeddings(limited, openai.EmbeddingRequestStrings{
		Input: texts, Model: openai.EmbeddingModel(e.space.Model), Dimensions: e.space.Dimensions, EncodingFormat: openai.EmbeddingEncodingFormatFloat,
	})
	if err != nil {
		return nil, withWait(classify(ctx, err), *wait)
	}
	out := make([][]float32, len(texts))
	for _, d := range answer.Data { // ordered by index, not by arrival
		if d.Index < 0 || d.Index >= len(out) || len(d.Embedding) != e.space.Dimensions {
			return nil, &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "embedding of another size or index"}
		}
		out[d.Index] = d.Embedding
	}
	for _, v := range out {
		if v == nil {
			return nil, &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "an embedding is missing"}
		}
	}
	return out, nil
}
