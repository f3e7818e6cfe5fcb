// Package embeddingindexer makes submitted documents searchable and deletes removed ones.
package embeddingindexer

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Config is read from the environment.
type Config struct {
	Postgres config.Secret `env:"RECADO_POSTGRES_URL" help:"postgres://user:password@host:port/recado"`
	Workers  int           `env:"RECADO_EMBEDDING_INDEXER_WORKERS" default:"4" help:"documents at once"`
	Pause    time.Duration `env:"RECADO_EMBEDDING_INDEXER_PAUSE" default:"15s" help:"wait before a document is tried again when the embedder is unavailable"`
	TenantMB int64         `env:"RECADO_EMBEDDING_INDEXER_TENANT_MB" default:"1024" help:"size of a tenant's documents together, at most"`
	Rate     float64       `env:"RECADO_DOCUMENTS_RATE" default:"5" min:"0.1" help:"requests a second of one key at /api/documents"`
	Embedder knowledge.EmbedderConfig
	Extract  extract.Config
}

// deskAtOnce is how many requests of programs are at work: each may hold 10 MB.
const deskAtOnce = 4

// Service indexes documents; it needs NATS, PostgreSQL and, where one is configured, an embedding model.
func Service() app.Service {
	return app.Service{Name: "embedding-indexer", Config: Config{}, Run: run}
}

func run(ctx context.Context, env *app.Env) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	spaces, err := knowledge.NewSpaces(cfg.Embedder, knowledge.Reporter(env.Bus, env.Log))
	if err != nil {
		return fmt.Errorf("%w: %w", app.ErrConfig, err)
	}
	workers := min(max(cfg.Workers, 1), 16)
	db, err := store.OpenWhenAvailable(ctx, store.Options{
		URL: cfg.Postgres, Role: "recado_embedding_indexer", MaxConns: int32(workers) + 4,
	}, env.Log)
	if err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	defer db.Close()
	env.Health.Check("postgres", db.Ping)
	index := knowledge.Open(db, spaces)
	index.Reader = extract.New(cfg.Extract)
	index.MaxBytes = max(cfg.TenantMB, 1) << 20
	i := &indexer{index: index, bus: env.Bus, log: env.Log, pause: cfg.Pause, swept: make(chan struct{}, 1)}
	door, err := newDesk(deskOptions{
		Keys:  func(ctx context.Context, key string) (apikey.Grant, bool, error) { return apikey.Find(ctx, db, key) },
		Store: db, Bus: env.Bus, Left: i.sweep, Spaces: spaces, Proxies: env.Proxies, Meter: env.Meter, Log: env.Log,
		Rate: cfg.Rate, AtOnce: deskAtOnce,
	})
	if err != nil {
		return err
	}
	door.serve(env.HTTP)
	env.Ready()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return bus.Hop[*recadov1.DocumentSubmitted]{
			Name: env.Service, From: subject.DocumentSubmitted, Handle: i.submitted, Workers: workers,
		}.Run(ctx, env.Bus)
	})
	group.Go(func() error {
		return bus.Hop[*recadov1.DocumentRemoved]{
			Name: env.Service, From: subject.DocumentRemoved, Handle: i.removed, Workers: workers,
		}.Run(ctx, env.Bus)
	})
	group.Go(func() error { return sweep{db, env.Bus, env.Log, i.swept}.run(ctx) })
	return group.Wait()
}
