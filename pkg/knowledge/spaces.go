package knowledge

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/recado/recado/pkg/llm"
)

// Spaces are the embedders of an installation by their embedding space: the usual one, hash-es-v1, and what else the endpoint has. It is
// safe for concurrent use.
type Spaces struct {
	usual  llm.Embedder
	cfg    EmbedderConfig
	report func(context.Context, llm.Call)

	mu   sync.Mutex
	made map[string]llm.Embedder
}

// NewSpaces returns the embedders of a configuration; see NewEmbedder.
func NewSpaces(cfg EmbedderConfig, report func(context.Context, llm.Call)) (*Spaces, error) {
	usual, err := NewEmbedder(cfg, report)
	if err != nil {
		return nil, err
	}
	return &Spaces{usual: usual, cfg: cfg, report: report, made: map[string]llm.Embedder{}}, nil
}

// SpaceOf are the spaces of one embedder, and hash-es-v1.
func SpaceOf(e llm.Embedder) *Spaces { return &Spaces{usual: e, made: map[string]llm.Embedder{}} }

// Usual names the space of corpora that name no embedder.
func (s *Spaces) Usual() string {
	space := s.usual.Space()
	return spaceName(space.Model, space.Dimensions)
}

// named is the space of a corpus that names this embedder.
func (s *Spaces) named(model string, dimensions int) string {
	if model == "" {
		return s.Usual()
	}
	return spaceName(model, dimensions)
}

// Check says why documents cannot be embedded by this model in so many dimensions.
func (s *Spaces) Check(model string, dimensions int) error {
	switch {
	case model == "" || spaceName(model, dimensions) == s.Usual():
		return nil
	case model == offline && dimensions != hashDimensions:
		return fmt.Errorf("%s has %d dimensions", offline, hashDimensions)
	case dimensions < 1 || dimensions > maxDimensions:
		return fmt.Errorf("expected 1 to %d dimensions", maxDimensions)
	case model == offline:
		return nil
	case s.cfg.BaseURL == "":
		return fmt.Errorf("no endpoint of %q is configured", model)
	case model != s.cfg.Model && !slices.Contains(s.cfg.Models, model):
		return fmt.Errorf("%q is none of RECADO_EMBEDDER_MODELS", model)
	}
	return nil
}

// of returns the embedder of a space that stands on chunks, whether or not corpora may name it now: what it embedded is still searched.
func (s *Spaces) of(name string) (llm.Embedder, error) {
	switch name {
	case s.Usual():
		return s.usual, nil
	case spaceName(offline, hashDimensions):
		return HashEmbedder{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.made[name]; e != nil {
		return e, nil
	}
	model, dimensions, err := parseSpace(name)
	if s.cfg.BaseURL == "" || err != nil || len(s.made) == maxMade {
		return nil, fmt.Errorf("no embedder of %s is configured", name)
	}
	cfg := s.cfg
	if cfg.Model != model {
		cfg.Model, cfg.Price = model, ""
	}
	cfg.Dimensions = dimensions
	e, err := NewEmbedder(cfg, s.report)
	if err == nil {
		s.made[name] = e
	}
	return e, err
}

// to returns the embedder of the space that a corpus's chunks are to be in.
func (s *Spaces) to(space string) (llm.Embedder, error) {
	model, dimensions, err := parseSpace(space)
	if err == nil && space != s.Usual() {
		err = s.Check(model, dimensions)
	}
	if err != nil {
		return nil, err
	}
	return s.of(space)
}

func parseSpace(name string) (model string, dimensions int, err error) {
	at := strings.LastIndexByte(name, '/')
	if dimensions, err = strconv.Atoi(name[at+1:]); err != nil || at < 1 {
		return "", 0, fmt.Errorf("%q is no embedding space", name)
	}
	return name[:at], dimensions, nil
}

// maxMade is how many spaces are kept beside the usual one.
const maxMade = 100

// spaceName is how a space stands on each chunk.
func spaceName(model string, dimensions int) string { return model + "/" + strconv.Itoa(dimensions) }
