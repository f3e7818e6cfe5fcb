package ingest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// gateways takes the protobuf that outside gateways publish, and republishes it as ours: checked, and with the derived ids,
// the sealed address and the partition that a gateway cannot know. What is wrong with an event is its own fault: a dead letter.
type gateways struct {
	tenants finder
	author  *author
	bus     publisher
	lanes   *lanes
	counts  *counts
}

// finder finds a tenant's settings, even those that the live copy does not have yet.
type finder interface {
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

// message takes one event of gateway.inbound.<name>.
func (g *gateways) message(ctx context.Context, name string, m *recadov1.MessageReceived) error {
	h, err := g.home(ctx, name, m.GetMeta())
	if bus.IsUnavailable(err) {
		return err
	}
	if err != nil {
		return g.reject(ctx, name, err)
	}
	in := inboundOf(m.GetMeta())
	in.Content, in.ReplyTo = m.GetContent(), m.GetReplyTo()
	event, err := g.author.message(h, in)
	if err != nil {
		return g.reject(ctx, name, err)
	}
	outcome, err := g.lanes.send(ctx, event)
	return g.published(ctx, name, outcome, err)
}

// receipt takes one event of gateway.receipt.<name>: by the gateway's own message id, or by our reply id as callback data.
func (g *gateways) receipt(ctx context.Context, name string, r *recadov1.ReceiptReceived) error {
	h, err := g.home(ctx, name, r.GetMeta())
	if bus.IsUnavailable(err) {
		return err
	}
	if err != nil {
		return g.reject(ctx, name, err)
	}
	if r.GetStatus() <= recadov1.ReceiptStatus_RECEIPT_STATUS_UNSPECIFIED || r.GetStatus() > recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED {
		return g.reject(ctx, name, errors.New("status: expected sent, delivered, read or failed"))
	}
	in := inboundOf(r.GetMeta())
	in.OccurredAt = timeOf(r.GetOccurredAt())
	in.Receipt = &channel.Receipt{
		ProviderMessageID: r.GetProviderMessageId(), Status: r.GetStatus(), Errors: r.GetErrors(), CallbackData: r.GetCallbackData(),
	}
	event, err := g.author.receipt(h, in)
	if err != nil {
		return g.reject(ctx, name, err)
	}
	return g.published(ctx, name, outcomeAccepted, g.bus.Publish(ctx, event))
}

// published judges an attempt. A contact whose lane is full holds nobody else of its channel: its message is a dead letter.
func (g *gateways) published(ctx context.Context, name, outcome string, err error) error {
	switch {
	case err == nil:
		g.counts.item(ctx, name, outcome)
		return nil
	case bus.IsUnavailable(err):
		return err
	}
	return g.reject(ctx, name, err)
}

func (g *gateways) reject(ctx context.Context, name string, err error) error {
	g.counts.item(ctx, name, "dead_letter")
	return bus.Reject(err)
}

// home finds the tenant's account. The subject's channel is what NATS permissions bind a gateway to, so the event must agree with it.
func (g *gateways) home(ctx context.Context, name string, m *recadov1.Meta) (home, error) {
	if _, ours := channel.ByName(name); ours {
		return home{}, errors.New("meta.channel: served by an adapter, no gateway may speak for it")
	}
	if m.GetChannel() != name {
		return home{}, errors.New("meta.channel: expected the channel of the subject")
	}
	id, err := tenant.ParseID(m.GetTenantId())
	if err != nil {
		return home{}, fmt.Errorf("meta.tenant_id: %w", err)
	}
	settings, known, err := g.tenants.Find(ctx, id)
	if err != nil {
		return home{}, err
	}
	if !known {
		return home{}, errors.New("meta.tenant_id: no such tenant")
	}
	account, known := settings.Account(name, m.GetAccountId())
	if !known || !account.Gateway {
		return home{}, errors.New("meta.account_id: not a gateway account of the tenant on this channel")
	}
	return home{settings, account}, nil
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
