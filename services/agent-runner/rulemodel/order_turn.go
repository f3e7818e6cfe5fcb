package rulemodel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// maxNear is how many dishes are named in the place of one.
const maxNear = 4

// goOnOrder takes what was said into the order, says what became of it, and asks for what it still lacks or for a yes to the total.
func (t *turn) goOnOrder(denied bool) []answer {
	t.state.Misses = 0
	f := t.open()
	before := f.Copied()
	if t.menu == nil {
		return []answer{t.orderToPerson(f, "order_stuck")}
	}
	again, none := t.takeUsual(f)
	if none != nil {
		return []answer{*none}
	}
	t.take(f)
	t.compared = nil
	news := append(again, t.newsOf(f)...)
	other := func(name string) bool { return before.Values[name] != f.Values[name] }
	if denied && !t.news.outcome.Changed && !slices.ContainsFunc(dialogue.OfOrder, other) && len(news) == 0 {
		if f.Total = nil; before.Asked == askHour {
			return []answer{{text: t.say("ask_order_hour")}}
		}
		if before.Asked == askMore { // less than is brought can be fetched
			return []answer{t.otherWay(f, "", []string{ordering.Pickup})}
		}
		f.Asked = askChange
		return []answer{{text: t.say("ask_order_change")}}
	}
	next := t.nextOfOrder(f)
	if len(next.calls) > 0 {
		return []answer{next}
	}
	said := next.confirm != nil || next.handoff != "" || strings.Contains(next.text, t.soFar(f))
	changed := t.news.outcome.Changed || t.news.said.Count > 0 || again != nil
	if changed && !said && len(f.Basket.Lines)+len(cmp.Or(before.Basket, f.Basket).Lines) > 0 {
		news = append(news, t.soFar(f))
	}
	next.text = phrase.Paragraphs(phrase.Line(news...), next.text)
	return []answer{next}
}

// nextOfOrder asks for the next thing that an order lacks.
func (t *turn) nextOfOrder(f *dialogue.Frame) answer {
	f.Total = nil
	if a, conflict := t.askAllergen(f); conflict {
		return a
	}
	if s := t.lacks(f); s != nil {
		return t.collect(f, s)
	}
	return t.findQuote(f, "")
}

// collectOrder asks for a value of an order, or finds it with a tool; ok is false where it is none of an order.
func (t *turn) collectOrder(f *dialogue.Frame, s *flow.Step) (a answer, ok bool) {
	switch s.Value {
	case "basket":
		return t.askDishes(f, s), true
	case "fulfilment":
		return t.probe(f, s), true
	case "place":
		return t.askPlace(f, s), true
	case "allergy":
		if _, refused, calls := t.quote(f, ""); calls != nil || refused != nil { // what stands against it is said first
			return t.refusedOr(f, refused, calls), true
		}
		key := s.Ask
		if f.Values["more"] != "" && t.Slots.GetAnswer() == "yes" {
			key = "ask_which_allergy"
		}
		a, _ = t.askStep(f, nil, "allergy", key)
		a.choices = t.nothingMore()
		return a, true
	case "quote":
		return t.findQuote(f, ""), true
	case "order":
		return t.findOrder(f), true
	}
	return answer{}, false
}

func (t *turn) refusedOr(f *dialogue.Frame, refused *tool.Error, calls []llm.ToolCall) answer {
	if calls != nil {
		return answer{calls: calls}
	}
	return t.against(f, refused)
}

func (t *turn) nothingMore() []llm.Choice {
	return []llm.Choice{{ID: noAllergy, Title: t.say("allergy_nothing")}}
}

// askDishes asks which of several dishes is meant, or what is to be ordered.
func (t *turn) askDishes(f *dialogue.Frame, s *flow.Step) answer {
	if len(f.Basket.Unclear) == 0 {
		a, _ := t.askStep(f, s, "basket", s.Ask)
		if len(t.newsOf(f)) > 0 && f.Tries == 0 {
			a.text = t.say("ask_dishes_again") // what was said of the dishes asks for others
		}
		return a
	}
	among := f.Basket.Unclear[0].Among
	a, gone := t.askStep(f, nil, "basket", "ask_which_dish")
	if gone {
		return a
	}
	if f.Tries > 1 { // it cannot be told, so it is let go
		f.Basket.Unclear = f.Basket.Unclear[1:]
		return t.nextOfOrder(f)
	}
	var lines []string
	for i, name := range among {
		lines = append(lines, strconv.Itoa(i+1)+". "+name)
		a.choices = append(a.choices, llm.Choice{ID: name, Title: name})
	}
	a.text = t.say("ask_which_dish", "names", strings.Join(lines, ", "))
	return a
}

// askPlace asks at which branch an order is fetched, or where it is brought.
func (t *turn) askPlace(f *dialogue.Frame, s *flow.Step) answer {
	if f.Values["fulfilment"] == ordering.Delivery {
		a, _ := t.askStep(f, s, "place", s.Ask)
		return a
	}
	a, gone := t.askStep(f, nil, askBranch, "ask_pickup_branch")
	for _, b := range t.settings().Branches[:min(len(t.settings().Branches), choiceLimit)] {
		if !gone {
			a.choices = append(a.choices, llm.Choice{ID: b.ID, Title: b.Name})
		}
	}
	return a
}

