// Package ingest is the pipeline's first hop: webhooks, web chat and gateway events in, message.received and receipt.received out.
package ingest

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/limit"
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
	events := &eventBuilder{key: cfg.Key, now: time.Now}
	lanes := newLanes(env.Bus, newRates(cfg.Rates), counts)
	if err := env.Bus.WatchLanes(ctx, lanes.note); err != nil {
		return err
	}
	accept := acceptor{tenants: env.Tenants, events: events, bus: env.Bus, admit: lanes.admit, counts: counts, log: env.Log, key: cfg.Key}
	doors := doors{env: env, cfg: cfg, accept: accept, rates: lanes.rates}
	doors.serveWebhooks()
	if err := doors.serveChat(ctx); err != nil {
		return err
	}
	env.Ready()
	gateways := &gateways{tenants: env.Tenants, events: events, admit: lanes.admit, counts: counts}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { env.Bus.Lead(ctx, leaseDrain, lanes.drain); return nil })
	group.Go(func() error { lanes.reconcile(ctx); return nil })
	group.Go(func() error { return env.Bus.WatchFill(ctx, env.Meter) })
	group.Go(func() error { return gateways.receipts(ctx, env.Bus) })
	group.Go(func() error { return gateways.messages(ctx, env.Bus, env.Tenants) })
	group.Go(func() error { <-ctx.Done(); return nil })
	return group.Wait()
}

// doors are what the HTTP doors are made of.
type doors struct {
	env    *app.Env
	cfg    Config
	accept acceptor
	rates  *rates
}

func (d doors) serveWebhooks() {
	d.env.HTTP.HandleLimit("/webhooks/{channel}/{account}", MaxBody, &webhooks{
		tenants: d.env.Tenants, accept: &d.accept, bodies: newBodyReader(MaxBody, int64(d.cfg.BodiesMB)<<20),
		tracer: d.env.Tracer, log: d.env.Log, timeout: d.cfg.PublishTimeout,
	})
}

func (d doors) serveChat(ctx context.Context) error {
	sealed, err := vault.New(d.cfg.Key, d.env.Bus)
	if err != nil {
		return err
	}
	accept := d.accept
	accept.admit = accept.publishNow // a page is refused what comes too fast: nothing of it is parked
	c := &chat{
		tenants: d.env.Tenants, accept: &accept, rates: d.rates, bodies: newBodyReader(maxFrame, chatMemory),
		streams:  &streams{bus: d.env.Bus, vault: sealed, max: int64(d.cfg.ChatStreams), stop: ctx.Done()},
		sessions: limit.New(d.cfg.ChatSessions, int(burst*d.cfg.ChatSessions)+1),
		messages: limit.New(d.cfg.ChatMessages, int(burst*d.cfg.ChatMessages)+1),
		tracer:   d.env.Tracer, timeout: d.cfg.PublishTimeout,
	}
	d.env.HTTP.HandleLimit("/chat/{account}/sessions", maxFrame, c.at("POST", c.open))
	d.env.HTTP.HandleLimit("/chat/{account}/messages", maxFrame, c.at("POST", c.post))
	d.env.HTTP.HandleLimit("/chat/{account}/stream", maxFrame, c.at("GET", c.stream))
	return nil
}
