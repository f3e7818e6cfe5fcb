package rulemodel

import (
	"cmp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/heard"
)

// Kinds of commands.
const (
	cmdPerson  = "person"
	cmdConfirm = "confirm"
	cmdWait    = "wait"
	cmdStop    = "stop"
	cmdDeny    = "deny"
	cmdStart   = "start"
	cmdSet     = "set"
	cmdCorrect = "correct"
	cmdAsk     = "ask"
	cmdRepeat  = "repeat"
)

// Command is one thing that a turn's messages tell the dialogue to do. Name is the flow, the value or the question that it is about.
type Command struct {
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"`
	Reason string `json:"reason"`
}

// Commands are what messages tell the dialogue to do in a business that has every tool.
func Commands(f *llm.Facts) []Command {
	req := &llm.Request{Facts: f}
	for _, fl := range flow.All {
		if fl.Write != nil {
			req.Tools = append(req.Tools, tool.Spec{Name: fl.Write.Tool})
		}
	}
	return newTurn(req).commands()
}

// commandRow finds commands of one kind. One that stands alone is an answer, whatever else its words may mean.
type commandRow struct {
	kind, reason string
	alone        bool
	find         func(*turn) []string
}

// commandTable turns routed intents, slots and bare answers into commands, first rows first.
var commandTable = []commandRow{
	{cmdConfirm, "a clear yes to exactly what was asked", true, (*turn).agreed},
	{cmdPerson, "a person is asked for", true, (*turn).personAsked},
	{cmdWait, "the customer wants a moment", true, (*turn).waits},
	{cmdStop, "the errand under way is taken back", true, (*turn).stopped},
	{cmdStart, "words or an intent that begin an errand", false, (*turn).started},
	{cmdDeny, "a no to what was proposed", false, (*turn).denied},
	{cmdSet, "a value that the errand lacked", false, (*turn).setValues},
	{cmdCorrect, "another value than before", false, (*turn).corrected},
	{cmdAsk, "a question", false, (*turn).asks},
	{cmdRepeat, "what was said last is to be said again", false, (*turn).repeated},
}

// commands are what this turn's messages tell the dialogue to do.
func (t *turn) commands() (out []Command) {
	for _, row := range commandTable {
		for _, name := range row.find(t) {
			out = append(out, Command{row.kind, name, row.reason})
		}
		if row.alone && len(out) > 0 && out[len(out)-1].Kind == row.kind {
			return out
		}
	}
	return out
}

func has(cs []Command, kinds ...string) bool {
	return slices.ContainsFunc(cs, func(c Command) bool { return slices.Contains(kinds, c.Kind) })
}

func nameOf(cs []Command, kind string) string {
	if i := slices.IndexFunc(cs, func(c Command) bool { return c.Kind == kind }); i >= 0 {
		return cs[i].Name
	}
	return ""
}

// open is the errand that is being worked on; nil when there is none.
func (t *turn) open() *dialogue.Frame { return t.state.Top() }

// waitsFor reports whether the open errand waits for the answer to one question.
func (t *turn) waitsFor(asked string) bool {
	f := t.open()
	return f != nil && f.Asked == asked
}

// answerToConfirmation is what the messages say to the confirmation that waits.
func (t *turn) answerToConfirmation() assent.Answer {
	if !t.waitsFor(dialogue.AskConfirm) {
		return assent.Else
	}
	return t.asked(t.open()).To(t.facts.Messages)
}

func (t *turn) agreed() []string {
	f := t.open()
	if t.answerToConfirmation() != assent.Agreed {
		return nil
	}
	_, more := assent.Beside(t.Text) // what else is said is of the second wish
	return onlyWhere(more || len(t.changes(f)) == 0 && (!isOrder(f) || !t.newsWaits()), f.Flow)
}

// stopped finds the open errand taken back: "mejor no", "ya no quiero nada", a bare no to what it still lacks, or the end of an
// appointment where one is just being agreed on.
func (t *turn) stopped() []string {
	f := t.open()
	if isOrder(f) {
		return onlyWhere(t.orderStopped(f), f.Flow)
	}
	if f == nil || t.beginsAnother(f) {
		return nil
	}
	if t.Says("what_if") {
		return nil
	}
	no := t.Slots.GetAnswer() == "no" || t.answerToConfirmation() == assent.Declined
	silent := len(t.changes(f)) == 0
	switch {
	case t.Wants("booking", "reschedule") && !t.Says("taken_back"):
		return nil
	case f.Own == nil && t.Wants("cancel_booking") && !t.namesAnother(f):
	case !silent:
		return nil
	case no && (f.Own != nil || f.Spec().Collects("reward")) && f.Asked == dialogue.AskConfirm: // what the customer has stays as it is
	case no && f.Asked != dialogue.AskConfirm && f.Asked != "opening" && t.Tapped == "":
	case no && assent.TakesBack(t.Text) && !t.wantsOtherTime():
	case assent.TakesBack(t.Text) && t.Slots.GetAnswer() == "":
	default:
		return nil
	}
	return []string{f.Flow}
}

