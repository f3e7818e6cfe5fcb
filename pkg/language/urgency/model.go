package urgency

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/linear"
)

// Levels is how many levels of urgency there are; class i of the model is level i+1.
const Levels = 5

//go:embed urgency.bin
var weights []byte

var model = linear.MustParse(weights)

// The kinds of the features of a triage.
const (
	featSign uint32 = iota + 60
	featVoided
	featWorst
	featSigns
	featTogether
)

// evidence is what a text tells of urgency.
type evidence struct {
	keys  []uint32
	worst Triage // by the signs alone
	// slight: a few words, and none of a body, an illness, an accident or a call for help.
	slight bool
}

// Features appends to a text's Features those by which a model judges its urgency besides.
func Features(t language.Text, features []uint32) []uint32 {
	e := gather(t, features)
	return e.keys
}

// gather reads the signs of a text and the worst of them, and appends them to its features.
func gather(t language.Text, features []uint32) evidence {
	var room [32]language.Hit
	hits := triagePhrases.Find(t, room[:0])
	e := evidence{keys: features}
	s := scan{&t}
	var seen [Levels + 1]bool
	for _, h := range hits {
		level := triageLevels[h.List]
		void := level <= 0 || level > routine && s.voided(hits, h)
		kind := featSign
		if void {
			kind = featVoided
		}
		e.keys = append(e.keys, language.Feature(kind, uint32(h.List)))
		if void {
			level = routine
		}
		if !seen[level] {
			seen[level] = true
			e.keys = append(e.keys, language.Feature(featSigns, uint32(level)))
		}
		if level > e.worst.Level {
			e.worst = Triage{Level: level, From: h.From, To: h.To}
		}
	}
	e.keys = append(e.keys, language.Feature(featWorst, uint32(e.worst.Level)))
	e.keys = together(t, e.keys)
	e.slight = e.worst.Level == 0 && slight(t)
	return e
}

// slightWords is how many words a slight text has at most.
const slightWords = 6

// bodily are the concepts of which one suffices that a few words may well be of an emergency.
var bodily = func() (is [256]bool) {
	for name := range strings.FieldsSeq(`blood pours ache strong sleep swelling pus fever breathe swallow airway eye face jaw tooth gum crown root
		loose broken blow head faint seizure stroke side chest selfharm allergy poison vomit stomach baby child elder relative pregnant surgery cut
		burn ear dizzy headache urine skin sugar help doctor_er sudden weapon bite overdose drugs farewell crooked unresponsive colour dehydrated
		labour traffic object reopen reading stiff worse`) {
		id, ok := language.Concept("health." + name)
		if !ok {
			panic("urgency: no concept " + name)
		}
		is[id] = true
	}
	return is
}()

// dire are words of no bodily concept that leave it to the model how bad a few of them are, as "se muere" and "me siento mal" do.
var dire = []string{"muere", "drowning", "mal", "fatal"}

// slight tells of a text that holds a few words of nothing bodily, as "no sé" and "I can't" do, with which people answer questions
// of all kinds.
func slight(t language.Text) bool {
	words := 0
	for i := range t.Tokens {
		if t.Tokens[i].Kind == language.Mark {
			continue
		}
		if words++; words > slightWords || slices.Contains(dire, t.Tokens[i].Norm) {
			return false
		}
		for _, id := range t.Tokens[i].Concepts() {
			if bodily[id] {
				return false
			}
		}
	}
	return true
}

// maxTogether is how many concepts of a text count together at most.
const maxTogether = 24

// together appends each two concepts of a text, however far from each other: that it is over may be said long after what it was.
func together(t language.Text, keys []uint32) []uint32 {
	var seen [256]bool
	var found [maxTogether]uint8
	n := 0
	for i := range t.Tokens[:min(len(t.Tokens), language.FeatureWords)] {
		if t.Tokens[i].Kind == language.Mark {
			continue
		}
		for _, id := range t.Tokens[i].Concepts() {
			if id == 0 || n == maxTogether {
				break
			}
			if seen[id] {
				continue
			}
			seen[id] = true
			for _, other := range found[:n] {
				keys = append(keys, language.Feature(featTogether, uint32(min(id, other)), uint32(max(id, other))))
			}
			found[n] = id
			n++
		}
	}
	return keys
}

// The least probability of a level, or of it and those above, at which it is said: a doubt between two levels is the higher,
// and the worst must not be missed.
const (
	minFive      = 0.05
	minFiveOfBad = 0.02 // where it is 4 at least anyway
	minFour      = 0.28
	// minFiveOfSlight is that of what is slight, which is no emergency and no pain unless the model is all but sure.
	minFiveOfSlight = 0.9
	// minFiveOfCalm is that of a text whose numbers are as they should be, such as a cold with 38 degrees.
	minFiveOfCalm = 0.6
)

// levelOf turns the probabilities of the levels into the one that is said.
func levelOf(p [Levels]float32) int {
	switch {
	case p[4] >= minFive, p[4] >= minFiveOfBad && p[3]+p[4] >= minFour:
		return 5
	case p[3]+p[4] >= minFour:
		return 4
	}
	sum := float32(0)
	for level := range Levels { // the median
		if sum += p[level]; sum >= 0.5 {
			return min(level+1, 3)
		}
	}
	return 3
}

// SignWords lists the words of the signs of urgency.
func SignWords() []string { return triagePhrases.Words() }
