package question

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Scores from which a text of the business answers a question: firm where the words that carry the question are in it, sure where the
// text is to speak for itself, without having been asked for.
const (
	firm    = 0.81
	written = 0.85 // of a text that was written for no question
	sure    = 0.89
	// mostWords is the part of the words that carry a question which what is quoted of a text has
	mostWords = 0.75
	// of an answer to a question that the business wrote another wording of
	surest = 0.94
)

// queryLimit, quoteLimit and foreignLimit bound a search query, what is quoted, and what is quoted in another language, in characters.
const (
	queryLimit   = 300
	quoteLimit   = 480
	foreignLimit = 240
)

// hits is how many passages are looked at.
const hits = 3

type passage struct {
	Title    string  `json:"title"`
	Content  string  `json:"content"`
	Category string  `json:"category"`
	Score    float64 `json:"relevance_score"`
}

type policyInfo struct {
	Title  string `json:"title"`
	Policy string `json:"policy"`
	Short  string `json:"short_version"`
}

// lists are the kinds whose answer without a name is all there is.
var lists = []string{"hours", "address", "staff"}

// catalogues are those whose answer without a name is what the business offers.
var catalogues = []string{"have", "menu", "everything"}

// text answers from what the business wrote: FAQ and documents, the policy that was asked for, or nothing.
func (t *Turn) text(a ask) Answer {
	least := firm
	if a.quiet {
		least = sure
	}
	kind := t.Slots.GetPolicyType()
	if kind == "" || !t.wants("faq_policy") {
		kind = "none"
	}
	for _, rung := range []func() (Answer, bool){
		func() (Answer, bool) {
			own := t.besideNames(a)
			asked := func(p passage) bool { return p.isAsked(a.words()) && knowledge.Covers(own, p.Title) > 0 }
			return t.passage(a, knowledge.Threshold, asked)
		},
		func() (Answer, bool) { return t.told(a) },
		func() (Answer, bool) { return t.policyOn(kind, a.text) },
		func() (Answer, bool) { return t.fromTexts(a, least) },
		func() (Answer, bool) { return t.within(strings.Join(carrying(a.text), " ")) },
	} {
		if got, ok := rung(); ok {
			return got
		}
	}
	switch {
	case slices.Contains(lists, a.instead) && t.saysMore(a): // all there is would be no answer
	case slices.Contains(catalogues, a.instead) && len(carrying(a.text)) > 0 && !t.speaksOfAny(a): // nor what is offered
	case a.instead != "" && a.instead != "text":
		a.kind, a.instead = a.instead, ""
		return t.answer(a)
	case a.quiet:
		return Answer{}
	case a.kind == "text" && t.speaksOfAny(a) && !t.saysMore(a): // what is known of it is better than nothing
		return t.items(ask{items: a.items[:1]}, t.card)
	}
	return t.unknown(a)
}

// besideNames are the words of a question less the names that it is about: what is asked of them.
func (t *Turn) besideNames(a ask) string {
	words := slices.DeleteFunc(strings.Fields(a.text), func(w string) bool {
		return slices.ContainsFunc(a.items, func(m *recadov1.Mention) bool { return t.speaksOf(w, m) })
	})
	return strings.Join(words, " ")
}

// fromTexts quotes the passage that has the words of a question; ok is false where none is found, or nothing can be searched.
func (t *Turn) fromTexts(a ask, least float64) (got Answer, ok bool) {
	return t.passage(a, least, func(passage) bool { return true })
}

func (t *Turn) passage(a ask, least float64, fits func(passage) bool) (got Answer, ok bool) {
	var calls []llm.ToolCall
	var best passage
	for _, query := range t.queries(a) {
		c := llm.CallFor("search_knowledge_base", key(query), map[string]any{"query": query, "top_k": hits})
		r, missing, _ := t.fetch(c)
		calls = append(calls, missing...)
		found, _ := read[[]passage](r)
		for _, p := range found {
			better := p.Score >= p.least(least) && p.Score > best.Score
			if better && fits(p) && t.answers(p, a) {
				best = p
			}
		}
	}
	if len(calls) > 0 {
		return Answer{Calls: calls}, true
	}
	if best.Content == "" {
		return Answer{}, false
	}
	return Answer{Text: t.quoted(best.answer(a))}, true
}

