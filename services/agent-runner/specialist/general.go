package specialist

import _ "embed"

//go:embed general.md
var generalRole string

var general = Specialist{Name: General, duties: duties(generalRole)}
