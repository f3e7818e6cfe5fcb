package specialist

import _ "embed"

//go:embed hours.md
var hoursRole string

var hours = Specialist{Name: "hours", duties: duties(hoursRole)}
