package main

import (
	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
)

// card is what is known of the data and the model.
type card struct {
	Model      map[string]any            `json:"model"`
	Seed       uint64                    `json:"seed"`
	Files      []cardFile                `json:"files"`
	Classes    map[string]map[string]int `json:"classes"`
	Thresholds map[string]float64        `json:"thresholds"`
}

type cardFile struct {
	Name  string `json:"name"`
	Texts int    `json:"texts"`
}

func cardOf(seed uint64, files []corpus.File[example], m *linear.Model) card {
	c := card{
		Model: map[string]any{
			"kind": "logistic regression over hashed features", "buckets": linear.Buckets, "bits": 8, "epochs": epochs, "rate": rate,
			"l2": decay, "members": members, "thin_after": thinAfter, "kept": kept,
			"scale": m.Scale, "bias": m.Bias, "gain": m.Gain, "floor": m.Floor, "ceiling": linear.Ceiling,
		},
		Seed: seed, Classes: map[string]map[string]int{},
		Thresholds: map[string]float64{
			"flag": attack.FlagAt, "block": attack.BlockAt, "lookalikes_flagged": lookalikesFlagged, "ordinary_flagged": ordinaryFlagged,
		},
	}
	for _, f := range files {
		c.Files = append(c.Files, cardFile{f.Name, len(f.Examples)})
		for i := range f.Examples {
			e := &f.Examples[i]
			if c.Classes[e.Class] == nil {
				c.Classes[e.Class] = map[string]int{}
			}
			c.Classes[e.Class][e.Lang]++
		}
	}
	return c
}
