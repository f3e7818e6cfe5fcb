package question

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
)

// policyOf is the policy of a kind; it is empty where there is none.
func (t *Turn) policyOf(kind string) (p policyInfo, calls []llm.ToolCall) {
	r, calls, _ := t.fetch(llm.CallFor("get_business_policy", kind, map[string]any{"policy_type": kind}))
	p, _ = read[policyInfo](r)
	return p, calls
}

// ruled answers what a business rules: by its FAQ, else by what its policies of the kind say on the matter.
func (t *Turn) ruled(a ask) Answer {
	k, said := kinds.named(a.kind), ""
	onMatter := func(p passage) bool { return p.isFAQ() && sentencesOn(p.Title, k.Family) != "" }
	if got, ok := t.passage(a, knowledge.Threshold, onMatter); ok {
		return got
	}
	for _, kind := range k.Policy {
		p, calls := t.policyOf(kind)
		if calls != nil {
			return Answer{Calls: calls}
		}
		if said = sentencesOn(p.Policy, k.Family); said == "" {
			continue
		}
		if beside := t.beside(a, k.Family); beside != "" && knowledge.Covers(beside, p.Policy) > 0 {
			said = knowledge.Excerpt(p.Policy, a.text, quoteLimit)
		}
		break
	}
	switch {
	case said != "":
		return Answer{Text: t.quoted(said)}
	case len(k.Policy) == 0:
		return t.unknown(a)
	case a.kind == "instalments":
		return t.noInstalments(a)
	}
	return t.text(a)
}

// beside are the words that carry a question less those of its matter.
func (t *Turn) beside(a ask, family string) string {
	words := slices.DeleteFunc(carrying(a.text), func(w string) bool { return knowledge.Covers(w, family) > 0 })
	return strings.Join(words, " ")
}

// noInstalments says how one pays where nothing is said of paying by and by.
func (t *Turn) noInstalments(a ask) Answer {
	p, calls := t.policyOf("payment")
	switch {
	case calls != nil:
		return Answer{Calls: calls}
	case p.Policy == "":
		return t.text(a)
	}
	return Answer{Text: t.Say("no_instalments") + " " + t.quoted(waysToPay(p))}
}

// pay says yes to a means of payment that the policy lists, and no to one that it does not.
func (t *Turn) pay(a ask) Answer {
	p, calls := t.policyOf("payment")
	if calls != nil {
		return Answer{Calls: calls}
	}
	if p.Policy+p.Short == "" {
		return t.text(a)
	}
	var yes, no, unsure, lines []string
	for _, means := range t.means(a.clause) {
		switch listed, refused := means.in(p.Policy + "\n" + p.Short); {
		case listed && !refused:
			yes = append(yes, means.said)
		case kinds.says(means.word, "brand"):
			unsure = append(unsure, means.said)
		default:
			no = append(no, means.said)
		}
	}
	and := " " + t.Say("and") + " "
	if len(yes) > 0 {
		lines = append(lines, t.Say("pay_yes", "means", strings.Join(yes, and)))
	}
	if len(no) > 0 {
		lines = append(lines, t.Say("pay_no", "means", strings.Join(no, and)))
	}
	if lines = append(lines, t.quoted(waysToPay(p))); len(unsure) > 0 {
		lines = append(lines, t.Say("not_known_of", "question", strings.Join(unsure, "», «")))
	}
	return Answer{Text: strings.Join(lines, " ")}
}

// payment is one means of payment, as it was said.
type payment struct{ said, word string }

// means are those that a clause names.
func (t *Turn) means(c clause) (out []payment) {
	text := t.reading().text
	for i := c.from; i < c.to; i++ {
		w := text.At(i)
		known := slices.ContainsFunc(out, func(p payment) bool { return knowledge.Covers(w, p.word) > 0 })
		if known || !slices.Contains(strings.Split(strings.TrimSpace(kinds.Words["means"]), "|"), w) {
			continue
		}
		to := i + 1
		if text.At(to) == "express" {
			to++
		}
		out = append(out, payment{text.Original(i, to), w})
	}
	return out
}

// in reports whether a text lists a means of payment, and whether it says that it is refused.
func (p payment) in(text string) (listed, refused bool) {
	for _, s := range knowledge.Sentences(text) {
		if knowledge.Covers(p.word, s) > 0 {
			denied := strings.HasPrefix(language.FoldString(s), "no ")
			listed, refused = listed || !denied, refused || denied
		}
	}
	return listed, refused
}

// waysToPay is the sentence of a payment policy that lists what is accepted.
func waysToPay(p policyInfo) string {
	for _, s := range knowledge.Sentences(p.Policy + "\n" + p.Short) {
		if knowledge.Covers("efectivo", s) > 0 || knowledge.Covers("tarjeta", s) > 0 {
			return s
		}
	}
	return p.Short
}

// zone says whether something is brought, or somebody comes, to a place: yes only to one that the business's own words name.
func (t *Turn) zone(a ask) Answer {
	a.items = nil
	wrote, ok := t.passage(a, firm, passage.isFAQ)
	if service := t.find("domicilio"); !ok && service != nil {
		a.items = append(a.items, service)
		wrote = t.items(a, func(i item) string { return t.quoted(i.Description) })
		ok = wrote.Text != ""
	}
	place := t.placeIn(a.clause)
	switch text := language.FoldString(strings.TrimLeft(wrote.Text, "«")); {
	case len(wrote.Calls) > 0:
		return wrote
	case !ok:
		return t.offerToAsk(t.Say("no_zone"))
	case strings.HasPrefix(text, "no"), place == "" && a.clause.says(t, "que", "what", "cual", "donde"):
		return wrote
	case place == "" || knowledge.Covers(place, wrote.Text) == 1:
		return joinedLine(t.Say("yes_word"), wrote)
	}
	return joinedLine(t.Say("zone_no", "place", place), wrote)
}

// placeIn is the place that a clause speaks of: the words after "a", "en", "hasta".
func (t *Turn) placeIn(c clause) string {
	text := t.reading().text
	for i := c.from; i+1 < c.to; i++ {
		if !slices.Contains(placeLinks, text.At(i)) {
			continue
		}
		to := i + 1
		for to < c.to && text.Token(to).Kind != language.Mark && !slices.Contains(slices.Concat(joins, turns), text.At(to)) {
			to++
		}
		place := text.Original(i+1, to)
		if words := carrying(place); len(words) > 0 && knowledge.Covers(words[0], kinds.named("zone").Family) == 0 {
			return place
		}
	}
	return ""
}

// placeLinks stand before the name of a place.
var placeLinks = strings.Fields("a en hasta por to in em no na ao")

// count says how many visits or doses something takes, where its description or the business's texts tell.
func (t *Turn) count(a ask) Answer {
	said := t.items(ask{items: a.items}, func(i item) string {
		if on := sentencesOn(i.Description, kinds.named(a.kind).Family); on != "" {
			return i.Name + ": " + t.quoted(on)
		}
		return ""
	})
	if strings.TrimSpace(said.Text) != "" || len(said.Calls) > 0 {
		return said
	}
	return t.text(a)
}

func joinedLine(first string, a Answer) Answer {
	a.Text = strings.TrimSpace(first + " " + a.Text)
	return a
}
