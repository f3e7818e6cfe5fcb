package rulemodel

import (
	"slices"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// work obeys the commands that change the errand under way and does the next thing that it lacks; nil when there is nothing to do.
func (t *turn) work(cs []Command, aside bool) []answer {
	if isOrder(t.open()) && !has(cs, cmdStart) {
		return t.workOrder(cs, aside)
	}
	switch {
	case has(cs, cmdConfirm):
		return []answer{t.do(t.open())}
	case has(cs, cmdWait):
		return []answer{{text: t.say("no_hurry")}, t.nextOf(t.open())}
	case has(cs, cmdStop):
		return t.stop(t.open())
	case has(cs, cmdStart):
		var first []answer
		if t.open() == nil && t.asksWaiting() {
			first = []answer{{text: t.say("waiting_look")}}
		}
		t.begin(nameOf(cs, cmdStart))
		if isOrder(t.open()) {
			return t.beginOrder()
		}
		if f := t.open(); f.Spec().Collects("service") && t.Says("two_people") {
			f.Set("next", "yes")
			return append([]answer{{text: t.say("one_by_one")}}, t.goOn(false)...)
		}
		return append(first, t.goOn(false)...) // a no was to what had been proposed, not to what begins
	case t.open() == nil, !aside && !has(cs, cmdDeny, cmdSet, cmdCorrect, cmdRepeat) && !t.takesOffer():
		return nil
	}
	return t.goOn(has(cs, cmdDeny))
}

// begin puts an errand on the stack, with what is known from the last one where this corrects it.
func (t *turn) begin(name string) {
	f := &dialogue.Frame{Flow: name}
	if top := t.open(); top != nil && f.Spec().Waits() {
		t.takeOver(f, top)
		if f.Spec().Write != nil { // who waits books nothing meanwhile
			t.state.Pop()
		}
	}
	if top := t.open(); top != nil && top.Own != nil && f.Spec().Collects("appointment") {
		f.Own = top.Own // "no, better cancel it" while it is being moved
		t.state.Pop()
	}
	if d := t.made(); d != nil && t.Says("also_for") && name == d.Flow {
		f.SetService(d.Values["service"], d.Values["service_name"])
		f.Set("date", d.Chosen.Date)
	}
	if d := t.made(); name == "move" && d != nil && !t.meansAnother(d) {
		f.Own = t.ownOf(d)
		if n := int(t.Slots.GetChoice()); n > 0 && n <= len(d.Offered) {
			f.Set("date", d.Offered[n-1].Date)
			f.Set("time", d.Offered[n-1].Time)
		} else if t.Slots.GetPartySize() > 0 && !t.SaidWhen() { // more people at the same time
			f.Set("date", d.Chosen.Date)
			f.Set("time", d.Chosen.Time)
		}
	}
	t.state.Push(f)
}

// goOn takes what was said into the open errand, and asks for the next value, asks for a yes, or does it.
func (t *turn) goOn(denied bool) []answer {
	t.state.Misses = 0
	f := t.open()
	before := f.Copied()
	t.take(f)
	t.compared = nil
	if same := before.Chosen; denied && same != nil && f.Chosen != nil && f.Chosen.SlotID == same.SlotID {
		f.Chosen = nil
	}
	if refused := denied && f.Chosen == nil; refused && !t.movedFrom(before, f) {
		return []answer{t.askOtherTime(f)}
	}
	if f.Asked == "when" && t.movedFrom(before, f) {
		f.Asked = "" // what is new is said back with the same question
	}
	t.inherit(f)
	if s := t.lacks(f); s != nil && s.Value == "when" && t.soonest(f) {
		f.Set("soonest", "list")
	}
	if s := t.lacks(f); s != nil {
		return []answer{t.collect(f, s)}
	}
	return t.finish(f)
}

// movedFrom reports whether another time is wanted than before this turn.
func (t *turn) movedFrom(before, f *dialogue.Frame) bool {
	names := append([]string{"branch", "staff", "service", "party", "reward"}, dialogue.Times...)
	return slices.ContainsFunc(names, func(name string) bool {
		return before.Values[name] != f.Values[name]
	})
}

// askOtherTime turns to another day or hour after a no to those that were offered.
func (t *turn) askOtherTime(f *dialogue.Frame) answer {
	f.Offered, f.Chosen, f.Asked = nil, nil, "when"
	f.AnyTime()
	return answer{text: t.say("ask_other_time")}
}

// inherit fills what a move leaves unsaid: a day alone keeps the hour, an hour the day.
func (t *turn) inherit(f *dialogue.Frame) {
	if f.Own == nil || f.Chosen != nil || !f.Spec().Collects("opening") {
		return
	}
	own := func(b tenant.Name) bool { return b.Name == f.Own.Branch }
	if i := slices.IndexFunc(t.settings().Branches, own); i >= 0 && f.Values["branch"] == "" {
		f.Set("branch", t.settings().Branches[i].ID) // where it is, unless another place is named
	}
	if f.Values["date_end"] != "" {
		return
	}
	switch date, at := f.Values["date"], f.Values["time"]+f.Values["part"]; {
	case date+at == "" && f.Values["party"] != "": // more people at the same time
		f.Set("date", f.Own.Date)
		f.Set("time", f.Own.Time)
	case date != "" && at == "":
		f.Set("time", f.Own.Time)
		f.Set("bound", "around")
	case date == "" && at != "":
		f.Set("date", f.Own.Date)
	}
}

// takesOffer reports whether a message takes what is there without naming it: "cualquiera", "la última", "sí".
func (t *turn) takesOffer() bool {
	return t.soonest(t.open()) || t.Last || t.Slots.GetAnswer() == "yes" || assent.Affirms(t.Text)
}

// soonest reports whether any day will do: said so, a yes to "which day?", or something that hurts.
func (t *turn) soonest(f *dialogue.Frame) bool {
	anyDay := f.Asked == "when" && (t.Any || t.Slots.GetAnswer() == "yes")
	which := t.Says("which_times") && !t.SaidWhen()
	return anyDay || which || t.Says("soonest") || t.Wants("urgent_care")
}

// finish tells what the business says of it, then asks for a yes, does it, or hands it to a person.
func (t *turn) finish(f *dialogue.Frame) []answer {
	fl := f.Spec()
	told, calls := t.told(fl.Tell)
	switch {
	case calls != nil:
		return []answer{{calls: calls}}
	case fl.Person != nil:
		a := t.handOver(fl.Person.Reason, fl.Person.Say, f.Summary())
		if len(a.calls) == 0 {
			t.state.Pop()
			a.text = phrase.Paragraphs(t.say(fl.Person.Say, t.pairs(f)...), told)
		}
		return []answer{a}
	case fl.Write.Confirm == "":
		return []answer{t.do(f)}
	}
	free, calls := t.freeMeanwhile(f)
	if calls != nil {
		return []answer{{calls: calls}}
	}
	a := t.confirm(f)
	a.text = phrase.Paragraphs(told, free, a.text)
	return []answer{a}
}

// told is what the business says on some kinds of policy, in its own language only.
func (t *turn) told(kinds []string) (text string, calls []llm.ToolCall) {
	for _, kind := range kinds {
		c := llm.CallFor("get_business_policy", kind, map[string]any{"policy_type": kind})
		if !t.offered[c.Name] || string(t.words.Lang) != t.settings().Language {
			return "", nil
		}
		r, found := t.ask(c)
		if !found {
			calls = append(calls, c)
			continue
		}
		p, _ := tool.Read[policyInfo](r)
		text = phrase.Paragraphs(text, p.Short)
	}
	return text, calls
}

// stop ends the open errand: what the customer has stays as it is, and an errand that waited goes on.
func (t *turn) stop(f *dialogue.Frame) []answer {
	t.state.Pop()
	t.state.Misses = 0
	key := "dropped"
	switch fl := f.Spec(); {
	case fl.Write != nil:
		key = fl.Write.Kept
	case fl.Person != nil:
		key = fl.Person.Kept
	}
	if key == "stays" && f.Own == nil {
		key = "dropped"
	}
	out := []answer{{text: t.say(key, t.pairs(f)...)}}
	return append(out, t.back()...)
}

// back returns to the errand that waited for the one that has just ended.
func (t *turn) back() []answer {
	f := t.open()
	if f == nil {
		return nil
	}
	f.Asked = ""
	key := "back_to"
	if f.Values["second"] != "" {
		key = "the_next"
	}
	return []answer{{text: t.say(key)}, t.nextOf(f)}
}

func (t *turn) nextOf(f *dialogue.Frame) answer {
	if isOrder(f) && t.menu == nil {
		return answer{}
	}
	if s := t.lacks(f); s != nil {
		tries := f.Tries
		a := t.collect(f, s)
		f.Tries = tries // what was said meanwhile was about something else
		return a
	}
	return t.confirm(f)
}

// earliestBooking begins or goes on with a booking, for who has something that hurts.
func (t *turn) earliestBooking() answer {
	if f := t.flowFor("booking"); t.open() == nil && f != nil {
		t.begin(f.Name)
	}
	top := t.open()
	if top == nil {
		return t.toolFailed()
	}
	unnamed := top.Spec().Collects("service") && top.Values["service"] == "" && t.wished() == nil
	if g := heard.General(t.settings().Services); g != nil && unnamed {
		top.SetService(g.ID, g.Name) // who is in pain need not know what it is called
	}
	return t.goOn(false)[0]
}

// lapse lets a confirmation go that this turn did not repeat: a yes counts right after its question.
func (t *turn) lapse(answers []answer) {
	asks := slices.ContainsFunc(answers, func(a answer) bool { return a.confirm != nil })
	if f := t.open(); f != nil && f.Asked == dialogue.AskConfirm && !asks {
		f.Asked = ""
	}
}
