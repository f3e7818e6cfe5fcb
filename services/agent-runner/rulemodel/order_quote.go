package rulemodel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// orderArguments are what quote_order and create_order take alike.
func (t *turn) orderArguments(f *dialogue.Frame) map[string]any {
	args := map[string]any{"items": f.Items(t.say("allergy_on_line", "allergy", f.Values["allergy"]))}
	for argument, value := range flow.Named("order").Write.With {
		if v := f.Values[value]; v != "" && value != "replaces" {
			args[argument] = v
		}
	}
	if args["order_type"] != ordering.Delivery {
		delete(args, "delivery_address")
		delete(args, "zone")
	} else {
		delete(args, "branch_id")
	}
	return args
}

// quote asks what an order costs; found is false where the call must be made first.
func (t *turn) quote(f *dialogue.Frame, round string) (o ordering.Order, refused *tool.Error, calls []llm.ToolCall) {
	args := t.orderArguments(f)
	c := llm.CallFor(ordering.QuoteTool, "", args)
	c.ID += assent.Digest(c.Name, c.Arguments) + round
	r, found := t.ask(c)
	if !found {
		return o, nil, []llm.ToolCall{c}
	}
	if r.Err != nil {
		return o, r.Err, nil
	}
	o, ok := tool.Read[ordering.Order](r)
	if !ok {
		return o, &tool.Error{Code: "unreadable"}, nil
	}
	return o, nil, nil
}

// findQuote prices an order that has everything and asks for a yes to it, or says what stands against it.
func (t *turn) findQuote(f *dialogue.Frame, round string) answer {
	if f.Values["day"] != "" && f.Values["hour"] == "" {
		f.Asked = askHour
		return answer{text: t.say("ask_order_hour")}
	}
	o, refused, calls := t.quote(f, round)
	switch {
	case calls != nil:
		return answer{calls: calls}
	case refused != nil:
		return t.against(f, refused)
	}
	t.quoted, f.Total = &o, &o.Total
	if f.Values["fulfilment"] == "" {
		f.Set("fulfilment", o.Type)
	}
	return t.finish(f)[0]
}

// probe looks at what is ordered before the way is known: whether it is to be had, and which ways there are.
func (t *turn) probe(f *dialogue.Frame, s *flow.Step) answer {
	o, refused, calls := t.quote(f, "way")
	switch {
	case calls != nil:
		return answer{calls: calls}
	case refused == nil:
		f.Set("fulfilment", o.Type)
		return t.nextOfOrder(f)
	case refused.Field == "order_type" && refused.Code != "not_offered":
		return t.askWay(f, s, tool.ReadAllowed[string](refused.Allowed))
	}
	return t.against(f, refused)
}

func (t *turn) askWay(f *dialogue.Frame, s *flow.Step, ways []string) answer {
	a, gone := t.askStep(f, s, "fulfilment", s.Ask)
	if gone {
		return a
	}
	for _, way := range ways {
		if way == ordering.Pickup || way == ordering.Delivery {
			a.choices = append(a.choices, llm.Choice{ID: way, Title: t.say("fulfilment_" + way)})
		}
	}
	return a
}

// askStep asks a question of an order; asked in vain too often, a person helps, which gone reports.
func (t *turn) askStep(f *dialogue.Frame, s *flow.Step, asked, key string) (a answer, gone bool) {
	if f.Asked != asked {
		f.Tries = 0
	} else if f.Tries++; s != nil && s.Again != "" && key == s.Ask {
		key = s.Again
	}
	if f.Asked = asked; f.Tries > triesLimit {
		f.Tries = 0
		a = t.handOver("not_understood", "handoff_lost", f.Summary())
		return a, true
	}
	return answer{text: t.say(key)}, false
}

// askAllergen tells which dishes hold what must not be eaten, and asks whether they stay; conflict is false where none does.
func (t *turn) askAllergen(f *dialogue.Frame) (a answer, conflict bool) {
	names, listed := t.conflicts(f)
	if len(names) == 0 || f.Values["kept"] == strings.Join(names, "\n") {
		return a, false
	}
	f.Asked = askAllergen
	return answer{
		text: phrase.Line(t.say("allergy_listed", "allergen", basket.Join(t.allergensSaid(listed)), "names", basket.Join(names)),
			t.say("ask_allergen_keep", "names", basket.Join(names))),
		choices: []llm.Choice{{ID: "drop", Title: t.say("allergen_drop")}, {ID: "keep", Title: t.say("allergen_keep")}},
	}, true
}