// ofAnother reports whether a passage is about another thing than the question, which names its own.
func (t *Turn) ofAnother(p passage, a ask) bool {
	title := p.Title
	if !p.isFAQ() {
		title += " " + p.Content
	}
	telling := strings.Join(slices.DeleteFunc(carrying(title), t.common), " ")
	if len(a.items) == 0 || slices.ContainsFunc(a.items, func(m *recadov1.Mention) bool { return t.speaksOf(telling, m) }) {
		return false
	}
	another := func(n tenant.Name) bool {
		return slices.ContainsFunc(carrying(n.Name), func(w string) bool { return !t.common(w) && knowledge.Covers(w, p.Title) == 1 })
	}
	return !p.isFAQ() || slices.ContainsFunc(t.settings().Services, another)
}

// isFAQ reports whether a passage answers the very question that is its title.
func (p passage) isFAQ() bool { return strings.HasSuffix(strings.TrimSpace(p.Title), "?") }

// least is the score from which a passage answers, where one is asked for.
func (p passage) least(asked float64) float64 {
	if p.isFAQ() {
		return asked
	}
	return max(asked, written)
}

// answers reports whether a passage speaks of the matter. An answer to another question may still do: where its title has some of the
// words, or it has them all.
func (t *Turn) answers(p passage, a ask) bool {
	carried, k := strings.Join(carrying(a.text), " "), kinds.named(a.kind)
	switch {
	case !p.on(k.Family), t.ofAnother(p, a):
		return false
	case !p.isFAQ():
		return t.hasWords(p, a)
	case k.Policy != nil && sentencesOn(p.Title, k.Family) != "":
		return true
	case p.Score >= surest && carried != "" && len(a.items) == 0:
		return true
	case knowledge.CoveredBy(a.words(), p.Title) >= 0.4 && knowledge.Covers(t.besideNames(a), p.Title) > 0:
		return true
	}
	return carried != "" && knowledge.Covers(carried, p.Content) == 1
}

// hasWords reports whether what a text that was written for no question says of it has the words of the question: more of them where no
// words of the matter find it. That it only names the thing is no answer.
func (t *Turn) hasWords(p passage, a ask) bool {
	carried, most := strings.Join(carrying(a.text), " "), mostWords
	switch {
	case kinds.named(a.kind).Family != "":
		most /= 2
	case knowledge.Words(a.text) < 2: // a word alone stands in many texts
		return false
	case len(a.items) > 0 && len(carrying(t.besideNames(a))) == 0:
		return false
	}
	return carried == "" || knowledge.Covers(carried, p.Title+" "+p.answer(a)) >= most
}

// words are a question's own, and the names that it is about.
func (a ask) words() string {
	parts := []string{a.text}
	for _, m := range a.items {
		parts = append(parts, m.GetName())
	}
	return strings.Join(parts, " ")
}

// isAsked reports whether a question is mostly the one that is a passage's title.
func (p passage) isAsked(question string) bool {
	return p.isFAQ() && knowledge.CoveredBy(question, p.Title) >= 0.6
}

// prices reports whether a passage answers a question for a price by one.
func (p passage) prices(a ask) bool {
	said := p.answer(a)
	return a.kind == "price" && (strings.ContainsAny(said, "$€") || strings.Contains(said, "S/") || kinds.says(said, "cost"))
}

// saysItself reports whether a passage answers a question better than what is typed: an answer to that very question, or for a price
// a passage that has one and every word.
func (p passage) saysItself(a ask) bool {
	switch {
	case a.kind == "price" && !p.prices(a):
		return false
	case p.isFAQ():
		return p.Score >= sure || p.isAsked(a.words())
	}
	return a.kind == "price" && p.allOf(a)
}

// allOf reports whether a passage has every word that carries a question.
func (p passage) allOf(a ask) bool {
	return knowledge.Covers(strings.Join(carrying(a.text), " "), p.answer(a)) == 1
}

// answer is what a passage says on a question: all of an answer that was written for it, else the sentences on the matter.
func (p passage) answer(a ask) string {
	if p.isFAQ() && (knowledge.Covers(a.text, p.Title) > 0 || knowledge.Covers(kinds.named(a.kind).Family, p.Title) > 0) {
		return knowledge.Whole(p.Content, quoteLimit)
	}
	if said := sentencesOn(p.Content, kinds.named(a.kind).Family); said != "" {
		return knowledge.Whole(said, foreignLimit)
	}
	return sentence(capital(knowledge.Excerpt(p.Content, a.text, quoteLimit)))
}

