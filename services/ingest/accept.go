package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
)

// acceptor takes the bodies of channels to the bus.
type acceptor struct {
	tenants directory
	events  *eventBuilder
	bus     publisher
	admit   admission
	counts  *counts
	log     *slog.Logger
	key     seal.Key
}

// admission passes an event on, and returns what became of it: published now, or parked because it comes too fast.
type admission func(ctx context.Context, e bus.Event) (outcome string, err error)

// webhook is one body that a channel posted for the account that its URL names; a web chat's frame is one too.
type webhook struct {
	channel channel.Channel
	account accountRef
	header  http.Header
	body    []byte
}

// acceptWebhook is the way of one body through ingest. An error means that the channel has to send the body again.
func (a *acceptor) acceptWebhook(ctx context.Context, w webhook) error {
	if err := a.verify(ctx, w, w.account); err != nil {
		return err
	}
	parts, err := w.channel.Parse(w.body)
	if err != nil {
		return err
	}
	events, err := a.resolve(ctx, w, parts)
	if err != nil {
		return err
	}
	events.describe(ctx)
	return events.each(ctx, a.parkOrPublish)
}

// verify returns nil only when a body is signed with a secret of the account.
func (a *acceptor) verify(ctx context.Context, w webhook, ref accountRef) error {
	secrets, err := a.secrets(ref)
	if err != nil {
		a.log.ErrorContext(ctx, "account secrets do not open", "tenant", string(ref.settings.ID), "channel", w.channel.Name(), "error", err)
		return channel.ErrSignature
	}
	return w.channel.Verify(w.header, w.body, secrets)
}

func (a *acceptor) secrets(ref accountRef) (channel.Secrets, error) {
	return channel.OpenSigning(a.key, ref.settings.ID, ref.account)
}

// resolve turns the parts of a body into events of the accounts that they belong to. A part that is broken or somebody else's costs
// the others nothing: it is counted, and a body is one line in the log, however many of its parts are wrong. An error is ours.
func (a *acceptor) resolve(ctx context.Context, w webhook, parts []channel.Inbound) (batch, error) {
	accounts := newAccountResolver(a, w)
	var events batch
	var dropped []error
	for _, part := range parts {
		event, err := a.event(ctx, accounts, part)
		switch {
		case err == nil, errors.Is(err, errOversized):
			events.add(item{event, err})
		case bus.IsUnavailable(err):
			return batch{}, err
		case errors.Is(err, errForeignAccount):
			a.counts.item(ctx, w.channel.Name(), outcomeRefused)
			dropped = append(dropped, err)
		default:
			a.counts.item(ctx, w.channel.Name(), outcomeBroken)
			dropped = append(dropped, err)
		}
	}
	if len(dropped) > 0 {
		a.log.WarnContext(ctx, "parts of a webhook not accepted", "channel", w.channel.Name(), "count", len(dropped), "error", dropped[0])
	}
	return events, nil
}

// event returns what one part of a body becomes; with errOversized the event comes beside the error.
func (a *acceptor) event(ctx context.Context, accounts *accountResolver, part channel.Inbound) (bus.Event, error) {
	if part.Err != nil {
		return nil, part.Err
	}
	ref, err := accounts.resolve(ctx, part.Account)
	if err != nil {
		return nil, err
	}
	if part.Receipt != nil {
		return a.events.receipt(ref, part)
	}
	return a.events.message(ctx, ref, part)
}

// parkOrPublish returns when the bus has the event. What the bus can never carry becomes a dead letter, so that the rest of its
// batch is not sent for ever.
func (a *acceptor) parkOrPublish(ctx context.Context, i item) error {
	name, refused := i.event.GetMeta().GetChannel(), i.refused
	if refused == nil {
		outcome, err := a.admit(ctx, i.event)
		if err == nil {
			a.counts.item(ctx, name, outcome)
			return nil
		}
		if bus.IsUnavailable(err) || errors.Is(err, bus.ErrLaneFull) || ctx.Err() != nil {
			return err
		}
		refused = err
	}
	a.counts.item(ctx, name, outcomeDeadLetter)
	return deadLetter(ctx, a.bus, i.event, refused)
}

// publishNow admits every event: the door has refused before what comes too fast.
func (a *acceptor) publishNow(ctx context.Context, e bus.Event) (outcome string, err error) {
	return outcomeAccepted, a.bus.Publish(ctx, e)
}

// publisher sends an event and returns when the bus has it, or keeps one that the bus cannot carry.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
	DeadLetter(ctx context.Context, l bus.NewDeadLetter) error
}

// deadLetter keeps an event that the bus can never carry.
func deadLetter(ctx context.Context, b publisher, e bus.Event, why error) error {
	payload, err := proto.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode dead letter: %w", err)
	}
	return b.DeadLetter(ctx, bus.NewDeadLetter{
		Stage: bus.StageOf(e), Tenant: e.GetMeta().GetTenantId(), ID: e.GetMeta().GetEventId(),
		Payload: payload, Reason: why.Error(),
	})
}
