package opening

import "time"

// Reminded is the reminder that was said last: what a bare answer after it is about.
type Reminded struct {
	Of Appointment `json:"of"`
	At time.Time   `json:"at"`
	// Heard is true once it was answered: a later yes is to something else.
	Heard bool `json:"heard,omitempty"`
}
