package bus_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestHopPublishesWhatItsHandlerMakesInOrder(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		return b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta(), Content: e.GetContent()})
	}))
	for i := range 40 {
		publish(t, b, received(fmt.Sprint("c", i%5), i))
	}
	got := bustest.Collect[*recadov1.MessageScreened](t, s, subject.MessageScreened, 40)
	inOrder(t, ids(got))
}

func ids[E bus.Event](events []E) []string {
	out := make([]string, len(events))
	for i, e := range events {
		out[i] = e.GetMeta().GetEventId()
	}
	return out
}

// inOrder checks that the ids <conversation>-<number> rise within each conversation.
func inOrder(t *testing.T, ids []string) {
	t.Helper()
	last := map[string]string{}
	for _, id := range ids {
		conversation, n, _ := strings.Cut(id, "-")
		if last[conversation] > n {
			t.Errorf("conversation %s: %s after %s", conversation, n, last[conversation])
		}
		last[conversation] = n
	}
}

func TestHandlerKnowsItsDeliveryAndTenant(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	got := make(chan bus.Delivery, 1)
	owner := make(chan tenant.ID, 1)
	start(t, b, sanitize(func(ctx context.Context, _ *recadov1.MessageReceived) error {
		got <- bus.Info(ctx)
		owner <- tenant.FromContext(ctx)
		return nil
	}))
	publish(t, b, received("c", 1))
	d := <-got
	want := subject.Partition("clinic", "c", bustest.Partitions)
	if d.Stream != "MESSAGE_RECEIVED" || d.Sequence != 1 || d.Attempt != 1 || d.Partition != want || d.MessageID != "message.received:c-0001" {
		t.Errorf("got %+v", d)
	}
	if d.Consumer != subject.Durable("sanitize", want) || time.Since(d.Stored) > time.Minute {
		t.Errorf("got %+v", d)
	}
	if id := <-owner; id != "clinic" {
		t.Errorf("tenant: got %q", id)
	}
}

func TestHopRefusesAPairThatTheTopologyDoesNotHave(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "sanitize")
	for _, h := range []bus.Hop[*recadov1.MessageReceived]{
		{Name: "sanitize", From: "message.unknown"},
		{Name: "somebody", From: subject.MessageReceived},
		{Name: "ingest", From: "gateway.inbound.a"},
	} {
		if err := h.Run(t.Context(), b); err == nil {
			t.Errorf("%s from %s: no error", h.Name, h.From)
		}
	}
}

func TestRejectedMessageIsADeadLetterAtOnceAndItsPartitionGoesOn(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	var j journal
	start(t, b, sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		j.add(e)
		if e.GetMeta().GetEventId() == "c-0001" {
			return bus.Reject(errors.New("unknown tenant"))
		}
		return nil
	}))
	publish(t, b, received("c", 1), received("c", 2))
	j.await(t, 2)
	l := letters(t, b, 1)[0]
	if l.Stage != subject.MessageReceived || l.Tenant != "clinic" || l.Attempts != 1 || !strings.Contains(l.Reason, "unknown tenant") || l.MessageID != "message.received:c-0001" {
		t.Errorf("got %+v", l)
	}
	if got := strings.Join(j.all(), " "); got != "c-0001 c-0002" {
		t.Errorf("handled %s", got)
	}
}

func TestOrdinaryErrorIsTriedThreeTimesWithoutRedelivery(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	var j journal
	start(t, b, sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		j.add(e)
		return errors.New("no such row")
	}))
	began := time.Now()
	publish(t, b, received("c", 1))
	l := letters(t, b, 1)[0]
	if n := len(j.all()); n != 3 {
		t.Errorf("tried %d times, want 3", n)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %s", took)
	}
	if !strings.Contains(l.Reason, "no such row") {
		t.Errorf("reason %q", l.Reason)
	}
}

func TestPanicCountsAsATryAndItsTextIsNotLogged(t *testing.T) {
	t.Parallel()
	var log logbook
	s := bustest.New(t, bustest.WithLog(log.logger()))
	b := s.Bus(t, "sanitize")
	start(t, b, sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		panic("private: " + e.GetContent().GetText().GetBody())
	}))
	publish(t, b, received("c", 1))
	l := letters(t, b, 1)[0]
	if strings.Contains(log.String(), "private") || strings.Contains(l.Reason, "private") {
		t.Error("the panic's text was told")
	}
	if !strings.Contains(log.String(), "hop_test.go") {
		t.Error("the log has no stack")
	}
}

func TestGarbageIsADeadLetterAndItsPartitionGoesOn(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	var j journal
	start(t, b, sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		j.add(e)
		return nil
	}))
	p := subject.Partition("clinic", "c", bustest.Partitions)
	if err := b.PublishRaw(t.Context(), subject.Event(subject.MessageReceived, p, "clinic"), "garbage", []byte("\xff\xff no protobuf")); err != nil {
		t.Fatal(err)
	}
	publish(t, b, received("c", 1))
	j.await(t, 1)
	l := letters(t, b, 1)[0]
	_, payload, _, err := b.ShowDeadLetter(t.Context(), l.ID)
	if err != nil || string(payload) != "\xff\xff no protobuf" {
		t.Errorf("payload %q, %v", payload, err)
	}
	if l.Tenant != "clinic" {
		t.Errorf("tenant %q", l.Tenant)
	}
}

func TestGatewayDoorHasOneConsumerForEachGateway(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	var j journal
	start(t, b, bus.Hop[*recadov1.MessageReceived]{Name: "ingest", From: "gateway.inbound.telegram.clinic", Handle: func(_ context.Context, e *recadov1.MessageReceived) error {
		j.add(e)
		return nil
	}})
	if err := b.PublishTo(t.Context(), "gateway.inbound.telegram.clinic", received("c", 1)); err != nil {
		t.Fatal(err)
	}
	if err := b.PublishTo(t.Context(), "gateway.inbound.sms.clinic", received("c", 2)); err != nil {
		t.Fatal(err)
	}
	j.await(t, 1)
	settled(t, s, "GATEWAY_INBOUND", "ingest-gateway_telegram_clinic")
	if got := j.all(); len(got) != 1 || got[0] != "c-0001" {
		t.Errorf("handled %v", got)
	}
}

func TestWhatAGatewaySaidLeavesItsDoorWhenItWasHandled(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	const ours, theirs = "gateway.inbound.telegram.clinic", "gateway.inbound.telegram.bistro"
	for _, where := range []string{ours, theirs, ours} {
		if err := b.PublishRaw(t.Context(), where, "", []byte("\xff")); err != nil {
			t.Fatal(err)
		}
	}
	start(t, b, bus.Hop[*recadov1.MessageReceived]{Name: "ingest", From: ours, Handle: new(journal).handle})
	bustest.Eventually(t, "what was handled to leave the door", func() bool { return bustest.Count(t, s, subject.GatewayInbound) == 1 })
	if m := bustest.CollectRaw(t, s, "GATEWAY_INBOUND", 1)[0]; m.Subject() != theirs {
		t.Errorf("what is left is of %s", m.Subject())
	}
}
