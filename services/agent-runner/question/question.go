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
	unsaid  []clause // what nothing is known of, named beside other answers
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
	// Asked is the kind of the last question, and People are those whom it was about: what "and on Fridays?" goes on with.
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
	t.priced = slices.ContainsFunc(asks, func(a ask) bool { return a.kind == "price" })
	answered := map[int]bool{} // clauses by where they begin
	for _, a := range asks {
		got := t.answer(a)
		if got.Text+got.Handoff != "" || len(got.Calls) > 0 {
			out, answered[a.clause.from] = append(out, got), true
		}
	}
	t.unsaid = slices.DeleteFunc(t.unsaid, func(c clause) bool { return answered[c.from] })
	t.remember(asks)
	return t.closed(once(out))
}

// remember keeps what was asked and where, for a question that goes on with it.
func (t *Turn) remember(asks []ask) {
	t.Memory.Place = t.again
	if m := t.Slots.GetBranches(); len(m) == 1 {
		t.Memory.Place = m[0].GetName()
	}
	for _, a := range asks {
		t.Memory.Asked = a.kind
		if len(a.items) == 1 {
			t.asked = a.items[0]
			t.Memory.Item, t.Memory.Name = t.asked.GetId(), t.asked.GetName()
		}
	}
}

// closed says after all answers what is said once: what the quotes are, and what is offered.
func (t *Turn) closed(out []Answer) []Answer {
	unsaid := t.unsaid
	if t.unsaid = nil; len(unsaid) > 0 && !t.Told {
		out = append(out, t.offerToAsk(t.notKnown(unsaid, len(out) > 0 || t.Busy || t.wants(errands...))))
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

// quotedWords is how many words of a question are said back at most.
const quotedWords = 9

// notKnown says that something is not known, and beside other things what.
func (t *Turn) notKnown(unsaid []clause, beside bool) string {
	var said []string
	for _, c := range unsaid {
		if words := t.bare(c); !slices.Contains(said, words) && len(strings.Fields(words)) <= quotedWords {
			said = append(said, words)
		}
	}
	switch {
	case !beside:
		return t.Say("not_known")
	case len(said) == 0:
		return t.Say("not_known_rest")
	}
	return t.Say("not_known_of", "question", strings.Join(said, "», «"))
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

// rungs are the kinds that are answered from what is typed first.
func rungs() map[string]func(*Turn, ask) Answer {
	return map[string]func(*Turn, ask) Answer{
		"open": (*Turn).open, "until": (*Turn).until, "hours": (*Turn).until, "last_order": (*Turn).lastOrder,
		"address": (*Turn).address, "phone": (*Turn).phone, "email": (*Turn).email, "zone": (*Turn).zone,
		"parking": (*Turn).around, "access": (*Turn).around, "way": (*Turn).around,
		"price": (*Turn).price, "duration": (*Turn).duration, "promotion": (*Turn).promotions, "pay": (*Turn).pay,
		"count": (*Turn).count, "results": (*Turn).count, "preparation": (*Turn).preparation, "fasting": (*Turn).preparation,
		"allergy": (*Turn).diet, "diet": (*Turn).diet, "menu": (*Turn).menu, "contents": (*Turn).contents,
		"everything": (*Turn).services, "have": (*Turn).have, "see": (*Turn).see,
		"staff": (*Turn).staff, "staff_days": (*Turn).staff,
	}
}

// answer climbs the ladder for one question.
func (t *Turn) answer(a ask) Answer {
	if slices.Contains(ownAnswered, a.kind) && len(a.unknown) == 0 && t.saysMore(a) {
		if got, ok := t.passage(a, firm, func(p passage) bool { return p.saysItself(a) }); ok {
			return got
		}
	}
	if rung, typed := rungs()[a.kind]; typed {
		return rung(t, a)
	}
	if kinds.named(a.kind).Policy != nil {
		return t.ruled(a)
	}
	return t.text(a)
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
