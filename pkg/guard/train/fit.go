package main

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/guard/linear"
)

const (
	members  = 4       // learners whose mean is the model
	folds    = 10      // of the texts; each member leaves out another one
	workers  = 2       // members that learn at a time
	kept     = 300_000 // weights of the model, but for those of a view as a whole
	floor    = -6.0
	maxBytes = 256 << 10 // of the weights as they are embedded
)

// study is what the members have in common.
type study struct {
	texts []example
	seed  uint64
	// plain are the samples of the texts as they are.
	plain []*block
	// numbers are those of the features, by bucket; there are so many.
	numbers  numbering
	features int
	// thinned: only the heaviest features have numbers.
	thinned  bool
	samplers [workers]sampler
}

// member is a learner of all texts but those of one fold.
type member struct {
	*learner
	fold   int
	own    []*block // samples of noise, company and disguises
	order  []sample
	random *rand.Rand
}

// fit averages members that saw different texts and different noise: what they agree on stays. It also returns what each
// member makes of the texts that it has not seen.
func fit(texts []example, seed uint64) (*linear.Model, []verdict) {
	s := &study{texts: texts, seed: seed}
	s.read()
	all := make([]*member, members)
	for first := 0; first < members; first += workers {
		some := all[first : first+workers]
		inParallel(workers, func(i int) { some[i] = s.begin(first+i, &s.samplers[i]) })
		from := 0
		if !s.thinned {
			from = thinAfter
			inParallel(workers, func(i int) { some[i].learn(0, from) })
			s.thin(some)
		}
		inParallel(workers, func(i int) {
			some[i].learn(from, epochs)
			some[i].own, some[i].order = nil, nil
		})
	}
	judged := make([][]verdict, members)
	inParallel(members, func(i int) {
		_, unseen := splitFold(texts, i)
		judged[i] = judge(s.model(all[i].learner), unseen)
	})
	return s.model(mean(all)), slices.Concat(judged...)
}

// inParallel runs as many at a time as there are workers.
func inParallel(n int, do func(i int)) {
	var wait sync.WaitGroup
	for first := range min(workers, n) {
		wait.Go(func() {
			for i := first; i < n; i += workers {
				do(i)
			}
		})
	}
	wait.Wait()
}

// read makes the samples of the texts as they are, and numbers all features by how often these have them.
func (s *study) read() {
	chunks := slices.Collect(slices.Chunk(s.texts, blockTexts))
	s.plain = make([]*block, len(chunks))
	s.numbers, s.features = make(numbering, linear.Buckets), linear.Buckets
	for id := range s.numbers {
		s.numbers[id] = uint32(id)
	}
	inParallel(len(chunks), func(i int) { s.plain[i] = s.samplers[i%workers].read(chunks[i], s.numbers)[0] })
	count := make([]int, linear.Buckets)
	for _, b := range s.plain {
		for _, id := range b.ids {
			count[id]++
		}
	}
	order := slices.Clone(s.numbers)
	slices.SortStableFunc(order, func(a, b uint32) int { return count[b] - count[a] })
	for at, id := range order {
		s.numbers[id] = uint32(at)
	}
	s.renumber(s.plain, s.numbers)
}

func (s *study) renumber(blocks []*block, to numbering) {
	inParallel(len(blocks), func(i int) {
		s.samplers[i%workers].renumber(blocks[i], to)
		blocks[i].ids = slices.Clone(blocks[i].ids) // the rest of the array is most of the memory
	})
}

// begin makes the member that leaves out a fold.
func (s *study) begin(fold int, reader *sampler) *member {
	m := &member{learner: newLearner(s.features), fold: fold, random: rand.New(rand.NewPCG(s.seed+uint64(fold), 7))}
	for i := range s.texts {
		if foldOf(&s.texts[i]) != fold {
			m.order = append(m.order, sample{s.plain[i/blockTexts], uint32(i % blockTexts)})
		}
	}
	seen, _ := splitFold(s.texts, fold)
	m.own = reader.read(altered(seen, s.seed+uint64(fold)), s.numbers)
	for _, b := range m.own {
		for i := range b.texts {
			m.order = append(m.order, sample{b, uint32(i)})
		}
	}
	return m
}

func (m *member) learn(from, to int) {
	for n := from; n < to; n++ {
		m.random.Shuffle(len(m.order), func(i, j int) { m.order[i], m.order[j] = m.order[j], m.order[i] })
		m.epoch(n, m.order)
	}
}

// thin finds the heaviest weights of the members and gives up all others, so that those have buckets and bytes for themselves.
// What a view has as a whole is kept whatever it weighs: it is little, and each counts as several of a word's.
func (s *study) thin(some []*member) {
	whole := make([]bool, s.features)
	heavy := make([]float32, s.features)
	blocks := slices.Clone(s.plain)
	for _, m := range some {
		blocks = append(blocks, m.own...)
		for id, x := range m.weights {
			heavy[id] += max(x.w, -x.w)
		}
	}
	for _, b := range blocks {
		b.markWhole(whole)
	}
	sorted := slices.Sorted(slices.Values(heavy))
	least := sorted[len(sorted)-kept]
	to, n := make(numbering, s.features), uint32(0)
	for id, w := range heavy {
		to[id] = dropped
		if w > 0 && (w >= least || whole[id]) {
			to[id] = n
			n++
		}
	}
	s.renumber(blocks, to)
	for _, m := range some {
		m.renumber(to, int(n))
	}
	for bucket, id := range s.numbers {
		s.numbers[bucket] = to[id]
	}
	s.features, s.thinned = int(n), true
}

// mean is the learner whose weights are the means of the members'.
func mean(all []*member) *learner {
	out := newLearner(len(all[0].sum))
	for _, m := range all {
		for id, w := range m.sum {
			out.sum[id] += w / members
		}
		out.sumBias += m.sumBias / members
	}
	return out
}

// model rounds the weights of a learner to the finest scale at which the model is no larger than it may be.
func (s *study) model(l *learner) *linear.Model {
	weights := make([]float32, linear.Buckets)
	top := float32(0)
	for bucket, id := range s.numbers {
		if id != dropped {
			weights[bucket] = l.sum[id]
			top = max(top, max(l.sum[id], -l.sum[id]))
		}
	}
	head := linear.Head{Bias: float32(l.sumBias), Gain: gain, Floor: floor, Scale: top / 127}
	m := linear.New(weights, head)
	for len(m.Bytes()) > maxBytes {
		head.Scale *= 1.05
		m = linear.New(weights, head)
	}
	return m
}

// foldOf is the fold of a text: always the same, whatever other texts there are.
func foldOf(e *example) int { return corpus.Part(e.Text, folds) }

func splitFold(all []example, fold int) (rest, apart []example) {
	return corpus.Split(all, func(e *example) bool { return foldOf(e) == fold })
}
