package rulemodel

import "encoding/json"

// state is what the rule model remembers between turns; it is stored with the conversation, under the fence.
type state struct {
	Booking *booking `json:"booking,omitempty"`
	// Misses counts turns in a row that were not understood.
	Misses int `json:"misses,omitempty"`
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

// free tells whether the calendar still has it: results may list taken times too.
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
