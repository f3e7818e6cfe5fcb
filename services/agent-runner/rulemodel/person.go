package rulemodel

import (
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

// person hands over: the tool records it and says what to tell the customer.
func (t *turn) person(reason, key string) answer {
	c := llm.CallFor("escalate_to_human", reason, map[string]any{"reason": reason})
	r, found := t.ask(c)
	if !found && t.offered[c.Name] {
		return answer{calls: []llm.ToolCall{c}}
	}
	told, ok := tool.Read[struct {
		Message string `json:"message"`
	}](r)
	a := answer{text: t.say(key), handoff: reason}
	if key == "handoff" && ok && told.Message != "" {
		a.text = told.Message
	}
	return a
}
