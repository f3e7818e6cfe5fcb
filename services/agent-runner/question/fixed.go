package question

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Honest answers what has one honest sentence, whatever else is known: who is speaking, the customer's own data and other people's,
// card numbers, medicines, results, a price promised elsewhere, a complaint, praise, a courtesy. ok is false where nothing of that
// was said.
func (t *Turn) Honest() (out []Answer, ok bool) {
	if t.Card {
		out = append(out, Answer{Text: t.Say("fixed_card")})
	}
	if t.Slots.GetCompetitor() != "" && t.wants("pricing", "feedback", "services", "other") {
		out = append(out, Answer{Text: t.Say("fixed_compare")})
	}
	out = once(append(out, t.fixed(func(k *kind) bool { return !k.Polite })...))
	return t.closed(out[:min(len(out), maxParts)]), len(out) > 0
}

// Polite answers a courtesy, praise or a wish for help that names nothing, where there is nothing else to answer.
func (t *Turn) Polite() (a Answer, ok bool) {
	out := t.fixed(func(k *kind) bool { return k.Polite })
	switch {
	case len(out) > 0:
		return out[0], true
	case t.Text != "" && !strings.ContainsFunc(t.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '?' }):
		return Answer{Text: t.Say("smile")}, true
	}
	return Answer{}, false
}

// AllHonest reports whether the turn says nothing beside what has an honest sentence.
func (t *Turn) AllHonest() bool {
	return !slices.ContainsFunc(t.reading().clauses, func(c clause) bool {
		return !c.honest() && (len(c.kinds) > 0 || c.asks || len(carrying(t.words(c))) > 0)
	})
}

func (t *Turn) fixed(meant func(*kind) bool) (out []Answer) {
	for _, c := range t.reading().clauses {
		for _, k := range c.kinds {
			if k.Fixed && meant(k) {
				out = append(out, t.honest(k, t.about(ask{kind: k.Name, text: t.words(c), clause: c})))
			}
		}
	}
	return out
}

func (t *Turn) honest(k *kind, a ask) Answer {
	if k.Soft {
		dose := k.Name == "medicine" || k.Name == "feed" // only an answer to that very question
		if got, ok := t.passage(a, sure, func(p passage) bool { return p.isFAQ() && (!dose || p.isAsked(a.words())) }); ok {
			return got
		}
	}
	switch k.Name {
	case "robot":
		return Answer{Text: t.Say("fixed_robot", "assistant", t.assistant(), "business", t.settings().Name)}
	case "erase":
		return t.person("erase_request", t.Say("fixed_erase"))
	case "sorrow":
		return t.person("complaint", t.Say("fixed_sorrow"))
	case "read_results":
		return t.offerPerson(t.Say("fixed_results"), "results")
	case "symptom":
		return t.offerPerson(t.Say("fixed_symptom"), "medicine")
	case "medicine", "advice", "feed":
		return t.offerPerson(t.Say(t.forAnimals("fixed_"+k.Name)), "medicine")
	case "promised":
		return t.promised(a)
	case "complaint":
		return t.complaint(a.text)
	}
	return Answer{Text: t.Say("fixed_" + k.Name)}
}

// OfAnimals reports whether a message speaks of an animal.
func (t *Turn) OfAnimals() bool { return kinds.says(t.Text, "animal") }

// forAnimals is the key of a phrase about an animal that a message speaks of, else about the customer.
func (t *Turn) forAnimals(key string) string {
	if t.OfAnimals() {
		return "fixed_animal"
	}
	return key
}

func (t *Turn) assistant() string {
	if a := t.Facts.Assistant; a != nil && a.Name != "" {
		return a.Name
	}
	return t.settings().Name
}

// promised neither confirms nor denies a price from elsewhere: it says the published one, and a person looks.
func (t *Turn) promised(a ask) Answer {
	known := Answer{}
	if len(a.items) > 0 {
		known = t.items(ask{items: a.items}, t.priceOf)
		if len(known.Calls) > 0 {
			return known
		}
	}
	offer := t.offerPerson(t.Say("fixed_promised"), "promised_price")
	offer.Calls = nil
	return joined(known, offer)
}

