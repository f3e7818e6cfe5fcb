package retrieval

import (
	"context"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/knowledge"
)

// Variant is a way to ask the same questions: which half answers, and how they are typed.
type Variant struct {
	Name  string // "" is the search as it is, on the questions as they are
	half  knowledge.Half
	typed func(string) string
}

func asItIs(text string) string { return text }

// Variants are the main run and what stands beside it.
var Variants = []Variant{
	{"", knowledge.Both, asItIs},
	{"text", knowledge.ByWords, asItIs},
	{"vector", knowledge.ByVectors, asItIs},
	{"bare", knowledge.Both, Bare},
	{"bare.text", knowledge.ByWords, Bare},
	{"bare.vector", knowledge.ByVectors, Bare},
	{"typos", knowledge.Both, Mistype},
	{"typos.text", knowledge.ByWords, Mistype},
	{"typos.vector", knowledge.ByVectors, Mistype},
}

// maxBeside is how many questions the variants ask at most, spread evenly over the file.
const maxBeside = 2000

// Figures are what a variant came to: the share of questions with a relevant document among the first so many.
type Figures struct {
	Recall1, Recall3, Recall5, Recall10, MRR10 float64
	P50, P99                                   time.Duration // of the main run only
}

// Outcome is where a question found its document, counted from 1; 0 is not among the first ten.
type Outcome struct {
	Query int
	At    int
	First string // what came first
}

// Result is everything measured.
type Result struct {
	Figures  []Figures // as Variants
	Outcomes []Outcome // of the main run
	Refused  []int     // documents that the index would not take
	Indexed  time.Duration
}

// Measure indexes the set's documents and asks its questions.
func (l *Library) Measure(ctx context.Context, s Set) (*Result, error) {
	var r Result
	started := time.Now()
	for i, d := range s.Documents {
		refused, err := l.put(ctx, d)
		if err != nil {
			return nil, err
		}
		if refused {
			r.Refused = append(r.Refused, i)
		}
	}
	r.Indexed = time.Since(started)
	main, err := l.ask(ctx, s, Variants[0], 1)
	if err != nil {
		return nil, err
	}
	r.Figures, r.Outcomes = []Figures{main.figures()}, main.outcomes
	some := s
	for step := (len(s.Queries) + maxBeside - 1) / maxBeside; step > 1; step = 0 {
		some.Queries = nil
		for i := 0; i < len(s.Queries); i += step {
			some.Queries = append(some.Queries, s.Queries[i])
		}
	}
	for _, v := range Variants[1:] {
		beside, err := l.ask(ctx, some, v, runtime.NumCPU())
		if err != nil {
			return nil, err
		}
		f := beside.figures()
		f.P50, f.P99 = 0, 0
		r.Figures = append(r.Figures, f)
	}
	return &r, nil
}

type asked struct {
	outcomes []Outcome
	took     []time.Duration
}

func (l *Library) ask(ctx context.Context, s Set, v Variant, parallel int) (*asked, error) {
	names := map[string]string{}
	for _, d := range s.Documents {
		names[idOf(d.ID).String()] = d.ID
	}
	a := &asked{outcomes: make([]Outcome, len(s.Queries)), took: make([]time.Duration, len(s.Queries))}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for i, q := range s.Queries {
		group.Go(func() error {
			started := time.Now()
			found, err := l.ranked(ctx, v.half, v.typed(q.Text))
			if err != nil {
				return err
			}
			a.took[i] = time.Since(started)
			a.outcomes[i].Query = i
			for at, id := range found[:min(len(found), 10)] {
				if at == 0 {
					a.outcomes[i].First = names[id.String()]
				}
				if slices.Contains(q.Relevant, names[id.String()]) {
					a.outcomes[i].At = at + 1
					break
				}
			}
			return nil
		})
	}
	return a, group.Wait()
}

func (a *asked) figures() (f Figures) {
	share := 1 / float64(max(1, len(a.outcomes)))
	for _, o := range a.outcomes {
		if o.At == 0 {
			continue
		}
		f.MRR10 += share / float64(o.At)
		for _, within := range []struct {
			most int
			sum  *float64
		}{{1, &f.Recall1}, {3, &f.Recall3}, {5, &f.Recall5}, {10, &f.Recall10}} {
			if o.At <= within.most {
				*within.sum += share
			}
		}
	}
	slices.Sort(a.took)
	if n := len(a.took); n > 0 {
		f.P50, f.P99 = a.took[n/2], a.took[min(n-1, n*99/100)]
	}
	return f
}
