package turn

import (
	"strings"
	"testing"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/offer"
	"github.com/recado/recado/services/agent-runner/window"
)

func TestModelThatAsksForMoreToolsIsAnsweredWithoutTheBus(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "¿tengo puntos?"))
	b.remote.answers = []llm.Response{wants(toolCall("c1", offer.More, `{"names":["get_loyalty_balance"]}`)), words("Enseguida lo veo.")}
	b.answer(t)
	if got := b.said(t); got != "Enseguida lo veo." || len(b.tools.asked) != 0 {
		t.Errorf("said %q after %d calls on the bus", got, len(b.tools.asked))
	}
	last := b.remote.asked[1].Messages
	if result := last[len(last)-1]; result.ToolCallID != "c1" || !strings.Contains(result.Text, "offered from now on") {
		t.Errorf("the model was answered %+v", result)
	}
	if names := offer.Asked(last); len(names) != 1 || names[0] != "get_loyalty_balance" {
		t.Errorf("the prompt asks for %v", names)
	}
}

func TestPromptIsTrimmedToWhatTheModelsTake(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, strings.Repeat("una historia muy larga ", 2000)))
	b.remote.answers = []llm.Response{words("Te leo.")}
	e := b.engine(t)
	e.deps.Window = func(*llm.Request) window.Limit {
		return window.Limit{Window: 4000, Count: window.For("gpt-4o", 0).Count}
	}
	if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range b.remote.asked[0].Messages {
		n += window.For("gpt-4o", 0).Count(m.Text)
	}
	if said := b.said(t); n > 4000 || said != "Te leo." {
		t.Errorf("%d tokens were asked, said %q", n, said)
	}
}

func TestConversationKeepsTheBranchThatWasNamedLast(t *testing.T) {
	t.Parallel()
	named := func(ids ...string) *scene {
		m := text(1, "hola")
		m.Routed.Slots = &recadov1.Slots{PersonName: "Ana Ruiz"}
		for _, id := range ids {
			m.Routed.Slots.Branches = append(m.Routed.Slots.Branches, &recadov1.Mention{Id: id})
		}
		return &scene{
			conv: &Conversation{Messages: []Message{m}}, carried: carried{Branch: "norte"},
			settings: &tenant.Settings{Branches: []tenant.Name{{ID: "norte"}, {ID: "sur"}}},
		}
	}
	for want, s := range map[string]*scene{"norte": named(), "sur": named("norte", "sur")} {
		if got := remembered(s.after(&draft{})).Branch; got != want || s.branch() != want {
			t.Errorf("the branch is %q, kept as %q, want %q", s.branch(), got, want)
		}
	}
	only := named()
	only.carried.Branch, only.settings.Branches = "", only.settings.Branches[:1]
	if got := only.branch(); got != "norte" || only.contactName() != "Ana Ruiz" {
		t.Errorf("the only branch is %q, the customer %q", got, only.contactName())
	}
}

// remembering is the clinic with another number of messages in its prompts.
type remembering struct{ lines int }

func (k remembering) Get(id tenant.ID) (*tenant.Settings, bool) {
	s, ok := clinic{}.Get(id)
	s.Memory.History = &k.lines
	return s, ok
}

func TestHistoryHasAsManyMessagesAsTheTenantSets(t *testing.T) {
	t.Parallel()
	for lines, want := range map[int]int{0: 0, 3: 3, 30: 12} {
		b := newBench(text(1, "hola"))
		for range 12 {
			b.store.history = append(b.store.history, Line{Text: "hace quince lunas"})
		}
		b.remote.answers = []llm.Response{words("Hola.")}
		e := b.engine(t)
		e.deps.Settings = remembering{lines}
		if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, m := range b.remote.asked[0].Messages {
			if strings.Contains(m.Text, "quince lunas") {
				got++
			}
		}
		if got != want {
			t.Errorf("%d of %d messages are told, want %d", got, lines, want)
		}
	}
}
