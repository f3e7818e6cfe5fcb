package rulemodel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/rewards"
)

// ownOf is the appointment that an errand of this conversation made.
func (t *turn) ownOf(f *dialogue.Frame) *opening.Appointment {
	o := *f.Chosen
	a := &opening.Appointment{ID: f.Booked, Date: o.Date, Time: o.Time, Branch: o.Branch, Staff: o.Staff, Service: f.Values["service_name"]}
	if f.Own != nil {
		a.Service, a.Party = f.Own.Service, f.Own.Party
	}
	if n := len(f.Values["party"]); n > 0 {
		a.Party = dialogue.Number(f.Values["party"])
	}
	return a
}

// remember keeps the service of a cancelled appointment: another one is likely to be of the same.
func (t *turn) remember(a *opening.Appointment) {
	for _, s := range t.settings().Services {
		if s.Name == a.Service {
			t.state.About = &dialogue.About{ID: s.ID, Name: s.Name}
		}
	}
}

// meansAnother reports whether the service that was named is not the one of an errand.
func (t *turn) meansAnother(f *dialogue.Frame) bool {
	m := t.Slots.GetServices()
	return len(m) > 0 && f.Values["service"] != "" && m[0].GetId() != f.Values["service"]
}

// appointments reads the customer's own that are ahead; found is false where the call must be made first.
func (t *turn) appointments() (mine []opening.Appointment, wait *llm.ToolCall, ok bool) {
	c := llm.CallFor("get_appointments", "own", map[string]any{})
	if !t.offered[c.Name] {
		return nil, nil, false
	}
	r, found := t.ask(c)
	if !found {
		return nil, &c, true
	}
	all, ok := tool.Read[[]opening.Appointment](r)
	if !ok {
		return nil, nil, false
	}
	return slices.DeleteFunc(all, func(a opening.Appointment) bool {
		return a.ID == "" || a.Status == "cancelled" || !t.upcoming(a.At())
	}), nil, true
}

// findAppointment finds which of the customer's own is meant: the only one, the one that was named, or the one that is chosen.
func (t *turn) findAppointment(f *dialogue.Frame, s *flow.Step) answer {
	mine, c, ok := t.appointments()
	switch {
	case c != nil:
		return answer{calls: []llm.ToolCall{*c}}
	case !ok:
		return t.ownUnknown(f)
	}
	meant := t.meant(mine)
	switch {
	case len(mine) == 0:
		t.state.Pop()
		return t.seeks()
	case len(meant) == 1:
		f.Own = &meant[0]
		return t.proceed(f)
	}
	if len(meant) == 0 {
		meant = mine
	}
	f.Mine, f.Asked = meant[:min(len(meant), choiceLimit)], "appointment"
	a := answer{}
	lines := []string{t.say(s.Ask)}
	for i, m := range f.Mine {
		lines = append(lines, strconv.Itoa(i+1)+". "+t.describeOwn(m))
		a.choices = append(a.choices, llm.Choice{ID: m.ID, Title: m.At().Short(t.words), Description: m.Service})
	}
	a.text = strings.Join(lines, "\n")
	return a
}

// ownUnknown goes on with what this conversation booked where the business's calendar cannot say what the customer has.
func (t *turn) ownUnknown(f *dialogue.Frame) answer {
	d := t.made()
	if d == nil || t.meansAnother(d) {
		t.state.Pop()
		return t.person("needs_person", "handoff_errand")
	}
	f.Own = t.ownOf(d)
	return t.proceed(f)
}

// proceed goes on with an errand in the turn in which its appointment was found.
func (t *turn) proceed(f *dialogue.Frame) answer {
	t.inherit(f)
	if s := t.lacks(f); s != nil {
		return t.collect(f, s)
	}
	return t.finish(f)[0]
}

// meant are those of the customer's own that fit what was said: the service, the day or hour of a cancellation, the one just made.
func (t *turn) meant(mine []opening.Appointment) []opening.Appointment {
	fits := opening.Named(mine, t.Slots, !t.Wants("reschedule"))
	namesNone := len(t.Slots.GetServices()) == 0 && t.Slots.GetWhen() == nil && !t.Says("another")
	if d := t.state.Done; d != nil && len(fits) > 1 && namesNone {
		return opening.Narrow(fits, func(a opening.Appointment) bool { return a.ID == d.Booked })
	}
	return fits
}

func (t *turn) takeAppointment(f *dialogue.Frame) {
	if f.Asked != "appointment" {
		return
	}
	n := int(t.Slots.GetChoice())
	for i := range f.Mine {
		last := (t.Last || n < 0) && i == len(f.Mine)-1
		if t.Tapped == f.Mine[i].ID || t.Tapped == "" && (n == i+1 || last) {
			f.Own = &f.Mine[i]
			return
		}
	}
	if meant := t.meant(f.Mine); len(meant) == 1 && len(f.Mine) > 1 {
		f.Own = &meant[0]
	}
}

