package window

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tokens"
	"github.com/recado/recado/pkg/tool"
)

// long is about n tokens by the estimate.
func long(n int) string { return strings.Repeat("abc ", n) }

func called(id, name, result string) []llm.Message {
	return []llm.Message{
		{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{{ID: id, Name: name, Arguments: json.RawMessage(`{}`)}}},
		{Role: llm.RoleTool, ToolCallID: id, Text: result},
	}
}

// full has 100 tokens of each part and more.
func full() *Prompt {
	return &Prompt{
		System: 2, History: 4,
		Messages: slices.Concat(
			[]llm.Message{{Role: llm.RoleSystem, Text: long(100)}, {Role: llm.RoleSystem, Text: long(20)}},
			[]llm.Message{{Role: llm.RoleUser, Text: long(100)}}, called("h", "get_menu", long(5)),
			[]llm.Message{{Role: llm.RoleAssistant, Text: long(100)}},
			[]llm.Message{{Role: llm.RoleUser, Text: "<data-x>\n" + long(300) + "\n</data-x>"}},
			called("k", "search_knowledge_base", long(200)), called("m", "get_menu", long(200)),
		),
		Tools: []tool.Spec{{Name: "get_menu", Description: "The menu. " + long(100)}},
	}
}

func size(p *Prompt) int { return (&fitting{Prompt: p, count: tokens.Estimate}).over() }

// paired reports whether every result follows a call of its own, and every call has its result.
func paired(messages []llm.Message) bool {
	open := map[string]bool{}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			open[c.ID] = true
		}
		if m.Role == llm.RoleTool {
			if !open[m.ToolCallID] {
				return false
			}
			delete(open, m.ToolCallID)
		}
	}
	return len(open) == 0
}

func TestPartsGoInTheirOrderAndCallsKeepTheirResults(t *testing.T) {
	t.Parallel()
	order := []string{Retrieved, Docs, Knowledge, History, Message}
	whole, reached := size(full()), 0
	for room := whole; room > 200; room -= 10 {
		p := full()
		cut := Fit(p, Limit{Window: room, Count: tokens.Estimate})
		if !slices.Equal(cut, order[:len(cut)]) {
			t.Fatalf("%d tokens: %v is cut, want the first of %v", room, cut, order)
		}
		if n := size(p); n > room && len(cut) < len(order) {
			t.Errorf("%d tokens: %d are left of %d with only %v cut", room, n, whole, cut)
		}
		if !paired(p.Messages) || p.Messages[0].Text != long(100) {
			t.Fatalf("%d tokens: a call and its result are apart, or the system is cut", room)
		}
		if said := p.Messages[p.System+p.History].Text; !strings.HasPrefix(said, "<data-x>\n") || !strings.HasSuffix(said, "\n</data-x>") {
			t.Errorf("%d tokens: the message reads %q", room, said)
		}
		reached = max(reached, len(cut))
	}
	if reached != len(order) {
		t.Errorf("only %v were ever cut", order[:reached])
	}
}

func TestPromptThatFitsStaysAsItIs(t *testing.T) {
	t.Parallel()
	wide, fitting := Limit{Window: 128_000, Count: tokens.Count}, Limit{Window: size(full()), Count: tokens.Estimate}
	for _, l := range []Limit{wide, fitting, {Count: tokens.Estimate}} {
		p := full()
		if cut := Fit(p, l); cut != nil || fmt.Sprint(p) != fmt.Sprint(full()) {
			t.Errorf("of %d tokens %v is cut", l.Window, cut)
		}
	}
}

func TestWhatIsTrimmedIsACopy(t *testing.T) {
	t.Parallel()
	p := full()
	messages, tools := p.Messages, p.Tools
	Fit(p, Limit{Window: 300, Count: tokens.Estimate})
	if want := full(); fmt.Sprint(messages) != fmt.Sprint(want.Messages) || fmt.Sprint(tools) != fmt.Sprint(want.Tools) {
		t.Error("the prompt of the next round is trimmed too")
	}
}

func TestModelsHaveTheirWindows(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]int{
		"gpt-4o-mini": 128_000, "openai/gpt-5-mini": 400_000, "claude-haiku-4": 200_000, "o3": 200_000, "unheard-of": 32_000, "": 32_000,
	} {
		if got := For(model, 0).Window; got != want {
			t.Errorf("%s takes %d, want %d", model, got, want)
		}
	}
	if got := For("gpt-4o", 9000).Window; got != 9000 {
		t.Errorf("a window that is known is %d", got)
	}
	const text = "antidisestablishmentarianism"
	if For("gpt-4o", 0).Count(text) != tokens.Count(text) || For("claude", 0).Count(text) != tokens.Estimate(text) {
		t.Error("the tokenizer of a model is another")
	}
}

func BenchmarkFitThatNeedsNoCount(b *testing.B) {
	p := full()
	for b.Loop() {
		Fit(p, Limit{Window: 128_000, Count: tokens.Count})
	}
}

func TestMemoryGoesBeforeTheHistory(t *testing.T) {
	t.Parallel()
	p := &Prompt{System: 1, Memory: 1, History: 1, Messages: []llm.Message{
		{Role: llm.RoleSystem, Text: "rules"},
		{Role: llm.RoleUser, Text: strings.Repeat("memory ", 100)},
		{Role: llm.RoleUser, Text: "history"},
		{Role: llm.RoleUser, Text: "message"},
	}}
	cut := Fit(p, Limit{Window: 60, Count: For("gpt-4o", 0).Count})
	if !slices.Equal(cut, []string{Knowledge}) || len(p.Messages) != 3 || p.Messages[1].Text != "history" {
		t.Errorf("cut %v, left %v", cut, p.Messages)
	}
}
