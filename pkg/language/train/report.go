package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/linear"
)

// report prints how well lines were judged, and returns the figures for the data card.
func report(w io.Writer, judged []verdict) map[string]float64 {
	var table [language.Levels][language.Levels]int
	ordinary, alarms := 0, 0
	for _, v := range judged {
		if v.ordinary {
			ordinary++
			if v.got >= 3 {
				alarms++
			}
			continue
		}
		table[v.example.Level-1][max(v.got, 1)-1]++
	}
	n, exact, near, urgent, said, hit := 0, 0, 0, 0, 0, 0
	for want, row := range table {
		fmt.Fprintf(w, "level %d: said 1 to 5 %4d\n", want+1, row)
		for got, count := range row {
			n += count
			if want == got {
				exact += count
			}
			if want-got <= 1 && got-want <= 1 {
				near += count
			}
			if want >= 3 {
				urgent += count
			}
			if got >= 3 {
				said += count
			}
			if want >= 3 && got >= 3 {
				hit += count
			}
		}
	}
	five := 0
	for _, count := range table[4] {
		five += count
	}
	share := func(a, b int) float64 { return float64(a) / float64(max(1, b)) }
	figures := map[string]float64{
		"exact": share(exact, n), "within_one": share(near, n), "recall_5": share(table[4][4], five),
		"escalate_recall": share(hit, urgent), "escalate_precision": share(hit, said), "ordinary_alarms": share(alarms, ordinary),
	}
	fmt.Fprintf(w, "%d lines: exact %.3f, within one %.3f, recall of 5 %.3f, escalation recall %.3f precision %.3f; of %d ordinary %.4f at 3 or more\n",
		n, figures["exact"], figures["within_one"], figures["recall_5"], figures["escalate_recall"], figures["escalate_precision"], ordinary, figures["ordinary_alarms"])
	return figures
}

// dump writes the lines that were judged wrong.
func dump(path string, judged []verdict) error {
	if path == "" {
		return nil
	}
	var b strings.Builder
	for _, v := range judged {
		if got := max(v.got, 1); got != v.example.Level && !v.ordinary || v.ordinary && got >= 3 {
			fmt.Fprintf(&b, "want %d\tgot %d\t%s\n", v.example.Level, got, v.example.words())
		}
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
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
	SHA256 string      `json:"sha256"`
	Lines  int         `json:"lines"`
	Levels map[int]int `json:"levels"`
}

func writeCard(o options, files []file, ordinary int, m *linear.Model, figures map[string]float64) error {
	c := card{Model: "multinomial logistic regression over hashed words, pairs, sounds, parts of words and signs", Seed: o.seed, Bytes: len(m.Bytes()), Features: m.Keys(), Figures: figures, Ordinary: ordinary}
	for name, x := range c.Figures {
		c.Figures[name] = float64(int(x*1000+0.5)) / 1000
	}
	for _, f := range files {
		cf := cardFile{Name: f.name, SHA256: f.sum, Lines: len(f.examples), Levels: map[int]int{}}
		for _, e := range f.examples {
			cf.Levels[e.Level]++
		}
		c.Files = append(c.Files, cf)
	}
	out, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(o.card, append(out, '\n'), 0o644)
}
