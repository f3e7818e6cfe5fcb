package rulemodel

import "github.com/recado/recado/services/agent-runner/confirm"

// contact keeps the contact data that was given and repeats it, so that a slip is seen; ok is false where none was given.
func (t *turn) contact() (a answer, ok bool) {
	if t.Reach.Phone+t.Reach.Email == "" || !t.offered[confirm.ContactTool] {
		return a, false
	}
	a.text, a.calls = confirm.Contact(t.words, t.Reach, t.Slots.GetPersonName(), t.ask)
	return a, true
}
