package bus_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var small = bus.Topology{Partitions: bustest.Partitions, MaxBytes: 64 << 20}

func TestNewWaitsForTheTopologyAndReadsPartitionsFromIt(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	conn := s.Conn(t)
	type opened struct {
		b   *bus.Bus
		err error
	}
	done := make(chan opened, 1)
	go func() {
		b, err := bus.New(t.Context(), conn, bus.Options{Service: "sanitize"})
		done <- opened{b, err}
	}()
	s.Apply(bus.Topology{Partitions: 3, MaxBytes: 64 << 20})
	got := <-done
	if got.err != nil || got.b.Partitions() != 3 {
		t.Errorf("got %v partitions, %v", got.b.Partitions(), got.err)
	}
}

func TestNewGivesUpWithItsContextAndSaysHowToApplyTheTopology(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := bus.New(ctx, s.Conn(t), bus.Options{Service: "sanitize"}); err == nil || !strings.Contains(err.Error(), "recado topology") {
		t.Errorf("got %v", err)
	}
}

func TestPublishToAPartitionThatNobodyReadsIsAnError(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	err := s.Bus(t, "ingest").PublishRaw(t.Context(), subject.Event(subject.MessageReceived, bustest.Partitions, "clinic"), "x", nil)
	if !bus.IsUnavailable(err) {
		t.Errorf("got %v, want an error: the stream must not take it", err)
	}
}

func TestEveryEventHasAStage(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "test")
	for i, e := range []bus.Event{
		&recadov1.MessageReceived{}, &recadov1.MessageScreened{}, &recadov1.MessageRouted{}, &recadov1.ReceiptReceived{},
		&recadov1.ToolRequested{Tool: "get_faq"}, &recadov1.ToolCompleted{Owner: "agent-runner-1"},
		&recadov1.ReplyDrafted{}, &recadov1.ReplySent{}, &recadov1.ReplyDelivered{}, &recadov1.ReplyRead{}, &recadov1.ReplyFailed{},
		&recadov1.DocumentSubmitted{}, &recadov1.DocumentRemoved{}, &recadov1.DocumentPending{}, &recadov1.DocumentProcessing{},
		&recadov1.DocumentIndexed{}, &recadov1.DocumentFailed{},
		&recadov1.TurnCompleted{}, &recadov1.HandoffRequested{}, &recadov1.HandoffReturned{}, &recadov1.BudgetReached{}, &recadov1.FeedbackGiven{},
		&recadov1.UsageReported{},
		&recadov1.AppointmentChanged{}, &recadov1.OrderChanged{},
		&recadov1.MessageDue{},
	} {
		m := e.ProtoReflect()
		m.Set(m.Descriptor().Fields().ByName("meta"), m.NewField(m.Descriptor().Fields().ByName("meta")))
		own := e.GetMeta()
		own.EventId, own.TenantId, own.ConversationKey = fmt.Sprint("e", i), "clinic", "c"
		publish(t, b, e)
		if n := bustest.Count(t, s, bus.StageOf(e)); n != 1 {
			t.Errorf("%s holds %d messages", bus.StageOf(e), n)
		}
	}
}
