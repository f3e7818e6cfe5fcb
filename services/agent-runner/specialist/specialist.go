// Package specialist lists who answers messages, one file each.
//
// To add a specialist: write its duty, and which tool is for what, in <specialist>.md, put its name beside it in <specialist>.go,
// list it in all below, and give it a row in intent-router's specialists.txt, which alone says who answers
// which intent. Which tools it has the tools say themselves (tool.Spec.Specialists). Tests hold that the router, this package and
// the tools know the same specialists.
package specialist

import (
	"slices"
	"strings"
)

// General is the specialist that answers what no other does.
const General = "general"

// Specialist is a role.
type Specialist struct {
	Name   string
	duties [3]string // what a remote model is told of its work, by language
}

var languages = []string{"es", "en", "pt"}

// duties reads a specialist's file: a line in each language, with its code before it.
func duties(file string) (out [3]string) {
	for line := range strings.Lines(file) {
		code, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if i := slices.Index(languages, code); i >= 0 {
			out[i] = text
		}
	}
	return out
}

// Duty is what the specialist does and which tool is for what, in a language; an unknown one is Spanish.
func (s Specialist) Duty(language string) string {
	return s.duties[max(0, slices.Index(languages, language))]
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
