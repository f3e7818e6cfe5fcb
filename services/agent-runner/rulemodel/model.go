// Package rulemodel answers conversations by rules: a llm.Model without a network that works from routed slots, dialogue state and
// tool results.
//
// It is the fast lane for what typed facts answer fully, the last rung of every model chain, and what runs without an API key.
package rulemodel

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/assent"
)

// Name is what the rule model is called in traces and events.
const Name = "rules"

// Model answers from Request.Facts alone; it is deterministic and has no state of its own.
type Model struct{}

// New returns the rule model.
func New() Model { return Model{} }

var errNoFacts = errors.New("rule model: the request carries no facts")

// Complete returns the tool calls that the answer still needs, or the answer.
func (Model) Complete(_ context.Context, req *llm.Request) (*llm.Response, error) {
	if req.Facts == nil || req.Facts.Settings == nil {
		return nil, errNoFacts
	}
	t := newTurn(req)
	answers := t.answer()
	if calls := pending(answers); len(calls) > 0 {
		return &llm.Response{ToolCalls: calls, Finish: "tool_calls", Model: Name}, nil
	}
	return t.respond(answers), nil
}

// Stream shows the whole answer at once: rules have nothing to wait for.
func (m Model) Stream(ctx context.Context, req *llm.Request, show func(string)) (*llm.Response, error) {
	resp, err := m.Complete(ctx, req)
	if err == nil && resp.Text != "" {
		show(resp.Text)
	}
	return resp, err
}

// answer is what one topic contributes: calls it still needs, or words.
type answer struct {
	calls   []llm.ToolCall
	text    string
	choices []llm.Choice
	handoff string
	confirm *assent.Asked // what the words ask a yes for
	ended   bool          // an errand was done
	made    bool          // an appointment or an order was made
}

func pending(answers []answer) (calls []llm.ToolCall) {
	seen := map[string]bool{}
	for _, a := range answers {
		for _, c := range a.calls {
			if !seen[c.ID] {
				seen[c.ID] = true
				calls = append(calls, c)
			}
		}
	}
	return calls
}

func (t *turn) respond(answers []answer) *llm.Response {
	t.lapse(answers)
	resp := &llm.Response{Finish: "stop", Model: Name, Dialogue: t.state.Encode()}
	var parts []string
	for _, a := range answers {
		if a.text != "" && !slices.Contains(parts, a.text) {
			parts = append(parts, a.text)
		}
		if len(a.choices) > 0 {
			resp.Choices = a.choices
		}
		if a.confirm != nil {
			resp.Confirm = &llm.ToolCall{Name: a.confirm.Tool, Arguments: a.confirm.Arguments}
		}
		if a.handoff != "" {
			resp.Handoff = a.handoff
		}
	}
	resp.Text = strings.Join(parts, "\n\n")
	return resp
}
