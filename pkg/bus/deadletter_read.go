package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
)

// DeadLetter tells what was given up, where and why. ShowDeadLetter reads its payload.
type DeadLetter struct {
	ID        uint64    `json:"id"`
	Stage     string    `json:"stage"`
	Tenant    string    `json:"tenant,omitempty"`
	Consumer  string    `json:"consumer"` // who gave it up
	Reason    string    `json:"reason"`
	Attempts  int       `json:"attempts"`
	MessageID string    `json:"message_id,omitempty"`
	Subject   string    `json:"subject,omitempty"`
	Trace     string    `json:"traceparent,omitempty"`
	StoredAt  time.Time `json:"stored_at"`
	// Size and Hash are those of a payload of which only the head was kept, or of a forged one nothing; it cannot be retried.
	Size int    `json:"size,omitempty"`
	Hash string `json:"sha256,omitempty"`
	// Sealed: the payload is stored as ciphertext, because nobody had masked it.
	Sealed bool `json:"sealed,omitempty"`
	// Contact is the one under whose key the payload is sealed; Erased says that it opens no more. ShowDeadLetter tells.
	Contact string `json:"contact,omitempty"`
	Erased  bool   `json:"erased,omitempty"`

	way string // in which it is sealed
}

// DeadLetterFilter narrows a list; empty members do not.
type DeadLetterFilter struct {
	Stage, Tenant string
	Limit         int // the newest; 100 when zero
}

const (
	deadLetterLimit   = 100
	deadLetterTimeout = 10 * time.Second
	maxLetterBody     = 8 << 20 // of those that were stored when bodies were kept whole
)

// DeadLetters lists dead letters, oldest first.
func (b *Bus) DeadLetters(ctx context.Context, f DeadLetterFilter) ([]DeadLetter, error) {
	ctx, cancel := context.WithTimeout(ctx, deadLetterTimeout)
	defer cancel()
	filter, err := f.subject()
	if err != nil {
		return nil, err
	}
	if f.Limit <= 0 {
		f.Limit = deadLetterLimit
	}
	cons, err := b.js.OrderedConsumer(ctx, subject.Stream(subject.DeadLetters), jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{filter}, HeadersOnly: true, InactiveThreshold: deadLetterTimeout,
	})
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", Unavailable(err))
	}
	info, err := cons.Info(ctx)
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", Unavailable(err))
	}
	return readDeadLetters(ctx, cons, info.NumPending, f.Limit)
}

func readDeadLetters(ctx context.Context, cons jetstream.Consumer, pending uint64, limit int) ([]DeadLetter, error) {
	var out []DeadLetter
	if pending == 0 {
		return nil, nil
	}
	msgs, err := cons.Messages()
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", Unavailable(err))
	}
	defer msgs.Stop()
	for range pending {
		m, err := msgs.Next(jetstream.NextContext(ctx))
		if err != nil {
			return nil, fmt.Errorf("list dead letters: %w", Unavailable(err))
		}
		md, err := m.Metadata()
		if err != nil {
			return nil, fmt.Errorf("list dead letters: %w", err)
		}
		out = append(out, deadLetterOf(md.Sequence.Stream, m.Headers(), md.Timestamp))
		if len(out) > limit {
			out = out[1:]
		}
	}
	return out, nil
}

// Check names the member that cannot be right.
func (f DeadLetterFilter) Check() error {
	_, err := f.subject()
	return err
}

func (f DeadLetterFilter) subject() (string, error) {
	stage, owner := "*.*", "*"
	if f.Stage != "" {
		st, ok := topology.StageNamed(f.Stage)
		if !ok {
			return "", fmt.Errorf("stage %q is not in the topology", f.Stage)
		}
		stage = st.Name
	}
	if f.Tenant != "" {
		if err := checkToken("tenant", f.Tenant); err != nil {
			return "", err
		}
		owner = f.Tenant
	}
	return subject.DeadLetters + "." + stage + "." + owner, nil
}

