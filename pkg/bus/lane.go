package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// ErrLaneFull says that as many messages of a conversation are parked as may be.
var ErrLaneFull = errors.New("lane is full")

// Lane names a conversation's lane in message.parked.
type Lane struct{ Tenant, Conversation string }

func (l Lane) subject() string { return subject.MessageParked + "." + l.Tenant + "." + l.Conversation }

// Parked is the oldest message of a lane.
type Parked struct {
	Sequence uint64
	Message  *recadov1.MessageReceived
	header   nats.Header
}

// Trace returns a context that carries the trace which the message came with.
func (p *Parked) Trace(ctx context.Context) context.Context {
	return telemetry.ExtractFrom(ctx, p.header)
}

// Park stores a received message at the end of its conversation's lane. Parking it twice within two minutes is harmless.
// ErrLaneFull and what is wrong with the event are final; ErrUnavailable may pass, and is also what a stream without room answers.
func (b *Bus) Park(ctx context.Context, e *recadov1.MessageReceived) error {
	st, _ := topology.StageNamed(subject.MessageParked)
	if err := checkEvent(e, st); err != nil {
		return fmt.Errorf("park: %w", err)
	}
	lane := Lane{e.GetMeta().GetTenantId(), e.GetMeta().GetConversationKey()}
	if err := checkToken("meta.conversation_key", lane.Conversation); err != nil {
		return fmt.Errorf("park: %w", err)
	}
	err := b.publishEvent(ctx, e, st, lane.subject)
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && strings.Contains(api.Description, "per subject") {
		return fmt.Errorf("park: %w", ErrLaneFull)
	}
	return err
}

// NextParked returns the oldest message of a lane as the stream's leader has it; an empty lane is ErrNotFound. A message that
// cannot be read comes with its sequence and the error.
func (b *Bus) NextParked(ctx context.Context, lane Lane) (Parked, error) {
	stream, err := b.laneStream(ctx)
	if err != nil {
		return Parked{}, err
	}
	attempt, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	raw, err := stream.GetMsg(attempt, 1, jetstream.WithGetMsgSubject(lane.subject()))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return Parked{}, fmt.Errorf("next parked message: %w", ErrNotFound)
	}
	if err != nil {
		return Parked{}, fmt.Errorf("next parked message: %w", Unavailable(err))
	}
	p := Parked{Sequence: raw.Sequence, Message: &recadov1.MessageReceived{}, header: raw.Header}
	data, err := b.body(ctx, raw.Header, raw.Data, topology.MaxEventSize)
	if err == nil {
		err = proto.Unmarshal(data, p.Message)
	}
	if err != nil {
		return p, fmt.Errorf("read parked message: %w", err)
	}
	return p, nil
}

// Unpark removes a message from its lane; one that is gone is no error.
func (b *Bus) Unpark(ctx context.Context, sequence uint64) error {
	stream, err := b.laneStream(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	err = stream.DeleteMsg(ctx, sequence)
	if _, answered := errors.AsType[*jetstream.APIError](err); err == nil || answered || errors.Is(err, jetstream.ErrMsgNotFound) ||
		errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return nil // the server's no: there is no such message
	}
	return fmt.Errorf("unpark: %w", Unavailable(err))
}

// Lanes lists the lanes that hold messages, each with their number, and the stream's last sequence then.
func (b *Bus) Lanes(ctx context.Context) (map[Lane]uint64, uint64, error) {
	stream, err := b.laneStream(ctx)
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject.All(subject.MessageParked)))
	if err != nil {
		return nil, 0, fmt.Errorf("list lanes: %w", Unavailable(err))
	}
	out := make(map[Lane]uint64, len(info.State.Subjects))
	for subj, n := range info.State.Subjects {
		out[laneOf(subj)] = n
	}
	return out, info.State.LastSeq, nil
}

// WatchLanes calls fn for each lane that holds messages, returns when all were seen, and goes on calling it for every message that
// anybody parks until ctx ends. Calls come one at a time. What was parked while the connection was lost is told after it is back.
func (b *Bus) WatchLanes(ctx context.Context, fn func(Lane)) error {
	ready := make(chan struct{})
	first := func() {
		if ready != nil {
			close(ready)
			ready = nil
		}
	}
	seen := ready
	go func() {
		for ctx.Err() == nil {
			if err := b.followLanes(ctx, fn, first); err != nil && ctx.Err() == nil {
				b.log.DebugContext(ctx, "the watch of lanes starts again", "error", err)
			}
			retry.Sleep(ctx, 200*time.Millisecond)
		}
	}()
	select {
	case <-seen:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("watch lanes: %w", ctx.Err())
	}
}

// followLanes lists and then follows until the connection was lost.
func (b *Bus) followLanes(ctx context.Context, fn func(Lane), listed func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	again := b.conn.StatusChanged(nats.CONNECTED)
	defer b.conn.RemoveStatusListener(again)
	lanes, last, err := b.Lanes(ctx)
	if err != nil {
		return err
	}
	for lane := range lanes {
		fn(lane)
	}
	listed()
	go func() {
		select {
		case <-again:
			cancel() // the consumer itself would notice much later
		case <-ctx.Done():
		}
	}()
	return b.followSubjects(ctx, subject.All(subject.MessageParked), last, func(subj string) { fn(laneOf(subj)) })
}

// followSubjects is Follow without the bodies.
func (b *Bus) followSubjects(ctx context.Context, filter string, after uint64, fn func(subj string)) error {
	cons, err := b.js.OrderedConsumer(ctx, subject.Stream(subject.MessageParked), jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{filter}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1,
		HeadersOnly: true, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return fmt.Errorf("follow lanes: %w", err)
	}
	msgs, err := cons.Messages(jetstream.PullMaxMessages(100))
	if err != nil {
		return fmt.Errorf("follow lanes: %w", err)
	}
	defer msgs.Stop()
	for {
		m, err := msgs.Next(jetstream.NextContext(ctx))
		if err != nil {
			return fmt.Errorf("follow lanes: %w", err)
		}
		fn(m.Subject())
	}
}

func laneOf(subj string) Lane {
	tenant, conversation, _ := strings.Cut(strings.TrimPrefix(subj, subject.MessageParked+"."), ".")
	return Lane{tenant, conversation}
}

// laneStream is read at its leader.
func (b *Bus) laneStream(ctx context.Context) (jetstream.Stream, error) {
	s, err := b.stream(ctx, subject.Stream(subject.MessageParked))
	if err != nil {
		return nil, fmt.Errorf("open lanes: %w", Unavailable(err))
	}
	return s, nil
}

// stream opens a stream once: a handle is its name and where it is read.
func (b *Bus) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	if s, ok := b.stores.Load(name); ok {
		return s.(jetstream.Stream), nil
	}
	ctx, cancel := context.WithTimeout(ctx, topology.AttemptTimeout)
	defer cancel()
	s, err := b.js.Stream(ctx, name)
	if err == nil {
		b.stores.Store(name, s)
	}
	return s, err
}
