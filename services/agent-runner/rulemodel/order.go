package rulemodel

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// What an order may ask beside the values of its flow.
const (
	askBranch   = "branch"
	askZone     = "zone"
	askHour     = "hour"
	askAllergen = "allergen"
	askChange   = "change"
	askMore     = "more"
	askWhich    = "which" // allergy, or what to add
)

// noAllergy is the value where nothing must be avoided.
const noAllergy = dialogue.NoAllergy

// The bounds of what a customer says for an order, in characters.
const (
	addressLimit = 250
	allergyLimit = 60
)

// orderNews is what a turn's words did to an order, for what is said of it.
type orderNews struct {
	said    basket.Said
	outcome basket.Outcome
	allergy bool // told in this turn
}

// isOrder reports whether an errand puts an order together.
func isOrder(f *dialogue.Frame) bool { return f != nil && f.Spec().Collects("basket") }

// ordering reports whether an order is under way.
func (t *turn) ordering() bool { return slices.ContainsFunc(t.state.Stack, isOrder) }

// readMenu reads the menu where an order is under way or begins; calls are those that are needed first.
func (t *turn) readMenu() (calls []llm.ToolCall) {
	f := t.flowFor("order")
	if f == nil || !t.canDo(f) || !t.ofOrders() {
		return nil
	}
	r, calls := t.look(llm.CallFor("get_menu", "order", map[string]any{}))
	if dishes, ok := tool.Read[[]basket.Dish](r); ok {
		t.menu = basket.NewMenu(dishes, t.settings())
	}
	return calls
}

// ofOrders reports whether the turn may be about an order.
func (t *turn) ofOrders() bool {
	top := t.open()
	changes := top != nil && top.Values["change"] != ""
	if changes || t.state.Ordered != nil || t.usual() {
		return true
	}
	return t.ordering() || t.Wants("order")
}

// takeOrder takes what was said into an order.
func (t *turn) takeOrder(f *dialogue.Frame) {
	if f.Basket == nil {
		f.Basket = &basket.Basket{}
	}
	t.news = orderNews{}
	if t.menu == nil {
		return
	}
	way := f.Values["fulfilment"]
	t.takeWay(f)
	t.takePlaceOf(f)
	t.takeHour(f)
	t.takeAllergy(f)
	switch {
	case f.Asked == "basket" && t.settle(f), f.Asked == askAllergen && t.takeAllergen(f):
	default:
		t.takeDishes(f)
	}
	if f.Values["fulfilment"] != way {
		f.Set("zone", "")
	}
}

// settle takes the answer to which of several dishes was meant.
func (t *turn) settle(f *dialogue.Frame) bool {
	choice := int(t.Slots.GetChoice())
	if len(f.Basket.Unclear) > 0 && t.Tapped != "" {
		choice = 1 + slices.Index(f.Basket.Unclear[0].Among, t.Tapped)
	}
	out, ok := f.Basket.Settle(t.Text, choice, t.menu)
	t.news.outcome = out
	return ok
}

// takeDishes takes the dishes, counts and notes that were said, where they were said to be ordered.
func (t *turn) takeDishes(f *dialogue.Frame) {
	text := t.orderText(f)
	said := t.menu.Read(text, f.Basket.Last)
	if said.Nothing() || !f.Basket.Unwants(said) && !t.saysOrder(said) {
		return
	}
	if said.Clear {
		f.Values = map[string]string{"replaces": f.Values["replaces"]}
	}
	t.news.said, t.news.outcome = said, f.Basket.Apply(said, t.menu)
}

// orderText is what was said without the address and the allergy, which may hold the names of dishes.
func (t *turn) orderText(f *dialogue.Frame) string {
	text := t.Text
	if address := t.Slots.GetDeliveryAddress(); address != "" {
		text = strings.Replace(text, address, " ", 1)
	}
	if f.Asked == "place" && f.Values["address"] != "" && strings.HasPrefix(t.Text, f.Values["address"]) {
		return ""
	}
	if what, ok := t.allergyTold(); ok && what != noAllergy {
		text = strings.Replace(text, what, " ", 1)
	}
	return text
}

