// Package outboundsender takes replies to their channels: durable, in order per conversation, retried by what the channel answered,
// and never "sent" when they were not.
package outboundsender

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/outbound-sender/notice"
)

// Config is read from the environment.
type Config struct {
	Postgres    config.Secret `env:"RECADO_POSTGRES_URL" help:"postgres://user:password@host:port/recado"`
	SecretKey   seal.Key      `env:"RECADO_SECRET_KEY" help:"the service's keys (recado secret derive), or the root key"`
	WhatsAppURL string        `env:"RECADO_WHATSAPP_API_URL" default:"https://graph.facebook.com/v23.0" help:"send API of WhatsApp, for accounts that name none"`
	Retention   time.Duration `env:"RECADO_CHAT_RETENTION" default:"8760h" min:"24h" help:"how long what was said is kept, and who said it"`
	Workers     int           `env:"RECADO_OUTBOUND_SENDER_WORKERS" default:"64" help:"sends in flight"`
	Timeout     time.Duration `env:"RECADO_OUTBOUND_SENDER_TIMEOUT" default:"15s" help:"longest time for one send call"`
	SMTP        config.Secret `env:"RECADO_SMTP_URL" default:"" help:"e-mails to businesses: smtp://user:password@host:587?from=address"`
	Private     bool          `env:"RECADO_PRIVATE_WEBHOOKS" default:"false" help:"whether notices may go to private addresses"`
}

// Service sends replies; it needs NATS and PostgreSQL.
func Service() app.Service {
	return app.Service{Name: "outbound-sender", Config: Config{}, Run: run, Keys: []string{
		seal.PurposeAccountOut, seal.PurposeNotify, seal.PurposeIdentity, seal.PurposeAddress, seal.PurposeVault,
	}}
}

func run(ctx context.Context, env *app.Env) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	db, err := store.OpenWhenAvailable(ctx, store.Options{URL: cfg.Postgres, Role: "recado_outbound_sender", MaxConns: 8}, env.Log)
	if err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	defer db.Close()
	env.Health.Check("postgres", db.Ping)
	s, err := newSender(cfg, env, &deliveries{db: db, instance: env.Instance})
	if err != nil {
		return err
	}
	letters, err := mail.Parse(cfg.SMTP.Reveal())
	if err != nil {
		return config.Wrong(fmt.Errorf("RECADO_SMTP_URL: %w", err))
	}
	s.notices = notice.New(notice.Options{
		Store: db, Tenants: env.Tenants, Key: cfg.SecretKey, Mail: letters, WhatsAppURL: cfg.WhatsAppURL,
		Private: cfg.Private, Log: env.Log,
	})
	return s.run(ctx, env)
}

// maxChanged bounds the tenants whose changed settings wait for a look at what is parked.
const maxChanged = 4096

func (s *sender) run(ctx context.Context, env *app.Env) error {
	s.stopping = ctx.Done()
	// before the first send: a process without a lease counts as dead
	err := retry.Do(ctx, store.WhileUnavailable(ctx, s.log), func(ctx context.Context) error {
		_, err := s.table.beat(ctx, lease, statusWait, s.flights.list())
		return err
	})
	if err != nil {
		return err
	}
	changed := make(chan tenant.ID, maxChanged)
	env.Tenants.OnChange(func(known *tenant.Settings) {
		select {
		case changed <- known.ID:
		default: // the next change or start finds what was parked
		}
	})
	stop, err := bus.Share(env.Bus, subject.TypingStarted+".*", s.showTyping)
	if err != nil {
		return err
	}
	defer stop()
	env.Ready()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return bus.Hop[*recadov1.ReplyDrafted]{Name: env.Service, From: subject.ReplyDrafted, Handle: s.accept}.Run(ctx, env.Bus)
	})
	group.Go(func() error {
		return bus.Hop[*recadov1.ReceiptReceived]{Name: env.Service, From: subject.ReceiptReceived, Handle: s.receive}.Run(ctx, env.Bus)
	})
	s.hearNotices(ctx, env, group)
	group.Go(func() error { return s.notices.Run(ctx) })
	group.Go(func() error { s.table.prune(ctx, s.log, s.cfg.Retention); return nil })
	group.Go(func() error { return s.claimLoop(ctx) })
	group.Go(func() error { return s.beatLoop(ctx) })
	group.Go(func() error { return s.releaseLoop(ctx, changed) })
	group.Go(func() error { return s.windowLoop(ctx) })
	err = group.Wait()
	s.pool.wait()
	s.typing.wait()
	return err
}

// hearNotices takes what the business is to be told of.
func (s *sender) hearNotices(ctx context.Context, env *app.Env, group *errgroup.Group) {
	group.Go(func() error {
		return bus.Hop[*recadov1.HandoffRequested]{
			Name: env.Service, From: subject.HandoffRequested, Workers: 4, Handle: s.notices.Accept,
		}.Run(ctx, env.Bus)
	})
	group.Go(func() error {
		return bus.Hop[*recadov1.OrderChanged]{
			Name: env.Service, From: subject.OrderChanged, Workers: 4, Handle: s.notices.AcceptOrder,
		}.Run(ctx, env.Bus)
	})
	group.Go(func() error {
		return bus.Hop[*recadov1.AppointmentChanged]{
			Name: env.Service, From: subject.AppointmentChanged, Workers: 4, Handle: s.notices.AcceptAppointment,
		}.Run(ctx, env.Bus)
	})
	group.Go(func() error {
		return bus.Hop[*recadov1.BudgetReached]{
			Name: env.Service, From: subject.BudgetReached, Workers: 4, Handle: s.notices.AcceptBudget,
		}.Run(ctx, env.Bus)
	})
}
