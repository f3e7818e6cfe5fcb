package intent

import (
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// Held is a rule that holds for a message.
type Held struct {
	Intent string
	Weight float64
	// Phrase is the one that was met, as the intent's file has it; empty where the facts alone decide.
	Phrase string
	// If says which facts the rule asks for.
	If string
	// From and To are the tokens that met the phrase, To excluded.
	From, To int
}

// Held lists the rules that hold by the evidence of a text, for those who want to know why.
func (r *Rules) Held(t language.Text, e *Evidence) []Held {
	held := make([]Held, 0, len(e.Hits))
	for _, i := range e.Hits {
		c := r.at(i)
		h := Held{Intent: all[c.intent].Name, Weight: c.rule.Weight, If: c.rule.asks()}
		h.Phrase, h.From, h.To = met(c.rule.Say, t)
		held = append(held, h)
	}
	return held
}

// met returns the first of a rule's phrases that stands in a text, and where.
func met(say string, t language.Text) (phrase string, from, to int) {
	for one := range strings.FieldsFuncSeq(say, func(c rune) bool { return c == '/' || c == '\n' }) {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		if hits := language.MustPhrases([]string{one}).Find(t, nil); len(hits) > 0 {
			return one, hits[0].From, hits[0].To
		}
	}
	return "", 0, 0
}

// Confidence is how likely an intent is by the evidence, found or not.
func (r *Rules) Confidence(name string, e *Evidence, facts Fact) float64 {
	i := indexOf(name)
	if i < 0 {
		return 0
	}
	p := r.weigh(e, facts)
	return float64(p[i])
}

// asks says which facts a rule asks for.
func (r *Rule) asks() string {
	var parts []string
	for _, part := range [...]struct {
		word  string
		facts Fact
	}{{"if", r.If}, {"and", r.And}, {"not", r.Not}} {
		if part.facts != 0 {
			parts = append(parts, part.word+" "+strings.Join(part.facts.Names(), "|"))
		}
	}
	return strings.Join(parts, ", ")
}

// factNames are the facts in the order of their bits.
var factNames = [...]string{
	"service", "dish", "staff", "branch", "day", "clock", "party", "amount", "order_number", "question", "short", "name", "danger", "severe", "emergency",
	"dental", "restaurant", "medical", "general",
}

// Names lists the facts.
func (f Fact) Names() []string {
	names := []string{}
	for i := range 32 {
		switch {
		case f>>i&1 == 0:
		case i < len(factNames):
			names = append(names, factNames[i])
		default:
			names = append(names, fmt.Sprintf("fact%d", i))
		}
	}
	return names
}
