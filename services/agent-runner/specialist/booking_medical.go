package specialist

import _ "embed"

//go:embed booking_medical.md
var bookingMedicalRole string

var bookingMedical = Specialist{Name: "booking_medical", duties: duties(bookingMedicalRole)}
