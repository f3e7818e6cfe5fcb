package turn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

const inThePanic = "mi clave es 1234"

// brokenTools are tools whose call fails in our code.
type brokenTools struct{ *toolbox }

func (brokenTools) Call(context.Context, *Request) (tool.Result, error) { panic(inThePanic) }

// brokenSettings fail whoever asks.
type brokenSettings struct{}

func (brokenSettings) Get(tenant.ID) (*tenant.Settings, bool) { panic(inThePanic) }

// logged is the bench's engine with what it logs.
func (b *bench) logged(t *testing.T) (*Engine, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	e := b.engine(t)
	e.deps.Log = slog.New(slog.NewTextHandler(&log, nil))
	return e, &log
}

func TestPanicIsAnsweredOnTheNextRung(t *testing.T) {
	t.Parallel()
	lookUp := wants(toolCall("c1", "get_service_info", `{}`))
	for _, c := range []struct {
		name   string
		remote llm.Model
		rules  llm.Model
		tools  bool
		said   string
		ended  string
	}{
		{"a model's", &script{panics: 1}, &script{answers: []llm.Response{words("Abrimos a las nueve.")}}, false, "Abrimos a las nueve.", "replied"},
		{"the rules'", nil, &script{panics: 1}, false, say(textHandoff, "es"), "failed"},
		{"a model's and the rules'", &script{panics: 1}, &script{panics: 1}, false, say(textHandoff, "es"), "failed"},
		{
			"a tool's, for both", &script{answers: []llm.Response{lookUp}}, &script{answers: []llm.Response{lookUp}}, true,
			say(textHandoff, "es"), "failed",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "¿a qué hora abren?"))
			b.conv.Dialogue = json.RawMessage(`{"rules":{"bad":"state"}}`)
			e, log := b.logged(t)
			e.deps.Remote, e.deps.Rules = c.remote, c.rules
			if c.tools {
				e.deps.Tools = brokenTools{b.tools}
			}
			if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
				t.Fatal(err)
			}
			end := b.store.endings[0]
			if b.said(t) != c.said || end.Ended != c.ended {
				t.Errorf("said %q, ended %q", b.said(t), end.Ended)
			}
			if failed := c.ended == "failed"; failed != (end.Mode == ModeWaiting) || failed != slices.Equal(b.dead, []string{"m1"}) ||
				failed == strings.Contains(string(end.Dialogue), "bad") {
				t.Errorf("mode %q, dead letters %v, dialogue %s", end.Mode, b.dead, end.Dialogue)
			}
			if strings.Contains(log.String(), inThePanic) || !strings.Contains(log.String(), "a turn panicked") {
				t.Errorf("logged %s", log)
			}
		})
	}
}

func TestPanicAfterAWriteDoesNotSayThatNothingCameOfIt(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "resérvame"))
	e, _ := b.logged(t)
	e.deps.Remote = nil
	e.deps.Rules = &script{panics: 2, answers: []llm.Response{wants(toolCall("c1", "create_appointment", `{"slot_id":"s1"}`))}}
	if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
		t.Fatal(err)
	}
	if b.said(t) != say(textSafe, "es") || len(b.tools.asked) != 1 {
		t.Errorf("said %q, %d calls", b.said(t), len(b.tools.asked))
	}
}

func TestTurnThatNoRungCanAnswerEndsInsteadOfRunningForEver(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	e, log := b.logged(t)
	e.deps.Settings = brokenSettings{}
	if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); !errors.Is(err, errPanicked) || len(b.store.endings) != 0 {
		t.Errorf("the first time: %v, %d endings", err, len(b.store.endings))
	}
	b.conv.Attempts = maxAttempts + 1
	if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
		t.Fatal(err)
	}
	if end := b.store.endings[0]; end.Ended != "failed" || end.Mode != ModeWaiting || !slices.Equal(end.MessageIDs, []string{"m1"}) {
		t.Errorf("ended %+v", end)
	}
	if strings.Contains(log.String(), inThePanic) {
		t.Error("the panic's words are in the log")
	}
}

func TestEngineOutlivesATurnThatPanics(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(text(1, "hola"))
		b.remote.panics, b.rules.panics = 1, 1
		q := &queue{}
		b.runUntilDone(t, q)
		if b.said(t) != say(textHandoff, "es") || len(q.released) != 0 {
			t.Errorf("said %q, released %v", b.said(t), q.released)
		}
	})
}
