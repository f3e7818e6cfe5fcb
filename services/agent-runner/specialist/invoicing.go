package specialist

import _ "embed"

//go:embed invoicing.md
var invoicingRole string

var invoicing = Specialist{Name: "invoicing", duties: duties(invoicingRole)}
