package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// followWords is how many words a clause has at most that goes on with the question before it.
const followWords = 7

// ofDays are the kinds of question that a day is the answer to; ofPeople are those about who attends.
var (
	ofDays   = []string{"open", "until", "hours", "staff_days", "staff"}
	ofPeople = []string{"staff", "staff_days"}
)

// lastAsked is what the turn before asked last, where no dialogue waits for an answer of its own.
func (t *Turn) lastAsked() ask {
	if t.Busy {
		return ask{}
	}
	return ask{kind: cmp.Or(t.before.Asked, t.Memory.Asked), items: t.subject()}
}

// subject is what a question without a name means: what is being booked, else what was asked about before.
func (t *Turn) subject() []*recadov1.Mention {
	before := cmp.Or(t.before, *t.Memory)
	if len(t.About) > 0 || before.Item == "" {
		return t.About
	}
	return []*recadov1.Mention{{Id: before.Item, Name: before.Name}}
}

// goesOn reads a short clause that begins with "and" and asks for no kind of its own as the question before it over again: of another
// day, thing, person or place.
func (t *Turn) goesOn(c clause, last ask) []ask {
	text := t.reading().text
	joined := slices.Contains(joins, text.At(c.from)) || slices.Contains(joins, text.At(c.from-1))
	if last.kind == "" || c.to-c.from > followWords || !joined || t.opensOther(c, last.kind) {
		return nil
	}
	kind, days := last.kind, last.kind != "zone" && len(t.daysOf(c)) > 0
	switch a := t.about(ask{kind: "have", text: t.words(c), clause: c}); {
	case days && !slices.Contains(ofDays, kind):
		kind = "open"
	case !days && slices.Contains(ofPeople, kind) && kinds.says(t.words(c), "times"):
		kind = "staff_days"
	case kind == "text" && len(a.items) > 0:
		kind = "have"
	}
	a := t.about(ask{kind: kind, text: t.words(c), clause: c})
	switch left := strings.Join(carrying(t.besideNames(a)), " "); {
	case left == "", days, len(t.Slots.GetBranches()) > 0, t.callsSomebody(left), t.placeOrPerson(left), kind == "zone", kind == "text":
	case len(a.items) == 0 && slices.Contains(ofThings, kind):
		a.unknown = []string{t.bare(c)}
	case !slices.Contains(ofThings, kind):
		return nil // "and by bus?" is no more of the same
	}
	if len(a.items)+len(a.unknown) == 0 {
		a.items = last.items
	}
	if slices.Contains(ofDays, last.kind) {
		t.again = t.before.Place
	}
	if slices.Contains(ofPeople, kind) && !t.callsSomebody(a.text) {
		a.text = strings.TrimSpace(last.text + " " + a.text)
	}
	return []ask{a}
}

// opensOther reports whether a clause has a verb of its own that asks: "and can he go out?" is no more of the same.
func (t *Turn) opensOther(c clause, last string) bool {
	text := t.reading().text
	for i := c.from; i < c.to; i++ {
		if w := text.At(i); kinds.parters[w] || kinds.openers[w] && (!kinds.says(w, "again") || !slices.Contains(ofDays, last)) {
			return true
		}
	}
	return false
}

// bare is a clause without the words that lead to its question.
func (t *Turn) bare(c clause) string {
	text := t.reading().text
	for c.from < c.to-1 {
		w := text.At(c.from)
		if !slices.Contains(joins, w) && text.Token(c.from).Kind != language.Mark {
			break
		}
		c.from++
	}
	return t.words(c)
}

// callsSomebody reports whether a text says whom a question about people is of.
func (t *Turn) callsSomebody(text string) bool {
	return len(t.Slots.GetStaff()) > 0 || slices.ContainsFunc(t.settings().Staff, func(n tenant.Name) bool {
		return slices.ContainsFunc(append(slices.Clone(n.Aliases), n.Tag), func(name string) bool { return shares(text, name) })
	})
}

// Available reports whether a message asks at most whether there is something, somebody or room: what a booking begins with too.
func (t *Turn) Available() bool {
	return !slices.ContainsFunc(t.reading().clauses, func(c clause) bool {
		return slices.ContainsFunc(c.kinds, func(k *kind) bool { return !slices.Contains(availability, k.Name) })
	})
}

var availability = []string{"have", "see", "open", "everything", "until", "hours"}

// OnlyAsks reports whether a message asks and says nothing of wanting; dated is whether a day in it must belong to a question.
func (t *Turn) OnlyAsks(dated bool) bool {
	text, asks, days := t.reading().text, false, false
	for _, c := range t.reading().clauses {
		asks = asks || len(c.kinds) > 0
		days = days || slices.ContainsFunc(c.kinds, func(k *kind) bool { return slices.Contains(ofDays, k.Name) })
	}
	for i := range text.Tokens { // "quiero saber" and "qué necesito" want nothing done
		if kinds.says(text.At(i), "wishes") && text.At(i-1) != "que" && !kinds.says(text.At(i+1), "knows") {
			return false
		}
	}
	return asks && (days || !dated)
}
