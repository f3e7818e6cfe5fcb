package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// gateways takes the protobuf that outside gateways publish, and republishes it as ours: checked, and with the derived ids,
// the sealed address and the partition that a gateway cannot know.
type gateways struct {
	tenants finder
	events  *eventBuilder
	admit   admission
	counts  *counts
	log     *slog.Logger
}

// finder finds a tenant's settings, even those that the live copy does not have yet.
type finder interface {
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

// message takes one event of gateway.inbound.<name>.<tenant>: its hop has refused one of another tenant than the subject's.
func (g *gateways) message(ctx context.Context, name string, m *recadov1.MessageReceived) error {
	ref, err := g.account(ctx, name, m.GetMeta())
	if err != nil {
		return g.fail(ctx, name, err)
	}
	in := inboundOf(m.GetMeta())
	in.Content, in.ReplyTo = m.GetContent(), m.GetReplyTo()
	event, err := g.events.message(ctx, ref, in)
	if err != nil {
		return g.fail(ctx, name, err)
	}
	return g.parkOrPublish(ctx, name, event)
}

// receipt takes one event of gateway.receipt.<name>.<tenant>: by the gateway's own message id, or by our reply id as callback data.
func (g *gateways) receipt(ctx context.Context, name string, r *recadov1.ReceiptReceived) error {
	ref, err := g.account(ctx, name, r.GetMeta())
	if err != nil {
		return g.fail(ctx, name, err)
	}
	if r.GetStatus() <= recadov1.ReceiptStatus_RECEIPT_STATUS_UNSPECIFIED || r.GetStatus() > recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED {
		return g.fail(ctx, name, errors.New("status: expected sent, delivered, read or failed"))
	}
	in := inboundOf(r.GetMeta())
	in.OccurredAt = timeOf(r.GetOccurredAt())
	in.Receipt = &channel.Receipt{
		ProviderMessageID: r.GetProviderMessageId(), Status: r.GetStatus(), Errors: r.GetErrors(), CallbackData: r.GetCallbackData(),
	}
	event, err := g.events.receipt(ref, in)
	if err != nil {
		return g.fail(ctx, name, err)
	}
	return g.parkOrPublish(ctx, name, event)
}

func (g *gateways) parkOrPublish(ctx context.Context, name string, e bus.Event) error {
	outcome, err := g.admit(ctx, e)
	if err != nil {
		return g.fail(ctx, name, err)
	}
	g.counts.item(ctx, name, outcome)
	return nil
}

// fail retries what is not the event's fault, and makes a dead letter of any other: also where a contact's lane is full, so that
// nobody else of its channel waits for it.
func (g *gateways) fail(ctx context.Context, name string, err error) error {
	if bus.IsUnavailable(err) {
		return err
	}
	g.counts.item(ctx, name, outcomeDeadLetter)
	return bus.Reject(err)
}

// account finds the tenant's account. The subject's channel is what NATS permissions bind a gateway to, so the event must agree with it.
func (g *gateways) account(ctx context.Context, name string, m *recadov1.Meta) (accountRef, error) {
	if _, ours := channel.ByName(name); ours {
		return accountRef{}, errors.New("meta.channel: served by an adapter, no gateway may speak for it")
	}
	if m.GetChannel() != name {
		return accountRef{}, errors.New("meta.channel: expected the channel of the subject")
	}
	id, err := tenant.ParseID(m.GetTenantId())
	if err != nil {
		return accountRef{}, fmt.Errorf("meta.tenant_id: %w", err)
	}
	settings, known, err := g.tenants.Find(ctx, id)
	if err != nil {
		return accountRef{}, err
	}
	if !known {
		return accountRef{}, errors.New("meta.tenant_id: no such tenant")
	}
	account, known := settings.Account(name, m.GetAccountId())
	if !known || !account.Gateway {
		return accountRef{}, errors.New("meta.account_id: not a gateway account of the tenant on this channel")
	}
	return accountRef{settings: settings, account: account}, nil
}

// inboundOf takes from a gateway's Meta what a gateway knows: contact_id is its own id of the person.
func inboundOf(m *recadov1.Meta) channel.Inbound {
	return channel.Inbound{
		Account: m.GetAccountId(), From: channel.Address{UserID: m.GetContact().GetContactId()},
		ProfileName: m.GetContact().GetProfileName(), MessageID: m.GetMessageId(), OccurredAt: timeOf(m.GetOccurredAt()),
	}
}

// timeOf is the zero time where there is none, or none that can be.
func timeOf(t *timestamppb.Timestamp) time.Time {
	if t == nil || t.CheckValid() != nil {
		return time.Time{}
	}
	return t.AsTime()
}

const (
	// maxGateways is how many gateways one process reads; each has two consumers.
	maxGateways = 1000
	// gatewayCheck is how often the gateways of tenants that are gone are looked for.
	gatewayCheck = time.Second
)

// gatewayID names one gateway: what its NATS user may publish and read.
type gatewayID struct {
	channel string
	tenant  tenant.ID
}

// read takes the messages and receipts of every tenant's gateways, each gateway in order and apart from the others, until ctx ends. It
// begins with a gateway when a tenant gets one, and ends when the tenant or its account is gone.
func (g *gateways) read(ctx context.Context, b *bus.Bus, tenants *app.Tenants) error {
	changed := make(chan struct{}, 1)
	tenants.OnChange(func(*tenant.Settings) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	running := &readers{log: g.log, stop: map[gatewayID]context.CancelFunc{}, failed: make(chan error, 1)}
	defer running.wait.Wait()
	check := time.NewTicker(gatewayCheck)
	defer check.Stop()
	for {
		running.follow(ctx, gatewaysOf(tenants), func(ctx context.Context, id gatewayID) error { return g.follow(ctx, b, id) })
		select {
		case <-changed:
		case <-check.C:
		case err := <-running.failed:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

func gatewaysOf(tenants *app.Tenants) map[gatewayID]bool {
	out := map[gatewayID]bool{}
	for _, s := range tenants.All() {
		for _, account := range s.Accounts {
			if account.Gateway {
				out[gatewayID{account.Channel, s.ID}] = true
			}
		}
	}
	return out
}

// follow reads both doors of one gateway.
func (g *gateways) follow(ctx context.Context, b *bus.Bus, id gatewayID) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	receipts := make(chan error, 1)
	go func() {
		defer cancel()
		receipts <- bus.Hop[*recadov1.ReceiptReceived]{
			Name: service, From: subject.Gateway(subject.GatewayReceipt, id.channel, string(id.tenant)),
			Handle: func(ctx context.Context, r *recadov1.ReceiptReceived) error { return g.receipt(ctx, id.channel, r) },
		}.Run(ctx, b)
	}()
	err := bus.Hop[*recadov1.MessageReceived]{
		Name: service, From: subject.Gateway(subject.GatewayInbound, id.channel, string(id.tenant)),
		Handle: func(ctx context.Context, m *recadov1.MessageReceived) error { return g.message(ctx, id.channel, m) },
	}.Run(ctx, b)
	cancel()
	if failed := <-receipts; err == nil {
		err = failed
	}
	return err
}

// readers are the gateways that are being read.
type readers struct {
	log    *slog.Logger
	wait   sync.WaitGroup
	stop   map[gatewayID]context.CancelFunc
	failed chan error
	warned bool
}

// follow starts what is new and stops what is gone. A process that cannot stop its handlers ends, as any hop's does.
func (r *readers) follow(ctx context.Context, want map[gatewayID]bool, read func(context.Context, gatewayID) error) {
	for id, stop := range r.stop {
		if !want[id] {
			stop()
			delete(r.stop, id)
		}
	}
	for id := range want {
		if r.stop[id] != nil {
			continue
		}
		if len(r.stop) >= maxGateways {
			r.full(ctx)
			return
		}
		one, stop := context.WithCancel(ctx)
		r.stop[id] = stop
		r.wait.Go(func() {
			defer stop()
			if err := read(one, id); err != nil {
				select {
				case r.failed <- err:
				default:
				}
			}
		})
	}
}

func (r *readers) full(ctx context.Context) {
	if !r.warned {
		r.warned = true
		r.log.WarnContext(ctx, "there are more gateways than one process reads", "limit", maxGateways)
	}
}
