package specialist

import (
	"slices"

	"github.com/recado/recado/pkg/tool"
)

// MayUse reports whether an assistant of a type may use a tool.
func MayUse(assistantType string, t tool.Spec) bool { return tool.MayUse(assistantType, t) }

// Uses reports whether any specialist has a tool: one that none has is nobody's, also where the catalogue lists it.
func Uses(name string) bool {
	return slices.ContainsFunc(all, func(s Specialist) bool { return slices.Contains(s.Tools, name) })
}
