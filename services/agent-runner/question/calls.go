package question

import (
	"encoding/json"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

// read decodes a result; ok is false when the tool refused or said nothing readable.
func read[T any](r tool.Result) (v T, ok bool) {
	if r.Err != nil {
		return v, false
	}
	return decode[T](r.JSON)
}

func decode[T any](data []byte) (v T, ok bool) {
	if len(data) == 0 || string(data) == "null" {
		return v, false
	}
	return v, json.Unmarshal(data, &v) == nil
}

func absent(r tool.Result) bool { return r.Err != nil && r.Err.Code == "not_found" }

// fetch returns a result, or the call that is needed first; both are empty where the tool is not offered.
func (t *Turn) fetch(c llm.ToolCall) (r tool.Result, calls []llm.ToolCall, ok bool) {
	if r, found := t.Results[c.ID]; found {
		return r, nil, true
	}
	if !t.Offered[c.Name] {
		return r, nil, false
	}
	return r, []llm.ToolCall{c}, false
}

// unsure is the answer when a tool failed: nothing is claimed, and a person learns of it.
func (t *Turn) unsure() Answer { return Answer{Text: t.Say("confirm_later"), Handoff: "no_answer"} }