// knowsOfOrder reports whether a value of an order is there, or is not needed.
func (t *turn) knowsOfOrder(f *dialogue.Frame, value string) bool {
	switch value {
	case "basket":
		return f.Basket != nil && !f.Basket.Empty() && len(f.Basket.Unclear) == 0
	case "place":
		if f.Values["fulfilment"] == ordering.Delivery {
			return f.Values["address"] != ""
		}
		return f.Values["branch"] != "" || len(t.settings().Branches) < 2
	case "quote":
		return false // prices are read anew
	case "order":
		return f.Order != nil
	}
	return f.Values[value] != ""
}

// soFar says the lines of an order.
func (t *turn) soFar(f *dialogue.Frame) string {
	if f.Basket == nil || f.Basket.Empty() {
		return t.say("order_empty")
	}
	var lines []string
	for _, l := range f.Basket.Lines {
		lines = append(lines, ordering.Line{Name: l.Name, Quantity: l.Quantity, Options: l.Options, Notes: l.Notes}.How())
	}
	return t.say("order_so_far", "lines", strings.Join(lines, ", "))
}

// newsOf says what could not be done with what was said, and what an allergy means for the order.
func (t *turn) newsOf(f *dialogue.Frame) (out []string) {
	n := &t.news
	for _, thing := range n.said.Unknown {
		out = append(out, t.say("order_unknown", "name", thing))
		if near := t.menu.Near(thing, maxNear); len(near) > 0 {
			out = append(out, t.say("order_near", "names", basket.Join(near)))
		}
	}
	for _, name := range n.outcome.SoldOut {
		out = append(out, t.say("order_sold_out", "name", name))
		if others := t.menu.Beside(name, maxNear); len(others) > 0 {
			out = append(out, t.say("order_beside", "names", basket.Join(others)))
		}
	}
	for _, name := range n.outcome.Absent {
		out = append(out, t.say("order_absent", "name", name))
	}
	for _, name := range n.outcome.TooMany {
		out = append(out, t.say("order_too_many", "name", name, "limit", strconv.Itoa(basket.MaxQuantity)))
	}
	if n.outcome.Full {
		out = append(out, t.say("order_full", "limit", strconv.Itoa(basket.MaxLines)))
	}
	if t.Says("how_long") {
		out = append(out, t.say("order_time_later"))
	}
	if n.allergy {
		out = append(out, t.say("allergy_noted", "allergy", f.Values["allergy"]), t.say("allergy_unlisted"))
	}
	return out
}

// allergensSaid are allergens in the customer's language, where they are common ones.
func (t *turn) allergensSaid(allergens []string) []string {
	out := slices.Clone(allergens)
	for i, a := range allergens {
		if said := t.say("allergen_" + strings.ReplaceAll(language.FoldString(a), " ", "_")); said != "" {
			out[i] = said
		}
	}
	return out
}

// workOrder obeys the commands that change an order under way; nil where nothing was said of it.
func (t *turn) workOrder(cs []Command, aside bool) []answer {
	f := t.open()
	switch {
	case has(cs, cmdConfirm):
		return []answer{t.doOrder(f)}
	case has(cs, cmdWait):
		return []answer{{text: t.say("no_hurry")}}
	case has(cs, cmdStop):
		return t.stop(f)
	case has(cs, cmdDeny, cmdSet, cmdCorrect, cmdRepeat), aside, t.newsWaits(), t.usual():
		return t.goOnOrder(has(cs, cmdDeny))
	case t.Says("nothing_more") && len(strings.Fields(t.Plain)) <= shortWords: // "eso es todo": what is still open comes next
		t.state.Misses, f.Asked = 0, ""
		return []answer{t.nextOf(f)}
	}
	return nil
}

// newsWaits reports whether something was said of the order that changes nothing and has to be answered: "una pizza", "quita el flan".
func (t *turn) newsWaits() bool {
	f := t.open().Copied()
	t.take(f)
	said := !t.news.said.Nothing() || t.news.outcome.Cleared
	return said || len(t.newsOf(f)) > 0 || f.Values["more"] != t.open().Values["more"]
}

// orderStopped reports whether the order under way is not wanted any more.
func (t *turn) orderStopped(f *dialogue.Frame) bool {
	if len(t.changes(f)) > 0 || strings.ContainsAny(t.Text, "?¿") {
		return false
	}
	back := t.Says("taken_back") && t.Slots.GetAnswer() != "yes"
	return back || t.Says("order_stop") || cancelsOrder(t.flowByWords())
}

// staysInOrder reports whether an intent is no errand of its own while an order is under way: "lo antes posible" and "a las 8" are its
// hour. A table has to be named.
func (t *turn) staysInOrder(f *dialogue.Frame, intent string) bool {
	if intent != "booking" && intent != "reschedule" && intent != "cancel_booking" {
		return intent == "order"
	}
	named := t.Slots.GetPartySize() > 0 || t.Says("mine") || t.Says("table")
	return !named || !t.First("booking") && len(t.changes(f)) > 0
}

// ordersOnly reports whether a message only orders: no question is in it, whatever its words may ask elsewhere.
func (t *turn) ordersOnly() bool {
	if t.menu == nil || strings.ContainsAny(t.Text, "?¿") {
		return false
	}
	if f := t.open(); isOrder(f) {
		return len(t.changes(f)) > 0 && !t.First("pricing")
	}
	return t.open() == nil && t.First("order") && !t.Wants("pricing")
}

// onlyWhere is a name where something is so, else none.
func onlyWhere(so bool, name string) []string {
	if !so {
		return nil
	}
	return []string{name}
}
