package specialist

import _ "embed"

//go:embed greeting.md
var greetingRole string

var greeting = Specialist{Name: "greeting", duties: duties(greetingRole)}
