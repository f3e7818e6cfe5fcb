package specialist

import _ "embed"

//go:embed booking.md
var bookingRole string

var booking = Specialist{Name: "booking", Role: bookingRole, Tools: appointments}

// appointments are the tools of every specialist that books.
var appointments = []string{
	availableSlots, createAppointment, rescheduleAppointment, cancelAppointment,
	appointmentList, serviceInfo, listServices, staffInfo, branchInfo, policy, updateLead, callback, escalate,
}
