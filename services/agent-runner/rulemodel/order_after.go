package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
	"github.com/recado/recado/services/agent-runner/rewards"
)

// latestOrder reads the customer's newest order; calls are needed first, and none is nil.
func (t *turn) latestOrder() (o *ordering.Order, calls []llm.ToolCall, ok bool) {
	c := llm.CallFor(ordering.StatusTool, "own", map[string]any{})
	if !t.offered[c.Name] {
		return nil, nil, false
	}
	r, found := t.ask(c)
	switch {
	case !found:
		return nil, []llm.ToolCall{c}, true
	case r.Err != nil && r.Err.Code == "not_found":
		return nil, nil, true
	}
	got, ok := tool.Read[ordering.Order](r)
	if !ok || got.ID == "" {
		return nil, nil, false
	}
	return &got, nil, true
}

// asksOrder reports whether a message asks how an order is.
func (t *turn) asksOrder() bool {
	if t.patients() && !t.Says("my_order") {
		return false // "cuánto me tardo en recuperarme"
	}
	if f := t.open(); isOrder(f) && (len(t.changes(f)) > 0 || f.Asked == "fulfilment") || t.questions().Says("zone") {
		return false // "entrega" is an answer, and "¿entregan?" asks of no order
	}
	return t.Wants("order_status") && !t.asksEarned() && t.offered[ordering.StatusTool] && t.flowByWords() == nil
}

// orderStatus says how far an order is; of one that is late or wrong a person learns.
func (t *turn) orderStatus() answer {
	o, calls, ok := t.latestOrder()
	switch {
	case calls != nil:
		return answer{calls: calls}
	case !ok:
		return t.toolFailed()
	case o == nil && t.ordering():
		return answer{text: t.say("order_not_made")}
	case o == nil:
		return answer{text: phrase.Line(t.say("order_status_none"), t.say("ask_person"))}
	}
	said := t.orderSaid(o)
	late := !o.Ended() && ordering.Late(o.Estimated, t.facts.Now)
	key := ""
	switch {
	case t.Says("order_missing"), t.Says("order_wrong") && o.Ended():
		key = "order_status_wrong"
	case late:
		key = "order_status_late"
	case !o.Ended() && o.Estimated != "":
		return answer{text: phrase.Line(said, t.say("order_status_ready", "when", ordering.When(t.words, o.Estimated, t.facts.Now)))}
	default:
		return answer{text: said}
	}
	a := t.handOver("order_problem", key, o.Number.String()+": "+ordering.Brief(o.Lines))
	a.text = phrase.Line(said, a.text)
	return a
}

// orderSaid says an order and how far it is.
func (t *turn) orderSaid(o *ordering.Order) string {
	return t.say("order_status", "number", o.Called(t.words), "status", o.StatusText, "lines", ordering.Brief(o.Lines),
		"total", o.TotalText)
}

// changesMade reports whether a message changes the order that was made: it says so, or adds to what stands or takes from it.
func (t *turn) changesMade() bool {
	if t.menu == nil || t.usual() || t.Says("order_new") || t.First("order_status") {
		return false
	}
	known, last := t.state.Ordered, ""
	if known != nil {
		last = known.Basket.Last
	}
	s := t.menu.Read(t.Text, last)
	changes := func(w basket.Wish) bool { return w.Change != basket.Plain || w.More }
	asks := strings.ContainsAny(t.Text, "?¿") && !t.Wants("order")
	changed := slices.ContainsFunc(s.Wishes, changes) && !asks
	counted := s.Count > 0 && t.Says("correction") && !t.SaidWhen()
	if known != nil && (changed || counted || t.otherHourOfOrder()) {
		return true
	}
	return t.Says("my_order") && t.Wants("order")
}

// otherHourOfOrder reports whether what was ordered last is wanted at another hour: "cambia la hora a las 2".
func (t *turn) otherHourOfOrder() bool {
	of := t.state.Latest == "order" && !t.Says("mine") && !t.Says("table")
	return of && t.Wants("reschedule") && t.SaidWhen()
}

// beginOrder begins an order, or the change of the one that was made.
func (t *turn) beginOrder() []answer {
	if a, begun := t.beginChange(t.open()); !begun {
		return []answer{a}
	}
	return t.goOnOrder(false)
}

// beginChange begins the change of the order that was made, with its lines; done is false where there is none that may change, and
// calls are needed first.
func (t *turn) beginChange(f *dialogue.Frame) (a answer, begun bool) {
	if !t.changesMade() {
		return answer{}, true
	}
	o, calls, _ := t.latestOrder()
	switch {
	case calls != nil:
		return answer{calls: calls}, false
	case o == nil || o.Ended():
		return answer{}, true // a new one
	case !o.MayChange():
		t.state.Pop()
		if o.Status == ordering.PendingApproval {
			return t.offerAnew(o), false
		}
		return answer{text: phrase.Line(t.orderSaid(o), t.say("order_not_changeable"))}, false
	}
	f.Repeat(o, t.state.Ordered, t.facts)
	f.Set("replaces", o.ID)
	return answer{}, true
}

// offerAnew offers to take an order back that a person has to decide about, and to order it anew as it is wanted: meanwhile it cannot
// be changed.
func (t *turn) offerAnew(o *ordering.Order) answer {
	f := &dialogue.Frame{Flow: "order_cancel", Order: o}
	f.Set("change", phrase.Clip(t.Text, noteLimit))
	t.state.Push(f)
	o.Type = "" // its lines are said in a word
	a := t.confirm(f)
	a.text = phrase.Line(t.say("order_waits"), a.text)
	return a
}

