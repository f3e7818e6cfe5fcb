package turn

import (
	"errors"
	"slices"
	"testing"
	"time"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

func TestResumedTurnLooksForWhatItsYesHasWritten(t *testing.T) {
	t.Parallel()
	now := time.Now()
	no := yes(2, now, 2*time.Minute)
	no.Routed.Content = text(2, "no, espera").Routed.GetContent()
	no.Routed.Slots.Answer = "no"
	found := tool.Result{JSON: []byte(`{"success":true}`)}
	late := tool.Result{Err: &tool.Error{Code: "timeout", Retryable: true}}
	for _, c := range []struct {
		name     string
		messages []Message
		attempts int
		result   tool.Result
		calls    int
		read     int // messages that the rules are asked about
		fails    bool
		said     string
	}{
		{"it is there", []Message{yes(1, now, time.Minute), no}, 2, found, 1, 1, false, "Hecho."},
		{"nothing was written", []Message{yes(1, now, time.Minute), no}, 2, tool.Result{Err: &tool.Error{Code: "not_done"}}, 1, 2, false, "Hecho."},
		{"nobody can tell", []Message{yes(1, now, time.Minute), no}, 2, late, 1, 0, true, ""},
		{"nobody can tell at the end", []Message{yes(1, now, time.Minute), no}, maxAttempts + 1, late, 1, 0, false, say(textSafe, "es")},
		{"there was no yes", []Message{no}, 2, found, 0, 1, false, "Hecho."},
		{"at the first attempt", []Message{yes(1, now, time.Minute), no}, 1, found, 0, 2, false, "Hecho."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(c.messages...)
			b.conv.Attempts, b.conv.Dialogue = c.attempts, leftAsked(t, now)
			b.tools.results["cancel_appointment"] = c.result
			b.rules.answers = []llm.Response{words("Hecho.")}
			e := b.engine(t)
			e.deps.Settings = typed{"full", "rules"}
			err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{})
			if (err != nil) != c.fails || errors.Is(err, errUnavailable) || b.said(t) != c.said || len(b.tools.asked) != c.calls {
				t.Errorf("%v, said %q, %d calls", err, b.said(t), len(b.tools.asked))
			}
			if slices.ContainsFunc(b.tools.asked, func(r *Request) bool { return !r.OnlyRepeat }) {
				t.Error("something was written anew")
			}
			if len(b.rules.asked) > 0 && len(b.rules.asked[0].Facts.Messages) != c.read {
				t.Errorf("the rules read %d messages, want %d", len(b.rules.asked[0].Facts.Messages), c.read)
			}
		})
	}
}
