package bus_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestRetriedDeadLetterGoesThroughItsStageAgainInANewTrace(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	spans, tracer := recorder(t)
	b := s.Open(t, bus.Options{Service: "sanitize", Tracer: tracer})
	var repaired atomic.Bool
	done := make(chan string, 1)
	start(t, b, sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		if !repaired.Load() {
			return bus.Reject(errors.New("unknown tenant"))
		}
		done <- e.GetMeta().GetEventId()
		return nil
	}))
	publish(t, b, received("c", 1))
	l := letters(t, b, 1)[0]
	repaired.Store(true)
	if err := b.RetryDeadLetter(t.Context(), l.ID); err != nil { // within the duplicate window of the first publish
		t.Fatal(err)
	}
	if id := <-done; id != "c-0001" {
		t.Errorf("handled %s", id)
	}
	letters(t, b, 0)
	first, retry := named(t, spans, "publish message.received", 1)[0], named(t, spans, "retry message.received", 1)[0]
	if retry.SpanContext().TraceID() == first.SpanContext().TraceID() {
		t.Error("the retry has the old trace")
	}
	if len(retry.Links()) != 1 || retry.Links()[0].SpanContext.TraceID() != first.SpanContext().TraceID() {
		t.Errorf("links %v", retry.Links())
	}
}

func TestDeadLetterOfARetryIsANewOne(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		return bus.Reject(errors.New("unknown tenant"))
	}))
	publish(t, b, received("c", 1))
	old := letters(t, b, 1)[0].ID
	for range 2 {
		if err := b.RetryDeadLetter(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		again := letters(t, b, 1)[0].ID
		if again == old {
			t.Fatal("the dead letter did not move")
		}
		old = again
	}
}

func TestDeadLettersAreFilteredShownAndDropped(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	for _, l := range []bus.NewDeadLetter{
		{Stage: subject.MessageReceived, Tenant: "clinic", ID: "1", Reason: "too large"},
		{Stage: subject.MessageReceived, Tenant: "bistro", ID: "2", Reason: "too\nlarge"},
		{Stage: subject.GatewayInbound, Tenant: "not a slug", ID: "3", Payload: []byte("x"), Reason: "garbage"},
	} {
		if err := b.DeadLetter(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	for want, f := range map[string]bus.DeadLetterFilter{
		"message.received:2": {Tenant: "bistro"}, "gateway.inbound:3": {Stage: subject.GatewayInbound}, "message.received:1": {Stage: subject.MessageReceived, Tenant: "clinic"},
	} {
		got, err := b.DeadLetters(t.Context(), f)
		if err != nil || len(got) != 1 || got[0].MessageID != want {
			t.Errorf("%+v: %+v, %v", f, got, err)
		}
	}
	if got, err := b.DeadLetters(t.Context(), bus.DeadLetterFilter{Limit: 2}); err != nil || len(got) != 2 || got[1].ID != 3 {
		t.Errorf("the two newest: %+v, %v", got, err)
	}
	if _, err := b.DeadLetters(t.Context(), bus.DeadLetterFilter{Stage: "no.such"}); err == nil {
		t.Error("an unknown stage was accepted")
	}
	if err := b.DropDeadLetter(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	letters(t, b, 2)
	for _, err := range []error{b.DropDeadLetter(t.Context(), 2), b.RetryDeadLetter(t.Context(), 99)} {
		if !errors.Is(err, bus.ErrNotFound) {
			t.Errorf("got %v, want not found", err)
		}
	}
	if err := b.RetryDeadLetter(t.Context(), 3); err == nil {
		t.Error("a dead letter without a subject was retried")
	}
}

// What a stranger writes into headers must not stop a partition.
func TestStrangersHeadersCannotBlockAPartition(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	var j journal
	start(t, b, bus.Hop[*recadov1.MessageReceived]{Name: "ingest", From: "gateway.inbound.sms.clinic", Handle: j.handle})
	conn := s.Conn(t)
	for _, header := range []nats.Header{
		{"Recado-Object": {"nothing"}, "Recado-Bucket": {"tenants"}},
		{"Recado-Object": {"nothing"}, "Recado-Bucket": {"bodies-24h"}},
		{"X-Long": {strings.Repeat("a", 60<<10)}},
		{"Nats-Expected-Stream": {"GATEWAY_INBOUND"}},
	} {
		if err := conn.PublishMsg(&nats.Msg{Subject: "gateway.inbound.sms.clinic", Header: header, Data: []byte("\xff")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := b.PublishTo(t.Context(), "gateway.inbound.sms.clinic", received("c", 1)); err != nil {
		t.Fatal(err)
	}
	j.await(t, 1)
	for _, l := range letters(t, b, 4) {
		_, payload, _, err := b.ShowDeadLetter(t.Context(), l.ID)
		if err != nil || string(payload) != "\xff" {
			t.Errorf("%+v: payload %q, %v", l, payload, err)
		}
	}
}

func TestDeadLetterKeepsPayloadAndHeaders(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	_, tracer := recorder(t)
	b := s.Open(t, bus.Options{Service: "sanitize", Tracer: tracer})
	start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		return bus.Reject(errors.New("unknown tenant"))
	}))
	publish(t, b, received("c", 1))
	l := letters(t, b, 1)[0]
	_, payload, headers, err := b.ShowDeadLetter(t.Context(), l.ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(headers["traceparent"]) != 1 || headers["traceparent"][0] != l.Trace {
		t.Errorf("headers %v", headers)
	}
	e, err := bus.DecodeDeadLetter(l, payload)
	if err != nil || e.GetMeta().GetEventId() != "c-0001" {
		t.Errorf("%v, %v", e, err)
	}
}