// anew orders what was taken back, with the change that was told.
func (t *turn) anew(f *dialogue.Frame) answer {
	next := &dialogue.Frame{Flow: "order"}
	t.state.Push(next)
	next.Repeat(f.Order, t.state.Ordered, t.facts)
	next.Basket.Apply(t.menu.Read(f.Values["change"], next.Basket.Last), t.menu)
	a := t.nextOfOrder(next)
	if !next.Basket.Empty() && a.confirm == nil {
		a.text = phrase.Paragraphs(t.soFar(next), a.text)
	}
	return a
}

// usual reports whether the order of last time is wanted again: "lo de siempre".
func (t *turn) usual() bool {
	f := t.flowFor("order")
	return f != nil && heard.Any(t.Plain, f.Start.Words)
}

// takeUsual takes the lines of the customer's newest order into one that has none yet; none is what is said where there is no such, or
// the calls that are needed first.
func (t *turn) takeUsual(f *dialogue.Frame) (said []string, none *answer) {
	if !t.usual() || f.Basket != nil && !f.Basket.Empty() {
		return nil, nil
	}
	o, calls, _ := t.latestOrder()
	switch {
	case calls != nil:
		return nil, &answer{calls: calls}
	case o == nil || len(o.Lines) == 0:
		f.Asked = "basket"
		return nil, &answer{text: phrase.Line(t.say("order_usual_none"), t.say("ask_dishes"))}
	}
	f.Repeat(o, t.state.Ordered, t.facts)
	f.Set("allergy", "") // it is asked again
	return []string{t.say("order_usual")}, nil
}

// dropsOrder reports whether what was ordered last is not wanted any more: "ya no lo quiero".
func (t *turn) dropsOrder() bool {
	of := t.state.Latest == "order" && !t.Says("mine") && !t.Says("table")
	return of && t.unwanted() && !strings.ContainsAny(t.Text, "?¿")
}

// unwanted reports whether the words cancel something, whatever it is.
func (t *turn) unwanted() bool {
	words := t.Says("order_stop") || t.Says("taken_back")
	return words || t.Wants("cancel_booking") || cancelsOrder(t.flowByWords())
}

// findOrder finds the order that is to be cancelled.
func (t *turn) findOrder(f *dialogue.Frame) answer {
	o, calls, ok := t.latestOrder()
	switch {
	case calls != nil:
		return answer{calls: calls}
	case !ok:
		t.state.Pop()
		return t.person("needs_person", "handoff_errand")
	case o == nil, o.Ended():
		t.state.Pop()
		return answer{text: phrase.Line(t.say("order_status_none"), t.say("ask_person"))}
	case !o.MayCancel():
		t.state.Pop()
		return answer{text: phrase.Line(t.orderSaid(o), t.say("order_not_changeable"))}
	}
	f.Order = o
	f.Order.Type = "" // its lines are said in a word
	return t.finish(f)[0]
}

// doCancelOrder cancels what the customer said yes to.
func (t *turn) doCancelOrder(f *dialogue.Frame) answer {
	asked := t.asked(f)
	c := llm.ToolCall{ID: asked.Tool + ":" + asked.Digest(), Name: asked.Tool, Arguments: asked.Arguments}
	r, found := t.ask(c)
	if !found {
		return answer{calls: []llm.ToolCall{c}}
	}
	done, ok := tool.Read[ordering.Order](r)
	text, pending := confirm.Pending(r)
	switch {
	case pending:
		t.state.Pop()
		return answer{text: text, ended: true}
	case ok && done.Success:
		t.state.Pop()
		t.state.Latest = ""
		out := answer{text: t.say("order_cancelled", confirm.Named{Order: t.shownOrder(f, f.Order)}.Pairs(t.words)...), ended: true}
		again := f.Values["change"] != "" && t.menu != nil
		if again && (t.Tapped != "" || !t.unwanted()) {
			next := t.anew(f)
			next.text = phrase.Paragraphs(out.text, next.text)
			out = next
		}
		if known := t.state.Ordered; known != nil && (known.Booked == f.Order.ID || known.Booked == "") {
			t.state.Ordered = nil
		}
		return out
	case r.Err != nil && r.Err.Code == unconfirmed:
		return t.confirm(f)
	case r.Err != nil && r.Err.Code == tooOften:
		t.state.Pop()
		return answer{text: phrase.Paragraphs(t.say("not_possible"), r.Err.Message, t.say("ask_person"))}
	case r.Err != nil && r.Err.Code == "not_changeable":
		t.state.Pop()
		return answer{text: phrase.Line(phrase.Sentence(r.Err.Message), t.say("order_not_changeable"))}
	}
	t.state.Pop()
	return t.toolFailed()
}

// needsPerson reports whether an intent is one that a person has to answer here.
func (t *turn) needsPerson(intent string) bool {
	switch intent {
	case "order":
		f := t.flowFor(intent)
		return f == nil || !t.canDo(f)
	case "order_status":
		return !t.offered[ordering.StatusTool]
	}
	return intent == "invoice" || intent == "loyalty" && !t.offered[rewards.BalanceTool]
}

// cancelsOrder reports whether an errand cancels an order.
func cancelsOrder(f *flow.Flow) bool { return f != nil && f.Collects("order") }
