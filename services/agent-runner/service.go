// Package agentrunner keeps the conversation log and answers it: message.routed in, tool.requested and reply.drafted out.
package agentrunner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/chain"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/answers"
	"github.com/recado/recado/services/agent-runner/budget"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/promise"
	"github.com/recado/recado/services/agent-runner/remember"
	"github.com/recado/recado/services/agent-runner/rulemodel"
	"github.com/recado/recado/services/agent-runner/turn"
	"github.com/recado/recado/services/agent-runner/window"
)

// Config is what agent-runner reads from its environment.
type Config struct {
	Postgres    config.Secret `env:"RECADO_POSTGRES_URL" help:"postgres://user:password@host:port/database"`
	Connections int           `env:"RECADO_AGENT_RUNNER_CONNECTIONS" default:"12" min:"2" help:"connections to PostgreSQL"`
	Workers     int           `env:"RECADO_AGENT_RUNNER_WORKERS" default:"64" min:"1" help:"turns at work at a time"`
	Share       int           `env:"RECADO_AGENT_RUNNER_TENANT_TURNS" default:"0" min:"0" help:"turns of one tenant at a time; 0: 3/4"`
	Timeout     time.Duration `env:"RECADO_AGENT_RUNNER_TURN_TIMEOUT" default:"60s" min:"1s" help:"longest time for one turn"`
	Model       time.Duration `env:"RECADO_AGENT_RUNNER_MODEL_TIME" default:"0s" min:"0s" help:"of it for models; 0s: half"`
	Tool        time.Duration `env:"RECADO_AGENT_RUNNER_TOOL_TIMEOUT" default:"20s" min:"100ms" help:"longest wait for one tool"`
	Lease       time.Duration `env:"RECADO_AGENT_RUNNER_LEASE" default:"5s" min:"1s" help:"after it a dead process's turns are taken over"`
	Retention   time.Duration `env:"RECADO_CHAT_RETENTION" default:"8760h" min:"24h" help:"how long what was said is kept, and who said it"`
	Turns       Turns
	Models      chain.Config
	Embedder    knowledge.EmbedderConfig
	Send        Send
}

// Turns bound what one conversation may cost.
type Turns struct {
	Most    int `env:"RECADO_AGENT_RUNNER_TURNS" default:"1000" min:"1" help:"turns at a time, those that wait for a model or tool too"`
	Loop    int `env:"RECADO_AGENT_RUNNER_LOOP_TURNS" default:"20" min:"0" help:"answers in a row, each at once, that are a loop; 0 is off"`
	Session int `env:"RECADO_AGENT_RUNNER_SESSION_TURNS" default:"40" min:"0" help:"a model's turns an hour in one web chat; 0 is off"`
}

// Service returns the agent runner.
func Service() app.Service { return app.Service{Name: "agent-runner", Run: run, Config: Config{}} }

func run(ctx context.Context, env *app.Env) error {
	return Run(ctx, env, nil)
}

// Run is the service with another remote model than the configured one; nil takes that of the configuration.
func Run(ctx context.Context, env *app.Env, remote llm.Model) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	books := &bookkeeper{settings: env.Tenants, log: env.Log}
	models, err := openModels(cfg, env, books)
	if err != nil {
		return err
	}
	if remote == nil {
		remote = models.remote
	}
	db, err := open(ctx, env, cfg)
	if err != nil {
		return err
	}
	defer db.db.Close()
	books.store = db
	tools := newToolClient(env.Bus, env.Instance)
	stop, err := listen(env, db, tools) //nolint:contextcheck // what comes has contexts of its own
	if err != nil {
		return err
	}
	defer stop()
	catalog := newCatalogue(env.Log)
	if err := catalog.watch(ctx, env.Bus); err != nil {
		return err
	}
	env.Health.Check("tools", catalog.check)
	turns, err := telemetry.NewTurns(env.Meter)
	if err != nil {
		return err
	}
	engine := turn.New(turnOptions(cfg), turn.Deps{
		Store: db, Settings: env.Tenants, Bus: env.Bus, Tools: tools, Catalog: catalog,
		Remote: remote, Model: cfg.Models.Endpoint.Model, Tuning: models.tuning, Window: models.limit,
		Rules: rulemodel.New(), Answers: &answers.Cache{Store: db.db, Near: models.near}, DeadLetter: deadLetter(env.Bus),
		Live: env.Bus.Live, Log: env.Log, Tracer: env.Tracer, Turns: turns,
	})
	keeper := &remember.Keeper{Store: db, Settings: env.Tenants, Model: remote, Tuning: models.tuning, Log: env.Log, Tracer: env.Tracer}
	in := &intake{settings: env.Tenants, store: db, bus: env.Bus, wake: engine.Wake}
	watch := &watchman{store: db, log: env.Log, retention: cfg.Retention}
	promises := &promise.Speaker{Store: db.db, Settings: env.Tenants, Log: env.Log}
	serve, err := openDoor(ctx, env, cfg, db.db)
	if err := errors.Join(err, watch.measure(env.Meter), promises.Measure(env.Meter)); err != nil {
		return err
	}
	env.Ready()

	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return serve(ctx) })
	g.Go(func() error { catalog.wait(ctx); return engine.Run(ctx) })
	g.Go(func() error { return watch.run(ctx) })
	g.Go(func() error { sweep(ctx, env, db); return nil })
	g.Go(func() error { keeper.Run(ctx); return nil })
	g.Go(func() error { return hear(ctx, env, in, promises, books) })
	return g.Wait()
}

