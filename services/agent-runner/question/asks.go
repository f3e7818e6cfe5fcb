package question

import (
	"slices"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// asks lists what is asked: clause by clause by the words, what goes on with the question before by that, and where the words tell
// nothing by the intent.
func (t *Turn) asks(taken func(string) bool) (out []ask) {
	r := t.reading()
	errand := len(t.Intents) > 0 && slices.Contains(errands, t.Intents[0])
	honest := false
	last, fresh := t.lastAsked(), false
	for _, c := range r.clauses {
		if c.honest() {
			honest = true
			continue
		}
		c.asks = c.asks && (c.marked || !honest) // "tiene fiebre" tells more of what is declined
		named := t.clauseAsks(c, taken)
		if len(named) == 0 {
			named = t.goesOn(c, last)
		}
		if len(named) == 0 && c.asks && !taken("*") {
			named = t.openAsk(c, errand && !t.mayI(c))
		}
		named = t.goneOn(named, last, fresh || honest)
		if out = append(out, named...); len(named) > 0 {
			last, fresh = named[len(named)-1], true
		}
	}
	for i, a := range out { // what is asked elsewhere is no answer here too
		if slices.ContainsFunc(out, func(b ask) bool { return b.kind == a.instead }) {
			out[i].instead = ""
		}
	}
	if len(out) > 0 || honest {
		return unique(out)
	}
	for _, intent := range t.Intents {
		kind, ok := defaults[intent]
		if !ok || taken(intent) || t.saidBy(intent) {
			continue
		}
		whole := clause{to: len(r.text.Tokens), asks: r.text.Asks()}
		out = append(out, t.about(ask{kind: kind, text: t.Text, clause: whole}))
	}
	return unique(out)
}

// goneOn gives questions that name nothing what the one before was about; of what is not there, or was told in full, nothing more is
// asked. here is whether that one stands in the same message.
func (t *Turn) goneOn(named []ask, last ask, here bool) []ask {
	for i, a := range named {
		named[i].after = last.kind
		of := slices.Contains(ofNone, a.kind) || here && a.kind == "text"
		included := here && a.kind == "contents" && len(last.items) == 1 && !kinds.says(a.text, "all")
		if of && len(a.items)+len(a.unknown) == 0 || included {
			named[i].items = last.items
		}
	}
	wholly := last.kind == "" || slices.Contains(told, last.kind)
	if len(last.unknown) == 0 && (!here || !wholly) {
		return named
	}
	return slices.DeleteFunc(named, func(a ask) bool {
		return slices.Contains(ofNone, a.kind) && len(a.items)+len(a.unknown)+len(carrying(a.text)) == 0
	})
}

// mayI reports whether a clause asks whether something is allowed, beside an errand.
func (t *Turn) mayI(c clause) bool {
	text := t.words(c)
	if kinds.says(text, "wishes") || len(t.daysOf(c)) > 0 {
		return false
	}
	return kinds.says(text, "may") && len(carrying(text)) > 0
}

// saidBy reports whether the answer to another intent says what this one asks: a price describes its service, a branch named with
// "what are the hours of" is not asked for its address.
func (t *Turn) saidBy(intent string) bool {
	named := len(t.Slots.GetServices()) + len(t.Slots.GetDishes())
	switch intent {
	case "services", "menu":
		return t.wants("pricing") && named+len(t.subject()) > 0 || t.wants("faq_policy") && named == 0
	case "location":
		return t.Intents[0] == "hours" && len(t.Slots.GetBranches()) > 0
	}
	return false
}

// clauseAsks are the kinds that a clause's words ask for; one that a dialogue has taken counts only as a question.
func (t *Turn) clauseAsks(c clause, taken func(string) bool) (out []ask) {
	for _, k := range c.kinds {
		owned := slices.ContainsFunc(k.Covers, taken) || taken("*")
		if k.Fixed || !c.asks && (owned || k.Name == "have") {
			continue
		}
		a := t.about(ask{kind: t.meantBy(k.Name, c), text: t.words(c), clause: c})
		if k.Name == "have" && t.wants(errands...) && !t.wants("services", "menu") {
			a.quiet = true
			a.unknown = nil // "hay mesa?" is no question about tables
		}
		out = append(out, a)
	}
	return out
}

// meantBy is the kind that the words of another mean beside what else a clause says.
func (t *Turn) meantBy(kind string, c clause) string {
	switch {
	case kind == "have" && t.first("faq_policy") && t.Slots.GetPolicyType() != "": // "what guarantee do crowns have"
		return "text"
	case kind == "open" && len(t.daysOf(c)) > 0 && t.callsSomebody(t.words(c)): // "does the dietitian come on Fridays"
		return "staff_days"
	case kind == "address" && len(t.Slots.GetStaff()) > 0: // where somebody attends
		return "staff_days"
	case kind == "allergy" && t.namesDish(c): // "what is in the leche de tigre"
		return "contents"
	}
	return kind
}

// askingWords is how many words a question has at least that is one without a word of any matter.
const askingWords = 5

// openAsk is a clause that asks for nothing that has a kind: an intent of the message may tell, else the business's texts.
func (t *Turn) openAsk(c clause, quiet bool) []ask {
	a := t.about(ask{kind: "text", text: t.words(c), clause: c, quiet: quiet && !t.wants("faq_policy", "services", "pricing", "menu")})
	if kinds.says(a.text, "wishes") && t.wants(errands...) {
		return nil // the errand answers it
	}
	if t.orders(a) {
		return nil // "can I get two coffees?" is as good as wanting them
	}
	if !quiet {
		for _, intent := range t.Intents {
			if kind, ok := defaults[intent]; ok {
				a.instead = kind
				break
			}
		}
	}
	asks := c.marked && wordsIn(t.reading().text, c.from, c.to) >= askingWords
	if asks || a.instead != "" || len(carrying(a.text)) > 0 {
		return []ask{a}
	}
	return nil
}

// orders reports whether a question that names dishes only asks to have them.
func (t *Turn) orders(a ask) bool {
	return len(t.Slots.GetDishes()) > 0 && t.wants("order") && kinds.says(a.text, "orders")
}

// unique keeps the first of two questions of one kind about the same.
func unique(asks []ask) (out []ask) {
	asks = slices.DeleteFunc(asks, func(a ask) bool { // the way says the address
		return a.kind == "address" && slices.ContainsFunc(asks, func(b ask) bool { return b.kind == "way" })
	})
	for _, a := range asks {
		if a.kind == "text" || !slices.ContainsFunc(out, a.same) {
			out = append(out, a)
		}
	}
	return out
}

func (a ask) same(b ask) bool {
	return a.kind == b.kind && a.text == b.text && slices.Equal(idsOf(a.items), idsOf(b.items))
}

func idsOf(items []*recadov1.Mention) (ids []string) {
	for _, m := range items {
		ids = append(ids, m.GetId())
	}
	return ids
}
