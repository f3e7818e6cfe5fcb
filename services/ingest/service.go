// Package ingest is the pipeline's first hop: webhooks, web chat and gateway events in, message.received and receipt.received out.
package ingest

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/vault"
)

// Config is what ingest reads from the environment.
type Config struct {
	Key            seal.Key      `env:"RECADO_SECRET_KEY" help:"32 random bytes in base64 or hex: opens accounts' secrets, seals addresses"`
	PublishTimeout time.Duration `env:"RECADO_INGEST_PUBLISH_TIMEOUT" default:"5s" min:"100ms" help:"from a read body to the last acknowledgement of the bus"`
	BodiesMB       int           `env:"RECADO_INGEST_BODIES_MB" default:"64" min:"4" help:"memory for request bodies, in MiB"`
	ChatStreams    int           `env:"RECADO_INGEST_CHAT_STREAMS" default:"2000" min:"1" help:"web chat pages that may listen at once; below the connections that the door takes"`
	ChatSessions   float64       `env:"RECADO_INGEST_CHAT_SESSIONS" default:"20" min:"0.1" help:"new web chat sessions a second from one address"`
	ChatMessages   float64       `env:"RECADO_INGEST_CHAT_MESSAGES" default:"2" min:"0.1" help:"messages a second in one web chat session"`
	Rates          Rates
}

const (
	service    = "ingest"
	chatMemory = 16 << 20
	// leaseDrain is held by the process that drains the lanes.
	leaseDrain = "ingest-drain"
	// burst is how many seconds' worth of a limit may come at once.
	burst = 10
)

// Service is ingest.
func Service() app.Service { return app.Service{Name: service, Run: run, Config: Config{}} }

func run(ctx context.Context, env *app.Env) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	counts, err := newCounts(env.Meter)
	if err != nil {
		return err
	}
	env.Bus.SealDeadLetters(cfg.Key)
	author := &author{key: cfg.Key, now: time.Now}
	lanes := newLanes(env.Bus, newRates(cfg.Rates), counts)
	if err := env.Bus.WatchLanes(ctx, lanes.note); err != nil {
		return err
	}
	accept := &acceptor{tenants: env.Tenants, author: author, bus: env.Bus, lanes: lanes, counts: counts, log: env.Log, key: cfg.Key}
	if err := serveHTTP(ctx, env, cfg, accept); err != nil {
		return err
	}
	env.Ready()
	doors := &gateways{tenants: env.Tenants, author: author, bus: env.Bus, lanes: lanes, counts: counts}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { env.Bus.Lead(ctx, leaseDrain, lanes.drain); return nil })
	group.Go(func() error { lanes.reconcile(ctx); return nil })
	group.Go(func() error { return doors.receipts(ctx, env.Bus) })
	group.Go(func() error { return doors.messages(ctx, env.Bus, env.Tenants) })
	group.Go(func() error { <-ctx.Done(); return nil })
	return group.Wait()
}

func serveHTTP(ctx context.Context, env *app.Env, cfg Config, accept *acceptor) error {
	sealed, err := vault.New(cfg.Key, env.Bus)
	if err != nil {
		return err
	}
	env.HTTP.HandleLimit("/webhooks/{channel}/{account}", MaxBody, &webhooks{
		tenants: env.Tenants, accept: accept, bodies: newBodyReader(MaxBody, int64(cfg.BodiesMB)<<20),
		tracer: env.Tracer, log: env.Log, timeout: cfg.PublishTimeout,
	})
	direct := *accept
	direct.lanes = nil
	c := &chat{
		tenants: env.Tenants, accept: &direct, rates: accept.lanes.rates, bodies: newBodyReader(maxFrame, chatMemory),
		streams:  &streams{bus: env.Bus, vault: sealed, max: int64(cfg.ChatStreams), stop: ctx.Done()},
		sessions: newLimits(rate.Limit(cfg.ChatSessions), int(burst*cfg.ChatSessions)+1),
		messages: newLimits(rate.Limit(cfg.ChatMessages), int(burst*cfg.ChatMessages)+1),
		tracer:   env.Tracer, timeout: cfg.PublishTimeout,
	}
	env.HTTP.HandleLimit("/chat/{account}/sessions", maxFrame, c.at("POST", c.open))
	env.HTTP.HandleLimit("/chat/{account}/messages", maxFrame, c.at("POST", c.post))
	env.HTTP.HandleLimit("/chat/{account}/stream", maxFrame, c.at("GET", c.stream))
	return nil
}
