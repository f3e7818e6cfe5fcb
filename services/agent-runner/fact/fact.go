// Package fact words what a model is asked to sum up and to learn of a contact, judges what it says, and tells it again.
package fact

import "time"

// maxLine bounds one message, in bytes.
const maxLine = 600

// Kinds are what may be remembered.
var Kinds = []string{"preference", "family", "pet", "usual_order", "accessibility"}

// Fact is something remembered of a contact.
type Fact struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Known is what is kept of a conversation and its contact.
type Known struct {
	Summary string
	Facts   []Fact // what was said last first
}

// Line is one message, with the conversation's tokens in place of personal data.
type Line struct {
	At   time.Time
	Ours bool
	Text string
}
