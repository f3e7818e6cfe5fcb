package turn

import (
	"context"
	"testing"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
)

// changing are settings that somebody changes.
type changing struct{ of *tenant.Settings }

func (c *changing) Get(tenant.ID) (*tenant.Settings, bool) { return c.of, true }

func TestADisabledTenantsMessagesEndInSilenceButForDanger(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		said Message
		want string
	}{
		{"a question", text(1, "¿cuánto cuesta una limpieza?"), ""},
		{"danger", urgent(1, "se está ahogando"), say(textDanger, "es")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(tc.said)
			b.remote.answers, b.rules.answers = []llm.Response{words("Hola")}, []llm.Response{words("Hola")}
			e := b.engine(t)
			of, _ := clinic{}.Get("clinic")
			of.Disabled = true
			e.deps.Settings = &changing{of}
			if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
				t.Fatal(err)
			}
			if got := b.said(t); got != tc.want || len(b.remote.asked) != 0 {
				t.Errorf("said %q, want %q; the model was asked %d times", got, tc.want, len(b.remote.asked))
			}
			if end := b.store.endings[0]; tc.want == "" && (end.Ended != "silent" || end.Summary.Reason != "disabled" || len(end.MessageIDs) != 1) {
				t.Errorf("the messages %v ended %q for %q", end.MessageIDs, end.Ended, end.Summary.Reason)
			}
		})
	}
}

// meddler changes the settings while it is asked.
type meddler struct {
	*script
	change func()
}

func (m meddler) Complete(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	m.change()
	return m.script.Complete(ctx, req)
}

func TestATurnEndsUnderTheSettingsItBeganWith(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.remote.answers = []llm.Response{wants(toolCall("c1", "get_service_info", `{}`)), words("Hola")}
	before, _ := clinic{}.Get("clinic")
	now := &changing{before}
	e := b.engine(t)
	e.deps.Settings = now
	e.deps.Remote = meddler{b.remote, func() {
		after, _ := clinic{}.Get("clinic")
		after.Version, after.Name, after.Assistants, after.Disabled = 2, "Otra", nil, true
		now.of = after
	}}
	if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
		t.Fatal(err)
	}
	if b.said(t) != "Hola" || len(b.remote.asked) != 2 || b.remote.asked[0].Messages[0].Text != b.remote.asked[1].Messages[0].Text {
		t.Errorf("said %q after %d questions", b.said(t), len(b.remote.asked))
	}
}
