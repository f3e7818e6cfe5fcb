package linear

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Sample is an example to learn from.
type Sample struct {
	Keys   []uint32
	Class  int
	Weight float32
}

// Options say how a model is fitted.
type Options struct {
	Classes, MaxKeys int
	Epochs           int
	Rate, Decay      float32
	LeastSeen        int     // samples that must have a feature for it to count
	Dropout          float32 // share of an example's features that each look at it leaves out, so that the others learn to tell it too
	Seed             uint64
}

// Fit fits a model by Adagrad on the cross entropy. It fits twice: the second time with the features that the first found
// to matter most. The same samples and options give the same model, bit by bit.
func Fit(samples []Sample, o Options) *Model {
	l := newLearner(samples, o)
	l.run()
	l.keepBest()
	l.run()
	return l.model()
}

// learner holds one row of weights for each feature, by its place in keys.
type learner struct {
	Options
	keys    []uint32
	place   map[uint32]int32
	samples []placed
	w, g    []float32
	sum     []float32 // of the weights of the later epochs
	bias    [MaxClasses]float64
	biasG   [MaxClasses]float64
	biasSum [MaxClasses]float64
	seen    []int32
}

type placed struct {
	rows   []int32
	class  int
	weight float32
}

func newLearner(samples []Sample, o Options) *learner {
	l := &learner{Options: o}
	count := make(map[uint32]int32)
	for i := range samples {
		samples[i].Keys = once(samples[i].Keys)
		for _, k := range samples[i].Keys {
			count[k]++
		}
	}
	for k, n := range count {
		if int(n) >= o.LeastSeen {
			l.keys = append(l.keys, k)
		}
	}
	l.locate(samples, count)
	return l
}

// once returns the keys in order, each once.
func once(keys []uint32) []uint32 {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// locate turns the keys of the samples into places in l.keys, and leaves out what is not there.
func (l *learner) locate(samples []Sample, count map[uint32]int32) {
	slices.Sort(l.keys)
	l.place, l.seen = make(map[uint32]int32, len(l.keys)), make([]int32, len(l.keys))
	for i, k := range l.keys {
		l.place[k], l.seen[i] = int32(i), count[k]
	}
	for i := range samples {
		s := placed{class: samples[i].Class, weight: samples[i].Weight}
		for _, k := range samples[i].Keys {
			if at, ok := l.place[k]; ok {
				s.rows = append(s.rows, at)
			}
		}
		l.samples = append(l.samples, s)
	}
}

// keepBest drops all features but those whose weights matter most: by their size, and how often they are seen. Of two with the
// same upper bits the better stays.
func (l *learner) keepBest() {
	type worth struct {
		row   int32
		value float64
	}
	all := make([]worth, len(l.keys))
	for i := range all {
		sum := 0.0
		for _, w := range l.sum[i*l.Classes:][:l.Classes] {
			sum += float64(w * w)
		}
		all[i] = worth{int32(i), sum * float64(l.seen[i])}
	}
	slices.SortFunc(all, func(a, b worth) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.row, b.row))
	})
	moved := make([]int32, len(l.keys))
	for i := range moved {
		moved[i] = -1
	}
	taken := make(map[uint32]bool, l.MaxKeys)
	kept := slices.DeleteFunc(all, func(k worth) bool {
		up := upper(l.keys[k.row])
		if taken[up] || len(taken) == l.MaxKeys {
			return true
		}
		taken[up] = true
		return false
	})
	slices.SortFunc(kept, func(a, b worth) int { return cmp.Compare(a.row, b.row) })
	keys := make([]uint32, len(kept))
	for i, k := range kept {
		keys[i], moved[k.row] = l.keys[k.row], int32(i)
	}
	l.keys = keys
	for i := range l.samples {
		rows := l.samples[i].rows[:0]
		for _, r := range l.samples[i].rows {
			if moved[r] >= 0 {
				rows = append(rows, moved[r])
			}
		}
		l.samples[i].rows = rows
	}
}

