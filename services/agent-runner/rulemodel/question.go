package rulemodel

import (
	"cmp"
	"slices"
	"strings"

	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/question"
	"github.com/recado/recado/services/agent-runner/rewards"
)

// questions is the turn as questions see it.
func (t *turn) questions() *question.Turn {
	if t.asking == nil {
		t.asking = &question.Turn{
			Facts: t.facts, Slots: t.Slots, Intents: t.Intents, Text: t.Text, Offered: t.offered, Results: t.results, Say: t.say,
			About: t.about(), Busy: t.open() != nil, Card: t.Card, Memory: &t.state.Offered,
		}
		if d := t.made(); d != nil {
			t.asking.Place = d.Chosen.Branch
		}
	}
	return t.asking
}

// about is what a question without a name means where something is booked.
func (t *turn) about() []*recadov1.Mention {
	if f := cmp.Or(t.open(), t.state.Done); f != nil && f.Values["service_name"] != "" {
		return []*recadov1.Mention{{Id: f.Values["service"], Name: f.Values["service_name"]}}
	}
	return nil
}

func answerOf(a question.Answer) answer {
	return answer{calls: a.Calls, text: a.Text, handoff: a.Handoff}
}

// topicAnswers answers what the message asks, beside what a dialogue makes of it.
func (t *turn) topicAnswers() (answers []answer) {
	switch {
	case t.asksEarned() && (!t.Wants(ofFacts...) || rewards.AsksMissing(&t.Said)):
		return nil
	case t.asksWaiting() && strings.Count(t.Text, "?") == 1 && !t.Wants("pricing", "hours", "location"):
		return nil
	case t.asksSum():
		return []answer{t.sumSoFar()}
	}
	if ofOrder := isOrder(t.open()) && t.Says("how_long"); ofOrder || t.onlyBegins() {
		return nil
	}
	t.questions().Told = t.errandFirst() || t.asksOwn() || t.asksEarned()
	for _, a := range t.questions().Answers(t.taken) {
		answers = append(answers, answerOf(a))
	}
	return answers
}

// onlyBegins reports whether the one question there is begins an errand by its words and asks nothing else: "do you have a waiting list?".
func (t *turn) onlyBegins() bool {
	vague := len(t.Slots.GetServices())+len(t.Slots.GetDishes()) == 0 && strings.Count(t.Text, "?") == 1
	return vague && t.flowByWords() != nil && !slices.ContainsFunc(ofFacts, t.First)
}

// ofFacts are the intents of questions that an errand's words do not answer by themselves.
var ofFacts = []string{"pricing", "hours", "location", "staff", "faq_policy", "invoice"}

// askedBeside answers what is asked beside something that hurts; nothing is offered there, as a time is.
func (t *turn) askedBeside() (answers []answer) {
	if !t.patients() || t.open() != nil {
		return nil
	}
	q := t.questions()
	q.Busy = true
	honest, _ := q.Honest()
	for _, a := range honest {
		if a.Handoff == "" {
			answers = append(answers, answerOf(a))
		}
	}
	return append(answers, t.topicAnswers()...)
}

// taken reports whether the open booking takes an intent for its own; "*" is the whole message.
func (t *turn) taken(intent string) bool {
	words := t.flowByWords()
	waiting := words != nil && words.Joins() && !slices.Contains(ofFacts, intent)
	if t.asksOwn() || waiting || words != nil && !strings.Contains(t.Text, "?") {
		return true
	}
	earned := t.asksEarned() && !slices.Contains(ofFacts, intent)
	if t.ordersOnly() || t.asksOrder() || t.asksSum() || earned {
		return true
	}
	switch intent {
	case "*":
		return t.open() != nil && len(t.changes(t.open())) > 0 && !strings.Contains(t.Text, "?")
	case "menu":
		intent = "services"
	}
	return t.partOfErrand(intent)
}

// settled acts on a yes or no to what the last reply offered.
func (t *turn) settled() (answer, bool) {
	a, ok := t.questions().Settle()
	return answerOf(a), ok
}

// honest are the fixed sentences; ends reports whether nothing else is to be said.
func (t *turn) honest() (answers []answer, ends bool) {
	if t.flowByWords() != nil {
		return nil, false // an errand of its own
	}
	all, _ := t.questions().Honest()
	for _, a := range all {
		answers, ends = append(answers, answerOf(a)), ends || a.Handoff != ""
	}
	return answers, ends || len(pending(answers)) > 0 || len(answers) > 0 && t.questions().AllHonest()
}

// feedback thanks for what was said, good or bad as it may be.
func (t *turn) feedback() answer {
	if a, ok := t.questions().Polite(); ok {
		return answerOf(a)
	}
	return answer{text: t.say("feedback")}
}

type policyInfo struct {
	Short string `json:"short_version"`
}

func (t *turn) repeated() []string {
	if t.open() != nil && (t.Says("repeat") || len(t.Text) <= repeatLimit && t.Says("repeat_short")) {
		return []string{t.open().Flow}
	}
	return nil
}

// repeatLimit is how long a message may be that only asks to repeat, in bytes.
const repeatLimit = 24
