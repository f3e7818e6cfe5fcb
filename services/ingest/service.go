// Package ingest is the pipeline's first hop: webhooks, web chat and gateway events in, message.received and receipt.received out.
package ingest

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus/fill"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/limit"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
)

// Config is what ingest reads from the environment.
type Config struct {
	Key            seal.Key      `env:"RECADO_SECRET_KEY" help:"the service's keys (recado secret derive), or the root key"`
	PublishTimeout time.Duration `env:"RECADO_INGEST_PUBLISH_TIMEOUT" default:"5s" min:"100ms" help:"from a read body to the last acknowledgement of the bus"`
	BodiesMB       int           `env:"RECADO_INGEST_BODIES_MB" default:"64" min:"4" help:"memory for request bodies, in MiB"`
	Chat           Chat
	Rates          Rates
}

// Chat bounds what the pages of the web chat may ask for; each process counts for itself.
type Chat struct {
	Open        int     `env:"RECADO_INGEST_CHAT_STREAMS" default:"2000" min:"1" help:"web chat pages that may listen at once"`
	OpenAccount int     `env:"RECADO_INGEST_CHAT_ACCOUNT_STREAMS" default:"500" min:"1" help:"open web chat pages of one account"`
	New         float64 `env:"RECADO_INGEST_CHAT_SESSIONS" default:"20" min:"0.1" help:"web chat sessions or streams a second, by address"`
	NewAccount  float64 `env:"RECADO_INGEST_CHAT_ACCOUNT_SESSIONS" default:"50" min:"0.1" help:"new web chat sessions a second, by account"`

	// Answer is longer than a turn may take, and the wait for its claim.
	Answer   time.Duration `env:"RECADO_INGEST_CHAT_ANSWER" default:"90s" min:"1s" help:"longest wait for one answer"`
	Messages float64       `env:"RECADO_INGEST_CHAT_MESSAGES" default:"2" min:"0.1" help:"messages a second in one web chat session"`
}

const (
	service    = "ingest"
	chatMemory = 16 << 20
	// leaseDrain is held by the process that drains the lanes.
	leaseDrain = "ingest-drain"
	// burst is how many seconds' worth of a limit may come at once.
	burst = 10
	// streamOpens is how often a second one session may open a stream: a page comes back after two.
	streamOpens = 1
)

// Service is ingest.
func Service() app.Service {
	return app.Service{Name: service, Run: run, Config: Config{}, Keys: []string{
		seal.PurposeAccountIn, seal.PurposeWebchat, seal.PurposeIdentity, seal.PurposeAddress, seal.PurposeVault, seal.PurposeDeadLetters,
	}}
}

func run(ctx context.Context, env *app.Env) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	counts, err := newCounts(env.Meter)
	if err != nil {
		return err
	}
	if err := watchHeld(env.Meter, env.Tenants.All); err != nil {
		return err
	}
	env.Bus.SealDeadLetters(cfg.Key)
	sealed, err := vault.New(cfg.Key, env.Bus)
	if err != nil {
		return err
	}
	env.Bus.SealContactLetters(sealed)
	events := newEventBuilder(cfg.Key, &addresses{key: cfg.Key, vault: sealed, counts: counts, log: env.Log})
	rates := newRates(cfg.Rates)
	rates.room = newRoom(env.Bus, cfg.Rates.Waiting)
	lanes := newLanes(env.Bus, rates, counts)
	lanes.rekeying = &rekeying{tenants: env.Tenants, key: cfg.Key, ids: events.ids}
	if lanes.share, err = parkedShareOf(ctx, env.Bus); err != nil {
		return err
	}
	if err := env.Bus.WatchLanes(ctx, lanes.note); err != nil {
		return err
	}
	accept := acceptor{tenants: env.Tenants, events: events, bus: env.Bus, admit: lanes.admit, counts: counts, log: env.Log, key: cfg.Key}
	doors := doors{env: env, cfg: cfg, accept: accept, rates: lanes.rates}
	doors.serveWebhooks()
	hub := newHub(env.Bus, env.Log, cfg.Chat.Open, cfg.Chat.OpenAccount)
	env.Tenants.OnChange(hub.rekeyed)
	if err := hub.start(ctx); err != nil {
		return err
	}
	if err := doors.serveChat(ctx, hub, sealed); err != nil {
		return err
	}
	env.Ready()
	gateways := &gateways{tenants: env.Tenants, events: events, admit: lanes.admit, counts: counts, log: env.Log}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { env.Bus.Lead(ctx, leaseDrain, lanes.drain); return nil })
	group.Go(func() error { lanes.reconcile(ctx); return nil })
	group.Go(func() error { return fill.Watch(ctx, env.Bus.Conn(), env.Meter, env.Log) })
	group.Go(func() error { return hub.run(ctx) })
	group.Go(func() error { return gateways.read(ctx, env.Bus, env.Tenants) })
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
		tenants: d.env.Tenants, accept: &d.accept, bodies: newBodyReader(MaxBody, int64(d.cfg.BodiesMB)<<20, webhookGrace),
		proxies: d.env.Proxies,
		tracer:  d.env.Tracer, log: d.env.Log, timeout: d.cfg.PublishTimeout,
	})
}

func (d doors) serveChat(ctx context.Context, h *hub, sealed *vault.Vault) error {
	accept := d.accept
	accept.admit = accept.publishNow // a page is refused what comes too fast: nothing of it is parked
	ended := newRevoked(h.endContact)
	if err := d.env.Bus.Watch(ctx, subject.BucketRevoked, ended.follow); err != nil {
		return err
	}
	c := &chat{
		revoked: ended, tickets: d.env.Bus,
		tenants: d.env.Tenants, accept: &accept, rates: d.rates, bodies: newBodyReader(maxFrame, chatMemory, pageGrace),
		streams: &streams{
			bus: d.env.Bus, hub: h, vault: sealed, stop: ctx.Done(),
			sessions: limit.New(streamOpens, burst*streamOpens), addresses: limit.New(d.cfg.Chat.New, int(burst*d.cfg.Chat.New)+1),
		},
		proxies: d.env.Proxies, accounts: limit.New(d.cfg.Chat.NewAccount, int(burst*d.cfg.Chat.NewAccount)+1),
		sessions: limit.New(d.cfg.Chat.New, int(burst*d.cfg.Chat.New)+1),
		messages: limit.New(d.cfg.Chat.Messages, int(burst*d.cfg.Chat.Messages)+1),
		tracer:   d.env.Tracer, timeout: d.cfg.PublishTimeout,
		asker: d.env.Bus, patience: d.cfg.Chat.Answer,
	}
	d.env.HTTP.HandleLimit("/chat/{account}/sessions", maxFrame, c.at("POST", c.open))
	d.env.HTTP.HandleLimit("/chat/{account}/messages", maxFrame, c.at("POST", c.post))
	d.env.HTTP.HandleLimit("/chat/{account}/completions", maxFrame, c.at("POST", c.complete))
	d.env.HTTP.HandleLimit("/chat/{account}/tickets", maxFrame, c.at("POST", c.ticket))
	d.env.HTTP.HandleLimit("/chat/{account}/stream", maxFrame, c.at("GET", c.stream))
	return nil
}
