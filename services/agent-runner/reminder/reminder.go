// Package reminder reads what a customer says to a reminder: that it stands, that it cannot be, or that no more of them are wanted.
package reminder

// What can be tapped under a reminder.
const (
	TapYes    = "yes"
	TapMove   = "move"
	TapCancel = "cancel"
)

const tapPrefix = "remind-"

// Tap is the id of a choice under the reminder of an appointment.
func Tap(what, appointment string) string { return tapPrefix + what + ":" + appointment }
