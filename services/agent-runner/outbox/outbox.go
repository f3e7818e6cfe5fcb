// Package outbox puts the events of ended turns on the bus: at once where it can, and by a sweep what a crash or an outage left.
package outbox

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

// Event is an encoded event that waits in an outbox.
type Event struct {
	Stage string
	Body  []byte
}

// Outbox is an ended turn whose events may not be on the bus.
type Outbox struct {
	Tenant      tenant.ID
	TurnID      string
	Events      []Event
	Traceparent string
}

// Store keeps outboxes.
type Store interface {
	// MarkPublished empties the outboxes of turns whose events are on the bus; the ids pair with the tenants.
	MarkPublished(ctx context.Context, tenants, turns []string) error
	// Unpublished lists ended turns of every tenant whose events are older than age and may not be on the bus, oldest first.
	Unpublished(ctx context.Context, age time.Duration, limit int) ([]Outbox, error)
}

const (
	markBatch  = 256
	markPause  = 25 * time.Millisecond
	sweepBatch = 100
)

// Bus puts an event on the bus and waits until it is safe there.
type Bus interface {
	Publish(ctx context.Context, e bus.Event) error
}

// Publisher puts the events of ended turns on the bus.
type Publisher struct {
	store Store
	bus   Bus
	age   time.Duration // from which an outbox is published by whoever finds it
	log   *slog.Logger
	marks chan mark
}

// mark names an outbox whose events are on the bus.
type mark struct {
	tenant tenant.ID
	turn   string
}

// New makes a publisher; age is that from which an outbox is published by whoever finds it.
func New(store Store, b Bus, age time.Duration, log *slog.Logger) *Publisher {
	return &Publisher{store: store, bus: b, age: age, log: log, marks: make(chan mark, 1024)}
}

// Publish puts a turn's events on the bus, in order, and remembers to mark them. What fails is left to the sweep.
func (p *Publisher) Publish(ctx context.Context, o Outbox) error {
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

// PublishAll publishes what a crash or an outage left in outboxes.
func (p *Publisher) PublishAll(ctx context.Context, left []Outbox) error {
	for _, o := range left {
		ctx := telemetry.Extract(tenant.NewContext(ctx, o.Tenant), o.Traceparent)
		if err := p.Publish(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// Sweep publishes old outboxes until ctx ends.
func (p *Publisher) Sweep(ctx context.Context) {
	tick := time.NewTicker(p.age / 2)
	defer tick.Stop()
	for {
		p.sweepOnce(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (p *Publisher) sweepOnce(ctx context.Context) {
	call, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	left, err := p.store.Unpublished(call, p.age, sweepBatch)
	if err != nil || len(left) == 0 {
		return
	}
	if err := p.PublishAll(call, left); err != nil {
		p.log.WarnContext(ctx, "replies wait for the bus", "error", err)
	}
}

// MarkPublished notes published outboxes in batches: nothing waits for it.
func (p *Publisher) MarkPublished(ctx context.Context) {
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
func (p *Publisher) markBatch(ctx context.Context, first mark) {
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
