package rulemodel

import (
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

// contact keeps the contact data that was given and repeats it, so that a slip is seen; ok is false where none was given.
func (t *turn) contact() (a answer, ok bool) {
	if t.Reach.Phone+t.Reach.Email == "" || !t.offered["update_lead_info"] {
		return a, false
	}
	args := map[string]any{}
	for name, value := range map[string]string{"phone": t.Reach.Phone, "email": t.Reach.Email, "name": t.Slots.GetPersonName()} {
		if value != "" {
			args[name] = value
		}
	}
	c := llm.CallFor("update_lead_info", "contact", args)
	r, found := t.ask(c)
	if !found {
		a.calls = append(a.calls, c)
		return a, true
	}
	kept, read := tool.Read[struct {
		Success bool `json:"success"`
	}](r)
	key := "contact_both"
	switch {
	case !read || !kept.Success:
		key = "contact_again"
	case t.Reach.Email == "":
		key = "contact_phone"
	case t.Reach.Phone == "":
		key = "contact_email"
	}
	a.text = t.say(key, "phone", t.Reach.Phone, "email", t.Reach.Email)
	return a, true
}
