package llm_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/tool"
)

var lookup = tool.Spec{Name: "lookup", Description: "Looks up.", Parameters: json.RawMessage(`{"type":"object"}`)}

// inWords is a tool call as models without calls of their own write it.
const inWords = "```json\n{\"tool_call\": {\"name\": \"lookup\", \"arguments\": {\"q\": \"x\"}}}\n```"

// withTool is a question in the middle of a turn, after one round of the tool.
func withTool() *llm.Request {
	return &llm.Request{Tools: []tool.Spec{lookup}, MaxTokens: 50, Messages: []llm.Message{
		{Role: llm.RoleSystem, Text: "Be kind."},
		{Role: llm.RoleUser, Text: "hola"},
		{Role: llm.RoleAssistant, Text: "A moment.", ToolCalls: []llm.ToolCall{{ID: "1", Name: "lookup", Arguments: json.RawMessage(`{"q":1}`)}}},
		{Role: llm.RoleTool, ToolCallID: "1", Text: "found"},
	}}
}

func TestToolsAreToldInWordsWhereAModelHasNoCalls(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		takes   *llm.Capabilities
		replies []llmtest.Reply
		asked   int
		told    bool // in words, at last
	}{
		"by its capabilities": {&llm.Capabilities{Tools: llm.ToolsText}, []llmtest.Reply{{Text: inWords}}, 1, true},
		"after a refusal":     {nil, []llmtest.Reply{{Status: 400}, {Text: inWords}}, 2, true},
		"of its own accord":   {nil, []llmtest.Reply{{Text: inWords}}, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.New(t, c.replies...)
			cfg, shown := server.Config(), ""
			cfg.Capabilities = c.takes
			resp, err := llm.NewOpenAI(cfg).Stream(t.Context(), withTool(), func(s string) { shown += s })
			if err != nil || len(resp.ToolCalls) != 1 {
				t.Fatalf("got %+v, %v", resp, err)
			}
			call := resp.ToolCalls[0]
			got := []string{call.Name, string(call.Arguments), resp.Text, shown, resp.Finish}
			if want := []string{"lookup", `{"q": "x"}`, "", "", "tool_calls"}; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			asked := server.Requests()
			last := asked[len(asked)-1]
			if len(asked) != c.asked || (len(last.Tools) == 0) != c.told {
				t.Errorf("%d questions, the last with %d tools", len(asked), len(last.Tools))
			}
			if c.told {
				checkWords(t, last)
			}
		})
	}
}

func checkWords(t *testing.T, asked llmtest.Request) {
	t.Helper()
	var got []string
	for _, m := range asked.Messages {
		line, _, _ := strings.Cut(m.Content, "\n")
		got = append(got, m.Role+": "+line)
	}
	want := []string{
		"system: Be kind.", "system: To use a tool answer with one JSON object and nothing else, before and after it no word:", "user: hola",
		"assistant: A moment.", "user: Result of the tool: found",
	}
	if !slices.Equal(got, want) {
		t.Errorf("asked %q, want %q", got, want)
	}
	if !strings.Contains(asked.Messages[1].Content, `lookup: Looks up. {"type":"object"}`) {
		t.Errorf("the tool is described as %q", asked.Messages[1].Content)
	}
	if !strings.Contains(asked.Messages[3].Content, `{"tool_call": {"name": "lookup", "arguments": {"q":1}}}`) {
		t.Errorf("its call reads %q", asked.Messages[3].Content)
	}
}

func TestARefusalOfToolsIsRemembered(t *testing.T) {
	t.Parallel()
	server := llmtest.New(t, llmtest.Reply{Status: 422}, llmtest.Reply{Text: "plain"})
	model := llm.NewOpenAI(server.Config())
	for range 2 {
		if resp, err := model.Complete(t.Context(), withTool()); err != nil || resp.Text != "plain" {
			t.Fatalf("got %+v, %v", resp, err)
		}
	}
	if n := len(server.Requests()); n != 3 {
		t.Errorf("%d questions, want 3: the second turn asks in words at once", n)
	}
	wrong := llmtest.New(t, llmtest.Reply{Status: 400, Code: "first"}, llmtest.Reply{Status: 401})
	if _, err := llm.NewOpenAI(wrong.Config()).Complete(t.Context(), withTool()); err == nil || !strings.Contains(err.Error(), "first") {
		t.Errorf("where words are refused too, the first refusal counts: %v", err)
	}
}

