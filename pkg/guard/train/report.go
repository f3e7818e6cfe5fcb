package main

import (
	"fmt"
	"io"
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

// The share of texts that may be flagged where the bias is set.
const (
	lookalikesFlagged = 0.007
	ordinaryFlagged   = 0.003
)

func within(judged []verdict) bool {
	var all, flagged [2]int
	for i := range judged {
		v := &judged[i]
		if v.attack() || v.file == "generated" {
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
	Group   string  `json:"group"`
	Texts   int     `json:"texts"`
	Flagged int     `json:"flagged"`
	Blocked int     `json:"blocked"`
	Share   float64 `json:"share"`
}

// figures are those of each group.
type figures map[string]*figure

func (f figures) count(group string, v *verdict) {
	g := f[group]
	if g == nil {
		g = &figure{Group: group}
		f[group] = g
	}
	g.Texts++
	if v.flagged() {
		g.Flagged++
	}
	if v.score >= attack.BlockAt {
		g.Blocked++
	}
}

// tabulate prints the figures of all groups and returns them in order.
func tabulate(w io.Writer, judged []verdict) []figure {
	groups := figures{}
	for i := range judged {
		v := &judged[i]
		if v.file == "generated" {
			groups.count("generated "+v.Label, v)
			continue // it is easier than what people write
		}
		if !v.attack() {
			groups.count("benign file "+v.file, v)
		}
		groups.count(v.Label+" "+v.Class, v)
		groups.count(v.Label+" all", v)
		groups.count(v.Label+" all "+v.Lang, v)
	}
	var out []figure
	for _, g := range groups {
		g.Share = float64(g.Flagged) / float64(g.Texts)
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b figure) int { return strings.Compare(a.Group, b.Group) })
	curve(w, judged)
	for _, g := range out {
		fmt.Fprintf(w, "%-32s %5d texts  %6.2f %% flagged  %6.2f %% blocked\n", g.Group, g.Texts, 100*g.Share, 100*float64(g.Blocked)/float64(g.Texts))
	}
	return out
}

// wrongLine tells what is wrong with a verdict; nothing where it is right.
func wrongLine(v *verdict) string {
	if v.flagged() == v.attack() {
		return ""
	}
	return fmt.Sprintf("%s\t%s\t%.1f\t%.1f\t%.1f\t%s\t%s\n", v.Class, v.Lang, v.score, v.rules, v.logit, strings.Join(v.codes, " "), strings.ReplaceAll(v.Text, "\n", "⏎"))
}