// against says why an order cannot be made so, and the way on.
func (t *turn) against(f *dialogue.Frame, e *tool.Error) answer {
	names := tool.ReadAllowed[string](e.Allowed)
	why := phrase.Sentence(e.Message)
	f.Total = nil
	switch e.Code {
	case "unknown_dish", "sold_out", "not_delivered", "unknown_option", "bad_quantity":
		return t.withoutItem(f, e, names)
	case "closed", "past", "beyond_horizon":
		return t.otherOrderHour(f, e, why, names)
	case "outside_zone":
		return t.askZoneOf(f, names)
	case "address_required":
		a, _ := t.askStep(f, nil, "place", "ask_address")
		return a
	case "below_minimum":
		f.Asked = askMore
		return answer{text: phrase.Line(why, t.say("ask_more_dishes"))}
	case "not_offered":
		return t.otherWay(f, why, names)
	case "too_many_orders", "too_many_open", "too_many_today":
		t.state.Pop()
		return answer{text: phrase.Paragraphs(t.say("order_refused"), phrase.Line(why, t.say("ask_person")))}
	case "not_found":
		f.Set("branch", "")
		return t.nextOfOrder(f)
	}
	return t.orderToPerson(f, "order_stuck")
}

// orderToPerson hands the lines to a person, where no tool takes them.
func (t *turn) orderToPerson(f *dialogue.Frame, key string) answer {
	a := t.handOver("needs_person", key, f.Summary())
	if len(a.calls) == 0 {
		t.state.Pop()
	}
	return a
}

// withoutItem takes a line out that cannot be had, and says what is there instead.
func (t *turn) withoutItem(f *dialogue.Frame, e *tool.Error, names []string) answer {
	at, err := strconv.Atoi(strings.TrimSuffix(strings.SplitN(strings.TrimPrefix(e.Field, "items["), ".", 2)[0], "]"))
	if err != nil || at < 0 || at >= len(f.Basket.Lines) {
		return t.orderToPerson(f, "order_stuck")
	}
	l := &f.Basket.Lines[at]
	name := l.Name
	if strings.HasSuffix(e.Field, ".notes") {
		l.Notes, f.Basket.Last, f.Asked = plainNotes(l.Notes), name, "basket"
		if len(names) == 0 {
			return t.nextOfOrder(f)
		}
		return answer{text: phrase.Line(phrase.Sentence(e.Message), t.say("order_beside", "names", basket.Join(names)))}
	}
	if e.Code == "unknown_option" || strings.HasSuffix(e.Field, "options") {
		l.Notes = strings.TrimPrefix(l.Notes+", "+basket.Join(l.Options), ", ") // the kitchen reads it as it was said
		l.Options = nil
		return t.nextOfOrder(f)
	}
	f.Basket.Lines = slices.Delete(f.Basket.Lines, at, at+1)
	text := phrase.Line(phrase.Sentence(e.Message), t.say("order_taken_out", "name", name))
	if len(names) > 0 {
		text = phrase.Line(text, t.say("order_beside", "names", basket.Join(names[:min(len(names), maxNear)])))
	}
	f.Asked = "basket"
	if f.Basket.Empty() {
		return answer{text: phrase.Line(text, t.say("ask_dishes_again"))}
	}
	f.Set("more", "yes")
	return answer{text: phrase.Paragraphs(text, phrase.Line(t.soFar(f), t.say("ask_allergy"))), choices: t.nothingMore()}
}

// plainNotes are the parts of a note that want nothing on top of a dish.
func plainNotes(note string) string {
	parts := strings.Split(note, ", ")
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return heard.In(p, "on_top") }), ", ")
}

// otherOrderHour offers the hour at which the kitchen takes orders again. A bare hour before noon may mean the evening.
func (t *turn) otherOrderHour(f *dialogue.Frame, e *tool.Error, why string, next []string) answer {
	if day, at, _ := strings.Cut(f.Values["hour"], " "); f.Values["bare_hour"] != "" && at != "" {
		f.Set("bare_hour", "")
		f.Set("hour", day+" "+opening.Later(at))
		if o, refused, calls := t.quote(f, ""); calls != nil || refused == nil {
			t.quoted, f.Total = &o, &o.Total
			return t.findQuote(f, "")
		}
		f.Set("hour", day+" "+at)
	}
	f.Asked = askHour
	f.Set("next", "")
	if e.Code != "closed" || len(next) == 0 {
		return answer{text: phrase.Line(why, t.say("ask_order_hour"))}
	}
	f.Set("next", next[0])
	a := answer{text: phrase.Line(why, t.say("ask_scheduled", "when", ordering.When(t.words, next[0], t.facts.Now)))}
	for _, at := range next {
		a.choices = append(a.choices, llm.Choice{ID: "hour:" + at, Title: ordering.When(t.words, at, t.facts.Now)})
	}
	return a
}

