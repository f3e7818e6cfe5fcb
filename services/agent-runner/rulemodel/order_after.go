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
	if f := t.open(); isOrder(f) && (len(t.changes(f)) > 0 || f.Asked == "fulfilment") {
		return false // "entrega" is an answer
	}
	return t.Wants("order_status") && t.offered[ordering.StatusTool] && t.flowByWords() == nil
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
	if t.menu == nil || t.Says("order_new") || t.First("order_status") {
		return false
	}
	s := t.menu.Read(t.Text, "")
	changes := func(w basket.Wish) bool { return w.Change != basket.Plain || w.More }
	asks := strings.ContainsAny(t.Text, "?¿") && !t.Wants("order")
	changed := slices.ContainsFunc(s.Wishes, changes) && !asks
	return t.Says("my_order") && t.Wants("order") || t.state.Ordered != nil && changed
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
		return answer{text: phrase.Line(t.orderSaid(o), t.say("order_not_changeable"))}, false
	}
	t.fill(f, o)
	return answer{}, true
}

// fill takes an order that stands into an errand that takes its place.
func (t *turn) fill(f *dialogue.Frame, o *ordering.Order) {
	f.Basket = &basket.Basket{}
	for _, l := range o.Lines {
		f.Basket.Lines = append(f.Basket.Lines, basket.Line{Name: l.Name, Quantity: l.Quantity, Options: l.Options, Notes: l.Notes})
	}
	f.Basket.Last = o.Lines[len(o.Lines)-1].Name
	f.Set("replaces", o.ID)
	f.Set("fulfilment", o.Type)
	f.Set("allergy", noAllergy)
	if known := t.state.Ordered; known != nil && known.Booked == o.ID {
		for _, name := range append([]string{"branch", "kept"}, dialogue.OfOrder...) {
			f.Set(name, known.Values[name])
		}
		f.Basket = known.Basket.Copied()
	}
	if f.Values["hour"] != "" && f.Values["hour"] < t.facts.Now.Format("2006-01-02 15:04") {
		f.Set("hour", "")
	}
	for _, b := range t.settings().Branches {
		if b.Name == o.Branch && f.Values["branch"] == "" {
			f.Set("branch", b.ID)
		}
	}
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
		if known := t.state.Ordered; known != nil && known.Booked == f.Order.ID {
			t.state.Ordered = nil
		}
		return answer{text: t.say("order_cancelled", confirm.Named{Order: t.shownOrder(f, f.Order)}.Pairs(t.words)...), ended: true}
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
