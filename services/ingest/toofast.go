package ingest

import (
	"net/http"
	"strings"

	"github.com/recado/recado/pkg/bus"
)

// tooFastTexts say what a page's visitor can do, by language.
var tooFastTexts = map[string]string{
	"es": "Recibimos muchos mensajes seguidos. Espera unos segundos y vuelve a enviar el último.",
	"en": "We are getting many messages at once. Wait a few seconds and send the last one again.",
	"pt": "Recebemos muitas mensagens seguidas. Espere alguns segundos e envie a última de novo.",
}

// tooFast answers 429 in the page's language, else in the tenant's.
func tooFast(w http.ResponseWriter, r *http.Request, ref accountRef) {
	w.Header().Set("Retry-After", retryAfter)
	answer(w, http.StatusTooManyRequests, map[string]string{
		"error": "too_many_messages", "message": tooFastTexts[pageLanguage(r.Header.Get("Accept-Language"), ref.settings.Language)],
	})
}

// pageLanguage is the first language of a browser's list that we have.
func pageLanguage(accepted, fallback string) string {
	if len(accepted) > 200 {
		accepted = accepted[:200]
	}
	for part := range strings.SplitSeq(accepted, ",") {
		tag, _, _ := strings.Cut(part, ";")
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		if tooFastTexts[primary] != "" {
			return primary
		}
	}
	if tooFastTexts[fallback] != "" {
		return fallback
	}
	return "es"
}

// webchatLane is the lane that a session's messages would have.
func (ref accountRef) webchatLane(session string) bus.Lane {
	return bus.Lane{
		Tenant: string(ref.settings.ID), Conversation: ref.ids.ConversationID(ref.account.Channel, ref.account.ID, session),
	}
}
