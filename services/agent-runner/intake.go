package agentrunner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/turn"
)

var errUnknownTenant = errors.New("meta.tenant_id: expected a known tenant")

type settings interface {
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

// inboxStore records messages.
type inboxStore interface {
	// Intake records a message once.
	Intake(ctx context.Context, in *incoming) (taken, error)
}

// taken is what became of a message.
type taken struct {
	due    time.Duration // until its conversation is to be answered; negative when it starts nothing
	mode   string        // who has the conversation now
	reason string        // and why, where it is not the assistant
	opens  bool          // nothing waited before it
}

// teller tells who listens now.
type teller interface {
	Tell(ctx context.Context, e bus.Event) error
}

// intake writes each routed message to the conversation log and wakes a worker. Nothing of a turn happens here: the hop
// holds its partition.
type intake struct {
	settings settings
	store    inboxStore
	bus      teller
	wake     func(after time.Duration)
}

// incoming is a routed message as the log takes it.
type incoming struct {
	Meta        *recadov1.Meta
	AssistantID string
	Language    string
	Kind        string
	Sequence    int64
	Event       []byte
	Traceparent string
	Received    time.Time
	Ended       string // why it wants no answer; empty when it does
	Takeover    bool   // a person has answered from the phone
	Nature      handoff.Nature
	Quiet       time.Duration
}

func (i *intake) handle(ctx context.Context, e *recadov1.MessageRouted) error {
	settings, known, err := i.settings.Find(ctx, tenant.ID(e.GetMeta().GetTenantId()))
	if err != nil {
		return err
	}
	if !known {
		return bus.Reject(errUnknownTenant)
	}
	in, err := read(ctx, settings, e)
	if err != nil {
		return bus.Reject(err)
	}
	got, err := i.store.Intake(ctx, in)
	switch {
	case store.IsUnavailable(err):
		return bus.Unavailable(err)
	case err != nil:
		return fmt.Errorf("intake message %s: %w", e.GetMeta().GetEventId(), err)
	}
	if got.mode != turn.ModeAssistant {
		trace.SpanFromContext(ctx).SetAttributes(
			attribute.String(telemetry.KeyHandoff, got.mode), attribute.String(telemetry.KeyHandoffReason, got.reason))
	}
	if got.due >= 0 {
		i.wake(got.due)
	}
	if got.due >= 0 && got.opens {
		i.typing(ctx, e.GetMeta())
	}
	return nil
}

// typing shows on the channel that an answer comes, once a burst; where nobody hears it, the answer comes all the same.
func (i *intake) typing(ctx context.Context, m *recadov1.Meta) {
	if c, ok := channel.ByName(m.GetChannel()); !ok || !channel.ShowsTyping(c) {
		return
	}
	if err := i.bus.Tell(ctx, &recadov1.TypingStarted{Meta: m}); err != nil {
		trace.SpanFromContext(ctx).AddEvent("typing indicator not shown")
	}
}

// read checks what came from the bus and says what is to be written.
func read(ctx context.Context, settings *tenant.Settings, e *recadov1.MessageRouted) (*incoming, error) {
	m := e.GetMeta()
	if err := meta.Check(m, meta.Message...); err != nil {
		return nil, err
	}
	event, err := proto.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encode message.routed: %w", err)
	}
	in := &incoming{
		Meta: m, Language: e.GetLanguage(), Kind: turn.Kind(e.GetContent()), Sequence: int64(bus.Info(ctx).Sequence), Event: event,
		Traceparent: telemetry.Inject(ctx), Received: m.GetReceivedAt().AsTime(),
		Nature: handoff.NatureOf(e), Quiet: turn.Quiet(settings, m.GetChannel(), m.GetAccountId()),
	}
	if a, ok := settings.Assistant(m.GetChannel()); ok {
		in.AssistantID = a.ID
	}
	if starts, ended := turn.StartsTurn(e.GetContent()); !starts {
		in.Ended = ended
	}
	if echo := e.GetContent().GetEcho(); echo != nil && echo.GetCallbackData() == "" {
		in.Takeover, in.Ended = true, "person"
	}
	return in, nil
}
