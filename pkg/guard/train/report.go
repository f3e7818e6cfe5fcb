package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/reading"
	"github.com/recado/recado/pkg/guard/view"
)

// verdict is what a model makes of an example.
type verdict struct {
	*example
	score, rules float64
	logit        float32
	codes        []string
}

func (v *verdict) flagged() bool { return v.score >= attack.FlagAt }

func judge(m *linear.Model, texts []example) []verdict {
	var views view.Buffer
	j := reading.Judge{Model: m}
	out := make([]verdict, len(texts))
	for i := range texts {
		text := strings.ToValidUTF8(texts[i].Text, string(utf8.RuneError))
		plain := views.Plain(text)
		o := j.Text(len(text), &plain, views.Derived(&plain), false)
		out[i] = verdict{example: &texts[i], score: o.Score, rules: o.Rules, logit: o.Logit}
		for _, f := range o.Findings {
			out[i].codes = append(out[i].codes, fmt.Sprintf("%s/%s:%.1f", f.View, f.Code, f.Weight))
		}
	}
	return out
}

// The share of texts that may be flagged where the bias is set; chosen by the totals of the frozen sets.
const (
	lookalikesFlagged = 0.0032
	ordinaryFlagged   = 0.003
)

func within(judged []verdict) bool {
	var all, flagged [2]int
	for i := range judged {
		v := &judged[i]
		if v.attack() || v.made {
			continue
		}
		kind := 0
		if v.Class == "ordinary" {
			kind = 1
		}
		all[kind]++
		if v.flagged() {
			flagged[kind]++
		}
	}
	return float64(flagged[0]) <= lookalikesFlagged*float64(all[0]) && float64(flagged[1]) <= ordinaryFlagged*float64(all[1])
}

// shift moves the scores of all so that they keep the bars, and returns by how much.
func shift(judged []verdict) float64 {
	low, high := -9.0, 6.0
	for range 12 {
		middle := (low + high) / 2
		for i := range judged {
			judged[i].score = judged[i].rules + points(judged[i].logit+float32(middle))
		}
		if within(judged) {
			low = middle
		} else {
			high = middle
		}
	}
	for i := range judged {
		judged[i].score = judged[i].rules + points(judged[i].logit+float32(low))
	}
	return low
}

func points(logit float32) float64 { return gain * float64(max(floor, min(linear.Ceiling, logit))) }

// figure is how many texts of a group were flagged and blocked.
type figure struct {
	texts, flagged, blocked int
}

// figures are those of each group.
type figures map[string]*figure

func (f figures) count(group string, v *verdict) {
	g := f[group]
	if g == nil {
		g = new(figure)
		f[group] = g
	}
	g.texts++
	if v.flagged() {
		g.flagged++
	}
	if v.score >= attack.BlockAt {
		g.blocked++
	}
}

// tabulate prints the figures of all groups in order.
func tabulate(w io.Writer, judged []verdict) {
	groups := figures{}
	for i := range judged {
		v := &judged[i]
		if v.made {
			groups.count("generated "+v.Label, v)
			continue // it is easier than what people write
		}
		groups.count(v.Label+" "+v.Class, v)
		groups.count(v.Label+" all", v)
		groups.count(v.Label+" all "+v.Lang, v)
	}
	curve(w, judged)
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		g := groups[name]
		of := 100 / float64(g.texts)
		fmt.Fprintf(w, "%-32s %5d texts  %6.2f %% flagged  %6.2f %% blocked\n", name, g.texts, of*float64(g.flagged), of*float64(g.blocked))
	}
}

// wrongLine says what is wrong with a verdict; nothing where it is right.
func wrongLine(v *verdict) string {
	if v.flagged() == v.attack() {
		return ""
	}
	codes, text := strings.Join(v.codes, " "), strings.ReplaceAll(v.Text, "\n", "⏎")
	return fmt.Sprintf("%s\t%s\t%.1f\t%.1f\t%.1f\t%s\t%s\n", v.Class, v.Lang, v.score, v.rules, v.logit, codes, text)
}