func (t *turn) describeOwn(a opening.Appointment) string {
	what := a.Service
	if what == "" && a.Party > 0 {
		what = t.say("the_table", "party", strconv.Itoa(a.Party))
	}
	if what != "" {
		what += ": "
	}
	return what + t.when(a.At()) + t.where(a.At())
}

// asksOwn reports whether a message asks about the customer's own appointments.
func (t *turn) asksOwn() bool {
	if !t.offered["get_appointments"] || t.waitsFor(dialogue.AskConfirm) || t.HasNone() {
		return false
	}
	return t.Says("own_appointments") || t.Says("mine") && t.Says("asks_of_mine") && !t.Wants("cancel_booking")
}

// ownAppointments says what the customer has: what, when, where, with whom.
func (t *turn) ownAppointments() answer {
	mine, c, ok := t.appointments()
	switch {
	case c != nil:
		return answer{calls: []llm.ToolCall{*c}}
	case !ok:
		return t.toolFailed()
	case len(mine) == 0:
		return t.seeks()
	}
	if meant := t.meant(mine); len(meant) > 0 {
		mine = meant
	}
	lines := []string{t.say("your_appointments")}
	for _, a := range mine[:min(len(mine), opening.AtOnce)] {
		lines = append(lines, "• "+t.describeOwn(a))
	}
	return answer{text: strings.Join(lines, "\n")}
}

// seeks says that there is no appointment under this number, and asks for the name it is under.
func (t *turn) seeks() answer {
	t.state.Sought = true
	return answer{text: t.say("no_appointment")}
}

// soughtName hands the name to a person: who writes from another number shows nobody else's appointments.
func (t *turn) soughtName(sought bool) (a answer, ok bool) {
	name := t.Slots.GetPersonName()
	if !sought || name == "" || t.SaidWhen() {
		return a, false
	}
	a = t.person("needs_person", "handoff_name")
	a.text = t.say("handoff_name", "name", name)
	return a, true
}

// ofTheirOwn says what the customer has, where that is asked: appointments, an order, what was earned.
func (t *turn) ofTheirOwn(begins bool) (answers []answer) {
	if t.asksOwn() {
		answers = append(answers, t.ownAppointments())
	}
	if t.asksOrder() && !begins {
		answers = append(answers, t.orderStatus())
	}
	if t.asksEarned() {
		answers = append(answers, t.rewarded(t.desk().Tell()))
	}
	return answers
}

// desk is the turn as what was earned sees it.
func (t *turn) desk() rewards.Desk {
	return rewards.Desk{Words: t.words, Plain: t.Plain, Choice: int(t.Slots.GetChoice()), Tapped: t.Tapped, Now: t.facts.Now, Ask: t.ask}
}

// asksEarned reports whether a message asks what was earned, or what it is good for.
func (t *turn) asksEarned() bool {
	asks := t.Wants("loyalty") || t.Says("my_code") || rewards.AsksMissing(&t.Said)
	return asks && t.offered[rewards.BalanceTool] && t.flowByWords() == nil
}

// hinted adds to what was just made that a reward is near, once in a conversation.
func (t *turn) hinted(answers []answer) []answer {
	made := func(a answer) bool { return a.made }
	if t.state.Hinted || !t.offered[rewards.BalanceTool] || !slices.ContainsFunc(answers, made) {
		return answers
	}
	text, calls := t.desk().Hint()
	t.state.Hinted = text != ""
	return append(answers, answer{text: text, calls: calls, ended: true})
}

func (t *turn) rewarded(a rewards.Answer) answer {
	t.state.Hinted = true
	if a.Failed {
		return t.toolFailed()
	}
	return answer{calls: a.Calls, text: a.Text, choices: a.Choices}
}

// findReward finds which reward is meant, or says why none can be had.
func (t *turn) findReward(f *dialogue.Frame) answer {
	a, ending := t.desk().Choose(f)
	switch ending {
	case rewards.Chosen:
		return t.finish(f)[0]
	case rewards.Over:
		t.state.Pop()
	}
	return t.rewarded(a)
}

// doRedeem takes the reward that the customer said yes to, and tells its code.
func (t *turn) doRedeem(f *dialogue.Frame) answer {
	asked := t.asked(f)
	c := llm.ToolCall{ID: asked.Tool + ":" + asked.Digest(), Name: asked.Tool, Arguments: asked.Arguments}
	r, found := t.ask(c)
	switch {
	case !found:
		return answer{calls: []llm.ToolCall{c}}
	case r.Err != nil && r.Err.Code == unconfirmed:
		return t.confirm(f)
	}
	t.state.Pop()
	a := t.rewarded(t.desk().Done(r))
	a.ended = true
	return a
}
