package specialist

import _ "embed"

//go:embed booking.md
var bookingRole string

var booking = Specialist{Name: "booking", duties: duties(bookingRole)}
