package turn

import (
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/consent"
	"github.com/recado/recado/services/agent-runner/prompt"
)

// treatment is what a message gets before any model sees it; empty means that a model answers it.
func treatment(m *recadov1.MessageRouted) string {
	if m.GetVerdict() == recadov1.Verdict_VERDICT_BLOCK {
		return textBlocked
	}
	if h := consent.Hear(prompt.Words(m)); h.Said && h.All && !h.Yes {
		return textForgotten
	}
	switch kind := m.GetContent().GetKind().(type) {
	case *recadov1.Content_Unsupported, nil:
		return textUnsupported
	case *recadov1.Content_Media:
		return mediaTreatment(kind.Media)
	}
	return ""
}

func mediaTreatment(m *recadov1.Media) string {
	switch {
	case m.GetType() == recadov1.MediaType_MEDIA_TYPE_VOICE, m.GetType() == recadov1.MediaType_MEDIA_TYPE_AUDIO:
		return textVoice
	case m.GetCaption() == "":
		return textMedia
	}
	return ""
}

// partition splits what waits into the messages that a model answers and the fixed texts that the others get, each once.
func partition(messages []Message) (asked []Message, fixed []string) {
	seen := map[string]bool{}
	for _, m := range messages {
		t := treatment(m.Routed)
		if t == "" {
			asked = append(asked, m)
			continue
		}
		if !seen[t] {
			seen[t] = true
			fixed = append(fixed, t)
		}
	}
	return asked, fixed
}

// StartsTurn reports whether content wants an answer; otherwise ended is why it has none.
func StartsTurn(c *recadov1.Content) (starts bool, ended string) {
	switch c.GetKind().(type) {
	case *recadov1.Content_Reaction, *recadov1.Content_System:
		return false, "recorded"
	case *recadov1.Content_Echo:
		return false, "echo"
	}
	return true, ""
}

// Kind names content in the conversation log.
func Kind(c *recadov1.Content) string {
	switch c.GetKind().(type) {
	case *recadov1.Content_Text:
		return "text"
	case *recadov1.Content_Media:
		return "media"
	case *recadov1.Content_Interactive:
		return "interactive"
	case *recadov1.Content_Location:
		return "location"
	case *recadov1.Content_Reaction:
		return "reaction"
	case *recadov1.Content_Echo:
		return "echo"
	case *recadov1.Content_System:
		return "system"
	}
	return "unsupported"
}

// consentOf is what the messages say of being remembered, the last word; all is true where they say nothing else.
func consentOf(messages []Message) (consents *bool, all bool) {
	all = len(messages) > 0
	for _, m := range messages {
		h := consent.Hear(prompt.Words(m.Routed))
		if all = all && h.Said && h.All; h.Said && m.Routed.GetVerdict() != recadov1.Verdict_VERDICT_BLOCK {
			consents = &h.Yes
		}
	}
	return consents, all
}

// remembering answers who only lets the business remember, where it does.
func (r *run) remembering(asked []Message) *draft {
	yes, all := consentOf(asked)
	if !all || yes == nil || !*yes || r.scene.settings.Memory.Facts == "" {
		return nil
	}
	return r.fixed([]string{textRemembered})
}

// forgets reports whether a message among others said that nothing is to be remembered.
func forgets(messages []Message) bool {
	no, _ := consentOf(messages)
	return no != nil && !*no
}
