package rulemodel

import (
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/rewards"
)

// desk is the turn as what was earned sees it.
func (t *turn) desk() rewards.Desk {
	return rewards.Desk{Words: t.words, Plain: t.Plain, Choice: int(t.Slots.GetChoice()), Ask: t.ask}
}

// asksEarned reports whether a message asks what was earned, or what it is good for.
func (t *turn) asksEarned() bool {
	return t.Wants("loyalty") && t.offered[rewards.BalanceTool] && t.flowByWords() == nil
}

func (t *turn) rewarded(a rewards.Answer) answer {
	if a.Failed {
		return t.toolFailed()
	}
	return answer{calls: a.Calls, text: a.Text, choices: a.Choices}
}

// findReward finds which reward is meant, or says why none can be had.
func (t *turn) findReward(f *dialogue.Frame) answer {
	a, ending := t.desk().Choose(f)
	switch ending {
	case rewards.Chosen:
		return t.finish(f)[0]
	case rewards.Over:
		t.state.Pop()
	}
	return t.rewarded(a)
}

// doRedeem takes the reward that the customer said yes to, and tells its code.
func (t *turn) doRedeem(f *dialogue.Frame) answer {
	asked := t.asked(f)
	c := llm.ToolCall{ID: asked.Tool + ":" + asked.Digest(), Name: asked.Tool, Arguments: asked.Arguments}
	r, found := t.ask(c)
	switch {
	case !found:
		return answer{calls: []llm.ToolCall{c}}
	case r.Err != nil && r.Err.Code == unconfirmed:
		return t.confirm(f)
	}
	t.state.Pop()
	a := t.rewarded(t.desk().Done(r))
	a.ended = true
	return a
}
