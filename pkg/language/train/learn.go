package main

import (
	"math/rand/v2"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/linear"
	"github.com/recado/recado/pkg/language/noise"
	"github.com/recado/recado/pkg/language/urgency"
)

// How the model is fitted.
var how = linear.Options{Classes: urgency.Levels, MaxKeys: 60_000, Epochs: 16, Rate: 0.5, Decay: 1e-5, LeastSeen: 2, Dropout: 0.5}

// copies are the noisy ones of each line that are learned from too; each of them counts less, and so do ordinary messages.
const (
	copies         = 5
	copyWeight     = 0.25
	ordinaryWeight = 0.8
	knownWeight    = 3
)

func fit(lines, routine []example, seed uint64) *linear.Model {
	r := rand.New(rand.NewPCG(seed, 5))
	var samples []linear.Sample
	for i := range lines {
		text, class, weight := lines[i].words(), lines[i].Level-1, float32(1)
		if lines[i].known {
			weight = knownWeight
		}
		samples = append(samples, linear.Sample{Keys: keysOf(text), Class: class, Weight: weight})
		for range copies {
			samples = append(samples, linear.Sample{Keys: keysOf(noise.Noisy(r, text)), Class: class, Weight: copyWeight})
		}
	}
	for i := range routine {
		samples = append(samples, linear.Sample{Keys: keysOf(routine[i].Text), Weight: ordinaryWeight})
	}
	o := how
	o.Seed = seed
	return linear.Fit(samples, o)
}

func keysOf(text string) []uint32 {
	t := language.Read(text)
	return urgency.Features(t, language.Features(t, nil))
}

// verdict is what a model that had not seen it said of a line.
type verdict struct {
	example  *example
	ordinary bool
	got      int
}

// holdOut fits a model to most of the lines, and judges one part of so many by it.
func holdOut(lines, routine []example, o options) []verdict {
	train, dev := split(lines, o.parts)
	trainRoutine, devRoutine := split(routine, o.parts)
	m := fit(train, trainRoutine, o.Seed)
	return append(judge(m, dev, false), judge(m, devRoutine, true)...)
}

func judge(m *linear.Model, lines []example, ordinary bool) []verdict {
	out := make([]verdict, len(lines))
	for i := range lines {
		out[i] = verdict{&lines[i], ordinary, urgency.By(m, language.Read(lines[i].words())).Level}
	}
	return out
}