// saysOrder reports whether dishes were named to order them, and not to ask about them.
func (t *turn) saysOrder(s basket.Said) bool {
	counted := func(w basket.Wish) bool { return w.Quantity > 0 || w.More || w.Exact || w.Change != basket.Plain }
	ofLast := s.DropLast || s.Count > 0 || s.Note != ""
	strong := s.Clear || ofLast || slices.ContainsFunc(s.Wishes, counted)
	asks := strings.ContainsAny(t.Text, "?¿") || t.First("pricing") || t.questions().OnlyAsks(false)
	asked := t.waitsFor("basket")
	switch {
	case t.Tapped != "":
		return false
	case t.First("order"), t.tellsAllergyWith(slices.ContainsFunc(s.Wishes, counted) || asked && len(s.Wishes) > 0):
		return true
	case s.Count > 0 && !s.More && !strings.ContainsAny(t.Text, "?¿") && !t.First("pricing"):
		return true // "no wait, make it one" is no errand of its own
	case asks:
		return strong && t.Wants("order") && !t.First("pricing")
	case t.First("booking"), t.First("human"), t.First("invoice"):
		return strong && t.Wants("order")
	}
	return true
}

// takeWay takes how the order is to reach the customer.
func (t *turn) takeWay(f *dialogue.Frame) {
	way := t.waySaid(f)
	asks := strings.ContainsAny(t.Text, "?¿") && !t.First("order")
	asked := f.Asked == "fulfilment"
	switch n := t.Slots.GetChoice(); {
	case t.Tapped == ordering.Pickup, t.Tapped == ordering.Delivery:
		f.Set("fulfilment", t.Tapped)
	case asked && way == "" && (n == 1 || n == 2):
		f.Set("fulfilment", []string{ordering.Pickup, ordering.Delivery}[n-1])
	case asked && t.Slots.GetAnswer() == "yes" && f.Values["other_way"] != "":
		f.Set("fulfilment", f.Values["other_way"])
	case way != "" && !asks:
		f.Set("fulfilment", way)
	}
}

// waySaid is how the order is to reach the customer by the router's reading, or by single words where that was asked.
func (t *turn) waySaid(f *dialogue.Frame) string {
	if way := t.Slots.GetFulfilment(); way != "" {
		return way
	}
	asked := f.Asked == "fulfilment" || t.First("order")
	switch pickup, delivery := t.Says("way_pickup"), t.Says("way_delivery"); {
	case asked && pickup && !delivery:
		return ordering.Pickup
	case asked && delivery && !pickup:
		return ordering.Delivery
	}
	return ""
}

// takePlaceOf takes the branch where an order is fetched, or where it is brought.
func (t *turn) takePlaceOf(f *dialogue.Frame) {
	if f.Values["fulfilment"] != ordering.Delivery {
		t.takeBranch(f)
		return
	}
	address := t.Slots.GetDeliveryAddress()
	t.keepNear(f, address)
	if f.Asked == "place" && strings.HasPrefix(t.Text, address) && t.tellsPlace() && !t.hourBeside(address) {
		address = t.Text // with what stands after the number too
	}
	if address != "" && f.Values["fulfilment"] == ordering.Delivery {
		f.Set("address", phrase.Clip(address, addressLimit))
		f.Set("zone", "")
	}
	if f.Asked == askZone {
		t.takeZone(f)
	}
}

func (t *turn) takeBranch(f *dialogue.Frame) {
	wonders := strings.ContainsAny(t.Text, "?¿") && len(t.Slots.GetDishes()) == 0 // "can I get a soup in Roma?" wants it there
	if m := t.Slots.GetBranches(); len(m) > 0 && !wonders {
		f.Set("branch", m[0].GetId())
		if f.Asked == "fulfilment" && len(strings.Fields(t.Plain)) <= shortWords {
			f.Set("fulfilment", ordering.Pickup) // a place of the business's own
		}
		return
	}
	if f.Asked != askBranch {
		return
	}
	for i, b := range t.settings().Branches {
		if t.Tapped == b.ID || t.Tapped == "" && int(t.Slots.GetChoice()) == i+1 {
			f.Set("branch", b.ID)
		}
	}
}

