package specialist

import _ "embed"

//go:embed pricing.md
var pricingRole string

var pricing = Specialist{Name: "pricing", duties: duties(pricingRole)}
