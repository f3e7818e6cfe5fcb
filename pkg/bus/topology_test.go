package bus_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var small = bus.Topology{Partitions: bustest.Partitions, MaxBytes: 64 << 20}

func TestApplyingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	s.Apply(small)
	diff, err := bus.Verify(t.Context(), s.Conn(t), small)
	if err != nil || len(diff) > 0 {
		t.Errorf("%v, %v", diff, err)
	}
}

func TestVerifyNamesEveryDifference(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	js := jetStream(t, s)
	if err := js.DeleteConsumer(t.Context(), "MESSAGE_ROUTED", "agent-runner-3"); err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "REPLY_SENT")
	if err != nil {
		t.Fatal(err)
	}
	cfg := stream.CachedInfo().Config
	cfg.MaxAge /= 2
	if _, err := js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteKeyValue(t.Context(), subject.BucketTools); err != nil {
		t.Fatal(err)
	}
	diff, err := bus.Verify(t.Context(), s.Conn(t), small)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"agent-runner-3", "REPLY_SENT: max age is 36h", "KV_tools: missing"} {
		if !slices.ContainsFunc(diff, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("no difference tells %q: %q", want, diff)
		}
	}
	if len(diff) != 3 {
		t.Errorf("got %q", diff)
	}
	s.Apply(small)
	if diff, err := bus.Verify(t.Context(), s.Conn(t), small); err != nil || len(diff) > 0 {
		t.Errorf("after apply: %v, %v", diff, err)
	}
}

func TestAnotherNumberOfPartitionsIsRefusedWhileMessagesWait(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	publish(t, b, received("c", 1))
	err := bus.Apply(t.Context(), s.Conn(t), bus.Topology{Partitions: 8, MaxBytes: 64 << 20})
	if !errors.Is(err, bus.ErrPending) || !strings.Contains(err.Error(), "message.received: 1 messages") {
		t.Fatalf("got %v", err)
	}
	publish(t, b, received("c", 2)) // the streams are open again, as they were
	if diff, err := bus.Verify(t.Context(), s.Conn(t), small); err != nil || len(diff) > 0 {
		t.Errorf("the refusal changed something: %v, %v", diff, err)
	}
}

func TestApplyRefusesTooManyPartitions(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	if err := bus.Apply(t.Context(), s.Conn(t), bus.Topology{Partitions: 1000}); err == nil || !strings.Contains(err.Error(), "partitions") {
		t.Errorf("got %v", err)
	}
}

func TestSeveralOwnersAtOnceAgree(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	conn := s.Conn(t)
	errs := make(chan error, 3)
	for range 3 {
		go func() { errs <- bus.Apply(t.Context(), conn, small) }()
	}
	for range 3 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

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

func TestDescribeListsEveryStreamAndReader(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := bus.Laptop().Describe(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"MESSAGE_RECEIVED", "message.received.{partition}.{tenant}", "sanitize-0..3", "DEADLETTERS", "720h", "KV_tenants", "OBJ_objects"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
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
		&recadov1.DocumentSubmitted{}, &recadov1.DocumentRemoved{}, &recadov1.DocumentIndexed{}, &recadov1.DocumentFailed{},
		&recadov1.TurnCompleted{}, &recadov1.HandoffRequested{}, &recadov1.HandoffReturned{}, &recadov1.BudgetReached{}, &recadov1.FeedbackGiven{},
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
