package main

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/reading"
	"github.com/recado/recado/pkg/guard/view"
)

// How the model is fitted.
const (
	mostRules = 6 // what the rules find beyond this says no more
	members   = 4 // of the model that is kept; those of cross-validation have one
	workers   = 2
	epochs    = 18
	rate      = 1.0
	decay     = 2e-4    // L2, at each touch
	leastDoc  = 3       // frames that must have a feature for it to count
	thinAfter = 6       // epochs, after which only the heaviest weights are learned further
	kept      = 300_000 // weights that are so
	gain      = 1.0
	floor     = -6.0
	mostBytes = 256 << 10 // of the weights as they are embedded
)

// longText is the size from which an innocent text is easily taken for an attack.
const longText = 350

// weightOf says how much an example counts.
func weightOf(e *example) float32 {
	switch {
	case e.file == "known.jsonl": // the least that the guard must know
		return 15
	case e.attack():
		return 1
	case e.Class == "ordinary":
		return 4
	}
	if len(e.Text) > longText {
		return 10
	}
	return 8 // where few look-alikes may be flagged, those that are count
}

// window is a passage of a view as the model sees it: the features of its words and, after words of them, of its view.
type window struct {
	ids   []uint32
	words int
	// all is how many features its words had before some were dropped.
	all int32
	// given is what the rules add to the score, less what the passage is short of.
	given float32
}

// sample is one text to learn from: the model answers for the window that speaks most for an attack.
type sample struct {
	windows []window
	attack  bool
	weight  float32
	frame   uint32
}

// learner fits weights by Adagrad on the logistic loss.
type learner struct {
	w, g  []float32
	bias  float64
	biasG float64
	head  linear.Head
}

// fit averages learners that saw different noise: what they agree on stays. After some epochs all but the weights that are
// heaviest over all of them are given up, so that those have buckets and bytes for themselves.
func fit(texts []example, seed uint64, members int) learner {
	all := make([]study, members)
	inParallel(members, func(i int) {
		all[i] = begin(texts, seed+uint64(i))
		all[i].learn(0, thinAfter)
		all[i].samples = nil // some gigabytes; reading them again is faster than what a full memory costs
	})
	heavy := heaviest(all)
	inParallel(members, func(i int) {
		all[i].read()
		all[i].thin(heavy)
		all[i].learn(thinAfter, epochs)
		all[i].samples = nil
	})
	out := learner{w: make([]float32, linear.Buckets)}
	for i := range all {
		for id, w := range all[i].sum {
			out.w[id] += w / float32(members)
		}
		out.bias += all[i].sumBias / float64(members)
	}
	out.head = coarsen(out.w, linear.Head{Bias: float32(out.bias), Gain: gain, Floor: floor})
	return out
}

func inParallel(n int, do func(i int)) {
	var wait sync.WaitGroup
	for half := range min(workers, n) {
		wait.Go(func() {
			for i := half; i < n; i += workers {
				do(i)
			}
		})
	}
	wait.Wait()
}

func (l *learner) model() *linear.Model { return linear.New(l.w, l.head) }

func (l *learner) logit(win *window) float32 {
	words, global := float32(0), float32(0)
	for _, id := range win.ids[:win.words] {
		words += l.w[id]
	}
	for _, id := range win.ids[win.words:] {
		global += l.w[id]
	}
	return win.given - attack.FlagAt + float32(l.bias) + words*linear.Norm(win.all) + global*linear.GlobalWeight
}

func (l *learner) learn(s *sample, step float32) {
	best, top := 0, float32(math.Inf(-1))
	for i := range s.windows {
		if z := l.logit(&s.windows[i]); z > top {
			best, top = i, z
		}
	}
	slope := sigmoid(top)
	if s.attack {
		slope--
	}
	slope *= s.weight
	win := &s.windows[best]
	value := slope * linear.Norm(win.all)
	for i, id := range win.ids {
		if i == win.words {
			value = slope * linear.GlobalWeight
		}
		l.g[id] += value * value
		l.w[id] -= step * (value + decay*l.w[id]) / float32(math.Sqrt(float64(l.g[id])))
	}
	l.biasG += float64(slope * slope)
	l.bias -= float64(step*slope) / math.Sqrt(l.biasG)
}

// coarsen sets the scale to the finest at which the model is no greater than it may be.
func coarsen(w []float32, head linear.Head) linear.Head {
	top := float32(0)
	for _, x := range w {
		top = max(top, max(x, -x))
	}
	for head.Scale = top / 127; len(linear.New(w, head).Bytes()) > mostBytes; {
		head.Scale *= 1.05
	}
	return head
}

// prune takes away the features that too few frames have.
func prune(samples []sample) {
	last, count := make([]uint32, linear.Buckets), make([]uint32, linear.Buckets)
	for i := range samples {
		for j := range samples[i].windows {
			for _, id := range samples[i].windows[j].ids {
				if last[id] != samples[i].frame {
					last[id] = samples[i].frame
					count[id]++
				}
			}
		}
	}
	keep(samples, func(id uint32) bool { return count[id] >= leastDoc })
}

// prepare reads the texts on two cores.
func prepare(texts []example) []sample {
	out := make([]sample, len(texts))
	frames := map[string]uint32{}
	for i := range texts {
		key := texts[i].Frame
		if key == "" {
			key = texts[i].Text
		}
		if _, ok := frames[key]; !ok {
			frames[key] = uint32(len(frames) + 1)
		}
		out[i].frame = frames[key]
	}
	var wait sync.WaitGroup
	for k := range workers {
		wait.Go(func() {
			var views view.Buffer
			var r reading.Reader
			for i := k; i < len(texts); i += workers {
				out[i].attack, out[i].weight = texts[i].attack(), weightOf(&texts[i])
				out[i].windows = windows(&views, &r, texts[i].Text)
			}
		})
	}
	wait.Wait()
	return out
}

func windows(views *view.Buffer, r *reading.Reader, text string) (out []window) {
	plain := views.Plain(strings.ToValidUTF8(text, string(utf8.RuneError)))
	read := func(v *view.View) {
		r.View(v, false, func() {
			f := &r.Features
			f.Passages(func(p linear.Passage) {
				rules, _ := r.Rules.Weight()
				start, end := f.Span(p.From, p.To)
				ids := slices.Concat(f.IDs[start:end], f.Whole(nil, p))
				given := gain*float32(min(rules, mostRules)) - f.Short(p)
				out = append(out, window{ids: ids, words: int(end - start), all: end - start, given: given})
			})
		})
	}
	read(&plain)
	derived := views.Derived(&plain)
	for i := range derived {
		read(&derived[i])
	}
	return out
}

// sigmoid is the logistic function, in operations that give the same bits on every machine: math.Exp does not, and the
// weights are compared with those in the repository.
func sigmoid(z float32) float32 {
	x := -float64(max(-30, min(30, z)))
	k := math.Round(x / math.Ln2)
	r := x - float64(k*math.Ln2)
	e := 1.0
	for i := 12; i > 0; i-- {
		e = 1 + float64(r*e)/float64(i)
	}
	return float32(1 / (1 + math.Ldexp(e, int(k))))
}
