package knowledge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
)

// EmbedderConfig says who embeds; without an endpoint it is hash-es-v1, which needs no network.
type EmbedderConfig struct {
	BaseURL    string        `env:"RECADO_EMBEDDER_BASE_URL" default:"" help:"OpenAI-compatible endpoint of the embedding model; empty embeds offline"`
	Model      string        `env:"RECADO_EMBEDDER_MODEL" default:"text-embedding-3-small" help:"embedding model at that endpoint"`
	APIKey     config.Secret `env:"RECADO_EMBEDDER_API_KEY" default:"" help:"key of that endpoint"`
	Dimensions int           `env:"RECADO_EMBEDDER_DIMENSIONS" default:"1536" help:"size of its vectors, at most 1536"`
	Price      string        `env:"RECADO_EMBEDDER_USD_PER_MILLION" default:"" help:"dollars for a million tokens; OpenAI's are known"`
	Timeout    time.Duration `env:"RECADO_EMBEDDER_TIMEOUT" default:"20s" help:"longest time for one embedding call"`
	Models     []string      `env:"RECADO_EMBEDDER_MODELS" default:"text-embedding-3-small,text-embedding-3-large" help:"corpora's models"`
}

// maxDimensions keeps a chunk's row within one page.
const maxDimensions = 1536

// NewEmbedder returns the configured embedder. Each call of a model is told to report, if there is one; the offline embedder makes none.
func NewEmbedder(cfg EmbedderConfig, report func(context.Context, llm.Call)) (llm.Embedder, error) {
	if cfg.BaseURL == "" {
		return HashEmbedder{}, nil
	}
	if cfg.Dimensions < 1 || cfg.Dimensions > maxDimensions {
		return nil, fmt.Errorf("RECADO_EMBEDDER_DIMENSIONS: expected 1 to %d", maxDimensions)
	}
	space := llm.Space{Model: cfg.Model, Dimensions: cfg.Dimensions}
	space.Low, space.High = calibration(cfg.Model)
	price, err := cfg.price()
	if err != nil {
		return nil, err
	}
	e := llm.NewOpenAIEmbedder(llm.Config{BaseURL: cfg.BaseURL, Model: cfg.Model, APIKey: cfg.APIKey, Timeout: cfg.Timeout}, space)
	e.Report(price, report)
	return e, nil
}

// prices are dollars for a million tokens, as their provider published them.
var prices = map[string]float64{"text-embedding-3-small": 0.02, "text-embedding-3-large": 0.13, "text-embedding-ada-002": 0.10}

// price is nil where none is known.
func (cfg EmbedderConfig) price() (*float64, error) {
	if cfg.Price == "" {
		if known, ok := prices[cfg.Model]; ok {
			return &known, nil
		}
		return nil, nil
	}
	price, err := strconv.ParseFloat(cfg.Price, 64)
	if err != nil || !(price >= 0) || math.IsInf(price, 0) {
		return nil, errors.New("RECADO_EMBEDDER_USD_PER_MILLION: expected a number from 0")
	}
	return &price, nil
}

// calibration gives the raw cosines between a question and an unrelated or a right passage: they differ widely by model.
func calibration(model string) (low, high float64) {
	if model == "text-embedding-ada-002" {
		return 0.70, 0.85
	}
	return 0.10, 0.55
}

// profile is an embedding space and how much it is trusted.
type profile struct {
	llm.Space
	name string // of the space, as it stands on each chunk
	// textWeight and vectorWeight fuse the two rankings, and the two strengths into a relevance.
	textWeight, vectorWeight float64
	// semantic spaces know meanings: their calibrated cosine alone may make a chunk relevant.
	semantic bool
}

// profileOf: a lexical space repeats what full text knows, and at equal weights makes it worse (measured: recall@1 .928 to .896).
func profileOf(s llm.Space) profile {
	p := profile{Space: s, name: spaceName(s.Model, s.Dimensions), textWeight: 0.5, vectorWeight: 0.5, semantic: true}
	if s.Model == offline {
		p.textWeight, p.vectorWeight, p.semantic = 0.75, 0.25, false
	}
	return p
}

// Calibrated brings a raw cosine of a space to 0 (noise) to 1 (surely about the same).
func Calibrated(s llm.Space, cosine float64) float64 {
	return min(1, max(0, (cosine-s.Low)/(s.High-s.Low)))
}
