package ingest

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/telemetry"
)

// concurrentConversations bounds how many conversations of one batch are published at a time.
const concurrentConversations = 64

// batch is what one body becomes: each conversation's events in their order, conversations beside one another.
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

// each returns when do has taken every item or failed at one of its conversation. An error means that the whole batch comes again,
// and what is there already counts once; one conversation's failure stops no other.
func (b *batch) each(ctx context.Context, do func(context.Context, item) error) error {
	var group errgroup.Group
	group.SetLimit(concurrentConversations)
	for _, key := range b.order {
		group.Go(func() error {
			for _, i := range b.conversations[key] {
				if err := do(ctx, i); err != nil {
					return fmt.Errorf("publish %s: %w", bus.StageOf(i.event), err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}