func (l *learner) run() {
	size := len(l.keys) * l.Classes
	l.w, l.g, l.sum = make([]float32, size), make([]float32, size), make([]float32, size)
	for i := range l.g {
		l.g[i] = 0.1
	}
	for c := range l.bias {
		l.bias[c], l.biasG[c], l.biasSum[c] = 0, 1, 0
	}
	r := rand.New(rand.NewPCG(l.Seed, 11))
	order := make([]int, len(l.samples))
	for i := range order {
		order[i] = i
	}
	later, dropped := l.Epochs-l.Epochs/2, uint32(float64(l.Dropout)*math.MaxUint32)
	room := make([]int32, 0, 4096)
	for epoch := range l.Epochs {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := l.Rate * (1 - 0.9*float32(epoch)/float32(l.Epochs))
		for _, i := range order {
			seen := l.samples[i]
			seen.rows = thin(r, seen.rows, dropped, room[:0])
			l.learn(&seen, step)
		}
		if epoch < l.Epochs/2 {
			continue
		}
		for i, w := range l.w {
			l.sum[i] += w / float32(later)
		}
		for c := range l.Classes {
			l.biasSum[c] += l.bias[c] / float64(later)
		}
	}
}

// thin appends those of rows to kept that chance does not leave out.
func thin(r *rand.Rand, rows []int32, dropped uint32, kept []int32) []int32 {
	for _, row := range rows {
		if r.Uint32() >= dropped {
			kept = append(kept, row)
		}
	}
	return kept
}

func (l *learner) learn(s *placed, step float32) {
	var room [MaxClasses]float32
	p := room[:l.Classes]
	value := Value(len(s.rows))
	for _, r := range s.rows {
		row := l.w[int(r)*l.Classes:][:l.Classes]
		for c, w := range row {
			p[c] += w
		}
	}
	for c := range p {
		p[c] = p[c]*value + float32(l.bias[c])
	}
	Softmax(p)
	p[s.class]--
	for c := range p {
		slope := p[c] * s.weight
		l.biasG[c] += float64(slope * slope)
		l.bias[c] -= float64(step*slope) / math.Sqrt(l.biasG[c])
		p[c] = slope * value
	}
	for _, r := range s.rows {
		row, g := l.w[int(r)*l.Classes:][:l.Classes], l.g[int(r)*l.Classes:][:l.Classes]
		for c, slope := range p {
			g[c] += slope * slope
			row[c] -= step * (slope + l.Decay*row[c]) / float32(math.Sqrt(float64(g[c])))
		}
	}
}

func (l *learner) model() *Model {
	m := &Model{classes: l.Classes, temperature: 1, keys: l.keys, weights: make([]int8, len(l.sum))}
	top := float32(0)
	for _, w := range l.sum {
		top = max(top, max(w, -w))
	}
	m.scale = max(top/levels, 1e-6)
	for i, w := range l.sum {
		m.weights[i] = int8(math.Round(float64(w / m.scale)))
	}
	for c := range l.Classes {
		m.bias = append(m.bias, float32(l.biasSum[c]))
	}
	m.index()
	return m
}

// Judged is what a model said of an example that it had not seen, before any temperature.
type Judged struct {
	Scores []float32
	Class  int
}

// Calibrate sets the temperature at which the probabilities of examples that the model had not seen fit best. Scores given
// must be those of a temperature of 1.
func (m *Model) Calibrate(judged []Judged) float32 {
	best, least := float32(1), math.Inf(1)
	for t := float32(0.3); t < 4; t += 0.02 {
		loss := 0.0
		for _, j := range judged {
			p := slices.Clone(j.Scores)
			for c := range p {
				p[c] /= t
			}
			Softmax(p)
			loss -= math.Log(float64(max(p[j.Class], 1e-6)))
		}
		if loss < least {
			best, least = t, loss
		}
	}
	m.temperature = best
	return best
}
