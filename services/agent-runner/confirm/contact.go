package confirm

import (
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// ContactTool keeps how a customer is reached.
const ContactTool = "update_lead_info"

// Contact says back the contact data that was given, once it is kept, so that a slip is seen; calls are needed first.
func Contact(w phrase.Words, r heard.Reach, name string, ask func(llm.ToolCall) (tool.Result, bool)) (text string, calls []llm.ToolCall) {
	args := map[string]any{}
	for field, value := range map[string]string{"phone": r.Phone, "email": r.Email, "name": name} {
		if value != "" {
			args[field] = value
		}
	}
	c := llm.CallFor(ContactTool, "contact", args)
	done, found := ask(c)
	if !found {
		return "", []llm.ToolCall{c}
	}
	kept, read := tool.Read[struct {
		Success bool `json:"success"`
	}](done)
	key := "contact_both"
	switch {
	case !read || !kept.Success:
		key = "contact_again"
	case r.Email == "":
		key = "contact_phone"
	case r.Phone == "":
		key = "contact_email"
	}
	return w.Say(key, "phone", r.Phone, "email", r.Email), nil
}
