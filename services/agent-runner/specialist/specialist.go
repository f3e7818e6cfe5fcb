// Package specialist lists who answers messages, one file each.
//
// To add a specialist: write its role in <specialist>.md, put its name beside it in <specialist>.go, list it in all below, and give it
// a row in intent-router's specialists.txt, which alone says who answers which intent. Which tools it has the tools say themselves
// (tool.Spec.Specialists). Tests hold that the router, this package and the tools know the same specialists.
package specialist

// General is the specialist that answers what no other does.
const General = "general"

// Specialist is a role.
type Specialist struct {
	Name string
	Role string // what a remote model is told to be
}

var all = []Specialist{
	greeting,
	booking,
	bookingDental,
	bookingMedical,
	bookingRestaurant,
	orderingRestaurant,
	pricing,
	faq,
	location,
	hours,
	invoicing,
	urgentCare,
	escalation,
	general,
}

// All lists the specialists.
func All() []Specialist { return all }

// ByName returns a specialist; an unknown name gets the general one.
func ByName(name string) Specialist {
	for _, s := range all {
		if s.Name == name {
			return s
		}
	}
	return general
}
