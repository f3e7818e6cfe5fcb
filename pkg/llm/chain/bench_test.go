package chain_test

import (
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm/chain"
	"github.com/recado/recado/pkg/llm/llmtest"
)

// BenchmarkFirstRefuses is what a refusing first model adds to an answer, in milliseconds: while it is still asked (the first three
// calls, p50), and once it rests.
func BenchmarkFirstRefuses(b *testing.B) {
	var refused, open []time.Duration
	for b.Loop() {
		p := newPair(b, func(f *chain.File) { f.Limits.Retries = 1 }, llmtest.Reply{Status: 503})
		for range 20 {
			began := time.Now()
			p.ask(b)
			if took := time.Since(began); len(refused) == 0 || len(p.first.Requests()) < 3 {
				refused = append(refused, took)
			} else {
				open = append(open, took)
			}
		}
	}
	b.ReportMetric(median(refused), "refused-p50-ms")
	b.ReportMetric(median(open), "open-p50-ms")
	b.ReportMetric(0, "ns/op")
}

func median(of []time.Duration) float64 {
	slices.Sort(of)
	return float64(of[len(of)/2].Microseconds()) / 1000
}

// BenchmarkEveryProviderDown is how long it takes until the rules may answer, once every model rests.
func BenchmarkEveryProviderDown(b *testing.B) {
	p := newPair(b, nil, llmtest.Reply{Status: 500})
	p.second.Answer(llmtest.Reply{Status: 500})
	for b.Loop() {
		if _, err := p.chain.Complete(b.Context(), p.request()); err == nil {
			b.Fatal("somebody answered")
		}
	}
}