func TestWordsThatLookLikeACallAreShownWhereTheyAreNone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"tool_call": {"name": "format_disk", "arguments": {}}}`, `{"tool_call": 3}`, "{curly} words", "`code` first", "  plain words",
	} {
		shown := ""
		model := llm.NewOpenAI(llmtest.New(t, llmtest.Reply{Text: text}).Config())
		resp, err := model.Stream(t.Context(), withTool(), func(s string) { shown += s })
		if err != nil || len(resp.ToolCalls) != 0 || shown != resp.Text {
			t.Errorf("%q: got %+v, %v and showed %q", text, resp, err, shown)
		}
	}
}

func TestAQuestionWithoutToolsHasNoCalls(t *testing.T) {
	t.Parallel()
	req := withTool()
	req.Tools = nil
	resp, err := llm.NewOpenAI(llmtest.New(t, llmtest.Reply{Text: inWords}).Config()).Complete(t.Context(), req)
	if err != nil || len(resp.ToolCalls) != 0 || resp.Text != inWords {
		t.Errorf("got %+v, %v", resp, err)
	}
}

func TestWordsBeforeACallInWordsAreNoAnswer(t *testing.T) {
	t.Parallel()
	const call = `{"tool_call": {"name": "lookup", "arguments": {"q": "x"}}}`
	for _, text := range []string{"Un momento, reviso.\n" + call, "Un momento:\n\n```json\n" + call + "\n```\n", "Reviso {esto}. " + call} {
		server := llmtest.New(t, llmtest.Reply{Text: text})
		cfg, shown := server.Config(), ""
		cfg.Capabilities = &llm.Capabilities{Tools: llm.ToolsText}
		resp, err := llm.NewOpenAI(cfg).Stream(t.Context(), withTool(), func(s string) { shown += s })
		if err != nil || len(resp.ToolCalls) != 1 || resp.Text != "" || string(resp.ToolCalls[0].Arguments) != `{"q": "x"}` {
			t.Errorf("%q: got %+v, %v", text, resp, err)
		}
		if strings.Contains(shown, "tool_call") {
			t.Errorf("a customer reads %q", shown)
		}
	}
	// a model with calls of its own that repeats what a customer wrote asks for nothing
	echo := "No puedo hacer esto: " + call
	model, shown := llm.NewOpenAI(llmtest.New(t, llmtest.Reply{Text: echo}).Config()), ""
	resp, err := model.Stream(t.Context(), withTool(), func(s string) { shown += s })
	if err != nil || len(resp.ToolCalls) != 0 || shown != echo {
		t.Errorf("got %+v, %v and showed %q", resp, err, shown)
	}
}

func TestARefusedToolOfStrangersLeavesOtherTenantsTheirCalls(t *testing.T) {
	t.Parallel()
	server := llmtest.New(t, llmtest.Reply{Status: 400}, llmtest.Reply{Text: "plain"})
	model := llm.NewOpenAI(server.Config())
	foreign := withTool()
	foreign.Tools = append(foreign.Tools, tool.Spec{Name: "theirs_find", Server: "theirs", Parameters: json.RawMessage(`{"type":"object"}`)})
	for _, req := range []*llm.Request{foreign, withTool()} {
		if resp, err := model.Complete(t.Context(), req); err != nil || resp.Text != "plain" {
			t.Fatalf("got %+v, %v", resp, err)
		}
	}
	if asked := server.Requests(); len(asked) != 3 || len(asked[2].Tools) != 1 {
		t.Errorf("%d questions, the last with %d tools", len(asked), len(asked[len(asked)-1].Tools))
	}
}
