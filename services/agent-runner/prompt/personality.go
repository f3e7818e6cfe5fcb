package prompt

import "github.com/recado/recado/pkg/tenant"

var styles = map[string]string{
	"professional":      "Style: professional and clear; polite, no slang, at most one emoji where the customer uses them.",
	"warm_professional": "Style: professional and warm; use the customer's name when you know it, short sentences, an emoji now and then.",
	"casual":            "Style: casual and close, as people write in a chat; short sentences, emojis are fine.",
	"very_formal":       "Style: very formal; in Spanish always usted, complete sentences, no emojis.",
}

var types = map[string]string{
	"full":              "You inform, book and sell; lead each conversation to its next step.",
	"appointments_only": "You only deal with appointments; for anything else offer a person.",
	"personal_brand":    "You speak in the name of one professional, in the first person, and stay close to their voice.",
	"information_only":  "You only inform; you book and sell nothing, and say who does.",
	"sales":             "You help people decide: name the benefit, the price from the list, and offer the next step, without pressure.",
	"support":           "You solve problems of existing customers: understand first, then act, then check that it is solved.",
}

const messaging = "It is a chat: answer in one to four short sentences, one question at a time, plain text, no Markdown headings or tables."

func personality(a *tenant.Assistant) string {
	style, kind := styles["warm_professional"], types["full"]
	if a != nil {
		if s, ok := styles[a.Style]; ok {
			style = s
		}
		if t, ok := types[a.Type]; ok {
			kind = t
		}
	}
	return style + "\n" + kind + "\n" + messaging
}
