package bus_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestPublishNamesTheFieldThatIsWrong(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "ingest")
	for field, e := range map[string]bus.Event{
		"meta":                  &recadov1.MessageReceived{},
		"meta.tenant_id":        &recadov1.MessageReceived{Meta: &recadov1.Meta{EventId: "e", TenantId: "No.Slug", ConversationKey: "c"}},
		"meta.event_id":         &recadov1.MessageReceived{Meta: &recadov1.Meta{TenantId: "clinic", ConversationKey: "c"}},
		"meta.conversation_key": &recadov1.MessageReceived{Meta: &recadov1.Meta{EventId: "e", TenantId: "clinic"}},
		"tool":                  &recadov1.ToolRequested{Meta: meta("c", 1), Tool: "a.b"},
		"owner":                 &recadov1.ToolCompleted{Meta: meta("c", 1)},
	} {
		err := b.Publish(t.Context(), e)
		if err == nil || bus.IsUnavailable(err) || !strings.Contains(err.Error(), ": "+field+": ") {
			t.Errorf("%s: got %v", field, err)
		}
	}
}

func TestPublishingTwiceStoresOneMessageAndStagesDoNotShareIds(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	publish(t, b, received("c", 1), received("c", 1), &recadov1.MessageScreened{Meta: meta("c", 1)}, &recadov1.MessageRouted{Meta: meta("c", 1)})
	for _, stage := range []string{subject.MessageReceived, subject.MessageScreened, subject.MessageRouted} {
		if n := bustest.Count(t, s, stage); n != 1 {
			t.Errorf("%s holds %d messages, want 1", stage, n)
		}
	}
}

func TestTraceHeaderIsLowerCaseAndNothingOfNatsIsCopied(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	spans, tracer := recorder(t)
	b := s.Open(t, bus.Options{Service: "sanitize", Tracer: tracer})
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		return b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta()})
	}))
	publish(t, b, received("c", 1))
	m := bustest.CollectRaw(t, s, "MESSAGE_SCREENED", 1)[0]
	if m.Headers()["traceparent"] == nil || m.Headers()[http.CanonicalHeaderKey("traceparent")] != nil {
		t.Errorf("headers %v", m.Headers())
	}
	if id := m.Headers().Get(nats.MsgIdHdr); id != "message.screened:c-0001" {
		t.Errorf("message id %q", id)
	}
	_ = spans
}

func TestLargeBodyTravelsThroughTheObjectStore(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	body := strings.Repeat("a", 600<<10)
	got := make(chan string, 1)
	start(t, b, sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		got <- e.GetContent().GetText().GetBody()
		return nil
	}))
	publish(t, b, &recadov1.MessageReceived{Meta: meta("c", 1), Content: text(body)})
	if <-got != body {
		t.Error("the body changed on its way")
	}
	if m := bustest.CollectRaw(t, s, "MESSAGE_RECEIVED", 1)[0]; len(m.Data()) != 0 || m.Headers().Get("Recado-Object") == "" {
		t.Errorf("%d bytes in the stream, headers %v", len(m.Data()), m.Headers())
	}
}

func TestEventOverOneMegabyteIsTooLargeAndCanBeADeadLetter(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	err := b.Publish(t.Context(), &recadov1.MessageReceived{Meta: meta("c", 1), Content: text(strings.Repeat("a", 1<<20))})
	if !errors.Is(err, bus.ErrTooLarge) || bus.IsUnavailable(err) {
		t.Fatalf("got %v", err)
	}
	payload := bytes.Repeat([]byte("a"), 2<<20)
	for range 2 {
		if err := b.DeadLetter(t.Context(), bus.NewDeadLetter{Stage: subject.MessageReceived, Tenant: "clinic", Payload: payload, Reason: err.Error()}); err != nil {
			t.Fatal(err)
		}
	}
	l := letters(t, b, 1)[0]
	if l.Size != len(payload) {
		t.Errorf("dead letter %+v", l)
	}
	if err := b.RetryDeadLetter(t.Context(), l.ID); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("retry: %v", err)
	}
}

// A lost acknowledgement is repeated with the same message: same id, same trace.
func TestRepeatedPublishKeepsItsIdAndTrace(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	_, tracer := recorder(t)
	b := s.Open(t, bus.Options{Service: "agent-runner", Tracer: tracer})
	if err := jetStream(t, s).DeleteStream(t.Context(), "GATEWAY_OUTBOUND"); err != nil {
		t.Fatal(err)
	}
	seen := make(chan *nats.Msg, 10)
	n := 0
	sub, err := s.Conn(t).Subscribe("gateway.outbound.sms.clinic", func(m *nats.Msg) {
		seen <- m
		if n++; n > 1 {
			_ = m.Respond([]byte(`{"stream":"GATEWAY_OUTBOUND","seq":1}`))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := sub.SetPendingLimits(10, -1); err != nil {
		t.Fatal(err)
	}
	if err := s.Conn(t).Flush(); err != nil {
		t.Fatal(err)
	}
	if err := b.PublishTo(t.Context(), "gateway.outbound.sms.clinic", &recadov1.ReplyDrafted{Meta: meta("c", 1)}); err != nil {
		t.Fatal(err)
	}
	first, second := <-seen, <-seen
	for _, key := range []string{nats.MsgIdHdr, "traceparent"} {
		if a, b := first.Header.Get(key), second.Header.Get(key); a == "" || a != b {
			t.Errorf("%s: %q then %q", key, a, b)
		}
	}
}

func TestDeniedPublishIsLoggedAndMakesTheServiceUnready(t *testing.T) {
	t.Parallel()
	var log logbook
	s := bustest.New(t, bustest.Deny("sanitize", "message.screened.>"))
	b := s.Open(t, bus.Options{Service: "sanitize", Log: log.logger()})
	if err := b.Healthy(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result := make(chan error, 1)
	go func() { result <- b.Publish(ctx, &recadov1.MessageScreened{Meta: meta("c", 1)}) }()
	bustest.Eventually(t, "the service to be unready", func() bool { return b.Healthy(t.Context()) != nil })
	cancel()
	if err := <-result; !bus.IsUnavailable(err) {
		t.Errorf("the caller got %v", err)
	}
	if err := b.Healthy(t.Context()); err == nil || !strings.Contains(err.Error(), "message.screened") {
		t.Errorf("healthy: %v", err)
	}
	if !strings.Contains(log.String(), "denies a permission") {
		t.Errorf("log: %s", log.String())
	}
}
