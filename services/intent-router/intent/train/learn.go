package main

import (
	"math/rand/v2"
	"time"

	"github.com/recado/recado/pkg/language/linear"
	"github.com/recado/recado/pkg/language/noise"
	"github.com/recado/recado/pkg/tenant"
	intentrouter "github.com/recado/recado/services/intent-router"
	"github.com/recado/recado/services/intent-router/intent"
)

// How the model is fitted.
var how = linear.Options{Classes: intent.Count, MaxKeys: 26_000, Epochs: 16, Rate: 0.5, Decay: 1e-5, LeastSeen: 2, Dropout: 0.3}

// copies are the noisy ones of each message that are learned from too, each of which counts less.
const (
	copies     = 2
	copyWeight = 0.4
	// What the rules must know counts more than what they should.
	knownWeight = 3
)

// now is the moment at which all messages are read: a Wednesday morning.
var now = time.Date(2026, 11, 18, 10, 30, 0, 0, time.UTC)

func newReader() *intentrouter.Reader { return intentrouter.NewReader(intent.NewWith(nil), 0) }

// businesses have no names of their own: the model learns what customers of any business say.
var businesses = map[tenant.Vertical]*tenant.Settings{}

func init() {
	for _, v := range []tenant.Vertical{tenant.Dental, tenant.Medical, tenant.Restaurant, tenant.General} {
		businesses[v] = &tenant.Settings{ID: tenant.ID(v), Vertical: v, Zone: "UTC", Currency: "MXN", Language: "es"}
	}
}

func fit(reader *intentrouter.Reader, texts []example, seed uint64) *linear.Model {
	r := rand.New(rand.NewPCG(seed, 5))
	samples := make([]linear.Sample, 0, len(texts)*(1+copies))
	for i := range texts {
		weight := float32(1)
		if texts[i].known() {
			weight = knownWeight
		}
		samples = append(samples, sample(reader, &texts[i], texts[i].Text, weight))
		for range copies {
			samples = append(samples, sample(reader, &texts[i], noise.Noisy(r, texts[i].Text), copyWeight))
		}
	}
	o := how
	o.Seed = seed
	return linear.Fit(samples, o)
}

func sample(reader *intentrouter.Reader, e *example, text string, weight float32) linear.Sample {
	var ev intent.Evidence
	reader.Evidence(text, now, businesses[e.Vertical], &ev)
	return linear.Sample{Keys: ev.Keys, Class: e.class, Weight: weight}
}

// verdict is what a model said of a message.
type verdict struct {
	example *example
	scores  []float32
	got     int
}

func judge(reader *intentrouter.Reader, m *linear.Model, texts []example) []verdict {
	out := make([]verdict, len(texts))
	for i := range texts {
		s := sample(reader, &texts[i], texts[i].Text, 1)
		scores := make([]float32, intent.Count)
		m.Scores(s.Keys, scores)
		got := 0
		for c, x := range scores {
			if x > scores[got] {
				got = c
			}
		}
		out[i] = verdict{&texts[i], scores, got}
	}
	return out
}

// holdOut fits a model to most of the messages, and judges one part of so many by it.
func holdOut(reader *intentrouter.Reader, all []example, o options) []verdict {
	train, dev := split(all, o.parts)
	return judge(reader, fit(reader, train, o.Seed), dev)
}

func scoresOf(judged []verdict) []linear.Judged {
	out := make([]linear.Judged, len(judged))
	for i, v := range judged {
		out[i] = linear.Judged{Scores: v.scores, Class: v.example.class}
	}
	return out
}
