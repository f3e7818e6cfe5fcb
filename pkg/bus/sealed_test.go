package bus_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const number = "55 1234 5678"

// stored is a dead letter as the stream holds it: body and headers.
func stored(t *testing.T, s *bustest.Server, n int) (out string) {
	t.Helper()
	for _, m := range bustest.CollectRaw(t, s, subject.Stream(subject.DeadLetters), n) {
		out += string(m.Data()) + "\n"
		for key, values := range m.Headers() {
			out += key + ": " + strings.Join(values, ",") + "\n"
		}
	}
	return out
}

func TestDeadLettersOfRawStagesAreSealedAndRetried(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	var j journal
	refuse := true
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		if refuse {
			refuse = false
			return bus.Reject(errors.New("too large"))
		}
		return j.handle(ctx, e)
	}))
	e := received("c", 1)
	e.Content = text("llámame al " + number)
	publish(t, b, e)
	l := letters(t, b, 1)[0]
	if !l.Sealed || l.Reason != "rejected: too large" {
		t.Errorf("dead letter %+v", l)
	}
	if got := stored(t, s, 1); strings.Contains(got, number) {
		t.Errorf("the dead letter shows the text: %q", got)
	}
	if err := b.RetryDeadLetter(t.Context(), l.ID); err != nil {
		t.Fatal(err)
	}
	j.await(t, 1)
}

func TestGatewaysHeadersAndIDsAreNotKeptBesideASealedDeadLetter(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	start(t, b, bus.Hop[*recadov1.MessageReceived]{Name: "ingest", From: "gateway.inbound.sms.clinic", Handle: new(journal).handle})
	conn := s.Conn(t)
	err := conn.PublishMsg(&nats.Msg{
		Subject: "gateway.inbound.sms.clinic", Data: []byte("\xff" + number),
		Header: nats.Header{"X-Text": {number}, "Nats-Msg-Id": {"sms:" + number}, "traceparent": {number}},
	})
	if err != nil {
		t.Fatal(err)
	}
	letters(t, b, 1)
	if got := stored(t, s, 1); strings.Contains(got, number) {
		t.Errorf("the dead letter shows the text: %q", got)
	}
}

func TestHopOnARawStageNeedsTheKeyOfDeadLetters(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b, err := bus.New(t.Context(), s.Conn(t), bus.Options{Service: "sanitize"})
	if err != nil {
		t.Fatal(err)
	}
	if err := sanitize(nil).Run(t.Context(), b); err == nil || !strings.Contains(err.Error(), "SealDeadLetters") {
		t.Errorf("run: %v", err)
	}
	letter := bus.NewDeadLetter{Stage: subject.MessageReceived, Payload: []byte(number), Reason: "too large"}
	if err := b.DeadLetter(t.Context(), letter); err == nil {
		t.Error("a raw dead letter was stored in clear")
	}
}

func TestABodyThatIsNoEventIsNotKeptWithoutAKey(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b, err := bus.New(t.Context(), s.Conn(t), bus.Options{Service: "intent-router"})
	if err != nil {
		t.Fatal(err)
	}
	start(t, b, bus.Hop[*recadov1.MessageScreened]{Name: "intent-router", From: subject.MessageScreened, Handle: func(context.Context, *recadov1.MessageScreened) error { return nil }})
	if err := b.PublishRaw(t.Context(), subject.Event(subject.MessageScreened, 0, "clinic"), "x", []byte("\xff"+number)); err != nil {
		t.Fatal(err)
	}
	l := letters(t, b, 1)[0]
	if !strings.Contains(l.Reason, "its body was not kept") || l.Sealed {
		t.Errorf("dead letter %+v", l)
	}
	if got := stored(t, s, 1); strings.Contains(got, number) {
		t.Errorf("the dead letter shows the text: %q", got)
	}
}

func TestASealedDeadLetterNeedsTheKeyToBeRetried(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	letter := bus.NewDeadLetter{Stage: subject.MessageReceived, Tenant: "clinic", Payload: bytes.Repeat([]byte("a"), 20<<10), Reason: "too large"}
	if err := s.Bus(t, "ingest").DeadLetter(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	b, err := bus.New(t.Context(), s.Conn(t), bus.Options{Service: "recado"})
	if err != nil {
		t.Fatal(err)
	}
	l := letters(t, b, 1)[0]
	if err := b.RetryDeadLetter(t.Context(), l.ID); err == nil || !strings.Contains(err.Error(), "sealed") {
		t.Errorf("retry without the key: %v", err)
	}
	bustest.SealDeadLetters(t, b)
	if _, payload, _, err := b.ShowDeadLetter(t.Context(), l.ID); err != nil || !bytes.Equal(payload, letter.Payload) {
		t.Errorf("got %d bytes, %v", len(payload), err)
	}
}
