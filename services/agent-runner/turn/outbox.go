package turn

import (
	"context"
	"fmt"
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

type mark struct {
	tenant tenant.ID
	turn   string
}

const (
	markBatch  = 256
	markPause  = 25 * time.Millisecond
	sweepBatch = 100
)

// publish puts a turn's events on the bus, in order, and remembers to mark them. What fails is left to the sweep.
func (e *Engine) publish(ctx context.Context, o Outbox) error {
	for _, ev := range o.Events {
		msg, err := decode(ev)
		if err == nil {
			err = e.Bus.Publish(ctx, msg)
		}
		if refused(ctx, err) { // it would hold up the conversation for ever
			e.Log.ErrorContext(ctx, "event cannot be published", "stage", ev.Stage, "turn", o.TurnID, "error", err)
			continue
		}
		if err != nil {
			return fmt.Errorf("publish %s of turn %s: %w", ev.Stage, o.TurnID, err)
		}
	}
	select {
	case e.marks <- mark{o.Tenant, o.TurnID}:
	default: // the sweep publishes it once more, which the bus drops, and marks it then
	}
	return nil
}

// refused tells an event that the bus will never take from a bus that is away.
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

// republish publishes what a crash or an outage left in outboxes.
func (e *Engine) republish(ctx context.Context, left []Outbox) error {
	for _, o := range left {
		ctx := telemetry.Extract(tenant.NewContext(ctx, o.Tenant), o.Traceparent)
		if err := e.publish(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// sweep publishes old outboxes until ctx ends.
func (e *Engine) sweep(ctx context.Context) {
	every(ctx, e.Sweep/2, func() {
		call, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		left, err := e.Store.Unpublished(call, e.Sweep, sweepBatch)
		if err != nil || len(left) == 0 {
			return
		}
		if err := e.republish(call, left); err != nil {
			e.Log.WarnContext(ctx, "replies wait for the bus", "error", err)
		}
	})
}

// mark notes published outboxes in batches: nothing waits for it.
func (e *Engine) mark(ctx context.Context) {
	for {
		select {
		case m := <-e.marks:
			e.markBatch(ctx, m)
		case <-ctx.Done():
			for len(e.marks) > 0 {
				e.markBatch(ctx, <-e.marks)
			}
			return
		}
	}
}

// markBatch waits a little for more after the first.
func (e *Engine) markBatch(ctx context.Context, first mark) {
	tenants, turns := []string{string(first.tenant)}, []string{first.turn}
	pause := time.NewTimer(markPause)
	defer pause.Stop()
	for open := true; open && len(turns) < markBatch; {
		select {
		case m := <-e.marks:
			tenants, turns = append(tenants, string(m.tenant)), append(turns, m.turn)
		case <-pause.C:
			open = false
		}
	}
	call, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = e.Store.MarkPublished(call, tenants, turns) // unmarked ones are published once more, which the bus drops
}