// complaint apologizes, says what the policies have for what went wrong, and tells a person.
func (t *Turn) complaint(text string) Answer {
	var says Answer
	for _, kind := range t.remedies(text) {
		got, _ := t.policy(kind, text)
		says = joined(says, got)
	}
	if len(says.Calls) > 0 {
		return says
	}
	return joined(Answer{Text: t.Say("fixed_complaint")}, says, t.person("complaint", t.Say("complaint_person")))
}

// Says reports whether the words of a kind stand in the messages.
func (t *Turn) Says(name string) bool {
	return slices.ContainsFunc(t.reading().clauses, func(c clause) bool {
		return slices.ContainsFunc(c.kinds, func(k *kind) bool { return k.Name == name })
	})
}

// remedies are the policies that speak of what went wrong.
func (t *Turn) remedies(text string) (out []string) {
	switch kind := t.Slots.GetPolicyType(); kind {
	case "refunds", "warranty", "cancellation", "payment":
		out = append(out, kind)
	}
	for _, w := range [][2]string{{"money", "refunds"}, {"spoiled", "refunds"}, {"broken", "warranty"}} {
		if kinds.says(text, w[0]) && !slices.Contains(out, w[1]) {
			out = append(out, w[1])
		}
	}
	return out
}

// person tells a person of the business, and the customer what happens next.
func (t *Turn) person(reason, text string) Answer {
	_, calls, _ := t.fetch(llm.CallFor("escalate_to_human", reason, map[string]any{"reason": reason}))
	return Answer{Calls: calls, Text: text, Handoff: reason}
}

// offerPerson says something and offers a person, whom a yes in the next message tells.
func (t *Turn) offerPerson(text, reason string) Answer {
	if t.Busy {
		return Answer{Text: text}
	}
	t.Memory.Reason, t.Memory.Question = reason, ""
	t.offer = t.Say("offer_person")
	return Answer{Text: text}
}

// unknown is the last rung: the business has not said it, and its team may be asked. It is said once, after what is known.
func (t *Turn) unknown(a ask) Answer {
	t.unsaid = append(t.unsaid, a.clause)
	return Answer{}
}

// offerToAsk offers to keep a question for the team. Beside a dialogue that waits for an answer of its own, a yes would mean either.
func (t *Turn) offerToAsk(text string) Answer {
	if t.Busy || t.Told || !t.Offered[keepTool] {
		return Answer{Text: text}
	}
	t.Memory.Question, t.Memory.Reason = phrase.Clip(t.Text, queryLimit), ""
	t.offer = t.Say("offer_to_ask")
	return Answer{Text: text}
}

// keepTool keeps a question that nobody could answer for the business.
const keepTool = "keep_question"

// Settle acts on the answer to what the last reply offered: to ask the team, or to tell a person. ok is false where nothing was
// offered or something else was said.
func (t *Turn) Settle() (a Answer, ok bool) {
	offered := *t.Memory
	t.before = offered
	t.before.Question, t.before.Reason = "", ""
	*t.Memory = t.before
	answer := t.Slots.GetAnswer()
	dated := t.first("booking") && t.Slots.GetWhen() != nil // "sí, quiero cita para el jueves"
	switch {
	case dated:
		return Answer{}, false
	case offered.Question+offered.Reason == "" || answer == "" || len(t.reading().text.Tokens) > settled:
		return Answer{}, false
	case answer == "no":
		return Answer{Text: t.Say("not_asked")}, true
	case offered.Reason != "":
		return t.person(offered.Reason, t.Say("person_told")), true
	}
	return t.keep(offered.Question), true
}

// settled is how many words a bare yes or no has at most.
const settled = 8

func (t *Turn) keep(question string) Answer {
	c := llm.CallFor(keepTool, "question", map[string]any{"question": question})
	r, calls, ok := t.fetch(c)
	if calls != nil {
		return Answer{Calls: calls}
	}
	if kept, readable := read[struct {
		Success bool `json:"success"`
	}](r); ok && readable && kept.Success {
		return Answer{Text: t.Say("question_kept")}
	}
	return t.unsure()
}
