package tool

import "slices"

// Permission is what a tool does, as far as the type of an assistant decides who may.
type Permission string

// The permissions. A tool that has none is only for assistants whose type limits nothing.
const (
	Inform       Permission = "inform"       // tells what the business publishes, or the contact's own
	Contact      Permission = "contact"      // keeps who the customer is, or asks for a person
	Calendar     Permission = "calendar"     // tells what is free
	Appointments Permission = "appointments" // writes appointments
	Orders       Permission = "orders"       // prices or writes orders
	Loyalty      Permission = "loyalty"      // moves what was earned
	Records      Permission = "records"      // reads or writes what only this business has
	Outside      Permission = "outside"      // leaves the house: e-mail, other programs
)

// permissions are those of the assistant types that may not do everything: what is to come needs a line here.
var permissions = map[string][]Permission{
	"information_only":  {Inform, Contact},
	"appointments_only": {Inform, Contact, Calendar, Appointments},
}

// MayUse reports whether an assistant of a type may use a tool, also where its specialist has it.
func MayUse(assistantType string, t Spec) bool {
	may, limited := permissions[assistantType]
	return !limited || slices.Contains(may, t.Permission)
}
