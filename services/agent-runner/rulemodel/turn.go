package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
	"github.com/recado/recado/services/agent-runner/question"
)

// turn is one answering as the topics see it: the messages merged, the state copied, the results by call.
type turn struct {
	heard.Said
	facts   *llm.Facts
	words   phrase.Words
	state   dialogue.State
	results map[string]tool.Result
	offered map[string]bool // tools that may be called
	begun   bool            // an errand was under way when the turn began
	// compared is the errand that changed was found for, until what was said is taken into it.
	compared *dialogue.Frame
	changed  []string
	asking   *question.Turn
	menu     *basket.Menu    // where an order is under way or begins
	news     orderNews       // of the last take
	quoted   *ordering.Order // what the order costs now
}

func newTurn(req *llm.Request) *turn {
	f := req.Facts
	t := &turn{Said: heard.Read(f.Messages), facts: f, results: map[string]tool.Result{}, offered: map[string]bool{}}
	t.words = phrase.For(f)
	t.state = dialogue.Decode(f.Dialogue)
	t.state.Age(f.Now)
	t.begun = t.open() != nil
	for _, r := range f.Results {
		t.results[r.CallID] = r
	}
	for _, s := range req.Tools {
		t.offered[s.Name] = true
	}
	if f := t.open(); f != nil && f.Asked != "" {
		t.TurnDown()
	}
	t.takesFree()
	t.readShort()
	fresh := t.state.Cancelled || t.state.About != nil && t.made() == nil && !t.Says("moves")
	if i := slices.Index(t.Intents, "reschedule"); i >= 0 && fresh && t.open() == nil {
		t.Intents[i] = "booking"
	}
	return t
}

func (t *turn) say(key string, pairs ...string) string { return t.words.Say(key, pairs...) }

func (t *turn) settings() *tenant.Settings { return t.facts.Settings }

// ask looks for the result of a call: found is false when it must be made first.
func (t *turn) ask(c llm.ToolCall) (r tool.Result, found bool) {
	r, found = t.results[c.ID]
	return r, found
}

// toolFailed is the answer when a tool failed: nothing is claimed, and a person learns of it.
func (t *turn) toolFailed() answer { return answer{text: t.say("confirm_later"), handoff: "no_answer"} }

// shortWords is how many words a message has at most that only names a thing or goes on with a question.
const shortWords = 6

// readShort reads messages that say too little for the router: "¿y el 25?" asks the same again, a thing named alone is asked about.
func (t *turn) readShort() {
	words := strings.Fields(t.Plain)
	if t.open() != nil || len(words) == 0 || len(words) > shortWords || len(t.facts.Messages) != 1 {
		return
	}
	follows := slices.Contains([]string{"y", "e", "and"}, words[0]) && strings.HasSuffix(strings.TrimSpace(t.Text), "?")
	switch {
	case follows && len(t.state.Topics) > 0 && !t.Wants("urgent_care", "human", "cancel_booking"):
		t.Intents = t.state.Topics
	case len(words) <= 2 && t.onlyOther() && len(t.Slots.GetServices())+len(t.Slots.GetDishes()) > 0:
		t.Intents = []string{"services"}
	}
}

// onlyOther reports whether the router read no wish.
func (t *turn) onlyOther() bool {
	return !slices.ContainsFunc(t.Intents, func(in string) bool { return in != "other" && in != "greeting" })
}
