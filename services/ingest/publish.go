package ingest

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/telemetry"
)

// concurrentConversations bounds how many conversations of one batch are published at a time.
const concurrentConversations = 64

// publisher sends an event and returns when the bus has it, or keeps one that the bus cannot carry.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
	DeadLetter(ctx context.Context, l bus.DeadLetter) error
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

// publish returns when send has taken every item, or with the first error: the whole batch then comes again, and what is there
// already counts once.
func (b *batch) publish(ctx context.Context, send func(context.Context, item) error) error {
	group, ctx := errgroup.WithContext(ctx)
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
		err := a.bus.Publish(ctx, i.event)
		if err == nil {
			a.counts.item(ctx, channel, "accepted")
			return nil
		}
		if bus.Away(err) || ctx.Err() != nil {
			return err
		}
		i.refused = err
	}
	payload, err := proto.Marshal(i.event)
	if err != nil {
		return fmt.Errorf("encode dead letter: %w", err)
	}
	a.counts.item(ctx, channel, "dead_letter")
	return a.bus.DeadLetter(ctx, bus.DeadLetter{
		Stage: bus.StageOf(i.event), Tenant: i.event.GetMeta().GetTenantId(), ID: i.event.GetMeta().GetEventId(),
		Payload: payload, Reason: i.refused.Error(),
	})
}
