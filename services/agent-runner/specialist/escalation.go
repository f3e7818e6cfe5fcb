package specialist

import _ "embed"

//go:embed escalation.md
var escalationRole string

var escalation = Specialist{Name: "escalation", duties: duties(escalationRole)}
