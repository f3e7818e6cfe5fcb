// Package reminder reads what a customer says to a reminder: that it stands, that it cannot be, or that no more of them are wanted.
package reminder

import (
	"time"

	"github.com/recado/recado/services/agent-runner/opening"
)

// Memory is the reminder that was said last: what a bare answer after it is about.
type Memory struct {
	Of opening.Appointment `json:"of"`
	At time.Time           `json:"at"`
	// Heard is true once it was answered: a later yes is to something else.
	Heard bool `json:"heard,omitempty"`
}

// What can be tapped under a reminder.
const (
	TapYes    = "yes"
	TapMove   = "move"
	TapCancel = "cancel"
)

const tapPrefix = "remind-"

// Tap is the id of a choice under the reminder of an appointment.
func Tap(what, appointment string) string { return tapPrefix + what + ":" + appointment }
