package main

import (
	"math"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
)

// How a learner fits its weights.
const (
	epochs    = 18
	rate      = 1.0
	decay     = 2e-4 // L2, at each touch
	thinAfter = 6    // epochs, after which only the heaviest weights are learned further
)

// learner fits weights to samples by Adagrad on the logistic loss. Products are converted to their own type where they are
// added: that forbids a fused multiply-add, so that the weights are the same bits on every machine.
type learner struct {
	weights []weight
	bias    float64
	biasG   float64
	// sum and sumBias are the means of the weights over the later epochs.
	sum     []float32
	sumBias float64
}

// weight is what a feature weighs, and the sum of the squares of its gradients.
type weight struct{ w, g float32 }

func newLearner(features int) *learner {
	l := &learner{weights: make([]weight, features), sum: make([]float32, features), biasG: 1}
	for i := range l.weights {
		l.weights[i].g = 0.1
	}
	return l
}

// epoch learns from the samples in the given order.
func (l *learner) epoch(n int, order []sample) {
	step := rate * (1 - 0.9*float32(n)/epochs)
	for _, s := range order {
		l.learn(s, step)
	}
	if n < epochs/2 {
		return
	}
	for i := range l.weights {
		l.sum[i] += l.weights[i].w / float32(epochs-epochs/2)
	}
	l.sumBias += l.bias / float64(epochs-epochs/2)
}

// learn takes a step for one text: the window that speaks most for an attack answers for it.
func (l *learner) learn(s sample, step float32) {
	t := &s.texts[s.at]
	windows := s.windows[t.from:t.to]
	best, top := 0, float32(math.Inf(-1))
	for i := range windows {
		if z := l.logit(s.ids, &windows[i]); z > top {
			best, top = i, z
		}
	}
	slope := sigmoid(top)
	if t.attack {
		slope--
	}
	slope *= t.weight
	win := &windows[best]
	l.move(win.words.of(s.ids), slope*linear.Norm(win.all), step)
	l.move(win.whole.of(s.ids), slope*linear.GlobalWeight, step)
	l.biasG += float64(slope * slope)
	l.bias -= float64(step*slope) / math.Sqrt(l.biasG)
}

func (l *learner) logit(ids []uint32, win *window) float32 {
	words := float32(l.total(win.words.of(ids)) * linear.Norm(win.all))
	whole := float32(l.total(win.whole.of(ids)) * linear.GlobalWeight)
	return win.given - attack.FlagAt + float32(l.bias) + words + whole
}

// total adds up weights, alternately in two sums, which takes half as long.
func (l *learner) total(ids []uint32) (sum float32) {
	other := float32(0)
	for ; len(ids) > 1; ids = ids[2:] {
		sum += l.weights[ids[0]].w
		other += l.weights[ids[1]].w
	}
	if len(ids) > 0 {
		sum += l.weights[ids[0]].w
	}
	return sum + other
}

// move steps down the gradient, which is the same for all of the features.
func (l *learner) move(ids []uint32, gradient, step float32) {
	square := float32(gradient * gradient)
	for _, id := range ids {
		x := &l.weights[id]
		x.g += square
		slope := gradient + float32(decay*x.w)
		x.w -= float32(step*slope) / float32(math.Sqrt(float64(x.g)))
	}
}

// renumber gives the features new numbers, below n.
func (l *learner) renumber(to numbering, n int) {
	weights := make([]weight, n)
	for id, at := range to {
		if at != dropped {
			weights[at] = l.weights[id]
		}
	}
	l.weights, l.sum = weights, make([]float32, n)
}

// sigmoid is the logistic function, in operations that give the same bits on every machine: math.Exp does not.
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
