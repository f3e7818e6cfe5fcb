package specialist

import _ "embed"

//go:embed urgent_care.md
var urgentCareRole string

var urgentCare = Specialist{Name: "urgent_care", duties: duties(urgentCareRole)}
