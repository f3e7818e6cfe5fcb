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
	// light counts the words of a derived view up to each that the plain one does not have.
	light []int
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
	// minForeign is the most that the model takes from the rules in a text that is not the contact's; it adds half of what
	// they found there at most, as it has learned from what contacts write.
	minForeign = -2
	// innocent is what the model must take from a text for it to pass whatever the rules find: nearly all that it takes from any.
	innocent = -5.5
	// harmless is what it must take, together with what the rules add, from one that hides a sentence in a way in which people
	// write codes and invitations, and programs base64; innocent is that for other ways.
	harmless = -3.5
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

// passage is what some words of a view are found to be.
type passage struct {
	Outcome
	linear.Passage
	// sum is the score before it is bounded: it tells passages apart that are all innocent.
	sum float64
}

// weigh scores what the reader has read of v: its worst passage counts.
func (j *Judge) weigh(v *view.View, foreign bool) {
	if v.Depth > 0 {
		j.find()
	}
	worst := passage{Outcome: Outcome{Score: -1}}
	j.Features.Passages(func(words linear.Passage) {
		if p := j.passage(v, words, foreign); p.Score > worst.Score || p.Score == worst.Score && p.sum > worst.sum {
			worst = p
		}
	})
	if worst.Score > j.best.Score {
		j.best = worst.Outcome
		j.tell(v, &worst)
	}
}

// passage scores a passage of a view, where the rules have looked.
func (j *Judge) passage(v *view.View, words linear.Passage, foreign bool) passage {
	p := passage{Passage: words}
	var sure bool
	var d hiding
	points := 0.0
	p.Rules, sure = j.Rules.Weight()
	p.Score, p.sum = p.Rules, p.Rules
	if j.Model != nil {
		p.Logit = j.Model.Logit(&j.Features, words)
		points = j.Model.Points(p.Logit)
		p.sum += float64(p.Logit)
		if foreign {
			points = max(minForeign, min(points, p.Rules/2))
		} else if d = j.disguise(v, p.From, p.To); d.least > 0 && p.Rules+points < passes(v) {
			d.least = 0
		}
		if p.Score += points + d.points; sure {
			p.Score = max(p.Score, p.Rules)
		}
	}
	p.Score = max(d.least, bounded(p.Score, p.Rules, points, v.Depth > 0))
	return p
}

// passes returns the score below which a sentence may be hidden as v hides it.
func passes(v *view.View) float64 {
	if worldly(v) {
		return harmless
	}
	return innocent
}

// tell keeps the findings of a passage; where the rules have nothing against it, those of all that was read.
func (j *Judge) tell(v *view.View, p *passage) {
	if j.Rules.Around(p.From, p.To); p.Rules == 0 {
		j.Rules.Around(0, len(j.Rules.Tokens))
	}
	j.kept = j.Rules.Found(j.kept[:0])
	for i := range j.kept {
		f := &j.kept[i]
		f.Start, f.End = v.Original(j.offset+f.Start, j.offset+f.End)
		f.View = v.Kind.String()
	}
	missing := p.Score - p.Rules
	if missing <= 0 || p.Score < 1 || p.To <= p.From {
		return
	}
	from, to := p.From, p.To
	var counts func(int) bool
	if v.Depth > 0 {
		if j.light[to] == j.light[from] {
			from, to = max(0, from-around), min(to+around, len(j.light)-1)
		}
		if j.light[to] > j.light[from] {
			counts = j.lit
		}
	}
	first, last := j.Model.Telling(&j.Features, from, to, counts)
	start, end := v.Original(j.offset+int(j.Rules.Tokens[first].Start), j.offset+int(j.Rules.Tokens[last].End))
	j.kept = append(j.kept, attack.Finding{Code: "linear", OWASP: "LLM01", Start: start, End: end, Weight: missing, View: v.Kind.String()})
}

// bounded keeps the model from blocking alone, and from letting pass what the rules are sure of; of what was hidden, in any case.
func bounded(score, rules, points float64, hidden bool) float64 {
	if rules < firmRules {
		score = min(score, unsure)
	}
	if rules >= attack.BlockAt && (hidden || points > innocent) {
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