// askZoneOf asks in which zone an address is.
func (t *turn) askZoneOf(f *dialogue.Frame, zones []string) answer {
	if len(zones) == 0 {
		return t.orderToPerson(f, "order_stuck")
	}
	if said := ordering.ZoneSaid(f.Values["address"], f.Values["near"], zones); said != "" && f.Values["zone"] == "" {
		f.Set("zone", said)
		return t.nextOfOrder(f)
	}
	key := "ask_zone"
	if f.Asked == askZone {
		key = "ask_zone_again"
	}
	a, gone := t.askStep(f, nil, askZone, key)
	if gone {
		return a
	}
	f.Set("zones", strings.Join(zones, "\n"))
	a.text = t.say(key, "names", basket.Join(zones))
	for _, z := range zones[:min(len(zones), choiceLimit-1)] {
		a.choices = append(a.choices, llm.Choice{ID: z, Title: z})
	}
	return a
}

// otherWay proposes the one way in which orders are taken, where the wished one is not offered; where there is none a person takes it.
func (t *turn) otherWay(f *dialogue.Frame, why string, ways []string) answer {
	ways = slices.DeleteFunc(ways, func(w string) bool { return w == f.Values["fulfilment"] })
	f.Set("fulfilment", "")
	if len(ways) == 0 {
		return t.orderToPerson(f, "order_for_person")
	}
	f.Asked = "fulfilment"
	f.Set("other_way", ways[0])
	how := strings.ToLower(t.say("fulfilment_" + ways[0]))
	return answer{
		text:    phrase.Line(why, t.say("ask_other_fulfilment", "how", how)),
		choices: []llm.Choice{{ID: ways[0], Title: t.say("fulfilment_" + ways[0])}},
	}
}

// shownOrder is an order as its confirmation and its end name it.
func (t *turn) shownOrder(f *dialogue.Frame, o *ordering.Order) *confirm.Order {
	if o == nil {
		return nil
	}
	if zone := f.Values["zone"]; o.Zone == "" && zone != "" {
		named := *o
		named.Zone = zone
		o = &named
	}
	return &confirm.Order{Order: o, Address: f.Values["address"], Now: t.facts.Now, Replaces: f.Values["replaces"] != ""}
}

// doOrder makes the order that the customer said yes to. What was refused is said with the way on; of what nobody answered nothing is
// claimed.
func (t *turn) doOrder(f *dialogue.Frame) answer {
	asked := t.asked(f)
	c := llm.ToolCall{ID: asked.Tool + ":" + asked.Digest(), Name: asked.Tool, Arguments: asked.Arguments}
	r, found := t.ask(c)
	if !found {
		return answer{calls: []llm.ToolCall{c}}
	}
	made, ok := tool.Read[ordering.Order](r)
	text, pending := confirm.Pending(r)
	switch {
	case pending:
		t.keepOrdered(f, "")
		return answer{text: text, ended: true}
	case ok && made.Success:
		return t.ordered(f, &made)
	case r.Err == nil, r.Err.Retryable, r.Err.Code == "timeout", r.Err.Code == "unavailable":
		return t.orderToPerson(f, "order_unsure")
	case r.Err.Code == unconfirmed:
		return t.findQuote(f, "again")
	case r.Err.Code == "price_changed":
		a := t.findQuote(f, "again")
		if len(a.calls) == 0 && a.confirm != nil {
			a.text = phrase.Line(t.say("order_price_changed"), "\n"+a.text)
		}
		return a
	case r.Err.Code == "not_changeable", r.Err.Code == "not_found" && r.Err.Field == "replaces":
		t.state.Pop()
		return answer{text: phrase.Line(phrase.Sentence(r.Err.Message), t.say("order_not_changeable"))}
	}
	return t.against(f, r.Err)
}

// ordered says what was ordered, by what the tool has written, and remembers it.
func (t *turn) ordered(f *dialogue.Frame, o *ordering.Order) answer {
	key := "ordered"
	if f.Values["replaces"] != "" {
		key = "order_changed"
	}
	shown := t.shownOrder(f, o)
	shown.Made = true
	text := t.say(key, confirm.Named{Order: shown}.Pairs(t.words)...)
	t.keepOrdered(f, o.ID)
	return answer{text: text, ended: true, made: key == "ordered"}
}

// keepOrdered remembers what was ordered; one that waits for a person has no id yet.
func (t *turn) keepOrdered(f *dialogue.Frame, id string) {
	t.state.Pop()
	f.Booked, f.Asked, f.Total = id, "", nil
	for _, name := range []string{"replaces", "more", "next", "zones"} {
		f.Set(name, "")
	}
	t.state.Ordered, t.state.Latest = f, f.Flow
}
