package tap_test

import (
	"fmt"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/tap"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestOpenGivesTheEventsOfSeveralStagesInTheOrderOfTheirPublishing(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	b := server.Bus(t, "agent-runner")
	const each = 100
	got := make(chan string, 2*each)
	stop, err := tap.Open(server.Conn(t), []string{subject.ReplyDrafted, subject.TurnCompleted}, func(e bus.Event) {
		got <- bus.StageOf(e) + " " + e.GetMeta().GetEventId()
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for i := range each {
		meta := &recadov1.Meta{EventId: fmt.Sprint(i), TenantId: "clinic", ConversationKey: "c"}
		for _, e := range []bus.Event{&recadov1.ReplyDrafted{Meta: meta}, &recadov1.TurnCompleted{Meta: meta}} {
			if err := b.Publish(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range each {
		for _, stage := range []string{subject.ReplyDrafted, subject.TurnCompleted} {
			if want, s := fmt.Sprintf("%s %d", stage, i), <-got; s != want {
				t.Fatalf("got %q, want %q", s, want)
			}
		}
	}
	stop() // twice does nothing
}

func TestOpenRefusesAStageThatIsNoSubject(t *testing.T) {
	t.Parallel()
	if stop, err := tap.Open(bustest.New(t).Conn(t), []string{"reply drafted"}, func(bus.Event) {}); err == nil {
		stop()
		t.Error("it was accepted")
	}
}
