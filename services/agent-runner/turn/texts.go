package turn

import "github.com/recado/recado/services/agent-runner/texts"

// The texts that no model words: what a customer reads when rules alone decide.
const (
	textBlocked     = "blocked"
	textUnsupported = "unsupported"
	textVoice       = "voice"
	textMedia       = "media"
	textHandoff     = "handoff"
	textSafe        = "safe"
	textOffer       = "offer"
	textDanger      = "danger"
	textAsked       = "asked"
	textClosed      = "closed"
	textSettled     = "settled"
	textLoop        = "loop"
	textForgotten   = "forgotten"
	textRemembered  = "remembered"
	// what the assistant says first when it speaks again: keys that a conversation keeps
	textReturned   = "returned"
	textUnanswered = "unanswered"
)

// say returns a fixed text, empty where there is no such key; a language without one gets Spanish.
func say(key, language string) string { return texts.Say(key, language) }
