package rulemodel

import "encoding/json"

// state is what the rule model remembers between turns; it is stored with the conversation, under the fence.
type state struct {
	Booking *booking `json:"booking,omitempty"`
	// Misses counts turns in a row that were not understood.
	Misses int `json:"misses,omitempty"`
	// Cancelling is true while a booking that was made waits for a yes to its end.
	Cancelling bool `json:"cancelling,omitempty"`
	// Cancelled is true after a booking was cancelled here: who then wants "another one" wants a new one.
	Cancelled bool `json:"cancelled,omitempty"`
	// About is the service that was last asked about: "I want to book it" means that one.
	About *about `json:"about,omitempty"`
	// Name is what the customer is called, once it is kept.
	Name string `json:"name,omitempty"`
}

type about struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// booking is an appointment or a table being agreed on.
type booking struct {
	ServiceID   string `json:"service_id,omitempty"`
	ServiceName string `json:"service_name,omitempty"`
	BranchID    string `json:"branch_id,omitempty"`
	StaffID     string `json:"staff_id,omitempty"`
	Date        string `json:"date,omitempty"` // YYYY-MM-DD
	DateEnd     string `json:"date_end,omitempty"`
	Time        string `json:"time,omitempty"` // HH:MM
	TimeEnd     string `json:"time_end,omitempty"`
	Part        string `json:"part,omitempty"`
	Bound       string `json:"bound,omitempty"`
	Party       uint32 `json:"party,omitempty"`
	// Asked is what the last reply asked for: service, party, date, opening or confirm.
	Asked   string    `json:"asked,omitempty"`
	Offered []opening `json:"offered,omitempty"`
	Chosen  *opening  `json:"chosen,omitempty"`
	// Booked is the appointment's id once it exists.
	Booked string `json:"booked,omitempty"`
	// Moves is the appointment that a new time is being agreed on for, and Was its opening.
	Moves string   `json:"moves,omitempty"`
	Was   *opening `json:"was,omitempty"`
}

// opening is a free time of the calendar as get_available_slots gives it.
type opening struct {
	SlotID    string `json:"slot_id"`
	Date      string `json:"date"`
	Time      string `json:"time"`
	Branch    string `json:"branch_name"`
	Staff     string `json:"staff_name,omitempty"`
	Available *bool  `json:"available,omitempty"`
}

// same reports whether a customer would call two openings the same.
func (o opening) same(other opening) bool {
	return o.Date == other.Date && o.Time == other.Time && o.Branch == other.Branch && o.Staff == other.Staff
}

// free reports whether the calendar still has it: results may list taken times too.
func (o opening) free() bool { return o.Available == nil || *o.Available }

func (s *state) encode() json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}

// decodeState reads a stored state; one that cannot be read is dropped, the conversation starts over.
func decodeState(data json.RawMessage) (s state, unknown bool) {
	if len(data) == 0 {
		return s, false
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return state{}, true
	}
	return s, false
}
