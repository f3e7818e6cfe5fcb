package main

import (
	"fmt"
	"io"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
	"github.com/recado/recado/pkg/language/linear"
	"github.com/recado/recado/services/intent-router/intent"
)

// report prints how well messages were judged, and returns the figures for the data card.
func report(w io.Writer, judged []verdict) map[string]float64 {
	var right, hard, hardRight int
	var of, found, said [intent.Count]int
	for _, v := range judged {
		ok := v.got == v.example.class
		of[v.example.class]++
		said[v.got]++
		if ok {
			right++
			found[v.got]++
		}
		if v.example.Hard {
			hard++
			if ok {
				hardRight++
			}
		}
	}
	f1 := 0.0
	for i, in := range intent.All() {
		one := 2 * float64(found[i]) / float64(max(1, of[i]+said[i]))
		f1 += one / float64(intent.Count)
		fmt.Fprintf(w, "%-16s %5d  recall %.3f  precision %.3f\n", in.Name, of[i], float64(found[i])/float64(max(1, of[i])), float64(found[i])/float64(max(1, said[i])))
	}
	figures := map[string]float64{
		"strict": float64(right) / float64(len(judged)), "hard": float64(hardRight) / float64(max(1, hard)), "macro_f1": f1,
	}
	fmt.Fprintf(w, "%d messages: strict %.4f, hard %.4f of %d, macro-F1 %.4f\n", len(judged), figures["strict"], figures["hard"], hard, f1)
	return figures
}

// wrongLine tells what is wrong with a verdict; nothing where it is right.
func wrongLine(v *verdict) string {
	if v.got == v.example.class {
		return ""
	}
	return fmt.Sprintf("%s\t%s\twant %s\tgot %s\t%s\t%s\n", v.example.file, v.example.Vertical, v.example.Intent, intent.All()[v.got].Name, v.example.Text, v.example.Note)
}

// card tells what the model was fitted to.
type card struct {
	Model    string             `json:"model"`
	Seed     uint64             `json:"seed"`
	Bytes    int                `json:"bytes"`
	Features int                `json:"features"`
	Figures  map[string]float64 `json:"held_out"`
	Files    []cardFile         `json:"files"`
}

type cardFile struct {
	Name    string         `json:"name"`
	Lines   int            `json:"lines"`
	Intents map[string]int `json:"intents"`
	Langs   map[string]int `json:"langs"`
}

func cardOf(seed uint64, files []corpus.File[example], m *linear.Model, figures map[string]float64) card {
	c := card{
		Model: "multinomial logistic regression over hashed words, pairs, sounds, parts of words, facts and rules",
		Seed:  seed, Bytes: len(m.Bytes()), Features: m.Keys(), Figures: models.Rounded(figures),
	}
	for _, f := range files {
		cf := cardFile{Name: f.Name, Lines: len(f.Examples), Intents: map[string]int{}, Langs: map[string]int{}}
		for i := range f.Examples {
			cf.Intents[f.Examples[i].Intent]++
			cf.Langs[f.Examples[i].Lang]++
		}
		c.Files = append(c.Files, cf)
	}
	return c
}
