// Package question answers what customers ask, by one ladder: typed facts, the item's own data, FAQ, the policy that was asked for,
// documents, and last an honest "I don't have that" with the offer to ask the team.
package question

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// maxParts is how many questions of one turn are answered, maxAlike how many things are named at most beside what was asked.
const (
	maxParts = 5
	maxAlike = 3
)

// Turn is one answering as questions see it.
type Turn struct {
	Facts   *llm.Facts
	Slots   *recadov1.Slots
	Intents []string        // dominant first
	Text    string          // the customer's masked words
	Offered map[string]bool // tools that may be called
	Results map[string]tool.Result
	// Say words a phrase in the customer's language.
	Say func(key string, pairs ...string) string
	// About is what a question without a name means: what is being booked, or was asked about before.
	About []*recadov1.Mention
	// Place is the branch where the customer is expected, where that is known.
	Place string
	// Busy is true while a dialogue waits for an answer of its own: no question is put beside it.
	Busy bool
	// Told is true where a person learns of the message whatever is answered: nothing is offered to ask then.
	Told bool
	// Card is true where a card number was typed.
	Card bool
	// Memory lasts from one turn to the next.
	Memory *Memory

	read    reading
	offer   string   // said once, after all answers
	foreign bool     // something was quoted in another language
	unsaid  []string // what nothing is known of, named beside other answers
	before  Memory   // what the turn before left
	asked   *recadov1.Mention
	again   string // the branch that a question goes on with
	priced  bool   // prices are asked for, and said apart
}

// Memory is what an answer offered to do, for the yes that may follow.
type Memory struct {
	// Question is one that nobody could answer, in the customer's masked words.
	Question string `json:"question,omitempty"`
	// Reason is why a person was offered.
	Reason string `json:"reason,omitempty"`
	// Asked are the kinds of the last questions, and People whom they were about: what "and on Fridays?" goes on with.
	Asked  string `json:"asked,omitempty"`
	People string `json:"people,omitempty"`
	// Place is the branch that was named last.
	Place string `json:"place,omitempty"`
	// Item and Name are the thing that was asked about last.
	Item string `json:"item,omitempty"`
	Name string `json:"name,omitempty"`
}

// Answer is what one question gets: calls that are needed first, or words.
type Answer struct {
	Calls   []llm.ToolCall
	Text    string
	Handoff string
}

// ask is one thing that is asked, in the words of its clause.
type ask struct {
	kind    string
	text    string
	clause  clause
	items   []*recadov1.Mention
	unknown []string // things named that the business does not list
	quiet   bool     // said beside something else: answered or passed over
	after   string   // the kind of the question before it
	instead string   // the kind that the router's intent asks for, where the texts have no answer
}

// defaults are what an intent asks where no words say more.
var defaults = map[string]string{
	"pricing": "price", "services": "have", "menu": "menu", "hours": "hours", "location": "address", "staff": "staff",
	"faq_policy": "text",
}

// errands are wishes that are no questions: what else their message asks is answered where it can be, and passed over where not.
var errands = []string{"booking", "reschedule", "cancel_booking", "order", "order_status"}

// told are kinds whose answer has all that is known, the price too.
var told = []string{"text", "have", "see", "menu", "everything", "results"}

// Answers answers what the turn asks; taken are intents that a dialogue has taken for its own.
func (t *Turn) Answers(taken func(intent string) bool) (out []Answer) {
	asks := t.asks(taken)
	asks = asks[:min(len(asks), maxParts)]
	var kinds []string
	t.priced = slices.ContainsFunc(asks, func(a ask) bool { return a.kind == "price" })
	for _, a := range asks {
		got := t.answer(a)
		if got.Text+got.Handoff != "" || len(got.Calls) > 0 {
			out = append(out, got)
		}
		kinds = append(kinds, a.kind)
	}
	if len(kinds) > 0 {
		t.Memory.Asked = strings.Join(kinds, " ")
	}
	if m := t.Slots.GetBranches(); len(m) == 1 {
		t.Memory.Place = m[0].GetName()
	} else if t.again == "" {
		t.Memory.Place = ""
	}
	for _, a := range asks {
		if len(a.items) == 1 {
			t.asked = a.items[0]
			t.Memory.Item, t.Memory.Name = t.asked.GetId(), t.asked.GetName()
		}
	}
	return t.closed(once(out))
}

