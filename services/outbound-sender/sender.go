package outboundsender

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/outward"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/outbound-sender/notice"
)

// settings gives a tenant's settings as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

var errUnknownTenant = errors.New("meta.tenant_id: expected a known tenant")

// known is an error for what is of no tenant, or of one that was removed: nothing of it is kept.
func (s *sender) known(ctx context.Context, id tenant.ID) error {
	_, known, err := s.tenants.Find(ctx, id)
	if err == nil && !known {
		return bus.Reject(errUnknownTenant)
	}
	return err
}

// publisher puts an event, or a gateway's or web page's message, on the bus.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
	PublishRaw(ctx context.Context, subject, id string, data []byte) error
}

// sender takes replies from the bus and the table to the channels.
type sender struct {
	cfg       Config
	key       seal.Key
	ids       *identity.Cache
	vault     finder
	table     *deliveries
	tenants   settings
	bus       publisher
	http      *http.Client
	log       *slog.Logger
	tracer    trace.Tracer
	pool      *pool
	typing    *pool
	pauses    *pauses
	flights   *flights
	notices   *notice.Notifier
	unsaid    sync.Map // reply ids whose ReplySent, known from a receipt, could not be published yet
	wake      chan struct{}
	stopping  <-chan struct{}
	uncertain metric.Int64Counter
	outcomes  metric.Int64Counter
}

func newSender(cfg Config, env *app.Env, table *deliveries) (*sender, error) {
	sealed, err := vault.New(cfg.SecretKey, env.Bus)
	if err != nil {
		return nil, err
	}
	env.Bus.SealContactLetters(sealed)
	uncertain, err := env.Meter.Int64Counter("recado.deliveries.uncertain",
		metric.WithDescription("replies that were sent again and may have arrived twice"))
	outcomes, err2 := env.Meter.Int64Counter("recado.deliveries", metric.WithDescription("attempts to send a reply, by class"))
	if err := errors.Join(err, err2); err != nil {
		return nil, fmt.Errorf("create metrics: %w", err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = cfg.Workers
	return &sender{
		cfg: cfg, key: cfg.SecretKey, ids: identity.NewCache(cfg.SecretKey), vault: sealed, table: table,
		tenants: env.Tenants, bus: env.Bus, log: env.Log, tracer: env.Tracer,
		http: &http.Client{Timeout: cfg.Timeout, Transport: transport, CheckRedirect: outward.NoRedirect},
		pool: newPool(cfg.Workers), typing: newPool(typingAtATime), pauses: newPauses(), flights: newFlights(),
		wake: make(chan struct{}, 1), uncertain: uncertain, outcomes: outcomes,
	}, nil
}

// accept stores a drafted reply and, where nothing waits before it and a worker is free, sends it at once.
func (s *sender) accept(ctx context.Context, r *recadov1.ReplyDrafted) error {
	if err := check(r); err != nil {
		return bus.Reject(err)
	}
	d := &delivery{tenant: tenant.ID(r.GetMeta().GetTenantId()), reply: r, traceparent: telemetry.Inject(ctx), attempts: 1}
	if err := s.known(ctx, d.tenant); err != nil {
		return err
	}
	requests, err := s.render(ctx, d)
	switch {
	case bus.IsUnavailable(err):
		return err
	case err != nil:
		return bus.Reject(err)
	}
	d.requests = requests
	got, err := s.storeAndSend(ctx, d)
	switch {
	case store.IsUnavailable(err):
		return bus.Unavailable(err)
	case err != nil:
		return err
	case got == acceptedStale:
		return s.publishFailed(ctx, d, reasonSuperseded, nil)
	}
	return nil
}

// storeAndSend stores a rendered reply. The table decides whether it may go out now, and is asked only where there is a place for it.
func (s *sender) storeAndSend(ctx context.Context, d *delivery) (acceptance, error) {
	if s.pauses.left(d) > 0 || !s.pool.take() {
		return s.table.accept(ctx, d)
	}
	s.flights.begin(d.reply.GetReplyId())
	got, err := s.table.acceptAndClaim(ctx, d)
	if got == acceptedSending {
		s.pool.run(func() { s.deliver(context.WithoutCancel(ctx), d) })
		return got, nil
	}
	s.flights.end(d.reply.GetReplyId())
	s.pool.give()
	return got, err
}

// check names the first field that a reply cannot be sent without.
func check(r *recadov1.ReplyDrafted) error {
	if err := meta.Check(r.GetMeta(), meta.Channel); err != nil {
		return err
	}
	for field, value := range map[string]string{"reply_id": r.GetReplyId(), "conversation_id": r.GetConversationId()} {
		if _, err := uuid.Parse(value); err != nil {
			return fmt.Errorf("%s: expected a UUID", field)
		}
	}
	switch {
	case r.GetContent().GetText() == "":
		return errors.New("content.text: expected a text, got none")
	case r.GetSequence() < 1:
		return errors.New("sequence: expected 1 or more")
	}
	return nil
}

// render opens the address and writes the channel's requests, with real values where the channel is outside.
func (s *sender) render(ctx context.Context, d *delivery) ([]channel.Request, error) {
	meta := d.reply.GetMeta()
	whom, err := s.addressee(ctx, d)
	if err != nil {
		return nil, err
	}
	to, err := whom.address(meta)
	if err != nil {
		return nil, err
	}
	c, ok := channel.ByName(meta.GetChannel())
	if !ok {
		return renderForGateway(d.reply, to, whom.ownMessageID(meta))
	}
	reply := whom.quoting(whom.reveal(c, d.reply))
	requests, err := c.Render(channel.Draft{Reply: reply, To: to, Language: s.language(d)})
	if err != nil {
		return nil, fmt.Errorf("render reply for %s: %w", meta.GetChannel(), err)
	}
	return requests, nil
}

func (s *sender) language(d *delivery) string {
	if known, ok := s.tenants.Get(d.tenant); ok {
		return known.Language
	}
	return ""
}
