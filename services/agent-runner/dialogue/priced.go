package dialogue

import (
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/ordering"
)

// AsPriced changes what a refused order still lacks and its dishes do not cost: how it is had, and when; false where it is refused for
// something else.
func (f *Frame) AsPriced(refused *tool.Error) bool {
	next := tool.ReadAllowed[string](refused.Allowed)
	switch refused.Code {
	case "closed", "past", "beyond_horizon":
		if len(next) > 0 && f.Values["hour"] != next[0] {
			f.Set("hour", next[0])
			return true
		}
		later := f.Values["hour"] != ""
		f.Set("hour", "")
		return later
	case "invalid_arguments", "address_required", "outside_zone", "below_minimum":
		lacks := f.Values["fulfilment"] != ordering.Pickup
		f.Set("fulfilment", ordering.Pickup)
		return lacks
	}
	return false
}
