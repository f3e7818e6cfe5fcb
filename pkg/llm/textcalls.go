package llm

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/recado/recado/pkg/tool"
)

// textCall is a tool call as a model writes it that has none of its own.
type textCall struct {
	Call *struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"tool_call"`
}

const textToolsHead = `To use a tool answer with one JSON object and nothing else, before and after it no word:
{"tool_call": {"name": "NAME", "arguments": {…}}}
Its result comes in the next message. Answer in plain words when you need no tool. The tools, with the schemas of their arguments:`

// inText is a request whose tools, calls and results stand in words, for models that have no calls of their own.
func inText(req *Request) *Request {
	out := *req
	out.Tools = nil
	out.Messages = make([]Message, 0, len(req.Messages)+1)
	told := len(req.Tools) == 0
	for _, m := range req.Messages {
		if m.Role != RoleSystem && !told {
			told = true
			out.Messages = append(out.Messages, Message{Role: RoleSystem, Text: describe(req.Tools)})
		}
		out.Messages = append(out.Messages, wordsFor(m)...)
	}
	return &out
}

func describe(specs []tool.Spec) string {
	var b strings.Builder
	b.WriteString(textToolsHead)
	for _, s := range specs {
		fmt.Fprintf(&b, "\n- %s: %s %s", s.Name, s.Description, s.Parameters)
	}
	return b.String()
}

// wordsFor is a message without calls: each call is a message as the model would have written it.
func wordsFor(m Message) (out []Message) {
	switch {
	case m.Role == RoleTool:
		return []Message{{Role: RoleUser, Text: "Result of the tool: " + m.Text}}
	case len(m.ToolCalls) == 0:
		return []Message{m}
	}
	parts := make([]string, 0, len(m.ToolCalls)+1)
	if m.Text != "" {
		parts = append(parts, m.Text)
	}
	for _, c := range m.ToolCalls {
		args := c.Arguments
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		parts = append(parts, fmt.Sprintf(`{"tool_call": {"name": %q, "arguments": %s}}`, c.Name, args))
	}
	return []Message{{Role: m.Role, Text: strings.Join(parts, "\n")}}
}

// callInText reads an answer that is a tool call in words, of a tool that was offered. Models with calls of their own write one too at
// times, and a customer must not read it. A model that was told to write calls in words may say something before one all the same.
func callInText(resp *Response, offered []tool.Spec, inWords bool) {
	text := unfenced(resp.Text)
	if begins := textCallBegins.FindAllStringIndex(resp.Text, -1); inWords && len(begins) > 0 {
		text = strings.TrimRight(resp.Text[begins[len(begins)-1][0]:], "` \n\r\t")
	}
	var asked textCall
	if len(resp.ToolCalls) > 0 || !mayBeCall(text) || json.Unmarshal([]byte(text), &asked) != nil || asked.Call == nil {
		return
	}
	for _, s := range offered {
		if s.Name == asked.Call.Name {
			resp.ToolCalls = []ToolCall{{ID: "call_text", Name: s.Name, Arguments: asked.Call.Arguments}}
			resp.Text, resp.Finish = "", "tool_calls"
			return
		}
	}
}

var textCallBegins = regexp.MustCompile(`\{\s*"tool_call"\s*:`)

// mayBeCall reports whether a text, or the beginning of one, is JSON or a block of code: nobody is shown it before it is read.
func mayBeCall(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "`")
}

// unfenced is a text without a block of code's marks around it.
func unfenced(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "```") {
		return text
	}
	_, text, _ = strings.Cut(text, "\n")
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "```"))
}

// held passes the pieces of a stream on, but those of an answer that may be a tool call in words, or may end in one.
type held struct {
	show  func(string)
	begun strings.Builder
	plain bool // it begins with words
}

func (h *held) piece(text string) {
	waits := h.plain && h.begun.Len() > 0
	h.begun.WriteString(text)
	said := h.begun.String()
	if waits || !h.plain && (strings.TrimSpace(said) == "" || mayBeCall(said)) {
		return
	}
	h.plain = true
	words, rest, brace := strings.Cut(said, "{")
	if words != "" {
		h.show(words)
	}
	h.begun.Reset()
	if brace {
		h.begun.WriteString("{" + rest)
	}
}

// end shows what was held back of an answer that is words after all.
func (h *held) end(resp *Response) {
	if len(resp.ToolCalls) == 0 && h.begun.Len() > 0 {
		h.show(h.begun.String())
	}
}
