package intent

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/linear"
)

// Evidence is what the rules and the model judge one message by.
type Evidence struct {
	// Scores are what the rules add up to, by the intents' places in All, once the boundaries are applied.
	Scores [Count]float64
	// Keys are the model's features.
	Keys []uint32
	// Hits are the rules that hold, by their places.
	Hits []int
	// Own are the intents that phrases of the tenant's own speak for; whoever knows them fills it in after Gather.
	Own Set
}

// Read begins with the features of a message's words; it keeps the room that e has.
func (e *Evidence) Read(t language.Text) {
	*e = Evidence{Keys: language.Features(t, e.Keys[:0]), Hits: e.Hits[:0]}
}

// Gather fills in the evidence of a message that e has read.
func (r *Rules) Gather(t language.Text, facts Fact, e *Evidence) {
	r.score(t, facts, e)
	applyBoundaries(&e.Scores, facts)
	e.Keys = language.InContext(t, uint32(facts&(Care|Restaurant|General)), e.Keys)
	e.features(r, facts)
}

// score adds up the rules that hold.
func (r *Rules) score(t language.Text, facts Fact, e *Evidence) {
	var room [64]language.Hit
	var done [16]uint64
	for _, hit := range r.phrases.Find(t, room[:0]) {
		c := &r.rules[hit.List]
		if done[hit.List/64]>>(hit.List%64)&1 == 0 && c.rule.holds(facts) {
			done[hit.List/64] |= 1 << (hit.List % 64)
			e.Scores[c.intent] += c.rule.Weight
			e.Hits = append(e.Hits, hit.List)
		}
	}
	for i := range r.bare {
		if r.bare[i].rule.holds(facts) {
			e.Scores[r.bare[i].intent] += r.bare[i].rule.Weight
			e.Hits = append(e.Hits, len(r.rules)+i)
		}
	}
}

// The kinds of the features that are not words.
const (
	featFact uint32 = iota + 100
	featFacts
	featRule
	featScore
	featFirst
	featSecond
)

// steps are the scores of an intent that are features of their own.
var steps = [...]float64{-7, -3, 2, 4, 6, 9, 13}

// features adds what is known besides the words: facts, rules that hold, and the intents that they speak for.
func (e *Evidence) features(r *Rules, facts Fact) {
	for a := uint32(facts); a != 0; a &= a - 1 {
		first := uint32(bits.TrailingZeros32(a))
		e.Keys = append(e.Keys, language.Feature(featFact, first))
		for b := a & (a - 1); b != 0; b &= b - 1 {
			e.Keys = append(e.Keys, language.Feature(featFacts, first, uint32(bits.TrailingZeros32(b))))
		}
	}
	for _, hit := range e.Hits {
		e.Keys = append(e.Keys, r.at(hit).key)
	}
	first, second := -1, -1
	for i, s := range e.Scores {
		for k, step := range steps {
			if step < 0 && s <= step || step > 0 && s >= step {
				e.Keys = append(e.Keys, language.Feature(featScore, uint32(i), uint32(k)))
			}
		}
		switch {
		case s < minFound:
		case first < 0 || s > e.Scores[first]:
			first, second = i, first
		case second < 0 || s > e.Scores[second]:
			second = i
		}
	}
	e.Keys = append(e.Keys, language.Feature(featFirst, uint32(first+1)), language.Feature(featSecond, uint32(first+1), uint32(second+1)))
}

// minFound is the score from which the rules have found an intent, and minSure the one from which they are sure of it.
const (
	minFound = 2.0
	minSure  = 5.0
)

// Classify returns the intents of a message, the dominant one first. There is always one: Other where nothing else is found.
func (r *Rules) Classify(t language.Text, facts Fact) []Scored {
	var e Evidence
	e.Read(t)
	r.Gather(t, facts, &e)
	return r.Judge(&e, facts)
}

// Judge weighs the evidence.
func (r *Rules) Judge(e *Evidence, facts Fact) []Scored {
	p := r.weigh(e, facts)
	found := make([]Scored, 0, 4)
	for i := range p {
		if p[i] >= share || p[i] >= trace && e.Scores[i] >= minSure {
			found = append(found, Scored{Name: all[i].Name, Confidence: float64(max(p[i], share))})
		}
	}
	if len(found) == 0 { // the model finds many things possible, or its weights are no numbers
		found = append(found, Scored{Name: Other, Confidence: float64(share)})
	}
	slices.SortStableFunc(found, func(a, b Scored) int { return cmp.Compare(b.Confidence, a.Confidence) })
	dominant := found[0].Name
	return slices.DeleteFunc(found, func(s Scored) bool { // a call for a person is acted upon, even beside another wish
		return s.Name == Human && dominant != Human && e.Scores[iHuman] < minFound
	})
}

// weigh returns how likely each intent is, by the model and by the tenant's own phrases.
func (r *Rules) weigh(e *Evidence, facts Fact) (p [Count]float32) {
	r.model.Scores(e.Keys, p[:])
	linear.Softmax(p[:])
	e.Own.speak(&p, facts)
	return p
}

// share is the probability from which an intent counts as found. The model answers which intent is the dominant one; a second
// wish that the rules are sure of is found where the model leaves it a trace.
const (
	share float32 = 0.1
	trace float32 = 0.01
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
