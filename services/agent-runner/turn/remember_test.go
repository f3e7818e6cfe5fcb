package turn

import (
	"strings"
	"testing"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/fact"
)

// kept is the clinic with a memory.
type kept struct{ tier string }

func (k kept) Get(id tenant.ID) (*tenant.Settings, bool) {
	s, ok := clinic{}.Get(id)
	s.Memory = tenant.Memory{Summary: true, Facts: "unless"}
	if k.tier != "" {
		s.Assistants[0].Tier = k.tier
	}
	return s, ok
}

func (b *bench) answerWith(t *testing.T, k kept) *Ending {
	t.Helper()
	e := b.engine(t)
	e.deps.Settings = k
	if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil || len(b.store.endings) != 1 {
		t.Fatalf("%d commits, %v", len(b.store.endings), err)
	}
	return b.store.endings[0]
}

func TestWhatIsRememberedIsToldFencedAndNeverInASystemMessage(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "¿me recuerdas?"))
	b.store.known = fact.Known{
		Summary: "Quiere bañar a su perra por $150.", Facts: []fact.Fact{{Kind: "pet", Text: "Su perra se llama Luna"}},
	}
	b.store.history = []Line{{Text: "hola"}}
	b.remote.answers = []llm.Response{words("Claro, ¿qué necesita Luna?")}
	if end := b.answerWith(t, kept{}); end.Noted != 2 || b.said(t) != "Claro, ¿qué necesita Luna?" {
		t.Errorf("said %q, noted %d", b.said(t), end.Noted)
	}
	asked := b.remote.asked[0].Messages
	for _, m := range asked[:systemMessages] {
		if m.Role != llm.RoleSystem || strings.Contains(m.Text, "Luna") {
			t.Errorf("a system message holds what others wrote: %q", m.Text)
		}
	}
	if notes := asked[systemMessages]; notes.Role != llm.RoleUser || !strings.Contains(notes.Text, ">\nQuiere bañar") || !strings.HasSuffix(notes.Text, ">") {
		t.Errorf("the notes read %q", notes.Text)
	}
}

func TestAmountOfASummaryIsNoEvidence(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "¿cuánto era?"))
	b.store.known = fact.Known{Summary: "El baño cuesta $150."}
	b.remote.answers = []llm.Response{words("El baño cuesta $150.")}
	if end := b.answerWith(t, kept{}); strings.Contains(b.said(t), "150") || end.Summary.Reason != "ungrounded" {
		t.Errorf("said %q, %s", b.said(t), end.Summary.Reason)
	}
}

func TestContactThatWantsNothingRememberedIsToldSoAndTheRestIsAnswered(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "Por favor olvida lo que sabes de mí"))
	end := b.answerWith(t, kept{})
	if end.Consents == nil || *end.Consents || len(b.remote.asked) != 0 || !strings.HasPrefix(b.said(t), "Hecho: borré") {
		t.Errorf("said %q, consents %v", b.said(t), end.Consents)
	}
	b = newBench(text(1, "no guardes mis datos y dime si abren el martes"))
	b.remote.answers = []llm.Response{words("Con gusto te ayudo.")}
	end = b.answerWith(t, kept{})
	if end.Consents == nil || *end.Consents || !strings.HasPrefix(b.said(t), "Con gusto te ayudo.\n\nHecho: borré") {
		t.Errorf("said %q, consents %v", b.said(t), end.Consents)
	}
	b = newBench(text(1, "recuerda mis preferencias"))
	if end = b.answerWith(t, kept{}); end.Consents == nil || !*end.Consents || !strings.HasPrefix(b.said(t), "De acuerdo, recordaré") {
		t.Errorf("said %q, consents %v", b.said(t), end.Consents)
	}
}

func TestAssistantOfRulesAloneKeepsNoSummary(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.rules.answers = []llm.Response{words("Hola.")}
	if end := b.answerWith(t, kept{tier: "rules"}); end.Noted != 0 {
		t.Errorf("%d messages are noted", end.Noted)
	}
}