// waits finds a customer who wants a moment before the answer: "espera, déjame preguntarle a mi esposa".
func (t *turn) waits() []string {
	f := t.open()
	back := t.Slots.GetAnswer() == "no" || t.Says("taken_back") || t.Wants("cancel_booking", "reschedule")
	if f == nil || back || t.beginsAnother(f) {
		return nil
	}
	if !t.Says("wait") || len(t.changes(f)) > 0 {
		return nil
	}
	return []string{f.Flow}
}

// wantsOtherTime reports whether a no asks for another time: "no, otro día".
func (t *turn) wantsOtherTime() bool {
	return t.Tapped == tappedOther || t.Says("another")
}

// namesAnother reports whether the customer speaks of an appointment beside the one being agreed on.
func (t *turn) namesAnother(f *dialogue.Frame) bool {
	return f.Spec().Collects("opening") && f.Own == nil && t.Says("another")
}

func (t *turn) denied() []string {
	f := t.open()
	switch {
	case isOrder(f):
		no := t.Slots.GetAnswer() == "no" || t.answerToConfirmation() == assent.Declined
		return onlyWhere(no && slices.Contains([]string{dialogue.AskConfirm, askChange, askHour, askMore}, f.Asked), f.Flow)
	case f == nil || f.Asked != dialogue.AskConfirm && f.Asked != "opening" || t.Says("what_if"):
		return nil
	case t.Slots.GetAnswer() == "no", t.Tapped == tappedOther, t.answerToConfirmation() == assent.Declined:
		return []string{f.Flow}
	case t.Wants("reschedule") && len(t.changes(f)) == 0 && !t.Says("late") && !strings.Contains(t.Text, "?"):
		return []string{f.Flow}
	}
	return nil
}

// started finds an errand that begins: by words of its own, by the router's intent, or by a correction of what was just done. What
// goes on with the errand under way begins nothing.
func (t *turn) started() []string {
	top := t.open()
	supposes := (t.Says("late") || t.Says("what_if")) && !t.SaidWhen()
	if supposes || t.asksOwn() || t.OnlyNo() || t.HasNone() {
		return nil
	}
	if top == nil && t.dropsOrder() {
		return []string{"order_cancel"}
	}
	if d := t.made(); top == nil && d != nil && d.Spec().Collects("service") && t.Says("also_for") {
		return []string{d.Flow}
	}
	if top == nil && t.flowByWords() == nil && !t.Wants("order") && t.changesMade() {
		return []string{"order"}
	}
	if f := t.flowFor("booking"); top == nil && f != nil && t.asksWaiting() {
		return []string{f.Name} // a free time comes first
	}
	if f := t.flowByWords(); f != nil {
		return onlyWhere(top == nil || top.Flow != f.Name, f.Name)
	}
	for i, intent := range t.Intents {
		f := t.flowFor(intent)
		switch {
		case intent == "booking" && t.onlyAsks() && (i > 0 || !t.asksForRoom()): // a question first, and nothing of when
		case isOrder(top) && t.staysInOrder(top, intent):
		case intent == "cancel_booking" && i > 0 && t.Wants("reschedule"): // "no, mejor mañana"
		case f == nil, top != nil && t.goesOn(top, f): // another time is a value of what is under way
		case !t.canDo(f):
			return nil
		default:
			return []string{f.Name}
		}
	}
	soon := t.Says("soonest") && !t.Wants(questionIntents...)
	wants := top == nil && (soon || t.onlyValues())
	if f := t.flowFor("booking"); wants && f != nil && t.canDo(f) {
		return []string{f.Name}
	}
	if top == nil && t.correctsDone() && t.canDo(flow.Named("move")) {
		return []string{"move"}
	}
	return nil
}

// goesOn reports whether an intent only goes on with the errand under way: it is its own, or it agrees on a time too.
func (t *turn) goesOn(top *dialogue.Frame, f *flow.Flow) bool {
	if top.Flow == f.Name || !top.Spec().Collects("when") {
		return top.Flow == f.Name
	}
	return f.Name == "move" || slices.Contains(f.Start.Intents, "booking") && !t.meansAnother(top)
}

// beginsAnother reports whether another errand than the one under way begins with words of its own: "lista de espera" takes nothing
// back, whatever "espera" means alone, nor does "si alguien cancela".
func (t *turn) beginsAnother(top *dialogue.Frame) bool {
	f := t.flowByWords()
	return f != nil && f.Name != top.Flow && !t.Says("taken_back")
}

// onlyValues reports whether a message names a service and a time and wants nothing else: the words of a booking in pieces.
func (t *turn) onlyValues() bool {
	return t.onlyOther() && t.NamesServiceAndTime() && t.state.Done == nil
}