// closed says after all answers what is said once: what the quotes are, and what is offered.
func (t *Turn) closed(out []Answer) []Answer {
	unsaid := t.unsaid
	if t.unsaid = nil; len(unsaid) > 0 && !t.Told {
		text := t.Say("not_known")
		if len(out) > 0 || t.wants(errands...) {
			text = t.Say("not_known_of", "question", strings.Join(unsaid, "», «"))
		}
		out = append(out, t.offerToAsk(text))
	}
	if len(out) == 0 {
		return out
	}
	last := &out[len(out)-1]
	if t.foreign {
		last.Text += "\n" + t.Say("foreign_note")
	}
	if t.offer != "" {
		last.Text += " " + t.offer
	}
	t.foreign, t.offer = false, ""
	return out
}

// Asked is the one thing that the answers were about; nil where there is none.
func (t *Turn) Asked() *recadov1.Mention { return t.asked }

// Kinds names what the turn asks.
func (t *Turn) Kinds(taken func(string) bool) (names []string) {
	for _, a := range t.asks(taken) {
		names = append(names, a.kind)
	}
	return names
}

// once leaves out what would be said twice.
func once(all []Answer) (out []Answer) {
	for _, a := range all {
		said := func(b Answer) bool { return a.Text != "" && strings.Contains(b.Text, a.Text) }
		if !slices.ContainsFunc(out, said) {
			less := func(b Answer) bool { return b.Text != "" && b.Handoff == "" && strings.Contains(a.Text, b.Text) }
			out = append(slices.DeleteFunc(out, less), a)
		}
	}
	return out
}

// ownAnswered are kinds whose typed answer gives way to one that the business wrote for a question with more in it: "until when is
// the kitchen open", "a menu for children".
var ownAnswered = []string{"open", "until", "hours", "menu", "have", "everything", "price", "staff", "contents"}

// answer climbs the ladder for one question.
func (t *Turn) answer(a ask) Answer {
	if slices.Contains(ownAnswered, a.kind) && len(a.unknown) == 0 && t.saysMore(a) {
		if got, ok := t.passage(a, firm, func(p passage) bool { return p.saysItself(a) }); ok {
			return got
		}
	}
	switch a.kind {
	case "open":
		return t.open(a)
	case "until", "hours":
		if t.speaksOfAny(a) && !t.callsSomebody(a.text) {
			return t.hoursOf(a)
		}
		return t.hours(a)
	case "address":
		return t.address()
	case "phone":
		return t.phone(a)
	case "last_order":
		a.text = kinds.named(a.kind).Family
		if got, ok := t.passage(a, firm, passage.isFAQ); ok {
			return got
		}
		return t.hours(a)
	case "email":
		return joined(Answer{Text: t.Say("not_known")}, t.phone(a))
	case "parking", "access", "way":
		return t.around(a)
	case "pay":
		return t.pay(a)
	case "zone":
		return t.zone(a)
	case "count", "results":
		return t.count(a)
	case "price":
		return t.price(a)
	case "duration":
		return t.duration(a)
	case "promotion":
		return t.promotions(a)
	case "allergy", "diet":
		return t.diet(a)
	case "menu":
		return t.menu(a)
	case "everything":
		return t.everything("services_intro")
	case "have":
		return t.have(a)
	case "contents":
		return t.contents(a)
	case "see":
		return t.see(a)
	case "preparation", "fasting":
		return t.preparation(a)
	case "staff", "staff_days":
		return t.staff(a)
	}
	if kinds.named(a.kind).Policy != nil {
		return t.ruled(a)
	}
	return t.text(a)
}

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
		named := t.clauseAsks(c, taken)
		if len(named) == 0 {
			named = t.goesOn(c, last)
		}
		if len(named) == 0 && c.asks && !taken("*") && (c.marked || !honest) {
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
	full := here && (last.kind == "" || slices.Contains(told, last.kind)) || len(last.unknown) > 0
	return slices.DeleteFunc(named, func(a ask) bool {
		return full && slices.Contains(ofNone, a.kind) && len(a.items)+len(a.unknown)+len(carrying(a.text)) == 0
	})
}

