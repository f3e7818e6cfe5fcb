package main

import (
	"math/rand/v2"
	"slices"

	"github.com/recado/recado/pkg/guard/linear"
)

// study is a learner at its samples.
type study struct {
	learner
	texts   []example
	seed    uint64
	samples []sample // of the texts, while it learns
	order   []int
	random  *rand.Rand
	// whole tells which features a view has as a whole.
	whole []bool
	// sum and sumBias are the means of the weights over the later epochs.
	sum     []float32
	sumBias float64
}

func begin(texts []example, seed uint64) study {
	s := study{
		learner: learner{w: make([]float32, linear.Buckets), g: make([]float32, linear.Buckets), biasG: 1},
		texts:   texts, seed: seed, random: rand.New(rand.NewPCG(seed, 7)), whole: make([]bool, linear.Buckets), sum: make([]float32, linear.Buckets),
	}
	for i := range s.g {
		s.g[i] = 0.1
	}
	s.read()
	s.order = make([]int, len(s.samples))
	for i := range s.order {
		s.order[i] = i
	}
	s.eachWhole(func(id uint32) { s.whole[id] = true })
	return s
}

// read makes the samples of the texts, each time the same ones.
func (s *study) read() {
	s.samples = prepare(augment(s.texts, s.seed))
	prune(s.samples)
}

// learn goes through the samples once for each epoch.
func (s *study) learn(from, to int) {
	for epoch := from; epoch < to; epoch++ {
		s.random.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
		step := rate * (1 - 0.9*float32(epoch)/epochs)
		for _, i := range s.order {
			s.learner.learn(&s.samples[i], step)
		}
		if epoch >= epochs/2 {
			for i, w := range s.w {
				s.sum[i] += w / float32(epochs-epochs/2)
			}
			s.sumBias += s.bias / float64(epochs-epochs/2)
		}
	}
}

// heaviest tells which weights are so, over all learners. Those of what a view tells as a whole are all kept: they are few, and
// each counts as several of a word's.
func heaviest(all []study) []bool {
	weight := make([]float32, linear.Buckets)
	for i := range all {
		for id, w := range all[i].w {
			weight[id] += max(w, -w)
		}
	}
	sorted := slices.Clone(weight)
	slices.Sort(sorted)
	least := sorted[max(0, len(sorted)-kept)]
	out := make([]bool, len(weight))
	for id, w := range weight {
		out[id] = w > 0 && w >= least
	}
	for i := range all {
		for id, whole := range all[i].whole {
			out[id] = out[id] || whole && weight[id] > 0
		}
	}
	return out
}

// eachWhole calls see with each feature that a sample's view has as a whole.
func (s *study) eachWhole(see func(id uint32)) {
	for i := range s.samples {
		for _, win := range s.samples[i].windows {
			for _, id := range win.ids[win.words:] {
				see(id)
			}
		}
	}
}

// thin gives up all other weights.
func (s *study) thin(heavy []bool) {
	for id := range s.w {
		if !heavy[id] {
			s.w[id] = 0
		}
	}
	keep(s.samples, func(id uint32) bool { return heavy[id] })
}

// keep drops the features that are not wanted.
func keep(samples []sample, wanted func(id uint32) bool) {
	for i := range samples {
		for j := range samples[i].windows {
			win := &samples[i].windows[j]
			left, words := win.ids[:0], 0
			for k, id := range win.ids {
				if wanted(id) {
					left = append(left, id)
					if k < win.words {
						words++
					}
				}
			}
			win.ids, win.words = slices.Clone(left), words // the rest of the array is most of the memory
		}
	}
}
