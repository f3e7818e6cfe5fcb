package turn

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/llm"
)

// course is a conversation that a test plays turn by turn; each brings its memory to the next.
type course struct {
	t        *testing.T
	at       time.Time
	channel  string
	tier     string
	loop     int
	session  int
	dialogue json.RawMessage
	mode     string
}

// says is one turn some time after the last; models is how often the remote model was asked in it.
func (c *course) says(after time.Duration, message Message) (said, reason string, models int) {
	c.t.Helper()
	c.at = c.at.Add(after)
	message.Routed.Meta.ReceivedAt = timestamppb.New(c.at)
	b := newBench(message)
	b.conv.Dialogue, b.conv.StartedAt, b.conv.Channel, b.conv.Handoff.Mode = c.dialogue, c.at, c.channel, c.mode
	b.remote.answers, b.rules.answers = []llm.Response{words("Por el modelo.")}, []llm.Response{words("Por reglas.")}
	e := b.engine(c.t)
	e.deps.Settings = typed{"full", c.tier}
	e.opts.Loop, e.opts.SessionModelTurns = c.loop, c.session
	if err := e.answerSafely(c.t.Context(), b.conv, tracenoop.Span{}); err != nil {
		c.t.Fatal(err)
	}
	end := b.store.endings[0]
	c.dialogue = end.Dialogue
	if end.Mode != "" {
		c.mode = end.Mode
	}
	return b.said(c.t), end.Summary.Reason, len(b.remote.asked)
}

func TestTwoProgramsThatAnswerEachOtherAreStopped(t *testing.T) {
	t.Parallel()
	const robot = "Gracias por su mensaje, en breve le atendemos."
	for _, tier := range []string{"balanced", "rules"} {
		c := &course{t: t, at: time.Now().Add(-time.Hour), channel: "whatsapp", tier: tier, loop: 20, mode: ModeAssistant}
		n, reason := 0, ""
		for ; reason != "loop" && n < 30; n++ {
			var said string
			if said, reason, _ = c.says(10*time.Second, text(1, robot)); reason == "loop" && !strings.HasPrefix(said, say(textLoop, "es")) {
				t.Errorf("said %q", said)
			}
		}
		if n > 10 || c.mode != ModeWaiting {
			t.Errorf("%s: stopped after %d answers, mode %s", tier, n, c.mode)
		}
		for range 3 {
			if said, reason, models := c.says(10*time.Second, text(1, robot)); said != "" || reason != "loop" || models != 0 {
				t.Errorf("%s: in the pause said %q, reason %s, %d model calls", tier, said, reason, models)
			}
		}
		if said, _, _ := c.says(time.Second, urgent(1, "se está ahogando")); said == "" {
			t.Errorf("%s: danger is not answered in a pause", tier)
		}
		if said, _, _ := c.says(5*time.Minute, text(1, "hola, soy Ana y quiero una cita")); said == "" {
			t.Errorf("%s: a human finds nobody", tier)
		}
	}
}

func TestWebChatSessionHasABoundOfModelTurns(t *testing.T) {
	t.Parallel()
	for _, channel := range []string{"webchat", "whatsapp"} {
		c := &course{t: t, at: time.Date(2026, 3, 2, 16, 1, 0, 0, time.UTC), channel: channel, tier: "balanced", session: 3, mode: ModeAssistant}
		asked := 0
		for range 5 {
			said, _, models := c.says(time.Minute, text(1, "¿y el precio?"))
			if asked += models; said == "" {
				t.Error("the session is not answered")
			}
		}
		if want := map[string]int{"webchat": 3, "whatsapp": 5}[channel]; asked != want {
			t.Errorf("%s: %d model turns, want %d", channel, asked, want)
		}
		if _, _, models := c.says(time.Hour, text(1, "¿y el precio?")); models != 1 {
			t.Errorf("%s: in the next hour the model is asked %d times", channel, models)
		}
	}
}
