package bus_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func meta(conversation string, n int) *recadov1.Meta {
	return &recadov1.Meta{
		EventId: fmt.Sprintf("%s-%d", conversation, n), TenantId: "clinic", Channel: "whatsapp", ConversationKey: conversation,
		MessageId: fmt.Sprintf("wamid.%d", n),
	}
}

func received(conversation string, n int) *recadov1.MessageReceived {
	return &recadov1.MessageReceived{Meta: meta(conversation, n), Content: text("hola")}
}

func text(s string) *recadov1.Content {
	return &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: s}}}
}

// start runs a hop until the test or the returned stop ends it.
func start[E bus.Event](t *testing.T, b *bus.Bus, h bus.Hop[E]) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx, b) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("hop: %v", err)
		}
	}
	t.Cleanup(stop)
	return stop
}

func TestHopPublishesWhatItsHandlerMakes(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	start(t, b, bus.Hop[*recadov1.MessageReceived]{Name: "sanitize", From: subject.MessageReceived, Handle: func(ctx context.Context, e *recadov1.MessageReceived) error {
		return b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta(), Content: e.GetContent()})
	}})
	for i := range 20 {
		if err := b.Publish(t.Context(), received(fmt.Sprint("c", i%5), i)); err != nil {
			t.Fatal(err)
		}
	}
	got := bustest.Collect[*recadov1.MessageScreened](t, s, subject.MessageScreened, 20)
	last := map[string]string{}
	for _, e := range got {
		key := e.GetMeta().GetConversationKey()
		if len(last[key]) > len(e.GetMeta().GetEventId()) || len(last[key]) == len(e.GetMeta().GetEventId()) && last[key] > e.GetMeta().GetEventId() {
			t.Errorf("conversation %s: %s after %s", key, e.GetMeta().GetEventId(), last[key])
		}
		last[key] = e.GetMeta().GetEventId()
	}
}
