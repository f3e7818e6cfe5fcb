// Package changes puts what happened to appointments and orders on the bus, each change once, whatever breaks.
package changes

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// batch is how many events one transaction publishes, share how many of them may be one tenant's while others wait.
	batch, share = 64, 8
	// lookEvery finds what others wrote: the business's people, a process that died.
	lookEvery = time.Second
	// patience bounds one transaction, and how long an outage of the bus may hold it.
	patience = 20 * time.Second
)

// publisher puts an event on the bus and waits until it is safe there.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// Publisher empties business.outbox.
type Publisher struct {
	db   *store.Store
	bus  publisher
	log  *slog.Logger
	wake chan struct{}
}

// New returns a publisher that does nothing until Run; db must act as recado_tool_executor.
func New(db *store.Store, to publisher, log *slog.Logger) *Publisher {
	return &Publisher{db: db, bus: to, log: log, wake: make(chan struct{}, 1)}
}

// Wake says that something was written.
func (p *Publisher) Wake() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Run publishes what is written until ctx ends. Any number of processes may: each event is with one of them.
func (p *Publisher) Run(ctx context.Context) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		if err := p.drain(ctx); err != nil && ctx.Err() == nil {
			p.log.DebugContext(ctx, "events wait", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-p.wake:
		case <-look.C:
		}
	}
}

// drain publishes until nothing waits or something is in the way.
func (p *Publisher) drain(ctx context.Context) error {
	for ctx.Err() == nil {
		gone, err := p.publishSome(ctx)
		if err != nil || gone == 0 {
			return err
		}
	}
	return nil
}

// publishSome publishes a batch and says how many of it left the outbox. What a stop or a crash leaves is published again under the
// same id.
func (p *Publisher) publishSome(ctx context.Context) (gone int, err error) {
	work, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	var waits error
	err = take(work, p.db, func(rows []row) []row {
		for i, one := range rows {
			if waits = p.publish(tenant.NewContext(work, one.tenant), one); waits != nil {
				return rows[:i]
			}
			gone = i + 1
		}
		return rows
	})
	if err != nil {
		return 0, err
	}
	return gone, waits
}

// publish puts one event on the bus. An error means that the bus is away; what it will never take is said and dropped, since it would
// hold all others.
func (p *Publisher) publish(ctx context.Context, one row) error {
	e, err := eventOf(one)
	if err == nil {
		err = p.bus.Publish(ctx, e)
	}
	switch {
	case err == nil:
		return nil
	case bus.IsUnavailable(err), ctx.Err() != nil:
		return err
	}
	p.log.ErrorContext(ctx, "event cannot be published", "stage", one.stage, "event", one.eventID, "error", err)
	return nil
}

// stages are the events that the outbox may hold, with where each says when it happened.
var stages = map[string]func() (bus.Event, func() *timestamppb.Timestamp){
	subject.AppointmentChanged: func() (bus.Event, func() *timestamppb.Timestamp) {
		e := new(recadov1.AppointmentChanged)
		return e, e.GetChangedAt
	},
	subject.OrderChanged: func() (bus.Event, func() *timestamppb.Timestamp) {
		e := new(recadov1.OrderChanged)
		return e, e.GetChangedAt
	},
}

func eventOf(one row) (bus.Event, error) {
	empty, ok := stages[one.stage]
	if !ok {
		return nil, fmt.Errorf("outbox: unknown stage %q", one.stage)
	}
	e, when := empty()
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(one.body, e); err != nil {
		return nil, fmt.Errorf("read %s: %w", one.stage, err)
	}
	fields := e.ProtoReflect()
	meta := &recadov1.Meta{
		EventId: one.eventID, TenantId: string(one.tenant), ConversationKey: one.conversation,
		Contact: &recadov1.Contact{ContactId: one.contact}, OccurredAt: when(),
	}
	fields.Set(fields.Descriptor().Fields().ByName("meta"), protoreflect.ValueOfMessage(meta.ProtoReflect()))
	return e, nil
}
