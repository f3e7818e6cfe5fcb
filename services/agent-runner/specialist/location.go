package specialist

import _ "embed"

//go:embed location.md
var locationRole string

var location = Specialist{Name: "location", duties: duties(locationRole)}
