package ingest

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/telemetry"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// concurrentConversations bounds how many conversations of one batch are published at a time.
const concurrentConversations = 64

// publisher sends an event and returns when the bus has it, or keeps one that the bus cannot carry.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
	DeadLetter(ctx context.Context, l bus.NewDeadLetter) error
}

// batch is what one webhook becomes: each conversation's events in their order, conversations beside one another.
type batch struct {
	order         []string
	conversations map[string][]item
}

// item is an event, and why it is for the dead letters if it is.
type item struct {
	event   bus.Event
	refused error
}

func (b *batch) add(i item) {
	meta := i.event.GetMeta()
	key := meta.GetTenantId() + "/" + meta.GetConversationKey()
	if b.conversations == nil {
		b.conversations = map[string][]item{}
	}
	if _, known := b.conversations[key]; !known {
		b.order = append(b.order, key)
	}
	b.conversations[key] = append(b.conversations[key], i)
}

// describe names the first message on the request's span, so that a trace is found by it.
func (b *batch) describe(ctx context.Context) {
	for _, key := range b.order {
		for _, i := range b.conversations[key] {
			if meta := i.event.GetMeta(); meta.GetMessageId() != "" {
				trace.SpanFromContext(ctx).SetAttributes(
					attribute.String(telemetry.KeyMessage, meta.GetMessageId()),
					attribute.String(telemetry.KeyConversation, meta.GetConversationKey()),
				)
				return
			}
		}
	}
}

// publish returns when send has taken every item or refused one of its conversation; an error means that the whole batch comes
// again, and what is there already counts once. One conversation's refusal stops no other.
func (b *batch) publish(ctx context.Context, send func(context.Context, item) error) error {
	var group errgroup.Group
	group.SetLimit(concurrentConversations)
	for _, key := range b.order {
		group.Go(func() error {
			for _, i := range b.conversations[key] {
				if err := send(ctx, i); err != nil {
					return fmt.Errorf("publish %s: %w", bus.StageOf(i.event), err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// send publishes an item. What the bus can never carry becomes a dead letter, so that the rest of its batch is not sent for ever.
func (a *acceptor) send(ctx context.Context, i item) error {
	channel := i.event.GetMeta().GetChannel()
	if i.refused == nil {
		outcome, err := a.publish(ctx, i.event)
		if err == nil {
			a.counts.item(ctx, channel, outcome)
			return nil
		}
		if bus.IsUnavailable(err) || errors.Is(err, bus.ErrLaneFull) || ctx.Err() != nil {
			return err
		}
		i.refused = err
	}
	a.counts.item(ctx, channel, "dead_letter")
	return deadLetter(ctx, a.bus, i.event, i.refused)
}

// publish sends a message as its lane has it, and any other event at once.
func (a *acceptor) publish(ctx context.Context, e bus.Event) (outcome string, err error) {
	if m, ok := e.(*recadov1.MessageReceived); ok && a.lanes != nil {
		return a.lanes.send(ctx, m)
	}
	return outcomeAccepted, a.bus.Publish(ctx, e)
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
