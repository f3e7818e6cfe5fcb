package rulemodel

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/question"
)

// turn is one answering as the topics see it: the messages merged, the state copied, the results by call.
type turn struct {
	facts   *llm.Facts
	words   words
	state   state
	intents []string // dominant ones first, each once
	slots   *recadov1.Slots
	tapped  string // id of the choice that was tapped last
	text    string // the customer's masked words: a search query, and what tells a question about one thing from one about all
	plain   string // the same as runs of words are looked for in it
	urgency uint32
	results map[string]tool.Result
	offered map[string]bool // tools that may be called
	last    bool            // the last of what is offered is chosen
	any     bool            // whatever is offered will do
	begun   bool            // an errand was under way when the turn began
	flagged bool            // a message of the turn may try to steer it
	reach   reach
	card    bool // a card number was typed
	asking  *question.Turn
}

func newTurn(req *llm.Request) *turn {
	f := req.Facts
	t := &turn{facts: f, results: map[string]tool.Result{}, offered: map[string]bool{}}
	t.words = wordsFor(f)
	t.state = decodeState(f.Dialogue)
	t.state.age(f.Now)
	t.begun = t.open() != nil
	for _, r := range f.Results {
		t.results[r.CallID] = r
	}
	for _, s := range req.Tools {
		t.offered[s.Name] = true
	}
	t.merge(f.Messages)
	t.readShort()
	if i := slices.Index(t.intents, "reschedule"); i >= 0 && t.state.Cancelled && t.open() == nil {
		t.intents[i] = "booking"
	}
	return t
}

func (t *turn) merge(messages []*recadov1.MessageRouted) {
	t.slots = &recadov1.Slots{}
	seen := map[string]bool{}
	var texts []string
	for _, m := range messages {
		for _, i := range ownIntents(m) {
			if !seen[i.GetName()] {
				seen[i.GetName()] = true
				t.intents = append(t.intents, i.GetName())
			}
		}
		mergeSlots(t.slots, m.GetSlots())
		t.urgency = max(t.urgency, m.GetUrgency())
		t.mergeTap(m)
		t.reach.reachIn(m)
		t.card = t.card || showsCard(m)
		if takesAny(m) {
			t.last = sharesWord(m.GetContent().GetText().GetBody(), "última", "último", "last")
			t.any = !t.last
		}
		t.flagged = t.flagged || m.GetVerdict() >= recadov1.Verdict_VERDICT_FLAG
		if s := m.GetContent().GetText().GetBody(); s != "" {
			texts = append(texts, s)
		}
	}
	t.text = strings.Join(texts, "\n")
	t.plain = plain(t.text)
}

// mergeTap keeps the last word of a burst: a tap says more than its title, and a no after it takes it back.
func (t *turn) mergeTap(m *recadov1.MessageRouted) {
	if i := m.GetContent().GetInteractive(); i != nil {
		t.tapped, t.slots.Answer = i.GetChoiceId(), ""
		return
	}
	if m.GetSlots().GetAnswer() == "no" {
		t.tapped = ""
	}
}

// mergeSlots lets a later message of a burst override what an earlier one said.
func mergeSlots(into, from *recadov1.Slots) {
	if from == nil {
		return
	}
	if w := from.GetWhen(); w != nil {
		into.When = mergeMoment(into.When, w)
	}
	into.Services = append(into.Services, from.Services...)
	into.Dishes = append(into.Dishes, from.Dishes...)
	into.Staff = append(into.Staff, others(from.Staff, from.PersonName)...)
	into.Branches = append(into.Branches, from.Branches...)
	into.PartySize = latest(into.PartySize, from.PartySize)
	if at := from.GetWhen().GetTime(); at == "" || strings.HasSuffix(at, ":00") { // "9:20" is no ninth of a list
		into.Choice = latest(into.Choice, from.Choice)
	}
	into.Quantity = latest(into.Quantity, from.Quantity)
	into.PersonName = latest(into.PersonName, from.PersonName)
	into.Answer = latest(into.Answer, from.Answer)
	into.PolicyType = latest(into.PolicyType, from.PolicyType)
}

// others are the people who were named besides the customer, who may be called like one of them.
func others(people []*recadov1.Mention, self string) (out []*recadov1.Mention) {
	for _, p := range people {
		if !sharesWord(p.GetName(), foldedWords(self)...) {
			out = append(out, p)
		}
	}
	return out
}

func mergeMoment(old, m *recadov1.Moment) *recadov1.Moment {
	if old == nil {
		return m
	}
	out := &recadov1.Moment{
		Date: latest(old.Date, m.Date), Time: latest(old.Time, m.Time), PartOfDay: latest(old.PartOfDay, m.PartOfDay),
		RangeStart: latest(old.RangeStart, m.RangeStart), RangeEnd: latest(old.RangeEnd, m.RangeEnd),
		Bound: old.Bound, TimeEnd: old.TimeEnd,
	}
	if m.Time != "" {
		out.Bound, out.TimeEnd = m.Bound, m.TimeEnd
	}
	return out
}

func latest[T comparable](old, next T) T {
	var zero T
	if next == zero {
		return old
	}
	return next
}

func (t *turn) settings() *tenant.Settings { return t.facts.Settings }

func (t *turn) wants(intents ...string) bool {
	return slices.ContainsFunc(t.intents, func(have string) bool { return slices.Contains(intents, have) })
}

// first is true for the dominant intent.
func (t *turn) first(intent string) bool { return len(t.intents) > 0 && t.intents[0] == intent }

// call is a wish for a tool under an id that says what it is for, so that the next round finds its result.
func call(name, purpose string, args map[string]any) llm.ToolCall {
	data, err := json.Marshal(args)
	if err != nil {
		data = []byte("{}")
	}
	return llm.ToolCall{ID: name + ":" + purpose, Name: name, Arguments: data}
}

// ask looks for the result of a call: found is false when it must be made first.
func (t *turn) ask(c llm.ToolCall) (r tool.Result, found bool) {
	r, found = t.results[c.ID]
	return r, found
}

// read decodes a result; ok is false when the tool refused or said nothing readable.
func read[T any](r tool.Result) (v T, ok bool) {
	if r.Err != nil || len(r.JSON) == 0 {
		return v, false
	}
	return v, json.Unmarshal(r.JSON, &v) == nil
}

// toolFailed is the answer when a tool failed: nothing is claimed, and a person learns of it.
func (t *turn) toolFailed() answer { return answer{text: t.say("confirm_later"), handoff: "no_answer"} }

// shortWords is how many words a message has at most that only names a thing or goes on with a question.
const shortWords = 6

// readShort reads messages that say too little for the router: "¿y el 25?" asks the same again, a thing named alone is asked about.
func (t *turn) readShort() {
	words := strings.Fields(t.plain)
	if t.open() != nil || len(words) == 0 || len(words) > shortWords || len(t.facts.Messages) != 1 {
		return
	}
	follows := slices.Contains([]string{"y", "e", "and"}, words[0]) && strings.HasSuffix(strings.TrimSpace(t.text), "?")
	switch {
	case follows && len(t.state.Topics) > 0 && !t.wants("urgent_care", "human", "cancel_booking"):
		t.intents = t.state.Topics
	case len(words) <= 2 && t.onlyOther() && len(t.slots.GetServices())+len(t.slots.GetDishes()) > 0:
		t.intents = []string{"services"}
	}
}

// onlyOther reports whether the router read no wish.
func (t *turn) onlyOther() bool {
	return !slices.ContainsFunc(t.intents, func(in string) bool { return in != "other" && in != "greeting" })
}
