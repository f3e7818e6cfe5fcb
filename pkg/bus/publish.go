package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/codes"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/telemetry"
)

const (
	publishTimeout  = 2 * time.Second
	publishAttempts = 5
	headerObject    = "Recado-Object"
	headerBucket    = "Recado-Bucket"
)

// Publish stores an event in its stage's stream and returns when the server has it. Publishing twice is harmless: the message id
// is "<stage>:<event id>".
// It honours ctx's deadline. An error that matches ErrUnavailable may pass; any other names what is wrong with the event.
func (b *Bus) Publish(ctx context.Context, e Event) error {
	name := StageOf(e)
	st, ok := topology.StageNamed(name)
	if !ok {
		return fmt.Errorf("publish %s: no such stage", name)
	}
	if err := checkEvent(e, st); err != nil {
		return fmt.Errorf("publish %s: %w", name, err)
	}
	return b.publishEvent(ctx, e, st, func() string { return subjectOf(e, st, b.partitions(ctx)) })
}

// PublishTo stores an event on a subject of one of the gateway doors, such as gateway.outbound.telegram.
func (b *Bus) PublishTo(ctx context.Context, subj string, e Event) error {
	st, ok := topology.StageNamed(subj)
	if !ok || st.Partitioned {
		return fmt.Errorf("publish to %s: not a door for gateways", subj)
	}
	if err := checkEvent(e, st); err != nil {
		return fmt.Errorf("publish to %s: %w", subj, err)
	}
	return b.publishEvent(ctx, e, st, func() string { return subj })
}

func (b *Bus) publishEvent(ctx context.Context, e Event, st topology.Stage, where func() string) error {
	data, err := proto.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode %s: %w", st.Name, err)
	}
	if len(data) > topology.MaxEventSize {
		return fmt.Errorf("publish %s: %d bytes: %w", st.Name, len(data), ErrTooLarge)
	}
	m := e.GetMeta()
	ctx, span := b.startPublish(ctx, st, m)
	defer span.End()
	if err = b.put(ctx, st, data, m.GetEventId(), where); err != nil {
		span.SetStatus(codes.Error, "not published")
		return fmt.Errorf("publish %s: %w", st.Name, publishError(err))
	}
	return nil
}

// put stores a body at a stage's stream, when there is a place.
func (b *Bus) put(ctx context.Context, st topology.Stage, data []byte, id string, where func() string) error {
	leave, err := b.gates.enter(ctx, st)
	if err != nil {
		return err
	}
	defer leave()
	msg := nats.NewMsg(where())
	msg.Header.Set(nats.MsgIdHdr, st.Name+":"+id)
	telemetry.InjectInto(ctx, msg.Header)
	if msg.Data, err = b.offload(ctx, data, st.MaxAge, msg.Header); err != nil {
		return err
	}
	return b.send(ctx, msg, where)
}

// PublishRaw stores bytes under a subject of the topology, such as webchat.reply.<conversation>; id makes publishing twice harmless.
func (b *Bus) PublishRaw(ctx context.Context, subj, id string, data []byte) error {
	msg := nats.NewMsg(subj)
	msg.Data = data
	msg.Header.Set(nats.MsgIdHdr, id)
	telemetry.InjectInto(ctx, msg.Header)
	if err := b.send(ctx, msg, func() string { return subj }); err != nil {
		return fmt.Errorf("publish to %s: %w", rootOf(subj), publishError(err))
	}
	return nil
}

// send repeats one message object, so that every attempt has the same id and the same trace.
func (b *Bus) send(ctx context.Context, msg *nats.Msg, where func() string) error {
	started := time.Now()
	var err error
	for range publishAttempts {
		if !b.conn.IsConnected() {
			return fmt.Errorf("NATS is %s", b.conn.Status())
		}
		if err = b.sendOnce(ctx, msg); err == nil || !repeatable(err) || ctx.Err() != nil {
			break
		}
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			if !retry.Sleep(ctx, 250*time.Millisecond) {
				break
			}
			msg.Subject = where() // the number of partitions may have changed
		}
	}
	b.meters.published(ctx, msg.Subject, time.Since(started), err)
	return err
}

func (b *Bus) sendOnce(ctx context.Context, msg *nats.Msg) error {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	_, err := b.js.PublishMsg(ctx, msg, jetstream.WithRetryAttempts(0))
	return err
}

func repeatable(err error) bool {
	return timedOut(err) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// inFlight is how many publishes of one service wait at one stream. The server stores what has arrived one after the other,
// each with its own sync, and delivers nothing of that stream meanwhile: a long row there starves its readers (measured: three
// receipts a message, 64 webhooks at a time, kept each reader waiting for more than 100 ms). It is enough to keep the server at work.
const inFlight = 16

// gates hold the places of each stream.
type gates map[string]chan struct{}

func newGates() gates {
	g := gates{}
	for _, s := range topology.Stages {
		g[s.Name] = make(chan struct{}, inFlight)
	}
	return g
}

// enter waits for a place at a stage's stream; leave gives it back.
func (g gates) enter(ctx context.Context, st topology.Stage) (leave func(), err error) {
	place := g[st.Name]
	select {
	case place <- struct{}{}:
		return func() { <-place }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a place at %s: %w", st.Stream(), ctx.Err())
	}
}
