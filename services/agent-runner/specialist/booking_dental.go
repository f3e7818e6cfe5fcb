package specialist

import _ "embed"

//go:embed booking_dental.md
var bookingDentalRole string

var bookingDental = Specialist{Name: "booking_dental", duties: duties(bookingDentalRole)}
