package opening

import (
	"slices"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Appointment is one of the customer's own as get_appointments gives it.
type Appointment struct {
	ID      string `json:"appointment_id"`
	Date    string `json:"date"`
	Time    string `json:"time"`
	Service string `json:"service"`
	Branch  string `json:"branch"`
	Staff   string `json:"staff,omitempty"`
	Status  string `json:"status,omitempty"`
	Party   int    `json:"party_size,omitempty"`
}

// At is the appointment as an opening: when and where.
func (a Appointment) At() Opening {
	return Opening{Date: a.Date, Time: a.Time, Branch: a.Branch, Staff: a.Staff}
}

// Narrow keeps those that fit, or all where none does.
func Narrow(all []Appointment, fits func(Appointment) bool) []Appointment {
	some := slices.DeleteFunc(slices.Clone(all), func(a Appointment) bool { return !fits(a) })
	if len(some) == 0 {
		return all
	}
	return some
}

// Named keeps the appointments of the services that were named, and at the day and hour where that is what tells them apart.
func Named(all []Appointment, said *recadov1.Slots, byTime bool) []Appointment {
	for _, m := range said.GetServices() {
		all = Narrow(all, func(a Appointment) bool { return a.Service == m.GetName() })
	}
	if w := said.GetWhen(); byTime && w != nil {
		all = Narrow(all, func(a Appointment) bool { return w.GetDate() == "" || a.Date == w.GetDate() })
		all = Narrow(all, func(a Appointment) bool { return w.GetTime() == "" || a.Time == w.GetTime() })
	}
	return all
}
