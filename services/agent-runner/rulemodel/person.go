package rulemodel

import (
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

// person hands over: the tool records it and says what to tell the customer.
func (t *turn) person(reason, key string) answer { return t.handOver(reason, key, "") }

// handOver hands over with what the person should know of the errand.
func (t *turn) handOver(reason, key, summary string) answer {
	args := map[string]any{"reason": reason}
	if summary != "" {
		args["summary"] = summary
	}
	c := llm.CallFor("escalate_to_human", reason, args)
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
