package main

import (
	"fmt"
	"io"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
	"github.com/recado/recado/pkg/language/linear"
	"github.com/recado/recado/pkg/language/urgency"
)

// table counts lines by the wanted and the said level, each less one.
type table [urgency.Levels][urgency.Levels]int

// count adds up the lines of which it holds.
func (t *table) count(holds func(want, got int) bool) int {
	n := 0
	for want, row := range t {
		for got, count := range row {
			if holds(want+1, got+1) {
				n += count
			}
		}
	}
	return n
}

// Of authored lines a person takes over from this level on; an ordinary message must not even come near it.
const (
	takenOver = 4
	alarming  = 3
)

// report prints how well lines were judged, and returns the figures for the data card.
func report(w io.Writer, judged []verdict) map[string]float64 {
	var t table
	ordinary, alarms := 0, 0
	for i := range judged {
		v := &judged[i]
		if !v.ordinary {
			t[v.example.Level-1][max(v.got, 1)-1]++
			continue
		}
		ordinary++
		if v.got >= alarming {
			alarms++
		}
	}
	for want, row := range t {
		fmt.Fprintf(w, "level %d: said 1 to 5 %4d\n", want+1, row)
	}
	figures := t.figures()
	figures["ordinary_alarms"] = share(alarms, ordinary)
	fmt.Fprintf(w, "%d lines: exact %.3f, within one %.3f, recall of 5 %.3f, escalation recall %.3f precision %.3f; of %d ordinary %.4f at 3 or more\n",
		len(judged)-ordinary, figures["exact"], figures["within_one"], figures["recall_5"], figures["escalate_recall"], figures["escalate_precision"], ordinary, figures["ordinary_alarms"])
	return figures
}

func (t *table) figures() map[string]float64 {
	all := t.count(func(_, _ int) bool { return true })
	hit := t.count(func(want, got int) bool { return want >= takenOver && got >= takenOver })
	return map[string]float64{
		"exact":              share(t.count(func(want, got int) bool { return want == got }), all),
		"within_one":         share(t.count(func(want, got int) bool { return want-got <= 1 && got-want <= 1 }), all),
		"recall_5":           share(t[4][4], t.count(func(want, _ int) bool { return want == 5 })),
		"escalate_recall":    share(hit, t.count(func(want, _ int) bool { return want >= takenOver })),
		"escalate_precision": share(hit, t.count(func(_, got int) bool { return got >= takenOver })),
	}
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

// wrongLine tells what is wrong with a verdict; nothing where it is right.
func wrongLine(v *verdict) string {
	got := max(v.got, 1)
	if v.ordinary && got < alarming || !v.ordinary && got == v.example.Level {
		return ""
	}
	return fmt.Sprintf("want %d\tgot %d\t%s\n", v.example.Level, got, v.example.words())
}

// card tells what the model was fitted to.
type card struct {
	Model    string             `json:"model"`
	Seed     uint64             `json:"seed"`
	Bytes    int                `json:"bytes"`
	Features int                `json:"features"`
	Figures  map[string]float64 `json:"held_out"`
	Ordinary int                `json:"ordinary"`
	Files    []cardFile         `json:"files"`
}

type cardFile struct {
	Name   string      `json:"name"`
	Lines  int         `json:"lines"`
	Levels map[int]int `json:"levels"`
}

func cardOf(seed uint64, files []corpus.File[example], ordinary int, m *linear.Model, figures map[string]float64) card {
	c := card{
		Model: "multinomial logistic regression over hashed words, pairs, sounds, parts of words and signs",
		Seed:  seed, Bytes: len(m.Bytes()), Features: m.Keys(), Figures: models.Rounded(figures), Ordinary: ordinary,
	}
	for _, f := range files {
		cf := cardFile{Name: f.Name, Lines: len(f.Examples), Levels: map[int]int{}}
		for i := range f.Examples {
			cf.Levels[f.Examples[i].Level]++
		}
		c.Files = append(c.Files, cf)
	}
	return c
}
