// Package toolexecutor runs tools against the business's data, each write once, and answers on the bus.
package toolexecutor

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/tool-executor/approval"
	"github.com/recado/recado/services/tool-executor/changes"
	"github.com/recado/recado/services/tool-executor/mcp"
	"github.com/recado/recado/services/tool-executor/mcp/outside"
	"github.com/recado/recado/services/tool-executor/promises"
	"github.com/recado/recado/services/tool-executor/rag"
	"github.com/recado/recado/services/tool-executor/tools"
	"github.com/recado/recado/services/tool-executor/tools/generic"
	"github.com/recado/recado/services/tool-executor/tools/loyalty"
	"github.com/recado/recado/services/tool-executor/tools/waiting"
	"github.com/recado/recado/services/tool-executor/watch"
)

// Config is read from the environment.
type Config struct {
	Postgres  config.Secret `env:"RECADO_POSTGRES_URL" help:"postgres://user:password@host:port/recado"`
	SecretKey seal.Key      `env:"RECADO_SECRET_KEY" help:"the service's keys (recado secret derive), or the root key"`
	Retention time.Duration `env:"RECADO_CHAT_RETENTION" default:"8760h" min:"24h" help:"how long what was said is kept, and who said it"`
	Visits    time.Duration `env:"RECADO_APPOINTMENT_RETENTION" default:"43800h" min:"24h" help:"how long past visits and orders are kept"`
	Workers   int           `env:"RECADO_TOOL_EXECUTOR_WORKERS" default:"16" help:"tool calls at once"`
	SMTP      config.Secret `env:"RECADO_SMTP_URL" default:"" help:"e-mails to businesses: smtp://user:password@host:587?from=address"`
	Private   bool          `env:"RECADO_PRIVATE_WEBHOOKS" default:"false" help:"whether notices may go to private addresses"`
	Embedder  knowledge.EmbedderConfig
	MCP       MCPConfig
	RAG       rag.Config
}

// MCPConfig is the door for other programs.
type MCPConfig struct {
	Addr string  `env:"RECADO_MCP_ADDR" default:"" help:"host:port of the door where programs use the tools (docs/mcp.md); empty is none"`
	Rate float64 `env:"RECADO_MCP_RATE" default:"10" min:"0.1" help:"requests a second of one key at that door"`
}

// Service runs tools; it needs NATS and PostgreSQL.
func Service() app.Service {
	return app.Service{
		Name: "tool-executor", Config: Config{}, Run: run, Keys: []string{seal.PurposeVault, seal.PurposeSlot, seal.PurposeTools},
	}
}

func run(ctx context.Context, env *app.Env) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	conns := int32(min(max(cfg.Workers, 1), 32))
	db, err := store.OpenWhenAvailable(ctx, store.Options{URL: cfg.Postgres, Role: "recado_tool_executor", MaxConns: conns}, env.Log)
	if err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	defer db.Close()
	docs, err := openLibrary(env, cfg, db)
	if err != nil {
		return err
	}
	env.Health.Check("postgres", db.Ping)
	sealed, err := vault.New(cfg.SecretKey, env.Bus)
	if err != nil {
		return err
	}
	env.Bus.SealContactLetters(sealed)
	data := tools.NewStore(db)
	own, err := switchedOn(env, cfg, db, docs)
	if err != nil {
		return err
	}
	servers := outside.New(outside.Options{Settings: env.Tenants, Store: db, Key: cfg.SecretKey, Private: cfg.Private, Log: env.Log})
	e := newExecutor(append(tools.All(data, cfg.SecretKey, docs), own...), env)
	e.outside = servers
	e.vault, e.own, e.ledger = sealed, &ownPoints{settings: env.Tenants, store: data}, data
	e.gate = &approval.Gate{Store: db}
	e.lent = lent{settings: env.Tenants, contacts: data}
	if err := e.announce(ctx, env.Bus); err != nil {
		return err
	}
	lend, err := e.doors(ctx, env, cfg, db, docs)
	if err != nil {
		return err
	}
	events := changes.New(db, env.Bus, env.Log)
	e.wrote = events.Wake
	env.Ready()
	pruned := make(chan struct{})
	ctx, stop := context.WithCancel(ctx)
	go func() { defer close(pruned); data.KeepPruning(ctx, env.Log, cfg.Retention, cfg.Visits) }()
	defer func() { stop(); <-pruned }()
	group, working := errgroup.WithContext(ctx)
	group.Go(func() error { return lend(working) })
	group.Go(func() error { return keepListing(working, env, servers) })
	group.Go(func() error { return events.Run(working) })
	award(working, env, group, loyalty.NewAwarder(db))
	keepPromises(working, e, promise{env, db, cfg.SecretKey}, group)
	group.Go(func() error {
		return bus.Hop[*recadov1.ToolRequested]{
			Name: env.Service, From: subject.ToolRequested, Handle: e.handle, Workers: cfg.Workers,
		}.Run(working, env.Bus)
	})
	return group.Wait()
}

// openLibrary is the business's documents, each search of which is watched.
func openLibrary(env *app.Env, cfg Config, db *store.Store) (library, error) {
	spaces, err := knowledge.NewSpaces(cfg.Embedder, knowledge.Reporter(env.Bus, env.Log))
	if err != nil {
		return library{}, fmt.Errorf("%w: %w", app.ErrConfig, err)
	}
	watched, err := watch.New(worded{knowledge.Open(db, spaces), env.Tenants}, env.Meter, env.Log)
	return library{watched, env.Log}, err
}

