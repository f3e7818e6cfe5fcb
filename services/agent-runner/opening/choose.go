package opening

import (
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/services/agent-runner/heard"
)

// Choose finds the opening of a list that was settled on: a tap, "the second", the earliest, its hour, whatever there is; nil where
// none was. moved says that a day or hour was named.
func Choose(offered []Opening, said *heard.Said, moved bool) *Opening {
	if i := slices.IndexFunc(offered, func(o Opening) bool { return said.Tapped != "" && o.SlotID == said.Tapped }); i >= 0 {
		return &offered[i]
	}
	n := int(said.Slots.GetChoice())
	switch {
	case len(offered) == 0:
		return nil
	case said.Last || n < 0:
		return &offered[len(offered)-1]
	case n > 0 && n <= len(offered):
		return &offered[n-1]
	case said.Says("earliest"):
		return &Earliest(offered)[0]
	case moved:
		return OfferedAt(offered, said.Slots.GetWhen())
	case said.Any || said.Slots.GetAnswer() == "yes" && len(offered) == 1:
		return &offered[0]
	}
	return nil
}

// BareHour is the hour HH:MM that a number alone means after a list that has not so many rows; empty where it is none.
func BareHour(offered []Opening, said *heard.Said) string {
	n := int(said.Slots.GetChoice())
	if n <= len(offered) || n > 23 || len(offered) == 0 || len(strings.Fields(said.Plain)) > 2 {
		return ""
	}
	morning := fmt.Sprintf("%02d:00", n)
	evening := Later(morning)
	for _, o := range offered {
		if o.Time[:2] == evening[:2] && n < 12 {
			return evening
		}
	}
	if n < 12 && offered[0].Time >= noon {
		return evening
	}
	return morning
}

// Beside is an earlier or later time than those that were offered, and whether it is a bound before or after; empty where none is
// wished.
func Beside(offered []Opening, said *heard.Said) (at, bound string) {
	if len(offered) == 0 || said.SaidWhen() || said.Says("late") {
		return "", ""
	}
	first := slices.MinFunc(offered, func(x, y Opening) int { return strings.Compare(x.Time, y.Time) })
	last := slices.MaxFunc(offered, func(x, y Opening) int { return strings.Compare(x.Time, y.Time) })
	switch {
	case said.Says("earlier"):
		return first.Time, "before"
	case said.Says("later"):
		return last.Time, "past"
	}
	return "", ""
}
