package reading

import (
	"slices"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/view"
)

// Judge scores texts. Its zero value has no model; not for concurrent use.
type Judge struct {
	Reader
	// Model adds to the rules' score; nil adds nothing.
	Model *linear.Model

	best  Outcome
	kept  []attack.Finding
	words []uint64 // of the plain view, sorted
}

// Outcome is what a text is found to be, by the view that speaks most against it.
type Outcome struct {
	// Score is in the unit of attack.FlagAt; Rules is the part of it that the rules found, and Logit what the model said.
	Score, Rules float64
	Logit        float32
	// Findings have bytes of the original for their spans and are valid until the next text.
	Findings []attack.Finding
}

const (
	// firmRules is the least the rules must find for a text to be blocked: the model alone never blocks.
	firmRules = attack.FlagAt
	// unsure is as near as a score comes to blocking without firm rules.
	unsure = attack.BlockAt - 0.01
	// leastForeign is the most that the model takes from the rules in a text that is not the contact's; it adds half of what
	// they found there at most, as it has learned from what contacts write.
	leastForeign = -2
	// innocent is what the model must take from a text for it to pass, however it is dressed: nearly all that it takes from any.
	// People write codes and invitations so, and programs write base64.
	innocent = -5.5
)

// Text judges a text of so many bytes by its views. Foreign is a text that is not the contact's.
func (j *Judge) Text(size int, plain *view.View, derived []view.View, foreign bool) Outcome {
	j.best = Outcome{Score: -1}
	j.kept = j.kept[:0]
	j.words = j.words[:0]
	j.Features.For = j.Model
	j.View(plain, foreign, func() {
		if len(derived) > 0 {
			j.remember()
		}
		if !restated(plain, derived) {
			j.weigh(plain, foreign)
		}
	})
	slices.Sort(j.words)
	for i := range derived {
		v := &derived[i]
		j.View(v, foreign, func() { j.weigh(v, foreign) })
	}
	j.beside(size, plain)
	j.best.Findings = j.kept
	return j.best
}

// weigh scores what the reader has read of v.
func (j *Judge) weigh(v *view.View, foreign bool) {
	o := Outcome{}
	rules, sure := j.Summed()
	o.Rules, o.Score = rules, rules
	from, to, least := 0, 0, 0.0
	if j.Model != nil {
		o.Logit, from, to = j.Model.Logit(&j.Features)
		points := j.Model.Points(o.Logit)
		if foreign {
			points = max(leastForeign, min(points, o.Rules/2))
		} else {
			var hidden float64
			if hidden, least = j.disguise(v); rules+points < innocent && worldly(v) {
				least = 0
			}
			points += hidden
		}
		if o.Score += points; sure {
			o.Score = max(o.Score, o.Rules)
		}
	}
	o.Score = max(least, bounded(o.Score, o.Rules))
	if o.Score <= j.best.Score {
		return
	}
	j.best = o
	j.kept = append(j.kept[:0], j.Rules.Found...)
	if missing := o.Score - o.Rules; missing > 0 && o.Score >= 1 && to > from {
		first, last := j.Model.Telling(&j.Features, from, to)
		start, end := v.Original(int(j.Rules.Tokens[first].Start), int(j.Rules.Tokens[last].End))
		j.kept = append(j.kept, attack.Finding{Code: "linear", OWASP: "LLM01", Start: start, End: end, Weight: missing, View: v.Kind.String()})
	}
}

// bounded keeps the model from blocking alone, and from letting pass what the rules are sure of.
func bounded(score, rules float64) float64 {
	if rules < firmRules {
		score = min(score, unsure)
	}
	if rules >= attack.BlockAt {
		score = max(score, attack.FlagAt)
	}
	return max(score, 0)
}

// beside adds what is found beside the words: hidden characters, and more text than is read.
func (j *Judge) beside(size int, plain *view.View) {
	if w := Hiding(plain); w > 0 {
		j.also(attack.Finding{Code: "hidden_text", OWASP: "LLM01", End: size, Weight: w, View: plain.Kind.String()})
	}
	if len(plain.Text) > attack.MaxText {
		j.also(attack.Finding{Code: "oversized", OWASP: "LLM10", End: size, Weight: attack.FlagAt, View: plain.Kind.String()})
	}
}

func (j *Judge) also(f attack.Finding) {
	j.best.Score += f.Weight
	j.best.Rules += f.Weight
	j.kept = slices.Insert(j.kept, 0, f)
}