func deadLetterOf(id uint64, h nats.Header, at time.Time) DeadLetter {
	attempts, _ := strconv.Atoi(h.Get(headerAttempts))
	size, _ := strconv.Atoi(h.Get(headerSize))
	return DeadLetter{
		Size: size, Hash: h.Get(headerHash),
		ID: id, Stage: h.Get(headerStage), Tenant: h.Get(headerTenant), Consumer: h.Get(headerConsumer), Reason: h.Get(headerReason),
		Attempts: attempts, MessageID: h.Get(headerMessageID), Subject: h.Get(headerSubject), Trace: h.Get(telemetry.HeaderTrace), StoredAt: at,
		Sealed: h.Get(headerSealed) != "", way: h.Get(headerSealed), Contact: h.Get(headerContact),
	}
}

// ShowDeadLetter returns one dead letter with its payload and its headers as they came; an unknown id is ErrNotFound. The payload of
// a sealed one is nil on a bus without the key (SealDeadLetters).
func (b *Bus) ShowDeadLetter(ctx context.Context, id uint64) (DeadLetter, []byte, map[string][]string, error) {
	l, data, own, err := b.readDeadLetter(ctx, id)
	if err != nil {
		return DeadLetter{}, nil, nil, err
	}
	if data, err = b.disclose(ctx, l, data); err != nil {
		data, l.Erased = nil, errors.Is(err, ErrErased)
	}
	return l, data, own, nil
}

// readDeadLetter returns a dead letter, its payload as it is stored, and its own headers.
func (b *Bus) readDeadLetter(ctx context.Context, id uint64) (DeadLetter, []byte, map[string][]string, error) {
	ctx, cancel := context.WithTimeout(ctx, deadLetterTimeout)
	defer cancel()
	raw, err := b.rawDeadLetter(ctx, id)
	if err != nil {
		return DeadLetter{}, nil, nil, err
	}
	data, err := b.body(ctx, raw.Header, raw.Data, maxLetterBody+seal.Overhead)
	if err != nil {
		return DeadLetter{}, nil, nil, fmt.Errorf("read dead letter %d: %w", id, err)
	}
	own := map[string][]string{}
	for key, values := range raw.Header {
		if !strings.HasPrefix(key, "Nats-") && !strings.HasPrefix(key, "Recado-") {
			own[key] = values
		}
	}
	return deadLetterOf(id, raw.Header, raw.Time), data, own, nil
}

// DecodeDeadLetter returns a dead letter's payload as the event of its stage.
func DecodeDeadLetter(l DeadLetter, payload []byte) (Event, error) {
	e, err := eventOf(l.Stage)
	if err != nil {
		return nil, err
	}
	if err := proto.Unmarshal(payload, e); err != nil {
		return nil, fmt.Errorf("decode %s: not a valid protobuf message", l.Stage)
	}
	return e, nil
}

// RetryDeadLetter sends a dead letter through its stage again, in a new trace that links to the old one, and removes it.
func (b *Bus) RetryDeadLetter(ctx context.Context, id uint64) error {
	l, data, header, err := b.readDeadLetter(ctx, id)
	if err != nil {
		return err
	}
	if l.Hash != "" {
		return fmt.Errorf("retry dead letter %d: of its %d bytes at most the head was kept: %w", id, l.Size, ErrTooLarge)
	}
	if data, err = b.disclose(ctx, l, data); err != nil {
		return fmt.Errorf("retry dead letter %d: %w", id, err)
	}
	if len(data) > topology.MaxEventSize {
		return fmt.Errorf("retry dead letter %d: %w", id, ErrTooLarge)
	}
	where, err := b.destination(l, data)
	if err != nil {
		return fmt.Errorf("retry dead letter %d: %w", id, err)
	}
	ctx, span := b.startRetry(ctx, l)
	defer span.End()
	msg := &nats.Msg{Subject: where, Header: nats.Header(header)}
	telemetry.InjectInto(ctx, msg.Header)
	msg.Header.Set(nats.MsgIdHdr, fmt.Sprintf("%s.retry.%d", l.MessageID, id)) // the old id would be a duplicate
	st, _ := topology.StageNamed(l.Stage)
	if msg.Data, err = b.offload(ctx, data, st.MaxAge, msg.Header); err == nil {
		err = b.send(ctx, msg, func() string { return where })
	}
	if err != nil {
		return fmt.Errorf("retry dead letter %d: %w", id, publishError(err))
	}
	return b.DropDeadLetter(ctx, id)
}