// mayI reports whether a clause asks whether something is allowed, beside an errand.
func (t *Turn) mayI(c clause) bool {
	text := t.words(c)
	return kinds.says(text, "may") && !kinds.says(text, "wishes") && len(carrying(text)) > 0 && len(t.daysOf(c)) == 0
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
		if k.Fixed || owned && !c.asks {
			continue
		}
		if k.Name == "have" && !c.asks {
			continue
		}
		kind := k.Name
		policy := t.first("faq_policy") && t.Slots.GetPolicyType() != ""
		if kind == "have" && policy { // "what guarantee do crowns have" does not ask for crowns
			kind = "text"
		}
		if kind == "open" && len(t.daysOf(c)) > 0 && t.callsSomebody(t.words(c)) {
			kind = "staff_days" // "does the dietitian come on Fridays"
		}
		switch {
		case kind == "address" && len(t.Slots.GetStaff()) > 0: // where somebody attends
			kind = "staff_days"
		case kind == "allergy" && t.namesDish(c):
			kind = "contents"
		}
		a := t.about(ask{kind: kind, text: t.words(c), clause: c})
		if k.Name == "have" && t.wants(errands...) && !t.wants("services", "menu") {
			a.quiet = true
			a.unknown = nil // "hay mesa?" is no question about tables
		}
		out = append(out, a)
	}
	return out
}

// askingWords is how many words a question has at least that is one without a word of any matter.
const askingWords = 5

// openAsk is a clause that asks for nothing that has a kind: an intent of the message may tell, else the business's texts.
func (t *Turn) openAsk(c clause, quiet bool) []ask {
	a := t.about(ask{kind: "text", text: t.words(c), clause: c, quiet: quiet && !t.wants("faq_policy", "services", "pricing", "menu")})
	if !quiet {
		for _, intent := range t.Intents {
			if kind, ok := defaults[intent]; ok {
				a.instead = kind
				break
			}
		}
	}
	if words := wordsIn(t.reading().text, c.from, c.to); a.instead == "" && len(carrying(a.text)) == 0 && (!c.marked || words < askingWords) {
		return nil
	}
	return []ask{a}
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
	return a.kind == b.kind && slices.Equal(carrying(a.text), carrying(b.text)) && !slices.Contains(ofDays, a.kind) && slices.Equal(idsOf(a.items), idsOf(b.items)) && slices.Equal(a.unknown, b.unknown)
}

func idsOf(items []*recadov1.Mention) (ids []string) {
	for _, m := range items {
		ids = append(ids, m.GetId())
	}
	return ids
}

func (t *Turn) settings() *tenant.Settings { return t.Facts.Settings }

func (t *Turn) wants(intents ...string) bool {
	return slices.ContainsFunc(t.Intents, func(have string) bool { return slices.Contains(intents, have) })
}

func (t *Turn) first(intent string) bool { return len(t.Intents) > 0 && t.Intents[0] == intent }

func (t *Turn) lang() language.Lang { return language.Lang(t.Facts.Language).Spoken() }

// own reports whether the business's texts are in the customer's language.
func (t *Turn) own() bool {
	l := language.Lang(t.settings().Language)
	return !l.Known() || l == t.lang()
}

// joined puts answers to one question into one, each on a line of its own.
func joined(all ...Answer) (out Answer) {
	var lines []string
	for _, a := range all {
		out.Calls = append(out.Calls, a.Calls...)
		if a.Text != "" {
			lines = append(lines, a.Text)
		}
		if a.Handoff != "" {
			out.Handoff = a.Handoff
		}
	}
	out.Text = strings.Join(lines, "\n")
	return out
}