// placeWords is how many words an address has at least, where the answer to "which address" looks like none.
const placeWords = 2

// tellsPlace reports whether an answer may be an address: no question, no yes or no, and not a word of the order.
func (t *turn) tellsPlace() bool {
	words := len(strings.Fields(t.Plain))
	if words < placeWords || strings.ContainsAny(t.Text, "?¿") || t.Slots.GetAnswer() != "" {
		return false
	}
	numbered := strings.ContainsFunc(t.Text, unicode.IsDigit)
	if f := t.open(); t.waitsFor("place") && f.Tries == 0 && !numbered {
		return false // the first answer has a number in it; of the second one everything is taken
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(t.Plain), " "); slices.Contains([]string{"no", "nao", "not", "dont", "don"}, first) {
		return false
	}
	dishes := t.menu.Read(t.Text, "")
	if _, allergic := t.allergyTold(); allergic {
		return false
	}
	stops := t.Says("order_stop") || t.Slots.GetFulfilment() == ordering.Pickup || t.Says("wait")
	orders := t.First("order") && len(dishes.Wishes) > 0
	return !stops && !orders && !t.Wants("human")
}

// takeZone takes one of the zones that were offered, else what was said for one.
func (t *turn) takeZone(f *dialogue.Frame) {
	zones := strings.Split(f.Values["zones"], "\n")
	for i, z := range zones {
		chosen := t.Tapped == z || t.Tapped == "" && int(t.Slots.GetChoice()) == i+1
		if chosen || strings.Contains(t.Plain, heard.Plain(z)) {
			f.Set("zone", z)
			return
		}
	}
	oneWord := len(strings.Fields(t.Plain)) == 1 && t.Slots.GetAnswer() == "" && !t.Says("order_stop")
	if t.tellsPlace() || oneWord {
		f.Set("zone", phrase.Clip(t.Text, allergyLimit))
	}
}

// takeHour takes for when the order is wanted.
func (t *turn) takeHour(f *dialogue.Frame) {
	w := t.whenSaid()
	asks := strings.ContainsAny(t.Text, "?¿") && !t.First("order")
	table := t.First("booking") && t.Slots.GetPartySize() > 0
	said := t.menu.Read(t.Text, f.Basket.Last)
	counted := len(said.Wishes)+said.Count > 0 && !heard.HourNamed(t.Text)
	inPlace := f.Asked == "place" && !t.hourBeside(t.Slots.GetDeliveryAddress())
	switch {
	case inPlace, f.Asked == askZone, asks, table:
	case counted: // "me das 2 cervezas"
	case f.Asked == askHour && t.Slots.GetAnswer() == "yes" && f.Values["next"] != "":
		f.Set("hour", f.Values["next"])
	case strings.HasPrefix(t.Tapped, "hour:"):
		f.Set("hour", strings.TrimPrefix(t.Tapped, "hour:"))
	case t.Says("soonest"):
		f.Set("hour", "")
		f.Set("day", "")
	case w.Time != "":
		day, _, _ := strings.Cut(f.Values["hour"], " ") // "mejor a las 2" keeps the day
		f.SetHour(t.facts.Now, cmp.Or(w.Date, f.Values["day"], day), w.Time, w.PartOfDay == "")
	case w.Date != "" && f.Values["hour"] == "":
		f.Set("day", w.Date)
	}
}

// whenSaid is the day and hour that was told; beside an address it is read without that: San Isidro is a district, and a day in May.
func (t *turn) whenSaid() when.Moment {
	if address := t.Slots.GetDeliveryAddress(); address != "" {
		return when.Parse(language.Read(strings.Replace(t.Text, address, " ", 1)), t.facts.Now, t.words.Lang)
	}
	w := t.Slots.GetWhen()
	return when.Moment{Date: w.GetDate(), Time: w.GetTime(), PartOfDay: w.GetPartOfDay()}
}

// hourBeside reports whether an hour is told beside an address, whose own numbers are none.
func (t *turn) hourBeside(address string) bool {
	return address != "" && heard.HourNamed(strings.Replace(t.Text, address, " ", 1))
}
