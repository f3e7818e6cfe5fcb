package rulemodel

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
)

// keepWords take a cancellation back by themselves, folded: "espera", "déjala", "me equivoqué", "leave it", "deixa".
var keepWords = []string{
	"espera", "espere", "esperen", "esperame", "deja", "dejala", "dejalo", "deje", "dejela", "dejelo", "dejemosla", "dejemoslo", "dejo",
	"manten", "mantenla", "mantenga", "mantengo", "equivoque", "equivocado", "equivocada", "confundi", "confundido", "confundida",
	"wait", "leave", "keep", "mistake", "oops", "deixa", "deixe", "deixar", "mantem", "mantenha", "enganei", "confundo",
}

// noWords deny, folded.
var noWords = []string{"no", "nao", "not", "dont", "don't", "nunca", "never", "tampoco", "nop", "nel"}

// betterWords before a no withdraw what was wished: "mejor no".
var betterWords = []string{"mejor", "melhor", "rather", "better"}

// takesBack reports whether a text withdraws a cancellation: "mejor no", "no canceles nada", "entonces no cancelo", "espera".
func takesBack(text string) bool {
	words := saidWords(text)
	for i, w := range words {
		if slices.Contains(keepWords, w) {
			return true
		}
		if !slices.Contains(noWords, w) {
			continue
		}
		next := words[i+1 : min(i+4, len(words))]
		if i > 0 && slices.Contains(betterWords, words[i-1]) || slices.ContainsFunc(next, isCancel) {
			return true
		}
	}
	return false
}

func isCancel(word string) bool {
	return strings.HasPrefix(word, "cancel") || strings.HasPrefix(word, "anul")
}

// politeWords may stand beside the order to cancel, folded.
var politeWords = []string{
	"por", "favor", "porfa", "porfavor", "please", "pls", "ya", "la", "lo", "mi", "the", "my", "it", "a", "minha",
	"cita", "reserva", "mesa", "turno", "hora", "appointment", "booking", "table", "consulta", "gracias", "thanks", "obrigado", "obrigada",
}

// ordersCancel reports whether a text only orders to cancel: "cancélala por favor". A question of what it costs is no order.
func ordersCancel(text string) bool {
	words := saidWords(text)
	other := func(w string) bool { return !isCancel(w) && !slices.Contains(politeWords, w) }
	return slices.ContainsFunc(words, isCancel) && !slices.ContainsFunc(words, other) && !strings.Contains(text, "?")
}

// saidWords are a text's words, folded, with their apostrophes.
func saidWords(text string) []string {
	return strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// cancelReply is what a message after the question means for the appointment.
type cancelReply int

const (
	replyElse    cancelReply = iota // speaks of something else
	replyUnclear                    // neither a clear yes nor a no: it is asked again
	replyKeep
	replyCancel
)

// cancelReply reads the message after the question. Only a clear yes cancels; another day for the appointment is a move.
func (t *turn) cancelReply() cancelReply {
	said, back := t.slots.GetAnswer(), takesBack(t.text)
	switch {
	case t.wants("booking", "reschedule") && (t.saidWhen() || !back):
		return replyElse
	case t.tapped == tappedKeep, said == "no", back && said != "yes" && t.tapped == "":
		return replyKeep
	case t.tapped == tappedCancel, said == "yes" && !back, said == "" && ordersCancel(t.text):
		return replyCancel
	case said != "" || t.wants("cancel_booking"):
		return replyUnclear
	}
	return replyElse
}
