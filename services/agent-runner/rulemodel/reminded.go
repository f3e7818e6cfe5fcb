package rulemodel

import (
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/reminder"
)

// reminded answers what is said to a reminder, and to messages that nobody asked for.
func (t *turn) reminded() ([]answer, bool) {
	r := reminder.Turn{Said: &t.Said, Facts: t.facts, Memory: t.state.Reminded, Words: t.words, Offered: t.offered, Ask: t.ask}
	if f := t.open(); f != nil && f.Asked != "" {
		r.Busy, r.Mine = true, f.Own != nil && r.Memory != nil && f.Own.ID == r.Memory.Of.ID
	}
	out, ok := r.Reply()
	if ok && out.Drop {
		t.state.Pop()
	}
	if ok && out.Flow != "" {
		t.state.Push(&dialogue.Frame{Flow: out.Flow, Own: &t.state.Reminded.Of, Asked: out.Asked})
		if out.Text == "" {
			return t.goOn(false), true
		}
	}
	return t.besides([]answer{{calls: out.Calls, text: out.Text, ended: out.Ended}}), ok
}