// asksForRoom reports whether a question is what a booking begins with, too: whether there is room, or which times there are.
func (t *turn) asksForRoom() bool { return t.NamesServiceAndTime() || t.questions().Available() }

// flowByWords is the errand that begins with words of its own in this turn's messages.
func (t *turn) flowByWords() *flow.Flow {
	i := slices.IndexFunc(flow.All, func(f *flow.Flow) bool {
		return f.In(t.settings().Vertical) && t.canDo(f) && heard.Any(t.Plain, f.Start.Words)
	})
	if i < 0 {
		return nil
	}
	return flow.All[i]
}

func (t *turn) flowFor(intent string) *flow.Flow {
	i := slices.IndexFunc(flow.All, func(f *flow.Flow) bool {
		return f.In(t.settings().Vertical) && slices.Contains(f.Start.Intents, intent)
	})
	if i < 0 {
		return nil
	}
	return flow.All[i]
}

// canDo reports whether the tools of a flow are there.
func (t *turn) canDo(f *flow.Flow) bool { return f.Write == nil || t.offered[f.Write.Tool] }

// made is the appointment that this conversation made last, while it is ahead; nil where there is none.
func (t *turn) made() *dialogue.Frame {
	d := t.state.Done
	if d == nil || d.Chosen == nil || !t.upcoming(*d.Chosen) {
		return nil
	}
	return d
}

// correctsDone reports whether another value for what was just done is told: "no, mejor a las 5", "mejor la primera".
func (t *turn) correctsDone() bool {
	d := t.made()
	if d == nil || t.Wants("booking") {
		return false
	}
	if t.Slots.GetWhen().GetTime() != "" && t.onlyOther() && len(strings.Fields(t.Plain)) <= shortWords { // "and at nine?"
		return true
	}
	another := t.SaidWhen() || t.Slots.GetChoice() > 0 || t.Slots.GetPartySize() > 0 && d.Values["party"] != ""
	return another && t.Says("correction")
}

func (t *turn) personAsked() []string {
	if t.Wants("human") && t.flowByWords() == nil && !t.questions().Says("phone") {
		return []string{"customer_request"}
	}
	return nil
}

func (t *turn) setValues() (names []string) { return t.valuesSaid(false) }
func (t *turn) corrected() (names []string) { return t.valuesSaid(true) }

// valuesSaid names the values of the open errand that were said: those that it had otherwise, or those that it lacked.
func (t *turn) valuesSaid(had bool) (names []string) {
	f := t.open()
	if f == nil {
		return nil
	}
	for _, name := range t.changes(f) {
		if (f.Values[name] != "") == had {
			names = append(names, name)
		}
	}
	return names
}

// changes names the values that this turn's messages would change in an errand.
func (t *turn) changes(f *dialogue.Frame) []string {
	if t.compared != f {
		t.compared, t.changed = f, t.compare(f)
	}
	return t.changed
}

func (t *turn) compare(f *dialogue.Frame) (names []string) {
	after := f.Copied()
	t.take(after)
	for _, name := range valueNames {
		if f.Values[name] != after.Values[name] && !t.isChosen(f, name) {
			names = append(names, name)
		}
	}
	if after.Chosen != nil && (f.Chosen == nil || f.Chosen.SlotID != after.Chosen.SlotID) {
		names = append(names, "opening")
	}
	if isOrder(f) && !cmp.Or(f.Basket, &basket.Basket{}).Equal(after.Basket) {
		names = append(names, "basket")
	}
	if after.Own != nil && f.Own == nil {
		names = append(names, "appointment")
	}
	return names
}

// isChosen reports whether the branch or person that was named is the one of the opening that is chosen already.
func (t *turn) isChosen(f *dialogue.Frame, name string) bool {
	switch {
	case f.Chosen == nil:
		return false
	case name == "branch":
		return t.Slots.GetBranches()[0].GetName() == f.Chosen.Branch
	case name == "staff":
		return t.Slots.GetStaff()[0].GetName() == f.Chosen.Staff
	}
	return false
}

// valueNames are those that a customer may say, in the order in which they are printed.
var valueNames = append([]string{
	"service", "branch", "staff", "party", "date", "date_end", "time", "time_end", "part", "bound", "phone", "note", "kept", "day",
	"reward",
}, dialogue.OfOrder...)

func (t *turn) asks() (names []string) {
	for _, intent := range t.Intents {
		if slices.Contains(questionIntents, intent) && !t.taken(intent) {
			names = append(names, intent)
		}
	}
	return names
}

// questionIntents are those of the router that ask something.
var questionIntents = []string{"pricing", "services", "menu", "hours", "location", "staff", "faq_policy"}

// onlyAsks reports whether a message is a question that says nothing of a time or a party.
func (t *turn) onlyAsks() bool {
	asks := strings.Contains(t.Text, "?") && !t.SaidWhen() || t.questions().OnlyAsks(t.SaidWhen())
	return asks && t.Slots.GetPartySize() == 0
}