func (b *Bus) startRetry(ctx context.Context, l DeadLetter) (context.Context, trace.Span) {
	opts := []trace.SpanStartOption{
		trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindProducer),
		trace.WithAttributes(attrSystem, attrPublish, attrSend),
	}
	if old := trace.SpanContextFromContext(telemetry.Extract(context.WithoutCancel(ctx), l.Trace)); l.Trace != "" && old.IsValid() {
		opts = append(opts, trace.WithLinks(trace.Link{SpanContext: old}))
	}
	return b.tracer.Start(ctx, "retry "+l.Stage, opts...)
}

// destination computes a dead letter's subject again: the number of partitions may have changed since.
func (b *Bus) destination(l DeadLetter, data []byte) (string, error) {
	st, ok := topology.StageNamed(l.Stage)
	if !ok {
		return "", fmt.Errorf("stage %q is not in the topology", l.Stage)
	}
	e, err := DecodeDeadLetter(l, data)
	switch {
	case err == nil && StageOf(e) == st.Name && checkEvent(e, st) == nil:
		return subjectOf(e, st, b.parts.Load()), nil
	case err == nil && st.Door():
		return subject.Gateway(st.Name, e.GetMeta().GetChannel(), e.GetMeta().GetTenantId()), nil
	}
	if l.Subject == "" {
		return "", errors.New("it cannot be decoded and has no subject")
	}
	return l.Subject, nil
}

// DropDeadLetter removes a dead letter for good; an unknown id is ErrNotFound.
func (b *Bus) DropDeadLetter(ctx context.Context, id uint64) error {
	ctx, cancel := context.WithTimeout(ctx, deadLetterTimeout)
	defer cancel()
	stream, err := b.js.Stream(ctx, subject.Stream(subject.DeadLetters))
	if err == nil {
		err = stream.SecureDeleteMsg(ctx, id)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return fmt.Errorf("dead letter %d: %w", id, ErrNotFound)
	}
	if err != nil {
		return fmt.Errorf("drop dead letter %d: %w", id, Unavailable(err))
	}
	return nil
}

func (b *Bus) rawDeadLetter(ctx context.Context, id uint64) (*jetstream.RawStreamMsg, error) {
	stream, err := b.js.Stream(ctx, subject.Stream(subject.DeadLetters))
	if err != nil {
		return nil, fmt.Errorf("read dead letter %d: %w", id, Unavailable(err))
	}
	raw, err := stream.GetMsg(ctx, id)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, fmt.Errorf("dead letter %d: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read dead letter %d: %w", id, Unavailable(err))
	}
	return raw, nil
}

// eventOf returns an empty event of a stage: message.routed is MessageRouted.
func eventOf(stage string) (Event, error) {
	switch stage {
	case subject.GatewayInbound, subject.MessageParked:
		stage = subject.MessageReceived
	case subject.GatewayOutbound:
		stage = subject.ReplyDrafted
	case subject.GatewayReceipt:
		stage = subject.ReceiptReceived
	}
	noun, verb, _ := strings.Cut(stage, ".")
	kind, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName("recado.v1." + capital(noun) + capital(verb)))
	if err != nil {
		return nil, fmt.Errorf("stage %q has no event", stage)
	}
	e, ok := kind.New().Interface().(Event)
	if !ok {
		return nil, fmt.Errorf("stage %q has no event", stage)
	}
	return e, nil
}

func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