// on reports whether a passage speaks of a matter, which is any where no words are given.
func (p passage) on(matter string) bool {
	return matter == "" || sentencesOn(p.Title+"\n"+p.Content, matter) != ""
}

// queries are what the texts are searched for: the question as it stands, and where it names no thing, with what it is about.
func (t *Turn) queries(a ask) []string {
	if len(knowledge.Carrying(a.text)) == 0 && len(a.items) == 0 && !a.clause.asks {
		return nil
	}
	query := phrase.Clip(a.text, queryLimit)
	if matter, _, _ := strings.Cut(kinds.named(a.kind).Family, " "); matter != "" && a.kind != "duration" {
		query = matter
	}
	out := []string{query}
	if kinds.named(a.kind).Policy != nil {
		out = append(out, phrase.Clip(a.text, queryLimit))
	}
	if len(a.items) == 1 && !t.speaksOf(a.text, a.items[0]) {
		out = append(out, query+" "+a.items[0].GetName())
	}
	return slices.DeleteFunc(out, func(q string) bool { return len(strings.Fields(q)) < 1 })
}

// key is a short name of a query, for the call's id.
func key(query string) string { return strconv.FormatUint(uint64(language.Hash(query)), 16) }

// queryLeast is how many letters the words that carry a question have at least.
const queryLeast = 3

// policyOn is the policy of a kind where it has a word of the question.
func (t *Turn) policyOn(kind, question string) (Answer, bool) {
	got, ok := t.policy(kind, question)
	if p, calls := t.policyOf(kind); ok && calls == nil && len(got.Calls) == 0 {
		carried := strings.Join(carrying(question), " ")
		ok = len(carried) < queryLeast || knowledge.Covers(carried, p.Title+" "+p.Policy+" "+p.Short+" "+kinds.Words["of_"+kind]) > 0
	}
	return got, ok
}

// policy says what the policy of a kind says: the sentences on the question, else its short version.
func (t *Turn) policy(kind, question string) (got Answer, ok bool) {
	if kind == "none" {
		return Answer{}, false
	}
	c := llm.CallFor("get_business_policy", kind, map[string]any{"policy_type": kind})
	r, calls, _ := t.fetch(c)
	if calls != nil {
		return Answer{Calls: calls}, true
	}
	p, ok := read[policyInfo](r)
	if !ok || p.Short+p.Policy == "" {
		return Answer{}, false
	}
	beside := slices.DeleteFunc(carrying(question), func(w string) bool { return knowledge.Covers(w, p.Title) > 0 })
	carried := strings.Join(beside, " ")
	if p.Short == "" || carried != "" && knowledge.Covers(carried, p.Policy) == 1 && knowledge.Covers(carried, p.Short) < 1 {
		return Answer{Text: t.quoted(knowledge.Excerpt(p.Policy, question, quoteLimit))}, true
	}
	return Answer{Text: t.quoted(p.Short)}, true
}

// quoted is a text of the business as it is said to a customer of another language: short, and with a word on that.
func (t *Turn) quoted(text string) string {
	text = strings.TrimSpace(text)
	if t.own() || text == "" || language.Detect(language.Read(text), language.Lang(t.settings().Language)) == t.lang() {
		return text
	}
	t.foreign = true
	return "«" + strings.TrimSuffix(knowledge.Whole(text, foreignLimit), ".") + "»"
}

// sentence ends a note with a full stop, so that the next one can follow it.
func sentence(s string) string {
	s = strings.TrimRight(s, " \n,;:")
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// LookUp is what the business's texts surely say on a message that asks for nothing in particular, else what is known of the one thing
// that it names; a word alone is one of an FAQ.
func (t *Turn) LookUp() (Answer, bool) {
	a := ask{kind: "text", text: t.Text, clause: clause{asks: true}, quiet: true}
	if len(strings.Fields(t.Text)) < 2 {
		return t.passage(a, surest, passage.isFAQ)
	}
	got, ok := t.fromTexts(a, sure)
	if named := t.Slots.GetServices(); !ok && len(named) == 1 && !t.Busy {
		t.Memory.Item, t.Memory.Name = named[0].GetId(), named[0].GetName()
		return t.items(ask{items: named}, t.card), true
	}
	return got, ok
}
