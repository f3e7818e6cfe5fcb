package rulemodel

import (
	"github.com/recado/recado/services/agent-runner/basket"
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
		case !as.AsPriced(refused):
			return answer{text: t.say("order_sum_later")}
		}
	}
	return answer{text: t.say("order_sum_later")}
}

// maxSumRounds is how often a sum is asked for: as it is, without bringing it, at the next hour, and once more.
const maxSumRounds = 4
