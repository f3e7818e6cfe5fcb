package services_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
)

// spans asks the running process, as recado trace does, for every span of a message.
func (l *lab) spans(t *testing.T, message string) []telemetry.Span {
	t.Helper()
	spans, err := telemetry.Collect(telemetry.Question{Message: message}, func(q telemetry.Question) (out []telemetry.Answer, err error) {
		question, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		data, err := l.Bus.Request(t.Context(), subject.Spans, question)
		if err != nil {
			return nil, err
		}
		out = make([]telemetry.Answer, 1)
		return out, json.Unmarshal(data, &out[0])
	})
	if err != nil {
		t.Fatal(err)
	}
	return spans
}

func hasSpan(spans []telemetry.Span, service, name string) bool {
	return slices.ContainsFunc(spans, func(s telemetry.Span) bool { return s.Service == service && s.Name == name })
}

func TestOneTraceHoldsEveryHopOfAMessage(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	const phone = "5215550001234"
	l.ask(t, phone, 1, "¿Cuánto cuesta la limpieza dental?")
	message := l.ids(t, "shop-a").MessageID("wamid." + phone + ".1")
	var spans []telemetry.Span
	bustest.Eventually(t, "the receipt that the reply was read", func() bool {
		spans = l.spans(t, message)
		return hasSpan(spans, "outbound-sender", "receipt read")
	})
	for _, want := range [][2]string{
		{"ingest", "POST /webhooks/{channel}/{account}"},
		{"ingest", "publish message.received"},
		{"sanitize", "process message.received"},
		{"sanitize", "publish message.screened"},
		{"intent-router", "process message.screened"},
		{"intent-router", "publish message.routed"},
		{"agent-runner", "process message.routed"},
		{"agent-runner", "turn"},
		{"agent-runner", "publish tool.requested"},
		{"tool-executor", "process tool.requested"},
		{"agent-runner", "publish reply.drafted"},
		{"outbound-sender", "process reply.drafted"},
		{"outbound-sender", "send whatsapp"},
		{"outbound-sender", "receipt delivered"},
	} {
		if !hasSpan(spans, want[0], want[1]) {
			t.Errorf("the trace lacks %s of %s", want[1], want[0])
		}
	}
	walk(t, spans)
}

// walk fails on a second trace, a second root, and a span whose parent is not there.
func walk(t *testing.T, spans []telemetry.Span) {
	t.Helper()
	known := map[string]telemetry.Span{}
	for _, span := range spans {
		known[span.ID] = span
	}
	roots := 0
	for _, span := range spans {
		parent, ok := known[span.Parent]
		switch {
		case span.Trace != spans[0].Trace:
			t.Errorf("%s of %s is in another trace", span.Name, span.Service)
		case span.Parent == "":
			roots++
		case !ok:
			t.Errorf("%s of %s is an orphan", span.Name, span.Service)
		case span.Start.Before(parent.Start.Add(-time.Millisecond)):
			t.Errorf("%s of %s begins before its parent %s", span.Name, span.Service, parent.Name)
		}
	}
	if roots != 1 {
		t.Errorf("got %d roots, want 1", roots)
	}
}

func TestABurstSharesOneTurnAndItsReply(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/patient.yaml")
	const phone = "5215550004321"
	l.say(t, phone, "wamid.burst.1", "Hola")
	l.say(t, phone, "wamid.burst.2", "¿Cuánto cuesta la limpieza dental?")
	l.replies(t, phone, 1)
	ids := l.ids(t, "patient")
	for _, message := range []string{ids.MessageID("wamid.burst.1"), ids.MessageID("wamid.burst.2")} {
		bustest.Eventually(t, message+" leads to the send of the reply", func() bool {
			return hasSpan(l.spans(t, message), "outbound-sender", "send whatsapp")
		})
		turns := 0
		for _, span := range l.spans(t, message) {
			if span.Name == "turn" {
				turns++
			}
		}
		if turns != 1 {
			t.Errorf("%s was in %d turns, want 1", message, turns)
		}
	}
	if n := len(l.sandbox.Sent()); n != 1 {
		t.Errorf("got %d replies, want one for both messages", n)
	}
	bustest.Eventually(t, "the first message of the burst is marked as read, with the typing indicator", func() bool {
		return slices.ContainsFunc(l.sandbox.Typing(), func(s sandbox.Typing) bool { return s.MessageID == "wamid.burst.1" && s.Shown })
	})
	if n := len(l.sandbox.Typing()); n != 1 {
		t.Errorf("the burst began %d typing indicators, want 1", n)
	}
}
