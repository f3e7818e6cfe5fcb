package turn

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type outboxes interface {
	// MarkPublished empties the outboxes of turns whose events are on the bus; the ids pair with the tenants.
	MarkPublished(ctx context.Context, tenants, turns []string) error
	// Unpublished lists ended turns of every tenant whose events are older than age and may not be on the bus, oldest first.
	Unpublished(ctx context.Context, age time.Duration, limit int) ([]Outbox, error)
	// Left lists those of one conversation.
	Left(ctx context.Context, c *Conversation) ([]Outbox, error)
}

const (
	markBatch  = 256
	markPause  = 25 * time.Millisecond
	sweepBatch = 100
)

// publisher puts an event on the bus and waits until it is safe there.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// outboxPublisher puts the events of ended turns on the bus.
type outboxPublisher struct {
	store outboxes
	bus   publisher
	age   time.Duration // from which an outbox is published by whoever finds it
	log   *slog.Logger
	marks chan mark
}

// mark names an outbox whose events are on the bus.
type mark struct {
	tenant tenant.ID
	turn   string
}

func newOutboxPublisher(store outboxes, b publisher, age time.Duration, log *slog.Logger) *outboxPublisher {
	return &outboxPublisher{store: store, bus: b, age: age, log: log, marks: make(chan mark, 1024)}
}

// publish puts a turn's events on the bus, in order, and remembers to mark them. What fails is left to the sweep.
func (p *outboxPublisher) publish(ctx context.Context, o Outbox) error {
	for _, ev := range o.Events {
		msg, err := decode(ev)
		if err == nil {
			err = p.bus.Publish(ctx, msg)
		}
		if refused(ctx, err) { // it would hold up the conversation for ever
			p.log.ErrorContext(ctx, "event cannot be published", "stage", ev.Stage, "turn", o.TurnID, "error", err)
			continue
		}
		if err != nil {
			return fmt.Errorf("publish %s of turn %s: %w", ev.Stage, o.TurnID, err)
		}
	}
	select {
	case p.marks <- mark{o.Tenant, o.TurnID}:
	default: // the sweep publishes it once more, which the bus drops, and marks it then
	}
	return nil
}

// refused reports whether the bus will never take an event, which is not so while it is unavailable.
func refused(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !bus.IsUnavailable(err)
}

func decode(ev Event) (bus.Event, error) {
	var msg bus.Event
	switch ev.Stage {
	case subject.ReplyDrafted:
		msg = new(recadov1.ReplyDrafted)
	case subject.HandoffRequested:
		msg = new(recadov1.HandoffRequested)
	case subject.HandoffReturned:
		msg = new(recadov1.HandoffReturned)
	case subject.TurnCompleted:
		msg = new(recadov1.TurnCompleted)
	default:
		return nil, fmt.Errorf("outbox event: unknown stage %q", ev.Stage)
	}
	if err := proto.Unmarshal(ev.Body, msg); err != nil {
		return nil, fmt.Errorf("outbox event %s: %w", ev.Stage, err)
	}
	return msg, nil
}

// publishAll publishes what a crash or an outage left in outboxes.
func (p *outboxPublisher) publishAll(ctx context.Context, left []Outbox) error {
	for _, o := range left {
		ctx := telemetry.Extract(tenant.NewContext(ctx, o.Tenant), o.Traceparent)
		if err := p.publish(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// sweep publishes old outboxes until ctx ends.
func (p *outboxPublisher) sweep(ctx context.Context) {
	every(ctx, p.age/2, func() {
		call, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		left, err := p.store.Unpublished(call, p.age, sweepBatch)
		if err != nil || len(left) == 0 {
			return
		}
		if err := p.publishAll(call, left); err != nil {
			p.log.WarnContext(ctx, "replies wait for the bus", "error", err)
		}
	})
}

// markPublished notes published outboxes in batches: nothing waits for it.
func (p *outboxPublisher) markPublished(ctx context.Context) {
	for {
		select {
		case m := <-p.marks:
			p.markBatch(ctx, m)
		case <-ctx.Done():
			for len(p.marks) > 0 {
				p.markBatch(ctx, <-p.marks)
			}
			return
		}
	}
}

// markBatch waits a little for more after the first.
func (p *outboxPublisher) markBatch(ctx context.Context, first mark) {
	tenants, turns := []string{string(first.tenant)}, []string{first.turn}
	pause := time.NewTimer(markPause)
	defer pause.Stop()
	for waiting := true; waiting && len(turns) < markBatch; {
		select {
		case m := <-p.marks:
			tenants, turns = append(tenants, string(m.tenant)), append(turns, m.turn)
		case <-pause.C:
			waiting = false
		}
	}
	call, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = p.store.MarkPublished(call, tenants, turns) // unmarked ones are published once more, which the bus drops
}
