package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
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
