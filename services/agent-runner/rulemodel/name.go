package rulemodel

import (
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/heard"
)

// introduced keeps the name that was given and answers it: a booking that was made is repeated with it, one that is being made goes on.
// with says that the name is kept beside contact data; ok is false where no name was given.
func (t *turn) introduced(with bool) (a answer, ok bool) {
	name := t.Slots.GetPersonName()
	if name == "" {
		return a, false
	}
	kept := with
	if !with && t.offered["update_lead_info"] && !t.Flagged {
		c := llm.CallFor("update_lead_info", "name", map[string]any{"name": name})
		r, found := t.ask(c)
		if !found {
			return answer{calls: []llm.ToolCall{c}}, true
		}
		done, read := tool.Read[struct {
			Success bool `json:"success"`
		}](r)
		kept = read && done.Success
	}
	known := t.state.Name == name
	if kept {
		t.state.Name = name
	}
	return answer{text: t.named(name, kept, known)}, true
}

// named is what is said to who gave a name.
func (t *turn) named(name string, kept, known bool) string {
	d := t.made()
	switch {
	case t.Wants("greeting"): // the greeting says it
		return ""
	case kept && d != nil && !t.Wants("booking"):
		return t.say("under_name", "when", t.when(*d.Chosen), "where", t.where(*d.Chosen), "name", name)
	case t.onlyNamed():
		return t.say("nice_to_meet", "name", name)
	case known && t.open() != nil:
		return ""
	}
	return t.say("noted_name", "name", name)
}

// onlyNamed reports whether a message says who the customer is, and nothing else.
func (t *turn) onlyNamed() bool {
	for _, in := range t.Intents {
		if in != "other" {
			return false
		}
	}
	return t.open() == nil && !t.SaidWhen() && t.Reach == heard.Reach{}
}
