package rulemodel

import (
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/ordering"
)

// asksSum reports whether a message asks what the order under way comes to, and about no dish of its own: "¿cuánto sale?".
func (t *turn) asksSum() bool {
	f := t.open()
	if !isOrder(f) || t.menu == nil || f.Basket == nil || f.Basket.Empty() {
		return false
	}
	return basket.AsksSum(t.Text) && len(t.Slots.GetDishes()) == 0 && len(t.menu.Read(t.Text, "").Wishes) == 0
}

// sumSoFar says what the order comes to so far, as quote_order prices it.
func (t *turn) sumSoFar() answer {
	f := t.open()
	f.Asked, f.Tries = "", 0 // the question is asked again as it was
	as := f.Copied()
	for range maxSumRounds {
		o, refused, calls := t.quote(as, "sum")
		switch {
		case calls != nil:
			return answer{calls: calls}
		case refused == nil && f.Values["fulfilment"] == o.Type:
			return answer{text: t.say("order_sum", "total", o.TotalText)}
		case refused == nil:
			return answer{text: t.say("order_sum_fetched", "total", o.TotalText)}
		case !asPriced(as, refused):
			return answer{text: t.say("order_sum_later")}
		}
	}
	return answer{text: t.say("order_sum_later")}
}

// maxSumRounds is how often a sum is asked for: as it is, without bringing it, at the next hour, and once more.
const maxSumRounds = 4

// asPriced changes what a refused order still lacks and its dishes do not cost: how it is had, and when; false where it is refused for
// something else.
func asPriced(f *dialogue.Frame, refused *tool.Error) bool {
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
