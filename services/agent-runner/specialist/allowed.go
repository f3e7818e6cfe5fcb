package specialist

import (
	"slices"

	"github.com/recado/recado/pkg/tool"
)

// scope is what an assistant of one type may do, whoever answers for it: it reads but for the tools of except, and writes with those of
// writes alone. The scope of a type that is not listed is everything.
type scope struct{ except, writes []string }

// reach are the writes of every assistant: they book and sell nothing.
var reach = []string{updateLead, callback, keepQuestion, escalate}

var scopes = map[string]scope{
	"information_only":  {except: []string{availableSlots}, writes: reach},
	"appointments_only": {writes: slices.Concat([]string{createAppointment, rescheduleAppointment, cancelAppointment}, reach)},
}

// MayUse reports whether an assistant of a type may use a tool.
func MayUse(assistantType string, t tool.Spec) bool {
	s, limited := scopes[assistantType]
	switch {
	case !limited:
		return true
	case t.Write:
		return slices.Contains(s.writes, t.Name)
	}
	return !slices.Contains(s.except, t.Name)
}

// Uses reports whether any specialist has a tool: one that none has is nobody's, also where the catalogue lists it.
func Uses(name string) bool {
	return slices.ContainsFunc(all, func(s Specialist) bool { return slices.Contains(s.Tools, name) })
}