// promise is what promises are kept with.
type promise struct {
	env *app.Env
	db  *store.Store
	key seal.Key
}

// keepPromises says what is due, offers what has become free and does what was approved.
func keepPromises(ctx context.Context, e *executor, p promise, group *errgroup.Group) {
	sweeper := &promises.Sweeper{Store: p.db, Bus: p.env.Bus, Log: p.env.Log}
	offers := &waiting.Offers{Store: p.db, Key: p.key, Log: p.env.Log}
	group.Go(func() error { sweeper.Run(ctx); return nil })
	decided := &approval.Sweeper{Store: p.db, Call: e.approved, Log: p.env.Log}
	group.Go(func() error { offers.Run(ctx); return nil })
	group.Go(func() error { decided.Run(ctx); return nil })
}

// award gives what completed appointments and delivered orders are worth, and ends what was earned too long ago.
func award(ctx context.Context, env *app.Env, group *errgroup.Group, to *loyalty.Awarder) {
	group.Go(func() error { to.KeepExpiring(ctx, env.Log); return nil })
	group.Go(func() error {
		return bus.Hop[*recadov1.AppointmentChanged]{
			Name: env.Service, From: subject.AppointmentChanged, Handle: to.Appointment, Workers: 4,
		}.Run(ctx, env.Bus)
	})
	group.Go(func() error {
		return bus.Hop[*recadov1.OrderChanged]{
			Name: env.Service, From: subject.OrderChanged, Handle: to.Order, Workers: 4,
		}.Run(ctx, env.Bus)
	})
}

// switchedOn are the tools that are off until a tenant's file allows them.
func switchedOn(env *app.Env, cfg Config, db *store.Store, docs library) ([]tool.Tool, error) {
	letters, err := mail.Parse(cfg.SMTP.Reveal())
	if err != nil {
		return nil, config.Wrong(fmt.Errorf("RECADO_SMTP_URL: %w", err))
	}
	return generic.All(generic.Options{
		Settings: env.Tenants, Store: db, Search: docs.content, Mail: letters, Key: cfg.SecretKey, Private: cfg.Private,
	}), nil
}

// doors open for programs: one where they use the tools and one where they search; what it returns serves the first.
func (e *executor) doors(ctx context.Context, env *app.Env, cfg Config, db *store.Store, l library) (func(context.Context) error, error) {
	if err := openSearch(env, cfg, db, l); err != nil {
		return nil, err
	}
	return e.open(ctx, env, cfg, db)
}

// open listens for programs, where an address says so, and returns what serves them until its context ends.
func (e *executor) open(ctx context.Context, env *app.Env, cfg Config, db *store.Store) (func(context.Context) error, error) {
	if cfg.MCP.Addr == "" {
		return func(ctx context.Context) error { <-ctx.Done(); return nil }, nil
	}
	find := func(ctx context.Context, key string) (apikey.Grant, bool, error) { return apikey.Find(ctx, db, key) }
	door, err := mcp.New(mcp.Options{
		Tools: e, Keys: find, Proxies: env.Proxies, Meter: env.Meter, Log: env.Log, Rate: cfg.MCP.Rate, AtOnce: max(cfg.Workers/2, 1),
	})
	if err != nil {
		return nil, err
	}
	mux := &app.Mux{}
	door.Handle(mux)
	return env.Open(ctx, app.Door{Variable: "RECADO_MCP_ADDR", Addr: cfg.MCP.Addr, Mux: mux})
}

// openSearch lets programs search as an assistant does.
func openSearch(env *app.Env, cfg Config, db *store.Store, docs library) error {
	door, err := rag.New(rag.Options{
		Config: cfg.RAG, Index: docs.index, Settings: env.Tenants, Kinds: kindsOf(""), Proxies: env.Proxies, Meter: env.Meter, Log: env.Log,
		Keys:   func(ctx context.Context, key string) (apikey.Grant, bool, error) { return apikey.Find(ctx, db, key) },
		AtOnce: max(cfg.Workers/2, 1),
	})
	if err == nil {
		door.Serve(env.HTTP)
	}
	return err
}

// catalogue is where runners read the tools from.
type catalogue interface {
	Put(ctx context.Context, bucket, key string, value []byte) error
}

// announce replaces the whole catalogue with the tools of this build.
func (e *executor) announce(ctx context.Context, to catalogue) error {
	specs := make([]tool.Spec, 0, len(e.list))
	for _, t := range e.list {
		specs = append(specs, t.Spec())
	}
	data, err := json.Marshal(specs)
	if err != nil {
		return fmt.Errorf("encode tool catalogue: %w", err)
	}
	policy := retry.Policy{Min: announceAgain, If: bus.IsUnavailable}
	err = retry.Do(ctx, policy, func(ctx context.Context) error { return to.Put(ctx, subject.BucketTools, subject.KeyCatalogue, data) })
	if err != nil {
		return fmt.Errorf("announce tools: %w", err)
	}
	return nil
}

// announceAgain is the pause while NATS is unavailable: after a crash of both PostgreSQL may be back first.
const announceAgain = 200 * time.Millisecond
