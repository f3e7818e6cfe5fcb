package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/eval/retrieval"
)

// shelf is a database for documents that goes when they have been searched.
type shelf struct {
	model  string
	getenv func(string) string

	dir      string
	postgres *local.Postgres
	library  *retrieval.Library
}

// open starts a private PostgreSQL in a folder of its own.
func (s *shelf) open(ctx context.Context) (*retrieval.Library, func() error, error) {
	embedder, err := s.embedder()
	if err != nil {
		return nil, nil, err
	}
	if err := s.start(ctx, embedder); err != nil {
		return nil, nil, errors.Join(err, s.close())
	}
	return s.library, s.close, nil
}

func (s *shelf) start(ctx context.Context, e llm.Embedder) (err error) {
	if s.dir, err = os.MkdirTemp("", "recado-shelf-"); err != nil {
		return err
	}
	if err := os.Chmod(s.dir, 0o755); err != nil { // PostgreSQL may run as another user
		return err
	}
	if s.postgres, err = local.StartPostgres(ctx, filepath.Join(s.dir, "postgres"), local.PostgresOptions{Fast: true}); err != nil {
		return err
	}
	url := config.Secret(s.postgres.SocketURL())
	if _, err := store.Migrate(ctx, url); err != nil {
		return err
	}
	s.library, err = retrieval.Open(ctx, url, e)
	return err
}

func (s *shelf) close() (err error) {
	if s.library != nil {
		s.library.Close()
	}
	if s.postgres != nil {
		err = s.postgres.Close()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// embedder is hash-es-v1, or the model that was asked for.
func (s *shelf) embedder() (llm.Embedder, error) {
	if s.model == onlyRules || s.model == (knowledge.HashEmbedder{}).Space().Model {
		return knowledge.HashEmbedder{}, nil
	}
	cfg, err := config.Load[knowledge.EmbedderConfig](s.getenv)
	if err != nil {
		return nil, cli.Usagef("--model %s: %s", s.model, err)
	}
	if cfg.BaseURL == "" {
		return nil, cli.Usagef("--model %s: RECADO_EMBEDDER_BASE_URL is not set", s.model)
	}
	cfg.Model = s.model
	return knowledge.NewEmbedder(cfg, nil)
}