// sweep reminds of handoffs and returns them, and tells of budgets.
func sweep(ctx context.Context, env *app.Env, db *database) {
	var all sync.WaitGroup
	all.Go(func() { (&handoff.Sweeper{Store: db.db, Settings: env.Tenants, Log: env.Log}).Run(ctx) })
	all.Go(func() { (&budget.Teller{Store: db.db, Bus: env.Bus, Log: env.Log}).Run(ctx) })
	all.Wait()
}

// hear takes what customers said, what is due, and what other services took of models.
func hear(ctx context.Context, env *app.Env, in *intake, promises *promise.Speaker, books *bookkeeper) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return bus.Hop[*recadov1.MessageRouted]{Name: "agent-runner", From: subject.MessageRouted, Handle: in.handle}.Run(ctx, env.Bus)
	})
	g.Go(func() error {
		return bus.Hop[*recadov1.MessageDue]{Name: "agent-runner", From: subject.MessageDue, Handle: promises.Handle}.Run(ctx, env.Bus)
	})
	g.Go(func() error {
		return bus.Hop[*recadov1.UsageReported]{
			Name: "agent-runner", From: subject.UsageReported, Workers: 4, Handle: books.handle,
		}.Run(ctx, env.Bus)
	})
	return g.Wait()
}

// models are the configured ones; the zero value where only rules answer.
type models struct {
	remote llm.Model
	tuning func(llm.Purpose) llm.Tuning
	limit  func(*llm.Request) window.Limit
	near   *answers.Near // of questions; nil where none but the same words are the same
}

func openModels(cfg Config, env *app.Env, books *bookkeeper) (models, error) {
	near, err := answers.NearBy(cfg.Embedder, books.account)
	if err != nil {
		return models{}, fmt.Errorf("%w: %w", app.ErrConfig, err)
	}
	file, err := cfg.Models.Load(env.Getenv)
	if err != nil || file == nil {
		return models{near: near}, err
	}
	c, err := chain.New(file, env.Log, env.Meter)
	if err != nil {
		return models{}, err
	}
	return models{remote: c, tuning: c.Tuning, near: near, limit: func(req *llm.Request) window.Limit {
		return smallest(c.Models(req))
	}}, nil
}

// smallest is what every model takes that may answer.
func smallest(all []chain.Model) (least window.Limit) {
	for i, m := range all {
		if l := window.For(m.ID, m.Window); i == 0 || l.Window < least.Window {
			least = l
		}
	}
	return least
}

// open reaches the database, however long it is unavailable: what was accepted waits in the stream meanwhile.
func open(ctx context.Context, env *app.Env, cfg Config) (*database, error) {
	db, err := store.OpenWhenAvailable(ctx, store.Options{
		URL: cfg.Postgres, Role: "recado_agent_runner", Name: "agent-runner", MaxConns: int32(min(cfg.Connections, 1000)),
	}, env.Log)
	if err != nil {
		return nil, err
	}
	env.Health.Check("postgres", db.Ping)
	return &database{db: db, instance: env.Instance}, nil
}

func turnOptions(cfg Config) turn.Options {
	turns := max(cfg.Workers, cfg.Turns.Most)
	share := min(cfg.Share, turns)
	if share == 0 {
		share = max(1, turns-turns/4)
	}
	return turn.Options{
		Turns: turns, Workers: cfg.Workers, MaxPerTenant: share, Timeout: cfg.Timeout, ModelTime: cfg.Model, ToolTimeout: cfg.Tool,
		Lease: cfg.Lease, Poll: 250 * time.Millisecond, SweepAfter: 2 * time.Second, StopTimeout: 10 * time.Second,
		Loop: cfg.Turns.Loop, SessionModelTurns: cfg.Turns.Session,
	}
}

// deadLetter keeps a message that no turn could answer.
func deadLetter(b *bus.Bus) func(context.Context, turn.Message, string) error {
	return func(ctx context.Context, m turn.Message, reason string) error {
		body, err := proto.Marshal(m.Routed)
		if err != nil {
			return err
		}
		meta := m.Routed.GetMeta()
		return b.DeadLetter(ctx, bus.NewDeadLetter{
			Stage: subject.MessageRouted, Tenant: meta.GetTenantId(), ID: meta.GetEventId(), Payload: body, Reason: reason,
		})
	}
}
