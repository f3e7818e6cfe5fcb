package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
)

// Live publishes a piece of a draft to whoever watches a conversation now. It is core NATS: nobody listening is no error.
func (b *Bus) Live(conversation string, data []byte) error {
	if err := checkToken("conversation", conversation); err != nil {
		return err
	}
	if err := b.conn.Publish(subject.Live+"."+conversation, data); err != nil {
		return fmt.Errorf("publish live: %w", Unavailable(err))
	}
	return nil
}

// Subscribe calls fn for each core NATS message on a subject, one at a time, until stop is called; a lost connection drops some.
func (b *Bus) Subscribe(subj string, fn func(ctx context.Context, data []byte)) (stop func(), err error) {
	sub, err := b.conn.Subscribe(subj, func(m *nats.Msg) { fn(telemetry.ExtractFrom(context.Background(), m.Header), m.Data) })
	return b.subscribed(sub, err, "subscribe to "+rootOf(subj))
}

// Tell publishes an event to whoever listens now, on <stage>.<tenant>: core NATS, for what is worth nothing a moment later.
func (b *Bus) Tell(ctx context.Context, e Event) error {
	id := e.GetMeta().GetTenantId()
	if err := checkToken("tenant", id); err != nil {
		return err
	}
	data, err := proto.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode %s: %w", StageOf(e), err)
	}
	msg := &nats.Msg{Subject: StageOf(e) + "." + id, Header: nats.Header{}, Data: data}
	telemetry.InjectInto(ctx, msg.Header)
	if err := b.conn.PublishMsg(msg); err != nil {
		return fmt.Errorf("tell %s: %w", StageOf(e), Unavailable(err))
	}
	return nil
}

// Listen calls fn for every event on a subject as it is published, such as tool.completed.<owner>; what cannot be decoded is dropped.
func Listen[E Event](b *Bus, subj string, fn func(ctx context.Context, e E)) (stop func(), err error) {
	return listen(b, subj, "", fn)
}

// Share is Listen where one process of the service gets each event.
func Share[E Event](b *Bus, subj string, fn func(ctx context.Context, e E)) (stop func(), err error) {
	return listen(b, subj, b.service, fn)
}

func listen[E Event](b *Bus, subj, group string, fn func(ctx context.Context, e E)) (stop func(), err error) {
	sub, err := b.conn.QueueSubscribe(subj, group, func(m *nats.Msg) {
		ctx := telemetry.ExtractFrom(context.Background(), m.Header)
		data, err := b.body(ctx, m.Header, m.Data, topology.MaxEventSize)
		e := newEvent[E]()
		if err == nil {
			err = proto.Unmarshal(data, e)
		}
		if err != nil {
			b.log.WarnContext(ctx, "dropped an event that cannot be read", "subject", rootOf(subj), "error", err)
			return
		}
		fn(ctx, e)
	})
	return b.subscribed(sub, err, "listen to "+rootOf(subj))
}

// subscribed waits until the server knows a subscription, and returns what ends it.
func (b *Bus) subscribed(sub *nats.Subscription, err error, what string) (stop func(), _ error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if err := b.conn.Flush(); err != nil && b.conn.IsConnected() {
		return nil, errors.Join(fmt.Errorf("%s: %w", what, err), sub.Unsubscribe())
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// Request asks one of those who answer on a subject.
func (b *Bus) Request(ctx context.Context, subj string, data []byte) ([]byte, error) {
	msg := &nats.Msg{Subject: subj, Header: nats.Header{}, Data: data}
	telemetry.InjectInto(ctx, msg.Header)
	answer, err := b.conn.RequestMsgWithContext(ctx, msg)
	if err != nil {
		return nil, fmt.Errorf("request %s: %w", rootOf(subj), Unavailable(err))
	}
	return answer.Data, nil
}

// RequestMany asks everyone who answers on a subject and returns what came within wait; nobody answering is no error.
func (b *Bus) RequestMany(ctx context.Context, subj string, data []byte, wait time.Duration) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	inbox := b.conn.NewInbox()
	sub, err := b.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, fmt.Errorf("request %s: %w", rootOf(subj), Unavailable(err))
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := b.conn.PublishRequest(subj, inbox, data); err != nil {
		return nil, fmt.Errorf("request %s: %w", rootOf(subj), Unavailable(err))
	}
	var out [][]byte
	for {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case err == nil:
			out = append(out, m.Data)
		case timedOut(err), errors.Is(err, nats.ErrNoResponders):
			return out, nil
		default:
			return out, fmt.Errorf("request %s: %w", rootOf(subj), Unavailable(err))
		}
	}
}

// Respond answers requests on a subject, one at a time, until stop is called; a nil answer stays silent.
func (b *Bus) Respond(subj string, fn func(data []byte) []byte) (stop func(), err error) {
	return b.respond(subj, "", func(_ context.Context, _ string, data []byte) []byte { return fn(data) })
}

// Answer is Respond where one process of the service gets each request; fn is told on which subject, which permissions vouch for.
func (b *Bus) Answer(subj string, fn func(ctx context.Context, on string, data []byte) []byte) (stop func(), err error) {
	return b.respond(subj, b.service, fn)
}

func (b *Bus) respond(subj, group string, fn func(ctx context.Context, on string, data []byte) []byte) (stop func(), err error) {
	sub, err := b.conn.QueueSubscribe(subj, group, func(m *nats.Msg) {
		answer := fn(telemetry.ExtractFrom(context.Background(), m.Header), m.Subject, m.Data)
		if answer == nil || m.Reply == "" {
			return
		}
		if err := m.Respond(answer); err != nil {
			b.log.Warn("could not answer a request", "subject", rootOf(subj), "error", err)
		}
	})
	return b.subscribed(sub, err, "respond on "+rootOf(subj))
}
