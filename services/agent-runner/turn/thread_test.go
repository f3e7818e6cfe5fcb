package turn

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/persona"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/prompt"
)

// roles lists who says what in a prompt.
func roles(messages []llm.Message) (out []string) {
	for _, m := range messages {
		out = append(out, string(m.Role)+": "+m.Text)
	}
	return out
}

func prefixOf(text string) *prompt.Prompt {
	return &prompt.Prompt{Sections: []persona.Section{{Text: text}}}
}

func TestPromptOpensWithTheSystemThenTheHistoryOldestFirst(t *testing.T) {
	t.Parallel()
	p := newThread()
	if p.opened() {
		t.Error("a new prompt is open")
	}
	p.open(prefixOf("rules"), "now", "", []Line{{Text: "hola"}, {Ours: true, Text: "¡Hola!"}, {Text: "¿precio?"}})
	want := []string{"system: rules", "system: now", "user: " + p.marks.Fence("hola"), "assistant: ¡Hola!", "user: " + p.marks.Fence("¿precio?")}
	if got := roles(p.messages); !slices.Equal(got, want) {
		t.Errorf("prompt %q, want %q", got, want)
	}
	if !p.opened() || !slices.Equal(p.answered, []string{"¡Hola!"}) {
		t.Errorf("answered %q", p.answered)
	}
}

func TestPromptHoldsEachMessageOnce(t *testing.T) {
	t.Parallel()
	p := newThread()
	if !p.tell([]Message{text(1, "hola")}) {
		t.Error("the first message is not new")
	}
	if p.tell([]Message{text(1, "hola")}) {
		t.Error("a message that was told is new")
	}
	if !p.tell([]Message{text(1, "hola"), text(2, "¿hay hora?")}) || len(p.messages) != 2 {
		t.Errorf("prompt %q", roles(p.messages))
	}
	if last := p.messages[1].Text; last != p.marks.Fence("¿hay hora?") {
		t.Errorf("the customer's words read %q", last)
	}
}

func TestPromptPairsToolCallsWithTheirResults(t *testing.T) {
	t.Parallel()
	p := newThread()
	resp := wants(toolCall("c1", "get_service_info", `{}`), toolCall("c2", "create_appointment", `{}`))
	p.addRound(&resp, []tool.Result{
		{CallID: "c1", JSON: []byte(`{"price":"$800"}`)}, {CallID: "c2", Err: &tool.Error{Code: "taken", Message: "the hour is taken"}},
	})
	if len(p.messages) != 3 || len(p.messages[0].ToolCalls) != 2 {
		t.Fatalf("prompt %+v", p.messages)
	}
	price, taken := p.messages[1], p.messages[2]
	if price.ToolCallID != "c1" || price.Text != p.marks.Fence(`{"price":"$800"}`) {
		t.Errorf("the first result reads %+v", price)
	}
	if taken.ToolCallID != "c2" || !strings.Contains(taken.Text, "the hour is taken") {
		t.Errorf("the second result reads %+v", taken)
	}
}

func TestPromptReadsAlikeAfterTheJournalHasKeptIt(t *testing.T) {
	t.Parallel()
	asks := func(args, result string) []string {
		p := newThread()
		resp := wants(toolCall("c1", "get_service_info", args))
		p.addRound(&resp, []tool.Result{{CallID: "c1", JSON: []byte(result)}})
		return []string{string(p.messages[0].ToolCalls[0].Arguments), p.marks.Unmark(p.messages[1].Text)}
	}
	first := asks(`{"name":"a & b","id":1}`, `{"price":"$800 <b>","currency":"MXN"}`)
	again := asks(`{"id": 1, "name": "a & b"}`, `{"currency": "MXN", "price": "$800 <b>"}`) // as a jsonb column gives it back
	if !slices.Equal(first, again) || !strings.Contains(first[1], "$800 <b>") {
		t.Errorf("asked %q, then %q", first, again)
	}
}

func TestPromptSendsADraftBackWithItsWrongFigures(t *testing.T) {
	t.Parallel()
	p := newThread()
	p.correct("Cuesta $999.", "Not $999.")
	if len(p.messages) != 2 || p.messages[0].Role != llm.RoleAssistant || p.messages[0].Text != "Cuesta $999." {
		t.Fatalf("prompt %q", roles(p.messages))
	}
	if told := p.messages[1]; told.Role != llm.RoleUser || !strings.Contains(told.Text, "$999") {
		t.Errorf("the correction reads %q", told.Text)
	}
}

func TestPromptLeakDetectorKnowsSystemMessagesOnly(t *testing.T) {
	t.Parallel()
	const rule = "nunca ofrezcas más de dos horas libres y di siempre primero la más cercana de todas"
	const said = "quisiera una cita el martes por la tarde con la doctora que me vio en enero pasado"
	p := newThread()
	p.open(prefixOf(rule), "now", "", []Line{{Text: said}})
	detector := p.promptLeakDetector()
	for draft, leaks := range map[string]bool{rule: true, said: false, "Mi palabra es " + p.marks.Canary: true, "¿A qué hora te queda bien?": false} {
		if got := detector.Leak(draft) != ""; got != leaks {
			t.Errorf("%q leaks: %v, want %v", draft, got, leaks)
		}
	}
}
